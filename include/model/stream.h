/* A job and direction through all series: its runs, merged latencies, populations, and the curves against the baseline. */
#ifndef MODEL_STREAM_H
#define MODEL_STREAM_H

#include "model/result.h"

/* What one run of a series has for one stream. */
typedef struct {
    const Result *result;       /* borrowed from the series */
    const Job *job;             /* the first job of that name */
    const Direction *direction; /* of that job, or pooled */
    Direction *pooled;          /* owned; NULL when one job has it all */
    guint jobs;                 /* how many jobs were summed */
    gboolean has_error, is_incomplete;
} StreamRun;

/* Two populations of latency, or their absence. */
typedef struct {
    gboolean is_known, is_bimodal;
    double fast_percent, slow_percent, between_percent;
    double fast_below_ns, slow_from_ns; /* the empty range between them */
    double fast_time_percent, slow_time_percent; /* of all the time waited; NAN out of percentiles alone */
    double fast_mean_ns, slow_mean_ns;  /* mean of each, from the middles of bins or shares */
    double slow_to_ns; /* upper end of what holds nearly all of the slow ones */
    const char *source; /* "bins", "shares" or "percentiles" */
} Modes;

/* A range of latencies: the share of the I/Os in it, and their share of all the time waited. */
typedef struct {
    double from_ns, to_ns, percent, time_percent;
} LatencyCell;

/* So many percent were done in ns, which lies in [low_ns, high_ns]. */
typedef struct {
    double ns, low_ns, high_ns, percent;
} CdfPoint;

typedef struct {
    GArray *runs; /* of StreamRun */
    Latency merged; /* bins of all runs where all have them; the only run's percentiles; else medians over runs */
    LatencyKind kind;
    gboolean has_latency;
    Modes modes;
    GArray *cells; /* of LatencyCell: ten to a decade out of bins, else fio's own shares; empty where neither is */
    GArray *cdf;   /* of CdfPoint, rising */
} StreamSide;

/* Whether the place of a run among all runs shows in its throughput; percent and p NAN where too little is known. */
typedef struct {
    double drift_percent, drift_p; /* from the first to the last run */
    double carry_percent, carry_p; /* a run right after one of another series, against one after its own */
} OrderEffects;

/* One job and direction, matched through all series. */
typedef struct {
    char *job;
    DirectionKind kind;
    StreamSide *sides; /* one a series */
    GArray *curves;    /* of Curve, one a series */
    OrderEffects order;
} Stream;

/* Candidate against baseline along the percentiles. */
typedef struct {
    double percent, ratio, low, high;
} CurvePoint;

/* Between these two percentiles the faster one changes; what rounding leaves open counts for neither. */
typedef struct {
    double from_percent, to_percent;
    gboolean candidate_faster_after;
} Crossing;

typedef struct {
    GArray *points;    /* of CurvePoint */
    GArray *crossings; /* of Crossing, rising */
    double faster_chance; /* that one I/O of the candidate is faster than one of the baseline; NAN unknown */
    gboolean is_approximate;
} Curve;

#endif
