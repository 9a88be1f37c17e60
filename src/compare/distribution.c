/* Whole distributions: merged over repeats, their populations, and the candidate against the baseline along them. */
#include "compare/compare.h"
#include "compare/internal.h"
#include "compare/statistics.h"

#include "model/pool.h"

#include <stdlib.h>

/* clat where every run of every series has it, else lat. */
static LatencyKind common_kind(const Comparison *comparison, const Stream *stream)
{
    for (int kind = LATENCY_CLAT; kind <= LATENCY_LAT; kind++) {
        gboolean all = TRUE, any_percentiles = FALSE, all_percentiles = TRUE;
        for (guint i = 0; i < comparison->series->len; i++) {
            for (guint j = 0; j < stream->sides[i].runs->len; j++) {
                const StreamRun *run = &g_array_index(stream->sides[i].runs, StreamRun, j);
                const Latency *latency = &run->direction->latency[kind];
                all = all && latency_is_known(latency);
                any_percentiles = any_percentiles || latency->percentiles;
                all_percentiles = all_percentiles && latency->percentiles;
            }
        }
        if (all && (all_percentiles || !any_percentiles || kind == LATENCY_LAT))
            return (LatencyKind)kind;
    }
    return LATENCY_CLAT;
}

static double median_of(double *values, guint count)
{
    for (guint i = 1; i < count; i++)
        for (guint j = i; j > 0 && values[j - 1] > values[j]; j--) {
            double swap = values[j];
            values[j] = values[j - 1];
            values[j - 1] = swap;
        }
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

/* Without bins nothing better than the median over the runs can be said of a percentile. */
static void merge_percentiles(StreamSide *side, const GArray *first)
{
    g_autofree double *values = g_new(double, side->runs->len);
    for (guint i = 0; i < first->len; i++) {
        double percent = g_array_index(first, Percentile, i).percent;
        double low = INFINITY, high = 0;
        guint count = 0;
        for (guint j = 0; j < side->runs->len; j++) {
            const StreamRun *run = &g_array_index(side->runs, StreamRun, j);
            Figure figure = latency_percentile(&run->direction->latency[side->kind], percent);
            if (!figure_is_known(figure))
                continue;
            values[count++] = figure.value;
            low = fmin(low, figure.low);
            high = fmax(high, figure.high);
        }
        if (count == side->runs->len)
            latency_add_percentile(&side->merged, percent, figure_between(median_of(values, count), low, high));
    }
}

/* A percentile is open as far as the single runs lie apart, each with its binomial interval. */
static void widen_by_runs(StreamSide *side, double z)
{
    GArray *list = side->merged.percentiles;
    for (guint i = 0; isfinite(z) && i < list->len; i++) {
        Percentile *percentile = &g_array_index(list, Percentile, i);
        for (guint j = 0; j < side->runs->len; j++) {
            const StreamRun *run = &g_array_index(side->runs, StreamRun, j);
            Figure own = latency_percentile_interval(&run->direction->latency[side->kind], percentile->percent, z);
            percentile->ns.low = fmin(percentile->ns.low, own.low);
            percentile->ns.high = fmax(percentile->ns.high, own.high);
        }
    }
}

static void merge_side(StreamSide *side, double z)
{
    g_autoptr(GPtrArray) parts = g_ptr_array_new();
    gboolean all_bins = side->runs->len > 0;
    double samples = 0;
    for (guint i = 0; i < side->runs->len; i++) {
        const StreamRun *run = &g_array_index(side->runs, StreamRun, i);
        const Latency *latency = &run->direction->latency[side->kind];
        side->has_latency = side->has_latency || latency_is_known(latency);
        all_bins = all_bins && latency->bins;
        samples += latency->samples > 0 ? latency->samples : run->direction->total_ios;
        g_ptr_array_add(parts, (gpointer)latency);
    }
    if (parts->len == 0)
        return;
    side->merged.samples = samples;
    const Latency *first = parts->pdata[0];
    if (all_bins)
        latency_merge_bins(&side->merged, (const Latency *const *)parts->pdata, parts->len);
    if (all_bins && (parts->len > 1 || !first->percentiles)) {
        latency_percentiles_from_bins(&side->merged);
        widen_by_runs(side, z);
    } else if (first->percentiles) {
        merge_percentiles(side, first->percentiles);
        if (all_bins)
            widen_by_runs(side, z);
    }
    for (guint i = 0; i < parts->len; i++) {
        const Latency *latency = parts->pdata[i];
        side->merged.is_saturated = side->merged.is_saturated || latency->is_saturated;
        if (i == 0 || latency->min_ns.value < side->merged.min_ns.value)
            side->merged.min_ns = latency->min_ns;
        if (i == 0 || latency->max_ns.value > side->merged.max_ns.value)
            side->merged.max_ns = latency->max_ns;
    }
}

static double sign_of(const CurvePoint *point)
{
    return point->low > 1 ? 1 : point->high < 1 ? -1 : 0;
}

static void find_crossings(Curve *curve)
{
    double last_sign = 0, last_percent = 0;
    for (guint i = 0; i < curve->points->len; i++) {
        const CurvePoint *point = &g_array_index(curve->points, CurvePoint, i);
        double sign = sign_of(point);
        if (sign == 0)
            continue;
        Crossing crossing = {last_percent, point->percent, sign < 0};
        if (last_sign != 0 && sign != last_sign)
            g_array_append_val(curve->crossings, crossing);
        last_sign = sign;
        last_percent = point->percent;
    }
}

/* A distribution function out of percentiles: straight on log latency between them, from minimum to maximum. */
typedef struct {
    GArray *knots; /* of Percentile */
} Ogive;

static Ogive ogive_new(const Latency *latency)
{
    Ogive ogive = {g_array_new(FALSE, FALSE, sizeof(Percentile))};
    const GArray *list = latency->percentiles;
    double first = g_array_index(list, Percentile, 0).ns.value;
    double last = g_array_index(list, Percentile, list->len - 1).ns.value;
    double min = figure_is_known(latency->min_ns) ? fmin(latency->min_ns.value, first) : first * 0.9;
    double max = figure_is_known(latency->max_ns) ? fmax(latency->max_ns.value, last) : last;
    Percentile start = {0, figure_exact(fmax(min, 1))}, end = {100, figure_exact(fmax(max, 1))};
    g_array_append_val(ogive.knots, start);
    g_array_append_vals(ogive.knots, list->data, list->len);
    g_array_append_val(ogive.knots, end);
    return ogive;
}

static double ogive_share_below(const Ogive *ogive, double ns)
{
    double below = 0;
    for (guint i = 0; i < ogive->knots->len; i++) {
        const Percentile *knot = &g_array_index(ogive->knots, Percentile, i);
        if (knot->ns.value >= ns) {
            if (i == 0 || knot->ns.value == ns)
                return i == 0 ? 0 : knot->percent / 100;
            const Percentile *before = knot - 1;
            double way = log(ns / before->ns.value) / log(knot->ns.value / before->ns.value);
            return (before->percent + way * (knot->percent - before->percent)) / 100;
        }
        below = knot->percent / 100;
    }
    return below;
}

/* P(candidate < baseline), integrated over the baseline's quantiles. */
static double chance_from_percentiles(const Latency *base, const Latency *candidate)
{
    Ogive a = ogive_new(base), b = ogive_new(candidate);
    double sum = 0;
    for (guint i = 1; i < a.knots->len; i++) {
        const Percentile *from = &g_array_index(a.knots, Percentile, i - 1), *to = from + 1;
        double weight = (to->percent - from->percent) / 100;
        const int steps = 16;
        for (int step = 0; step < steps; step++) {
            double way = (step + 0.5) / steps;
            double ns = from->ns.value * pow(to->ns.value / from->ns.value, way);
            sum += weight / steps * ogive_share_below(&b, ns);
        }
    }
    g_array_unref(a.knots);
    g_array_unref(b.knots);
    return sum;
}

/* Ties count half: both fell into the same bin. */
static double chance_from_bins(const Latency *base, const Latency *candidate)
{
    double total_a = 0, total_b = 0, wins = 0, below = 0;
    guint j = 0;
    for (guint i = 0; i < candidate->bins->len; i++)
        total_b += g_array_index(candidate->bins, Bin, i).count;
    for (guint i = 0; i < base->bins->len; i++) {
        const Bin *bin = &g_array_index(base->bins, Bin, i);
        total_a += bin->count;
        for (; j < candidate->bins->len && g_array_index(candidate->bins, Bin, j).ns < bin->ns; j++)
            below += g_array_index(candidate->bins, Bin, j).count;
        double equal = j < candidate->bins->len && g_array_index(candidate->bins, Bin, j).ns == bin->ns
                           ? g_array_index(candidate->bins, Bin, j).count
                           : 0;
        wins += bin->count * (below + equal / 2);
    }
    return wins / (total_a * total_b);
}

static Curve make_curve(const StreamSide *base, const StreamSide *candidate)
{
    Curve curve = {.points = g_array_new(FALSE, FALSE, sizeof(CurvePoint)),
                   .crossings = g_array_new(FALSE, FALSE, sizeof(Crossing)),
                   .faster_chance = NAN};
    const Latency *a = &base->merged, *b = &candidate->merged;
    for (guint i = 0; a->percentiles && b->percentiles && i < a->percentiles->len; i++) {
        const Percentile *from = &g_array_index(a->percentiles, Percentile, i);
        Figure to = latency_percentile(b, from->percent);
        if (!figure_is_known(to) || !(from->ns.value > 0))
            continue;
        CurvePoint point = {from->percent, to.value / from->ns.value, to.low / from->ns.high,
                            to.high / from->ns.low};
        g_array_append_val(curve.points, point);
    }
    find_crossings(&curve);
    if (a->bins && b->bins) {
        curve.faster_chance = chance_from_bins(a, b);
    } else if (curve.points->len >= 5) {
        curve.faster_chance = chance_from_percentiles(a, b);
        curve.is_approximate = TRUE;
    }
    return curve;
}

void make_distributions(Comparison *comparison)
{
    for (guint i = 0; i < comparison->streams->len; i++) {
        Stream *stream = comparison->streams->pdata[i];
        LatencyKind kind = common_kind(comparison, stream);
        for (guint j = 0; j < comparison->series->len; j++) {
            stream->sides[j].kind = kind;
            merge_side(&stream->sides[j], comparison->options.only_metrics ? NAN : normal_quantile(comparison->options.confidence));
            if (comparison->options.only_metrics)
                continue;
            stream->sides[j].modes = modes_of(&stream->sides[j]);
            make_cells(&stream->sides[j]);
        }
        for (guint j = 0; !comparison->options.only_metrics && j < comparison->series->len; j++) {
            Curve curve = make_curve(&stream->sides[comparison->baseline], &stream->sides[j]);
            g_array_append_val(stream->curves, curve);
        }
    }
}
