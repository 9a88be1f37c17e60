/* Ratios and figures as a person would say them. */
#ifndef MODEL_WORDS_H
#define MODEL_WORDS_H

#include "model/comparison.h"

/* "two thirds of", "about the same as", "1.5 times", "56 times": to be followed by whose. The caller frees it. */
char *words_ratio(double ratio);
/* A value in its unit: "35.9 MiB/s", "4590", "22.0 ms". The caller frees it. */
char *words_value(MetricUnit unit, double value);
/* Of a metric: "35.9 MiB/s", "-" when it is missing, "1.2 s (few I/Os)" where the count cannot support it. */
char *words_metric_value(const Metric *metric, guint series);
/* The title of a narrow column: "IOPS", "stdev", "p99". Static, or the metric's own. */
const char *words_metric_short(const Metric *metric);
/* "better", "cannot tell (try 9 runs)". */
char *words_verdict(const MetricRatio *ratio);
/* "+" better, "-" worse, "=" the same, "?" cannot tell; "" for one run and for none. */
const char *words_sign(Verdict verdict);
/* Only the bounds: "[0.650, 0.676]" of repeats, "0.343 to 0.361" of rounding, "" where nothing is open. */
char *words_bounds(const MetricRatio *ratio);
/* "about 2/3", "about the same", "about 56 times", "" when there is none. */
char *words_fraction(const MetricRatio *ratio);
/* "± 1.2%": how far the mount came out from itself; "" when it was not calibrated. */
char *words_noise(const Metric *metric);
/* "read", "write" … in the reader's language; static. */
const char *direction_words(DirectionKind kind);
/* "1io write": a job and its direction. */
char *words_stream(const char *job, DirectionKind kind);
/* "0.663" or "0.663 [0.650, 0.676]" when the interval is of repeats; bounds of rounding as "between 53.5 and 56.5".
 * The caller frees it. */
char *words_interval(const MetricRatio *ratio);

#endif
