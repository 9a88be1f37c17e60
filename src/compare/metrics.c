/* The metrics: one row of the table each; percentiles come beside it from what the reports list. */
#include "compare/compare.h"
#include "compare/internal.h"
#include "compare/statistics.h"

#include "base/translate.h"
#include "base/units.h"
#include "model/pool.h"

#include <stdlib.h>

typedef Figure (*MetricReader)(const StreamRun *run, LatencyKind kind);

static Figure read_bw(const StreamRun *run, LatencyKind kind)
{
    (void)kind;
    return run->direction->bw_bytes_per_s;
}

static Figure read_iops(const StreamRun *run, LatencyKind kind)
{
    (void)kind;
    return run->direction->iops;
}

static Figure read_mean(const StreamRun *run, LatencyKind kind)
{
    return run->direction->latency[kind].mean_ns;
}

static Figure read_stddev(const StreamRun *run, LatencyKind kind)
{
    return run->direction->latency[kind].stddev_ns;
}

static Figure read_max(const StreamRun *run, LatencyKind kind)
{
    return run->direction->latency[kind].max_ns;
}

static Figure read_min(const StreamRun *run, LatencyKind kind)
{
    return run->direction->latency[kind].min_ns;
}

static Figure read_sync(const StreamRun *run, LatencyKind kind)
{
    (void)kind;
    return run->job->sync && run->jobs == 1 ? run->job->sync->lat.mean_ns : figure_missing();
}

static Figure read_user(const StreamRun *run, LatencyKind kind)
{
    (void)kind;
    return run->jobs == 1 ? figure_exact(run->job->user_percent) : figure_missing();
}

static Figure read_system(const StreamRun *run, LatencyKind kind)
{
    (void)kind;
    return run->jobs == 1 ? figure_exact(run->job->system_percent) : figure_missing();
}

static Figure read_switches(const StreamRun *run, LatencyKind kind)
{
    (void)kind;
    double ios = 0;
    for (int i = 0; i < DIRECTION_COUNT; i++)
        if (run->job->directions[i] && i != DIRECTION_MIXED)
            ios += run->job->directions[i]->total_ios;
    return run->jobs == 1 && ios > 0 ? figure_exact(run->job->context_switches / ios) : figure_missing();
}

static Figure read_in_flight(const StreamRun *run, LatencyKind kind)
{
    (void)kind;
    return direction_in_flight(run->direction);
}

/* The share of the I/Os below a round bound, or above it: from bins, else from fio's own shares when they are of this direction. */
static Figure share_of_side(const StreamRun *run, LatencyKind kind, double bound_ns, gboolean is_below)
{
    const Latency *latency = &run->direction->latency[kind];
    const GArray *bins = latency->bins;
    double share = 0, total = 0;
    for (guint i = 0; bins && i < bins->len; i++) {
        const Bin *bin = &g_array_index(bins, Bin, i);
        total += bin->count;
        share += (bin->ns <= bound_ns) == is_below ? bin->count : 0;
    }
    if (total > 0)
        return figure_exact(100 * share / total);
    if (!run_owns_shares(run) || run->job->buckets->len == 0)
        return figure_missing();
    for (guint i = 0; i < run->job->buckets->len; i++) {
        const Bucket *bucket = &g_array_index(run->job->buckets, Bucket, i);
        share += (bucket->below_ns <= bound_ns * 1.0001) == is_below ? bucket->percent : 0;
    }
    share = fmin(100, round(share * 1e6) / 1e6); /* printed with two digits, or with six */
    double extreme = is_below ? latency->min_ns.value : latency->max_ns.value;
    if (share <= 0 && figure_is_known(latency->max_ns) && (extreme <= bound_ns) == is_below)
        return figure_missing(); /* some there were, but too few to be printed */
    return figure_between(share, fmax(0, share - 0.05), fmin(100, share + 0.05));
}

static Figure share_below(const StreamRun *run, LatencyKind kind, double bound_ns)
{
    return share_of_side(run, kind, bound_ns, TRUE);
}

