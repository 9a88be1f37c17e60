/* How the latencies are spread: shares of ranges, and the distribution function. */
#include "compare/internal.h"

#define CELLS_A_DECADE 10

gboolean run_owns_shares(const StreamRun *run)
{
    guint directions = 0;
    for (int i = 0; i < DIRECTION_COUNT; i++)
        directions += run->job->directions[i] != NULL;
    return directions == 1 && run->jobs == 1;
}

/* The share of the waiting: I/Os times their latency, which inside a cell is taken at its geometric middle. */
static void share_time(GArray *cells)
{
    double total = 0;
    for (guint i = 0; i < cells->len; i++) {
        LatencyCell *cell = &g_array_index(cells, LatencyCell, i);
        cell->time_percent = cell->percent * sqrt(cell->from_ns * cell->to_ns);
        total += cell->time_percent;
    }
    for (guint i = 0; i < cells->len && total > 0; i++)
        g_array_index(cells, LatencyCell, i).time_percent *= 100 / total;
}

/* A bin is 1/64 wide, fio prints its middle. */
static double bin_half_width(double ns)
{
    return ns < 128 ? 0.5 : ns / 128;
}

GArray *cells_from_bins(const Latency *latency)
{
    GArray *cells = g_array_new(FALSE, FALSE, sizeof(LatencyCell));
    double total = 0;
    for (guint i = 0; i < latency->bins->len; i++)
        total += g_array_index(latency->bins, Bin, i).count;
    for (guint i = 0; i < latency->bins->len; i++) {
        const Bin *bin = &g_array_index(latency->bins, Bin, i);
        double half = bin_half_width(bin->ns);
        LatencyCell cell = {fmax(bin->ns - half, 0.5), bin->ns + half, 100 * bin->count / total, NAN};
        g_array_append_val(cells, cell);
    }
    share_time(cells);
    return cells;
}

static void add_share(GArray *cells, const Bucket *bucket)
{
    guint at = 0;
    double from = fmax(bucket->from_ns, 1);
    while (at < cells->len && g_array_index(cells, LatencyCell, at).from_ns < from)
        at++;
    LatencyCell cell = {from, isinf(bucket->below_ns) ? bucket->from_ns * 10 : bucket->below_ns, bucket->percent, NAN};
    if (at < cells->len && g_array_index(cells, LatencyCell, at).from_ns == from)
        g_array_index(cells, LatencyCell, at).percent += bucket->percent;
    else
        g_array_insert_val(cells, at, cell);
}

GArray *cells_from_shares(const StreamSide *side)
{
    GArray *cells = g_array_new(FALSE, FALSE, sizeof(LatencyCell));
    guint counted = 0;
    for (guint i = 0; i < side->runs->len; i++) {
        const StreamRun *run = &g_array_index(side->runs, StreamRun, i);
        if (!run_owns_shares(run) || run->job->buckets->len == 0)
            continue;
        counted++;
        for (guint j = 0; j < run->job->buckets->len; j++)
            add_share(cells, &g_array_index(run->job->buckets, Bucket, j));
    }
    for (guint i = 0; i < cells->len; i++)
        g_array_index(cells, LatencyCell, i).percent /= counted;
    share_time(cells);
    return cells;
}

/* Ten to a decade. The time is summed from the bins themselves. */
static void gather(const GArray *fine, GArray *cells)
{
    int last = G_MININT;
    for (guint i = 0; i < fine->len; i++) {
        const LatencyCell *bin = &g_array_index(fine, LatencyCell, i);
        double middle = sqrt(bin->from_ns * bin->to_ns);
        int place = (int)floor(CELLS_A_DECADE * log10(middle) + 1e-9);
        if (place != last) {
            LatencyCell cell = {pow(10, (double)place / CELLS_A_DECADE), pow(10, (place + 1.0) / CELLS_A_DECADE), 0, 0};
            g_array_append_val(cells, cell);
        }
        last = place;
        LatencyCell *cell = &g_array_index(cells, LatencyCell, cells->len - 1);
        cell->percent += bin->percent;
        cell->time_percent += bin->time_percent;
    }
}

