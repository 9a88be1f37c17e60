/* What one fio report says, in base units: nanoseconds, bytes, bytes per second, operations. Plain data.
 * Missing is NAN or NULL, never 0. Everything that a Result points to is freed by result_free alone. */
#ifndef MODEL_RESULT_H
#define MODEL_RESULT_H

#include "model/latency.h"
#include "model/log.h"
#include "model/options.h"

#include <glib.h>

typedef enum { DIRECTION_READ, DIRECTION_WRITE, DIRECTION_TRIM, DIRECTION_MIXED } DirectionKind;
#define DIRECTION_COUNT 4

/* fio's own half-second samples; what their spread means depends on version and grouping (docs/formats.md). */
typedef struct {
    double min, max, mean, stddev, samples;
} Samples;

typedef struct {
    DirectionKind kind;
    Figure io_bytes, bw_bytes_per_s, iops;
    double runtime_ms, total_ios, short_ios, dropped_ios;
    double share_percent; /* fio's "per" or bw_agg */
    Samples bw_samples;   /* bytes per second */
    Samples iops_samples;
    Latency latency[LATENCY_COUNT];
} Direction;

typedef struct {
    double total_ios;
    Latency lat;
} SyncStats;

/* A share of the I/Os whose latency lies in [from_ns, below_ns); below_ns is INFINITY for the last. */
typedef struct {
    double from_ns, below_ns, percent;
} Bucket;

typedef struct {
    char *level; /* "1", "2", ">=64" */
    double percent;
} Depth;

typedef struct {
    gboolean is_known, attained;
    double bw_bytes_per_s, iops, deviation_percent, slope_percent;
    char *criterion;
} SteadyState;

typedef struct {
    char *name, *description, *host, *error_text;
    double port, group, members, error, pid;
    gboolean is_total;      /* fio's "All clients": the sum of the others, never to be added to them */
    gboolean is_incomplete; /* the report broke off in this job */
    GPtrArray *options;     /* of Option */
    Direction *directions[DIRECTION_COUNT]; /* NULL: no such I/O */
    SyncStats *sync;
    double user_percent, system_percent, context_switches, major_faults, minor_faults;
    double elapsed_s, job_runtime_ms, total_errors, first_error;
    GArray *buckets;   /* of Bucket, rising */
    GArray *depths;    /* of Depth */
    SteadyState steady;
    guint line;
} Job;

typedef struct {
    double group;
    DirectionKind kind;
    Figure bw_bytes_per_s, io_bytes, bw_min_bytes_per_s, bw_max_bytes_per_s;
    double runtime_min_ms, runtime_max_ms;
} GroupLine;

typedef struct {
    char *name, *host;
    double read_ios, write_ios, read_merges, write_merges, read_ticks_ms, write_ticks_ms, in_queue_ms,
        util_percent;
} Disk;

typedef struct {
    char *code; /* a word that programs can rely on, see docs/formats.md */
    char *text;
    guint line; /* 0 when it belongs to no line */
} Warning;

typedef struct {
    char *path;
    guint report; /* 1 for the first report of the file */
    guint reports_found;
    guint documents_found, document_used; /* whole JSON documents in the file; 0 where there is none */
    const char *format; /* "text", "json", "json+", "terse", "run-status" or "log" */
    GBytes *raw;  /* the file as it lay there; NULL when it is not kept */
    char *sha256; /* made by source_sha256 */
    guint line;
    char *heading, *command_line; /* the nearest heading above it; the fio command that stood before it; or NULL */
    double order, drain_s; /* its place among all runs, from 1; what syncfs took after it; NAN: not known */
} Source;

typedef struct {
    Source source;
    char *fio_version;
    double timestamp_ms; /* since 1970 */
    char *time_text;
    GPtrArray *jobs;     /* of Job */
    GArray *groups;      /* of GroupLine */
    GPtrArray *disks;    /* of Disk */
    GPtrArray *warnings; /* of Warning */
    GPtrArray *global_options; /* of Option */
    Direction *totals[DIRECTION_COUNT]; /* over all jobs; NULL where only one job has the direction */
    gboolean totals_concurrent; /* FALSE: the jobs did not run at the same time */
    LogData *log;                      /* NULL unless it is a log file; then there are no jobs */
    gboolean is_incomplete;
} Result;

/* SHA-256 of the raw bytes, made at the first call (hashing takes longer than reading); borrowed, NULL without bytes. */
const char *source_sha256(const Source *source);

Result *result_new(void);
void result_free(Result *result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Result, result_free)

Job *result_add_job(Result *result, const char *name);
/* The job's direction, made when it is not there yet; borrowed. */
Direction *job_direction(Job *job, DirectionKind kind);
Direction *direction_new(DirectionKind kind);
void direction_free(Direction *direction);
SyncStats *job_sync(Job *job);
void job_free(Job *job);

/* The job's own option, else the global one; borrowed, NULL when neither says. */
const char *job_option(const Result *result, const Job *job, const char *name);

Disk *result_add_disk(Result *result, const char *name);
/* Adds a warning unless one of the same code and text is there, or WARNINGS_MAX others. */
#define WARNINGS_MAX 1000
void result_warn(Result *result, const char *code, guint line, const char *format, ...) G_GNUC_PRINTF(4, 5);
void warning_free(gpointer warning); /* for arrays of Warning */
gboolean result_has_warning(const Result *result, const char *code);

const char *direction_name(DirectionKind kind);
/* The kind named by text of a length ("read", "WRITE"), or -1. */
int direction_parse(const char *text, gsize length);
/* The latency that percentiles and figures are best taken of: clat if it is there, else lat. NULL if neither is. */
const Latency *direction_latency(const Direction *direction, LatencyKind *kind);
/* Little's law: I/Os in flight = rate x mean time in the system (lat, else clat); missing without either. */
Figure direction_in_flight(const Direction *direction);
/* The one that holds percentiles: clat, else lat, else NULL. */
const Latency *direction_percentiles(const Direction *direction, LatencyKind *kind);

#endif