#define SHARE_READER(name, bound_ns)                                                                                  \
    static Figure read_below_##name(const StreamRun *run, LatencyKind kind)                                           \
    {                                                                                                                 \
        return share_below(run, kind, bound_ns);                                                                      \
    }
SHARE_READER(100us, 1e5)
SHARE_READER(500us, 5e5)
SHARE_READER(1ms, 1e6)
SHARE_READER(10ms, 1e7)
SHARE_READER(20ms, 2e7)
SHARE_READER(50ms, 5e7)

static Figure read_over_20ms(const StreamRun *run, LatencyKind kind)
{
    return share_of_side(run, kind, 2e7, FALSE);
}

static Figure read_time_10g(const StreamRun *run, LatencyKind kind)
{
    (void)kind;
    Figure rate = run->direction->bw_bytes_per_s;
    double work = 1e9 * 10 * 1073741824.0;
    return rate.low > 0 ? figure_between(work / rate.value, work / rate.high, work / rate.low) : figure_missing();
}

/* Throughput when what was still in memory after the run counts too. */
static Figure read_drained(const StreamRun *run, LatencyKind kind)
{
    double seconds = run->direction->runtime_ms / 1000 + run->result->source.drain_s;
    (void)kind;
    return run->direction->kind == DIRECTION_WRITE && seconds > 0 ? figure_scaled(run->direction->io_bytes, 1 / seconds)
                                                                  : figure_missing();
}

static Figure read_drain(const StreamRun *run, LatencyKind kind)
{
    (void)kind;
    gboolean is_known = run->direction->kind == DIRECTION_WRITE && isfinite(run->result->source.drain_s);
    return is_known ? figure_exact(1e9 * run->result->source.drain_s) : figure_missing();
}

typedef struct {
    double sum, squares, least;
    guint count;
} JobRates;

/* The jobs that a run reports one by one; group_reporting hides them. */
static JobRates job_rates(const StreamRun *run)
{
    JobRates rates = {0, 0, INFINITY, 0};
    for (guint i = 0; i < run->result->jobs->len && run->jobs > 1; i++) {
        const Job *job = run->result->jobs->pdata[i];
        const Direction *direction = job->directions[run->direction->kind];
        if (job->is_total || !direction || !g_str_equal(job->name, run->job->name) || !(direction->bw_bytes_per_s.value >= 0))
            continue;
        double rate = direction->bw_bytes_per_s.value;
        rates.sum += rate;
        rates.squares += rate * rate;
        rates.least = fmin(rates.least, rate);
        rates.count++;
    }
    return rates;
}

static Figure read_slowest_job(const StreamRun *run, LatencyKind kind)
{
    JobRates rates = job_rates(run);
    (void)kind;
    return rates.count > 1 ? figure_exact(rates.least) : figure_missing();
}

/* Jain, Chiu and Hawe (1984): 1 when all get the same, 1/n when one gets all. */
static Figure read_fairness(const StreamRun *run, LatencyKind kind)
{
    JobRates rates = job_rates(run);
    (void)kind;
    return rates.count > 1 && rates.squares > 0 ? figure_exact(rates.sum * rates.sum / (rates.count * rates.squares))
                                                : figure_missing();
}

typedef struct {
    const char *id, *title;
    MetricUnit unit;
    gboolean higher_is_better, is_shown;
    MetricReader read;
} MetricKind;

static const MetricKind kinds_before[] = {
    {"bw", N_("throughput"), UNIT_BYTES_PER_S, TRUE, TRUE, read_bw},
    {"iops", N_("I/Os per second"), UNIT_IOPS, TRUE, TRUE, read_iops},
    {"mean", N_("mean latency"), UNIT_NS, FALSE, TRUE, read_mean},
    {"stdev", N_("standard deviation"), UNIT_NS, FALSE, TRUE, read_stddev},
    {"min", N_("shortest latency"), UNIT_NS, FALSE, FALSE, read_min},
};

