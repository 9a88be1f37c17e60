/* What only the comparing folder knows. */
#ifndef COMPARE_INTERNAL_H
#define COMPARE_INTERNAL_H

#include "compare/compare.h"

/* match.c: finds the jobs that belong together and adds a stream for each direction they share. */
void match_streams(Comparison *comparison);
/* metrics.c: the table of metrics, filled for each stream. */
void make_metrics(Comparison *comparison);
/* distribution.c: merged latencies, populations, curves. */
void make_distributions(Comparison *comparison);

/* modes.c: the populations of a side's latencies. */
Modes modes_of(const StreamSide *side);

/* cells.c: the shares of fine ranges (arrays of LatencyCell, the caller's); make_cells fills the side's cells and cdf. */
GArray *cells_from_bins(const Latency *latency);
GArray *cells_from_shares(const StreamSide *side);
void make_cells(StreamSide *side);

/* order.c: fills the stream's order effects. */
void make_order_effects(const Comparison *comparison, Stream *stream);

/* fio's shares are those of the whole job: they speak for a direction only when it is the only one. */
gboolean run_owns_shares(const StreamRun *run);

#endif
