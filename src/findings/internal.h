/* What only the findings folder knows. */
#ifndef FINDINGS_INTERNAL_H
#define FINDINGS_INTERNAL_H

#include "model/words.h"
#include "model/comparison.h"

/* A rule looks at the comparison and adds what it finds. */
typedef struct {
    const char *id;
    void (*look)(Comparison *comparison, const char *id);
} Rule;

extern const Rule workload_rules[], sampling_rules[], latency_rules[], error_rules[], environment_rules[], run_rules[];

/* Adds a finding whose title and evidence are taken over. guess and check may be NULL and are copied. */
Finding *add_finding(Comparison *comparison, const char *id, Severity severity, const char *series, char *title,
                     char *evidence, const char *guess, const char *check);

/* Calls back for every result of every series. */
typedef void (*ResultVisitor)(Comparison *comparison, const char *id, const Series *series, const Result *result);
void each_result(Comparison *comparison, const char *id, ResultVisitor visit);
/* Calls back for the first run of each candidate beside that of the baseline, where both are there. */
typedef void (*PairVisitor)(Comparison *comparison, const char *id, const Stream *stream, guint series,
                            const StreamRun *base, const StreamRun *run);
void each_pair(Comparison *comparison, const char *id, PairVisitor visit);
/* Calls back for every run of every stream. */
typedef void (*RunVisitor)(Comparison *comparison, const char *id, const Stream *stream, guint series,
                           const StreamRun *run);
void each_run(Comparison *comparison, const char *id, RunVisitor visit);
/* Only the first run of each series: workloads do not differ within one. */
void each_first_run(Comparison *comparison, const char *id, RunVisitor visit);

const StreamRun *first_run(const Stream *stream, guint series);
const char *run_option(const StreamRun *run, const char *name);
/* A number among the options, NAN when it is not known. */
double run_number(const StreamRun *run, const char *name);
/* How many jobs wrote or read at once; NAN when it is not known. */
double run_jobs(const StreamRun *run);
/* The run's fio command with one option exchanged: replacement is "ioengine=libaio", which takes the place of option. From the
 * command line where it is known, else from the options; NULL when neither is. The caller frees it. */
char *corrected_command(const StreamRun *run, const char *option, const char *replacement);
gboolean engine_is_synchronous(const char *engine);

/* headline.c */
void make_headline(Comparison *comparison);
/* The first finding that voids the series (a void baseline voids all), or NULL. */
const Finding *voiding_finding(const Comparison *comparison, guint series);

/* ranking.c: from this number of series on the headline tells the extremes and counts the verdicts. */
#define RANKING_FROM 4
/* "against s0's write throughput of 268 MiB/s: the most on s7 (…), the least on s3 (…); of the 11, 3 better, 8 worse": NULL when
 * nothing can be compared. The caller frees it. */
char *ranking_clause(const Comparison *comparison, const Stream *stream);
/* Adds the series in their order, by throughput and by p99. */
void add_ranking_points(Comparison *comparison, const Stream *stream);
/* headline.c: adds a sentence of the summary, with the space after it that the language wants. Where there are several streams it
 * begins with the name of this one (NULL: the sentence names what it is about). */
void add_point(Comparison *comparison, const Stream *stream, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* told.c: fills comparison->told out of the findings. */
void make_told(Comparison *comparison);

#endif
