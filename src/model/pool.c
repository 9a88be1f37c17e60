#include "model/pool.h"

static Figure figure_sum(Figure a, Figure b)
{
    if (!figure_is_known(a))
        return b;
    if (!figure_is_known(b))
        return a;
    return figure_between(a.value + b.value, a.low + b.low, a.high + b.high);
}

static double sum(double a, double b)
{
    return isnan(a) ? b : isnan(b) ? a : a + b;
}

/* Two rising lists of bins as one. */
static GArray *merge_two(const GArray *a, const GArray *b)
{
    GArray *merged = g_array_sized_new(FALSE, FALSE, sizeof(Bin), a->len + b->len + 1);
    Bin *next = (Bin *)(gpointer)merged->data;
    const Bin *x = (const Bin *)(gconstpointer)a->data, *y = (const Bin *)(gconstpointer)b->data;
    const Bin *x_end = x + a->len, *y_end = y + b->len;
    while (x < x_end || y < y_end) {
        Bin bin = {0, 0};
        bin.ns = x == x_end ? y->ns : y == y_end ? x->ns : MIN(x->ns, y->ns);
        if (x < x_end && x->ns == bin.ns)
            bin.count += (x++)->count;
        if (y < y_end && y->ns == bin.ns)
            bin.count += (y++)->count;
        *next++ = bin;
    }
    g_array_set_size(merged, (guint)(next - (Bin *)(gpointer)merged->data));
    return merged;
}

void latency_merge_bins(Latency *total, const Latency *const *parts, guint count)
{
    for (guint i = 0; i < count; i++) {
        if (!parts[i]->bins)
            continue;
        GArray *merged = total->bins ? merge_two(total->bins, parts[i]->bins) : g_array_copy(parts[i]->bins);
        g_clear_pointer(&total->bins, g_array_unref);
        total->bins = merged;
    }
}

static double bin_total(const Latency *latency)
{
    double total = 0;
    for (guint i = 0; i < latency->bins->len; i++)
        total += g_array_index(latency->bins, Bin, i).count;
    return total;
}

/* fio's bins: 64 an octave (stat.h, FIO_IO_U_PLAT_BITS 6), so the value is known to 1/128 to either side. */
static Figure bin_figure(double ns)
{
    return ns < 128 ? figure_exact(ns) : figure_between(ns, ns * (1 - 1 / 128.0), ns * (1 + 1 / 128.0));
}

/* The bin in which the I/O of this rank lies, counted from the fastest. */
static Figure bin_of_rank(const Latency *latency, double rank)
{
    double counted = 0;
    for (guint i = 0; i < latency->bins->len; i++) {
        const Bin *bin = &g_array_index(latency->bins, Bin, i);
        counted += bin->count;
        if (counted >= rank)
            return bin_figure(bin->ns);
    }
    return bin_figure(g_array_index(latency->bins, Bin, latency->bins->len - 1).ns);
}

Figure latency_percentile_from_bins(const Latency *latency, double percent)
{
    if (!latency->bins || latency->bins->len == 0)
        return figure_missing();
    return bin_of_rank(latency, bin_total(latency) * percent / 100);
}

Figure latency_percentile_interval(const Latency *latency, double percent, double z)
{
    if (!latency->bins || latency->bins->len == 0)
        return figure_missing();
    double total = bin_total(latency), share = percent / 100;
    double reach = z * sqrt(total * share * (1 - share));
    Figure figure = bin_of_rank(latency, total * share);
    figure.low = fmin(figure.low, bin_of_rank(latency, fmax(1, total * share - reach)).low);
    figure.high = fmax(figure.high, bin_of_rank(latency, fmin(total, total * share + reach + 1)).high);
    return figure;
}

void latency_percentiles_from_bins(Latency *latency)
{
    static const double wanted[] = {1,  5,  10, 20, 30,   40,   50,    60,   70,
                                    80, 90, 95, 99, 99.5, 99.9, 99.95, 99.99};
    for (guint i = 0; i < G_N_ELEMENTS(wanted); i++)
        latency_add_percentile(latency, wanted[i], latency_percentile_from_bins(latency, wanted[i]));
}

typedef struct {
    double weight, mean, squares; /* squares: sum of weight * (variance + mean²) */
    double min, max;
    guint known;
} Moments;

static void add_moments(Moments *moments, const Latency *latency, double ios)
{
    double weight = latency->samples > 0 ? latency->samples : ios;
    double mean = latency->mean_ns.value, dev = latency->stddev_ns.value;
    if (!figure_is_known(latency->mean_ns) || !(weight > 0))
        return;
    moments->known++;
    moments->weight += weight;
    moments->mean += weight * mean;
    moments->squares += weight * (dev * dev + mean * mean);
    moments->min = fmin(moments->min, latency->min_ns.value);
    moments->max = fmax(moments->max, latency->max_ns.value);
}

/* TRUE if percentiles were there and are lost. */
static gboolean pool_latency(const GPtrArray *directions, LatencyKind which, Latency *total)
{
    Moments moments = {.min = INFINITY, .max = -INFINITY};
    gboolean had_percentiles = FALSE, all_bins = TRUE;
    g_autoptr(GPtrArray) parts = g_ptr_array_new();
    for (guint i = 0; i < directions->len; i++) {
        const Direction *direction = directions->pdata[i];
        const Latency *latency = &direction->latency[which];
        add_moments(&moments, latency, direction->total_ios);
        all_bins = all_bins && latency->bins;
        had_percentiles = had_percentiles || latency->percentiles;
        g_ptr_array_add(parts, (gpointer)latency);
    }
    if (moments.known == 0 || moments.known < directions->len)
        return had_percentiles;
    double mean = moments.mean / moments.weight;
    total->min_ns = figure_exact(isfinite(moments.min) ? moments.min : NAN);
    total->max_ns = figure_exact(isfinite(moments.max) ? moments.max : NAN);
    total->mean_ns = figure_exact(mean);
    total->stddev_ns = figure_exact(sqrt(fmax(0, moments.squares / moments.weight - mean * mean)));
    total->samples = moments.weight;
    if (all_bins) {
        latency_merge_bins(total, (const Latency *const *)parts->pdata, parts->len);
        latency_percentiles_from_bins(total);
    }
    return had_percentiles && !all_bins;
}

Direction *direction_pool(const GPtrArray *directions, gboolean *percentiles_lost)
{
    const Direction *first = directions->pdata[0];
    Direction *total = direction_new(first->kind);
    for (guint i = 0; i < directions->len; i++) {
        const Direction *direction = directions->pdata[i];
        total->io_bytes = figure_sum(total->io_bytes, direction->io_bytes);
        total->bw_bytes_per_s = figure_sum(total->bw_bytes_per_s, direction->bw_bytes_per_s);
        total->iops = figure_sum(total->iops, direction->iops);
        total->total_ios = sum(total->total_ios, direction->total_ios);
        total->short_ios = sum(total->short_ios, direction->short_ios);
        total->dropped_ios = sum(total->dropped_ios, direction->dropped_ios);
        total->runtime_ms = fmax(total->runtime_ms, direction->runtime_ms);
    }
    *percentiles_lost = FALSE;
    for (int which = 0; which < LATENCY_COUNT; which++)
        *percentiles_lost = pool_latency(directions, (LatencyKind)which, &total->latency[which]) || *percentiles_lost;
    return total;
}