static const MetricKind kinds_after[] = {
    {"max", N_("longest latency"), UNIT_NS, FALSE, TRUE, read_max},
    {"sync", N_("mean sync latency"), UNIT_NS, FALSE, TRUE, read_sync},
    {"cpu_user", N_("CPU, user"), UNIT_PERCENT, FALSE, FALSE, read_user},
    {"cpu_system", N_("CPU, system"), UNIT_PERCENT, FALSE, FALSE, read_system},
    {"ctx_per_io", N_("context switches per I/O"), UNIT_COUNT, FALSE, FALSE, read_switches},
    {"in_flight", N_("I/Os in flight (Little's law)"), UNIT_COUNT, TRUE, FALSE, read_in_flight},
    {"bw_drained", N_("throughput after the drain"), UNIT_BYTES_PER_S, TRUE, FALSE, read_drained},
    {"drain", N_("time to drain"), UNIT_NS, FALSE, FALSE, read_drain},
    {"slowest_job", N_("slowest job"), UNIT_BYTES_PER_S, TRUE, FALSE, read_slowest_job},
    {"fairness", N_("fairness between the jobs (Jain)"), UNIT_COUNT, TRUE, FALSE, read_fairness},
    {"time_10g", N_("time for 10 GiB"), UNIT_NS, FALSE, FALSE, read_time_10g},
    {"over_20ms", N_("I/Os that waited over 20 ms"), UNIT_PERCENT, FALSE, FALSE, read_over_20ms},
    {"below_100us", N_("I/Os done in 0.1 ms"), UNIT_PERCENT, TRUE, FALSE, read_below_100us},
    {"below_500us", N_("I/Os done in 0.5 ms"), UNIT_PERCENT, TRUE, FALSE, read_below_500us},
    {"below_1ms", N_("I/Os done in 1 ms"), UNIT_PERCENT, TRUE, FALSE, read_below_1ms},
    {"below_10ms", N_("I/Os done in 10 ms"), UNIT_PERCENT, TRUE, FALSE, read_below_10ms},
    {"below_20ms", N_("I/Os done in 20 ms"), UNIT_PERCENT, TRUE, FALSE, read_below_20ms},
    {"below_50ms", N_("I/Os done in 50 ms"), UNIT_PERCENT, TRUE, FALSE, read_below_50ms},
};

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const GArray *each)
{
    g_autofree double *values = g_new(double, each->len);
    for (guint i = 0; i < each->len; i++)
        values[i] = g_array_index(each, Figure, i).value;
    qsort(values, each->len, sizeof *values, compare_doubles);
    guint middle = each->len / 2;
    return each->len % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

static double spread_percent(const GArray *each)
{
    double sum = 0, squares = 0;
    for (guint i = 0; i < each->len; i++)
        sum += g_array_index(each, Figure, i).value;
    double mean = sum / each->len;
    for (guint i = 0; i < each->len; i++)
        squares += pow(g_array_index(each, Figure, i).value - mean, 2);
    return each->len > 1 && mean > 0 ? 100 * sqrt(squares / (each->len - 1)) / mean : NAN;
}

static void settle_value(MetricValue *value, gboolean by_median)
{
    double sum = 0;
    value->runs = value->each->len;
    for (guint i = 0; i < value->each->len; i++) {
        Figure figure = g_array_index(value->each, Figure, i);
        sum += figure.value;
        value->low = fmin(value->low, figure.low);
        value->high = fmax(value->high, figure.high);
    }
    value->spread_percent = spread_percent(value->each);
    if (value->runs > 0)
        value->mean = by_median ? median(value->each) : sum / value->runs;
}

static void one_run_ratio(MetricRatio *ratio, const MetricValue *base, const MetricValue *candidate)
{
    ratio->ratio = candidate->mean / base->mean;
    ratio->low = candidate->low / base->high;
    ratio->high = candidate->high / base->low;
    ratio->verdict = VERDICT_ONE_RUN;
}

static double *positive_values(const MetricValue *value)
{
    double *values = g_new(double, value->each->len);
    for (guint i = 0; i < value->each->len; i++) {
        values[i] = g_array_index(value->each, Figure, i).value;
        if (!(values[i] > 0)) {
            g_free(values);
            return NULL;
        }
    }
    return values;
}

/* Rounding widens what the runs' spread says: a printed 20 ms stands for (19, 20]. With bins the runs' spread holds all
 * that the number of I/Os leaves open, and a bin is 1/128 to either side. */
static double rounding_slack(const MetricValue *value, gboolean from_bins)
{
    double slack = 0;
    if (from_bins)
        return 1 / 128.0;
    for (guint i = 0; i < value->each->len; i++) {
        Figure figure = g_array_index(value->each, Figure, i);
        slack = fmax(slack, figure_half_width(figure) / figure.value);
    }
    return slack;
}

static void repeated_ratio(const CompareOptions *options, MetricRatio *ratio, const MetricValue *base,
                           const MetricValue *candidate, const Metric *metric)
{
    g_autofree double *a = positive_values(base), *b = positive_values(candidate);
    if (!a || !b)
        return;
    RatioInterval interval = ratio_interval(a, base->runs, b, candidate->runs, options->confidence);
    double slack = rounding_slack(base, metric->is_from_bins) + rounding_slack(candidate, metric->is_from_bins);
    ratio->ratio = interval.ratio;
    ratio->low = interval.low / (1 + slack);
    ratio->high = interval.high * (1 + slack);
    ratio->p_value = slack > fabs(log(interval.ratio)) ? 1 : interval.p_value;
    gboolean is_inside = ratio->low >= 1 - options->threshold && ratio->high <= 1 + options->threshold;
    if (is_inside)
        ratio->verdict = VERDICT_SAME;
    else if (ratio->low > 1 || ratio->high < 1)
        ratio->verdict = (ratio->ratio > 1) == metric->higher_is_better ? VERDICT_BETTER : VERDICT_WORSE;
    else
        ratio->verdict = VERDICT_UNCLEAR;
    if (ratio->verdict == VERDICT_UNCLEAR)
        ratio->runs_needed = runs_needed(&interval, options->confidence, MAX(base->runs, candidate->runs));
}

static void settle_ratios(Comparison *comparison, Metric *metric)
{
    const MetricValue *base = &metric->values[comparison->baseline];
    for (guint i = 0; i < comparison->series->len; i++) {
        MetricRatio *ratio = &metric->ratios[i];
        const MetricValue *candidate = &metric->values[i];
        if (i == comparison->baseline) {
            if (candidate->runs > 0)
                ratio->ratio = ratio->low = ratio->high = 1;
            continue;
        }
        if (!(base->mean > 0) || !(candidate->mean >= 0))
            continue;
        if (base->runs >= 2 && candidate->runs >= 2)
            repeated_ratio(&comparison->options, ratio, base, candidate, metric);
        else
            one_run_ratio(ratio, base, candidate);
        ratio->fraction = fraction_of(ratio->ratio);
    }
}

static Metric *add_metric(Comparison *comparison, Stream *stream, const MetricKind *kind)
{
    Metric *metric = comparison_add_metric(comparison, stream, kind->id, _(kind->title));
    metric->unit = kind->unit;
    metric->higher_is_better = kind->higher_is_better;
    metric->is_shown = kind->is_shown;
    return metric;
}

static void add_row(Comparison *comparison, Stream *stream, const MetricKind *kind)
{
    gboolean any = FALSE;
    for (guint i = 0; i < comparison->series->len && !any; i++) {
        const StreamSide *side = &stream->sides[i];
        for (guint j = 0; j < side->runs->len; j++)
            any = any || figure_is_known(kind->read(&g_array_index(side->runs, StreamRun, j), side->kind));
    }
    if (!any)
        return;
    Metric *metric = add_metric(comparison, stream, kind);
    for (guint i = 0; i < comparison->series->len; i++) {
        const StreamSide *side = &stream->sides[i];
        for (guint j = 0; j < side->runs->len; j++) {
            Figure figure = kind->read(&g_array_index(side->runs, StreamRun, j), side->kind);
            if (figure_is_known(figure))
                g_array_append_val(metric->values[i].each, figure);
        }
        settle_value(&metric->values[i], FALSE);
    }
    settle_ratios(comparison, metric);
}

/* What the run says of the percentile, open as far as rounding and the number of its I/Os leave it. No I/O took longer
 * than the longest, although a bin's name may be larger (axboe/fio 1984). */
static Figure run_percentile(const StreamRun *run, LatencyKind kind, double percent, double z, gboolean only_value)
{
    const Latency *latency = &run->direction->latency[kind];
    Figure listed = latency_percentile(latency, percent);
    Figure counted = only_value && figure_is_known(listed) ? figure_missing() : latency_percentile_interval(latency, percent, z);
    Figure figure = figure_is_known(listed) ? listed : counted;
    if (figure_is_known(counted)) {
        figure.low = fmin(figure.low, counted.low);
        figure.high = fmax(figure.high, counted.high);
    }
    double longest = latency->max_ns.high;
    if (figure.value > longest)
        figure = figure_between(longest, fmin(figure.low, longest), longest);
    return figure;
}

static gboolean is_usual_percentile(double percent)
{
    static const double shown[] = {50, 95, 99, 99.9};
    for (gsize i = 0; i < G_N_ELEMENTS(shown); i++)
        if (fabs(shown[i] - percent) < 1e-9)
            return TRUE;
    return FALSE;
}

static gboolean is_asked_for(const Comparison *comparison, double percent)
{
    const GArray *asked = comparison->options.percentiles;
    for (guint i = 0; asked && i < asked->len; i++)
        if (fabs(g_array_index(asked, double, i) - percent) < 1e-9)
            return TRUE;
    return FALSE;
}

/* number: "99.9" */
static char *percentile_title(double percent, const char *number)
{
    return percent == 50  ? g_strdup(_("median"))
           : percent == 1 ? g_strdup(_("1st percentile"))
                          : g_strdup_printf(_("%sth percentile"), number);
}

char *metric_title(const char *id)
{
    static const struct {
        const MetricKind *kinds;
        gsize count;
    } lists[] = {{kinds_before, G_N_ELEMENTS(kinds_before)}, {kinds_after, G_N_ELEMENTS(kinds_after)}};
    for (gsize i = 0; i < G_N_ELEMENTS(lists); i++)
        for (gsize j = 0; j < lists[i].count; j++)
            if (g_str_equal(lists[i].kinds[j].id, id))
                return g_strdup(_(lists[i].kinds[j].title));
    gboolean is_percentile = id[0] == 'p' && g_ascii_isdigit(id[1]);
    return is_percentile ? percentile_title(g_ascii_strtod(id + 1, NULL), id + 1) : g_strdup(id);
}

static void add_percentile(Comparison *comparison, Stream *stream, double percent)
{
    g_autofree char *id = units_format_percentile(percent);
    g_autofree char *title = percentile_title(percent, id + 1);
    gboolean has_own_list = comparison->options.percentiles != NULL;
    MetricKind kind = {id, title, UNIT_NS, FALSE, FALSE, NULL};
    kind.is_shown = has_own_list ? is_asked_for(comparison, percent) : is_usual_percentile(percent);
    Metric *metric = add_metric(comparison, stream, &kind);
    double z = normal_quantile(comparison->options.confidence);
    for (guint i = 0; i < comparison->series->len; i++) {
        const StreamSide *side = &stream->sides[i];
        for (guint j = 0; j < side->runs->len; j++) {
            const StreamRun *run = &g_array_index(side->runs, StreamRun, j);
            Figure figure = run_percentile(run, side->kind, percent, z, comparison->options.only_metrics);
            if (figure_is_known(figure))
                g_array_append_val(metric->values[i].each, figure);
        }
        metric->is_from_bins = metric->is_from_bins || side->merged.bins;
        settle_value(&metric->values[i], TRUE);
        gboolean is_merged = side->merged.bins && metric->values[i].runs > 1;
        Figure merged = is_merged ? latency_percentile_from_bins(&side->merged, percent) : figure_missing();
        if (figure_is_known(merged))
            metric->values[i].mean = merged.value;
    }
    settle_ratios(comparison, metric);
    for (guint i = 0; i < comparison->series->len; i++) {
        const StreamSide *side = &stream->sides[i];
        for (guint j = 0; j < side->runs->len; j++)
            if (!percentile_is_supported(percent, g_array_index(side->runs, StreamRun, j).direction->total_ios))
                metric->ratios[i].is_few_samples = TRUE;
    }
}

/* Every percentile that a run lists, and those asked for. */
static void add_percentiles(Comparison *comparison, Stream *stream)
{
    g_autoptr(GArray) percents = g_array_new(FALSE, FALSE, sizeof(double));
    for (guint i = 0; i < comparison->series->len; i++) {
        const StreamSide *side = &stream->sides[i];
        for (guint j = 0; j < side->runs->len; j++) {
            const StreamRun *run = &g_array_index(side->runs, StreamRun, j);
            const GArray *list = run->direction->latency[side->kind].percentiles;
            for (guint k = 0; list && k < list->len; k++)
                g_array_append_val(percents, g_array_index(list, Percentile, k).percent);
        }
    }
    for (guint i = 0; comparison->options.percentiles && i < comparison->options.percentiles->len; i++)
        g_array_append_val(percents, g_array_index(comparison->options.percentiles, double, i));
    g_array_sort(percents, compare_doubles);
    double last = -1;
    for (guint i = 0; i < percents->len; i++) {
        double percent = g_array_index(percents, double, i);
        if (percent - last > 1e-9)
            add_percentile(comparison, stream, percent);
        last = percent;
    }
}

/* IOPS say nothing that throughput does not say while the block size is one. */
static gboolean is_in_family(const Metric *metric)
{
    return metric->is_shown && !g_str_equal(metric->id, "iops");
}

/* Many comparisons at once find differences by chance: the shown ones together keep the error rate (Holm). */
static void control_family(Comparison *comparison)
{
    guint metrics = comparison->metrics->len, series = comparison->series->len;
    g_autofree double *p_values = g_new(double, (gsize)metrics * series + 1);
    for (guint i = 0; i < metrics * series; i++) {
        const Metric *metric = comparison->metrics->pdata[i / series];
        p_values[i] = is_in_family(metric) ? metric->ratios[i % series].p_value : NAN;
        comparison->family_size += isfinite(p_values[i]);
    }
    holm_adjust(p_values, metrics * series);
    double limit = 1 - comparison->options.confidence;
    for (guint i = 0; i < metrics * series; i++) {
        Metric *metric = comparison->metrics->pdata[i / series];
        MetricRatio *ratio = &metric->ratios[i % series];
        if (!isfinite(p_values[i]))
            continue;
        ratio->p_value = p_values[i];
        if ((ratio->verdict == VERDICT_BETTER || ratio->verdict == VERDICT_WORSE) && p_values[i] >= limit)
            ratio->verdict = VERDICT_UNCLEAR;
    }
}

void make_metrics(Comparison *comparison)
{
    for (guint i = 0; i < comparison->streams->len; i++) {
        Stream *stream = comparison->streams->pdata[i];
        for (gsize j = 0; j < G_N_ELEMENTS(kinds_before); j++)
            add_row(comparison, stream, &kinds_before[j]);
        add_percentiles(comparison, stream);
        for (gsize j = 0; j < G_N_ELEMENTS(kinds_after); j++)
            add_row(comparison, stream, &kinds_after[j]);
    }
    control_family(comparison);
}
