/* What the parts of the built-in engine share. */
#ifndef RUN_BUILTIN_PARTS_H
#define RUN_BUILTIN_PARTS_H

#include "run/builtin.h"

typedef enum { SIDE_READ, SIDE_WRITE, SIDES } Side;

typedef struct {
    char *name, *filename, *rw, *output, *engine;
    guint64 bs, size;
    int runtime_s, ramp_s, numjobs, iodepth, fsync, rwmixread;
    gboolean direct, has_thread, group_reporting, time_based, create_only, has_status;
    gboolean reads, writes, is_random;
} EngineOptions;

typedef struct {
    guint64 count, bytes, min_ns, max_ns, short_ios;
    double mean_ns, squares; /* after Welford (1962) */
    guint64 *bins;
} EngineStats;

typedef struct {
    double min, max, sum, squares;
    guint count;
} EngineSamples;

typedef struct {
    EngineStats sides[SIDES], sync;
    EngineSamples rates[SIDES], ios[SIDES]; /* of half seconds: bytes per second, I/Os per second */
    double user_s, system_s, runtime_ms;
    long switches, major_faults, minor_faults;
    int error;
} EngineJob;

void engine_stats_init(EngineStats *stats);
void engine_stats_add(EngineStats *stats, guint64 ns, guint64 bytes);
void engine_stats_merge(EngineStats *total, const EngineStats *part);
void engine_samples_add(EngineSamples *samples, double value);

/* builtin_report.c: fio's JSON+ of the jobs; the caller frees it. Where they are reported as a group, there is one. */
char *engine_report(const EngineOptions *options, const EngineJob *jobs, guint count, const char *version);
/* builtin_options.c: FALSE after it said on standard error what is not known or not done. */
gboolean engine_options_read(EngineOptions *options, char **arguments);
void engine_options_clear(EngineOptions *options);

#endif
