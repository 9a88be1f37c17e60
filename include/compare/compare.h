/* From series of results to a comparison: pure functions, no words. Method and sources: docs/statistics.md. */
#ifndef COMPARE_COMPARE_H
#define COMPARE_COMPARE_H

#include "model/comparison.h"

/* Compares at least one series; takes the array of Series over. NULL with error set when the baseline's label is
 * unknown or nothing can be matched. */
Comparison *compare_series(GPtrArray *series, const CompareOptions *options, GError **error);

/* 95% confidence, 2% threshold, no link. */
CompareOptions compare_options_default(void);

/* Gives each metric its noise floor: the far end of the interval of a mount compared with itself (two series), or the ratio
 * where that was done once. */
void compare_add_noise(Comparison *comparison, const Comparison *calibration);

/* Whether the interval of every throughput ratio is known and reaches no further than percent to either side. */
gboolean compare_is_narrow(const Comparison *comparison, double percent);

/* The simplest p/q, q up to 10, within 2% of the ratio: "2/3"; "about the same" from 0.98 to 1.02; NULL when there
 * is none. The caller frees it. */
char *fraction_of(double ratio);

/* The title of the metric with this id: "throughput" of "bw", "99th percentile" of "p99"; the id itself when there is no such. The
 * caller frees it. */
char *metric_title(const char *id);

/* Whether a percentile has at least 10 of the samples beyond it. */
gboolean percentile_is_supported(double percent, double samples);

#endif
