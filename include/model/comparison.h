/* What comparing series of results gives: metrics with ratios, distributions, findings. Plain data. */
#ifndef MODEL_COMPARISON_H
#define MODEL_COMPARISON_H

#include "model/stream.h"

/* Where a series was measured, as far as it is known (from the manifest of a run); each may be NULL. */
typedef struct {
    char *path, *mount_point, *type, *source;
} MountInfo;

typedef struct {
    char *label;
    MountInfo mount;
    GPtrArray *results; /* of Result, in the order given: repeats of one series; owned */
} Series;

typedef enum { UNIT_BYTES_PER_S, UNIT_IOPS, UNIT_NS, UNIT_PERCENT, UNIT_COUNT } MetricUnit;

typedef enum {
    VERDICT_NONE,    /* no comparison is possible */
    VERDICT_ONE_RUN, /* a point estimate: run-to-run noise is unknown */
    VERDICT_BETTER,
    VERDICT_WORSE,
    VERDICT_SAME,   /* the whole interval lies within the threshold */
    VERDICT_UNCLEAR /* cannot tell */
} Verdict;

typedef struct {
    double mean;      /* over the runs; of the merged distribution for percentiles where that exists */
    double low, high; /* the range over the runs, with what rounding leaves open */
    double spread_percent; /* standard deviation between the runs, of their mean; NAN under two runs */
    guint runs;
    GArray *each; /* of Figure, one a run that has it */
} MetricValue;

typedef struct {
    double ratio;     /* candidate over baseline */
    double low, high; /* confidence interval; with one run each what rounding leaves open */
    char *fraction;   /* "2/3", "about the same", NULL */
    Verdict verdict;
    double p_value;   /* two-sided, Holm-adjusted over the shown metrics; NAN where there is none */
    guint runs_needed; /* runs a side that would settle it at the spread seen; 0 when not known */
    gboolean is_few_samples; /* a percentile that the number of I/Os cannot support */
} MetricRatio;

typedef struct {
    char *job;
    DirectionKind kind;
    char *id;    /* "bw", "iops", "mean", "stdev", "p99", "max" … */
    char *title; /* "throughput", "99th percentile" … */
    MetricUnit unit;
    gboolean higher_is_better, is_shown; /* is_shown: a row of the short table */
    gboolean is_from_bins;
    double noise_percent; /* a mount against itself: how far apart the metric may come out; NAN: not calibrated */
    MetricValue *values; /* one a series */
    MetricRatio *ratios; /* one a series; the baseline's is 1 */
} Metric;

typedef enum { SEVERITY_NOTE, SEVERITY_CAUTION, SEVERITY_INVALID } Severity;

typedef struct {
    const char *id; /* static */
    Severity severity;
    char *title, *evidence;
    char *guess, *check; /* NULL where there is none: a guess is marked as one, check is the test that would tell */
    char *series;        /* the label it is about, or NULL for all */
} Finding;

typedef struct {
    double confidence; /* 0.95 */
    double threshold;  /* 0.02: what counts as the same */
    double link_bytes_per_s; /* NAN when unknown */
    GArray *percentiles; /* of double, asked for beyond the usual; NULL */
    const char *baseline; /* label, or NULL for the first */
    gboolean only_metrics; /* no modes, cells and curves; percentiles without interval */
} CompareOptions;

typedef struct {
    CompareOptions options;
    GPtrArray *series;   /* of Series */
    guint baseline;
    GPtrArray *streams;  /* of Stream */
    GPtrArray *metrics;  /* of Metric */
    GPtrArray *notes;    /* of Warning: how series were matched */
    GPtrArray *findings; /* of Finding */
    GPtrArray *told;     /* of Finding: the same for a reader; what several series share is one that names them all, with
                            "label: evidence" in a line for each where it differs */
    char *headline;      /* one sentence for a manager */
    char *summary;       /* one paragraph for an engineer */
    GPtrArray *points;   /* texts: its sentences, each for a line of its own, without those that only repeat a table */
    guint family_size;   /* comparisons that the verdicts were controlled over */
} Comparison;

Series *series_new(const char *label);
void series_free(Series *series);

/* Takes the series over (an array of Series with a free function). */
Comparison *comparison_new(GPtrArray *series, const CompareOptions *options);
void comparison_free(Comparison *comparison);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Comparison, comparison_free)

Stream *comparison_add_stream(Comparison *comparison, const char *job, DirectionKind kind);
Metric *comparison_add_metric(Comparison *comparison, const Stream *stream, const char *id, const char *title);
/* The metric of the job and direction, or of the first stream when job is NULL; borrowed, NULL if there is none. */
const Metric *comparison_metric(const Comparison *comparison, const char *job, int kind, const char *id);
/* Whether a mount was measured against itself, so that the metrics know their noise floor. */
gboolean comparison_is_calibrated(const Comparison *comparison);
const char *comparison_label(const Comparison *comparison, guint series);
Finding *comparison_add_finding(Comparison *comparison, const char *id, Severity severity, const char *series);
gboolean comparison_has_finding(const Comparison *comparison, const char *id);
const char *verdict_name(Verdict verdict);
const char *severity_name(Severity severity);
const char *metric_unit_name(MetricUnit unit);
/* The unit of that name; UNIT_COUNT when there is none. */
MetricUnit metric_unit_parse(const char *name);

#endif