static void cdf_from_cells(GArray *cdf, const GArray *cells)
{
    double below = 0;
    for (guint i = 0; i < cells->len; i++) {
        const LatencyCell *cell = &g_array_index(cells, LatencyCell, i);
        CdfPoint start = {cell->from_ns, cell->from_ns, cell->from_ns, 0};
        if (i == 0)
            g_array_append_val(cdf, start);
        below += cell->percent;
        CdfPoint point = {cell->to_ns, cell->to_ns, cell->to_ns, fmin(below, 100)};
        if (cell->percent > 0)
            g_array_append_val(cdf, point);
    }
}

static void cdf_from_percentiles(GArray *cdf, const Latency *latency)
{
    if (figure_is_known(latency->min_ns) && latency->min_ns.value > 0) {
        CdfPoint point = {latency->min_ns.value, latency->min_ns.low, latency->min_ns.high, 0};
        g_array_append_val(cdf, point);
    }
    for (guint i = 0; i < latency->percentiles->len; i++) {
        const Percentile *percentile = &g_array_index(latency->percentiles, Percentile, i);
        CdfPoint point = {percentile->ns.value, fmax(percentile->ns.low, 1), percentile->ns.high, percentile->percent};
        if (percentile->ns.value > 0)
            g_array_append_val(cdf, point);
    }
    if (figure_is_known(latency->max_ns) && latency->max_ns.value > 0) {
        CdfPoint point = {latency->max_ns.value, latency->max_ns.low, latency->max_ns.high, 100};
        g_array_append_val(cdf, point);
    }
}

static int compare_points(const void *a, const void *b)
{
    double x = ((const CdfPoint *)a)->ns, y = ((const CdfPoint *)b)->ns;
    return (x > y) - (x < y);
}

/* Shares and percentiles together leave fewer gaps; a point that rounding put below the one before goes. */
static void put_in_order(GArray *cdf)
{
    double reached = -1;
    guint kept = 0;
    g_array_sort(cdf, compare_points);
    for (guint i = 0; i < cdf->len; i++) {
        CdfPoint point = g_array_index(cdf, CdfPoint, i);
        if (point.percent < reached)
            continue;
        reached = point.percent;
        g_array_index(cdf, CdfPoint, kept++) = point;
    }
    g_array_set_size(cdf, kept);
}

/* fio's last range has no end, and its first may begin long before the shortest I/O. */
static void cdf_from_shares(GArray *cdf, const GArray *cells)
{
    double below = 0;
    for (guint i = 0; i + 1 < cells->len; i++) {
        const LatencyCell *cell = &g_array_index(cells, LatencyCell, i);
        below += cell->percent;
        CdfPoint point = {cell->to_ns, cell->to_ns, cell->to_ns, fmin(below, 100)};
        if (cell->percent > 0 && below < 99.9) /* each share is rounded: near the end they say nothing more */
            g_array_append_val(cdf, point);
    }
}

void make_cells(StreamSide *side)
{
    if (side->runs->len == 0)
        return;
    g_autoptr(GArray) fine = side->merged.bins ? cells_from_bins(&side->merged) : NULL;
    g_autoptr(GArray) shares = fine ? NULL : cells_from_shares(side);
    if (fine) {
        gather(fine, side->cells);
        cdf_from_cells(side->cdf, fine);
        return;
    }
    g_array_append_vals(side->cells, shares->data, shares->len);
    if (!side->merged.percentiles) {
        cdf_from_cells(side->cdf, shares);
        return;
    }
    cdf_from_percentiles(side->cdf, &side->merged);
    cdf_from_shares(side->cdf, shares);
    put_in_order(side->cdf);
}
