/* Two populations of latency: at least 5% of the I/Os on either side of a range that spans a factor of ten and holds
 * under 2% of them. From bins where there are any, else from fio's shares, else from the jumps of the percentiles. */
#include "compare/internal.h"

#define GAP_FACTOR 10
#define GAP_PERCENT_MAX 2
#define SIDE_PERCENT_MIN 5

static double time_share(const GArray *cells, guint from, guint to)
{
    double sum = 0;
    for (guint i = from; i < to; i++)
        sum += g_array_index(cells, LatencyCell, i).time_percent;
    return sum;
}

static double share(const GArray *cells, guint from, guint to)
{
    double sum = 0;
    for (guint i = from; i < to; i++)
        sum += g_array_index(cells, LatencyCell, i).percent;
    return sum;
}

/* The mean of the cells' geometric middles, weighted by their shares. */
static double typical(const GArray *cells, guint from, guint to)
{
    double sum = 0, weight = 0;
    for (guint i = from; i < to; i++) {
        const LatencyCell *cell = &g_array_index(cells, LatencyCell, i);
        sum += cell->percent * sqrt(cell->from_ns * cell->to_ns);
        weight += cell->percent;
    }
    return weight > 0 ? sum / weight : NAN;
}

static void find_gap(const GArray *cells, Modes *modes)
{
    double best = GAP_FACTOR, below = 0, all = share(cells, 0, cells->len);
    guint best_from = 0, best_to = 0;
    for (guint from = 1; from < cells->len; from++) {
        double between = 0, start = g_array_index(cells, LatencyCell, from - 1).to_ns;
        below += g_array_index(cells, LatencyCell, from - 1).percent;
        for (guint to = from; below >= SIDE_PERCENT_MIN && to < cells->len; to++) {
            double factor = g_array_index(cells, LatencyCell, to).from_ns / start;
            if (factor >= best && all - below - between >= SIDE_PERCENT_MIN) {
                best = factor;
                best_from = from;
                best_to = to;
            }
            between += g_array_index(cells, LatencyCell, to).percent;
            if (between >= GAP_PERCENT_MAX)
                break;
        }
    }
    if (best_from == 0)
        return;
    modes->is_bimodal = TRUE;
    modes->fast_below_ns = g_array_index(cells, LatencyCell, best_from - 1).to_ns;
    modes->slow_from_ns = g_array_index(cells, LatencyCell, best_to).from_ns;
    modes->fast_percent = share(cells, 0, best_from);
    modes->between_percent = share(cells, best_from, best_to);
    modes->slow_percent = share(cells, best_to, cells->len);
    modes->fast_time_percent = time_share(cells, 0, best_from);
    modes->slow_time_percent = time_share(cells, best_to, cells->len);
    modes->fast_mean_ns = typical(cells, 0, best_from);
    modes->slow_mean_ns = typical(cells, best_to, cells->len);
    double counted = 0;
    for (guint i = best_to; i < cells->len && counted < 0.95 * modes->slow_percent; i++) {
        counted += g_array_index(cells, LatencyCell, i).percent;
        modes->slow_to_ns = g_array_index(cells, LatencyCell, i).to_ns;
    }
}

/* Between two neighbouring percentiles that lie ten times apart nobody knows where the others are. */
static void find_jump(const Latency *latency, Modes *modes)
{
    const GArray *list = latency->percentiles;
    for (guint i = 0; list && i + 1 < list->len; i++) {
        const Percentile *from = &g_array_index(list, Percentile, i), *to = from + 1;
        if (to->ns.value < GAP_FACTOR * from->ns.value || from->percent < SIDE_PERCENT_MIN ||
            100 - to->percent < SIDE_PERCENT_MIN)
            continue;
        modes->is_bimodal = TRUE;
        modes->fast_below_ns = from->ns.value;
        modes->slow_from_ns = to->ns.value;
        modes->fast_percent = from->percent;
        modes->slow_percent = 100 - to->percent;
        modes->between_percent = to->percent - from->percent;
        modes->fast_time_percent = modes->slow_time_percent = NAN;
        modes->fast_mean_ns = from->ns.value;
        modes->slow_mean_ns = to->ns.value;
        modes->slow_to_ns = g_array_index(list, Percentile, list->len - 1).ns.value;
        return;
    }
}

Modes modes_of(const StreamSide *side)
{
    Modes modes = {.is_known = TRUE};
    g_autoptr(GArray) cells = NULL;
    if (side->runs->len == 0)
        return (Modes){.is_known = FALSE};
    if (side->merged.bins) {
        cells = cells_from_bins(&side->merged);
        modes.source = "bins";
    } else {
        cells = cells_from_shares(side);
        modes.source = "shares";
    }
    if (cells->len == 0 && side->merged.percentiles) {
        modes.source = "percentiles";
        find_jump(&side->merged, &modes);
        return modes;
    }
    modes.is_known = cells->len > 0;
    find_gap(cells, &modes);
    return modes;
}
