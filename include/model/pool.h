/* Several directions as one: throughput adds, the runtime is the longest, histograms merge from bins alone. */
#ifndef MODEL_POOL_H
#define MODEL_POOL_H

#include "model/result.h"

/* The sum over directions of one kind (an array of Direction, at least one; borrowed). Means weigh by the number of
 * I/Os, variances by the law of total variance. Percentiles are there only when all have bins;
 * *percentiles_lost tells that some had percentiles which could not be merged. The caller frees the result. */
Direction *direction_pool(const GPtrArray *directions, gboolean *percentiles_lost);

/* fio's usual 17 percentiles out of the bins: the first bin at which the counted share is reached. */
void latency_percentiles_from_bins(Latency *latency);
/* The bins of all, merged into total (which has none yet). */
void latency_merge_bins(Latency *total, const Latency *const *parts, guint count);
/* Where the percentile may lie for the number of I/Os counted: order statistics with the normal approximation of the
 * binomial (Conover 1999, section 3.2), at the confidence of z standard deviations. Missing without bins. */
Figure latency_percentile_interval(const Latency *latency, double percent, double z);
/* The value at one percentile out of the bins; a bin is 1/64 wide, fio prints its middle. Missing without bins. */
Figure latency_percentile_from_bins(const Latency *latency, double percent);

#endif
