#include "report/charts.h"
#include "report/internal.h"

#include "base/error.h"
#include "base/units.h"
#include "chart/chart.h"
#include "model/words.h"

#include <string.h>

/* "nfs: about 2/3 of native's write throughput (0.663)": what is seen, not what is plotted. */
static char *throughput_title(const Comparison *comparison, const Stream *stream)
{
    const Metric *metric = comparison_metric(comparison, stream->job, (int)stream->kind, "bw");
    const char *base = comparison_label(comparison, comparison->baseline);
    if (comparison->series->len != 2 || !metric)
        return g_strdup_printf("%s throughput of %s", direction_name(stream->kind), stream->job);
    guint other = 1 - comparison->baseline;
    const MetricRatio *ratio = &metric->ratios[other];
    if (!isfinite(ratio->ratio))
        return g_strdup_printf("%s throughput of %s", direction_name(stream->kind), stream->job);
    g_autofree char *words = words_ratio(ratio->ratio), *interval = words_interval(ratio);
    g_autofree char *number = ratio->verdict == VERDICT_ONE_RUN ? units_format_ratio(ratio->ratio) : g_strdup(interval);
    return g_strdup_printf("%s: %s %s's %s throughput (%s)", comparison_label(comparison, other), words, base,
                           direction_name(stream->kind), number);
}

static char *runs_words(const Comparison *comparison, const Stream *stream)
{
    guint fewest = G_MAXUINT, most = 0;
    for (guint i = 0; i < comparison->series->len; i++) {
        fewest = MIN(fewest, stream->sides[i].runs->len);
        most = MAX(most, stream->sides[i].runs->len);
    }
    if (most <= 1)
        return g_strdup("one run each");
    return fewest == most ? g_strdup_printf("%u runs each", most) : g_strdup_printf("%u to %u runs each", fewest, most);
}

static char *workload_words(const Comparison *comparison, const Stream *stream)
{
    const GArray *runs = stream->sides[comparison->baseline].runs;
    if (runs->len == 0)
        return g_strdup(stream->job);
    const StreamRun *run = &g_array_index(runs, StreamRun, 0);
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "%s: %s", stream->job, direction_name(stream->kind));
    static const char *const shown[] = {"bs", "ioengine", "iodepth", "direct"};
    double jobs = run->jobs > 1 ? run->jobs : run->job->members;
    if (jobs > 1)
        g_string_append_printf(text, ", %.0f jobs", jobs);
    for (gsize i = 0; i < G_N_ELEMENTS(shown); i++) {
        const char *value = job_option(run->result, run->job, shown[i]);
        if (value)
            g_string_append_printf(text, ", %s=%s", shown[i], value);
    }
    return g_string_free(text, FALSE);
}

static char *subtitle(const Comparison *comparison, const Stream *stream)
{
    g_autofree char *workload = workload_words(comparison, stream), *runs = runs_words(comparison, stream);
    return g_strdup_printf("%s; %s", workload, runs);
}

static char *percentile_tick(double percent)
{
    return percent == 0 ? g_strdup("min") : units_format_percentile(percent);
}

static gboolean has_percentiles(const Comparison *comparison, const Stream *stream)
{
    for (guint i = 0; i < comparison->series->len; i++)
        if (stream->sides[i].merged.percentiles)
            return TRUE;
    return FALSE;
}

static ChartPoint *percentile_points(const Latency *latency, guint *count)
{
    const GArray *list = latency->percentiles;
    ChartPoint *points = g_new(ChartPoint, (list ? list->len : 0) + 1);
    *count = 0;
    if (list && latency->min_ns.value > 0)
        points[(*count)++] = (ChartPoint){0, latency->min_ns.value, latency->min_ns.low, latency->min_ns.high};
    for (guint i = 0; list && i < list->len; i++) {
        const Percentile *percentile = &g_array_index(list, Percentile, i);
        if (percentile->percent < 100 && percentile->ns.value > 0)
            points[(*count)++] =
                (ChartPoint){percentile->percent, percentile->ns.value, percentile->ns.low, percentile->ns.high};
    }
    return points;
}

static char *percentiles_title(const Comparison *comparison, const Stream *stream)
{
    const Metric *tail = comparison_metric(comparison, stream->job, (int)stream->kind, "p99");
    guint other = comparison->series->len == 2 ? 1 - comparison->baseline : comparison->baseline;
    if (comparison->series->len != 2 || !tail || !isfinite(tail->ratios[other].ratio))
        return g_strdup_printf("%s latency of %s by percentile", direction_name(stream->kind), stream->job);
    g_autofree char *own = words_value(UNIT_NS, tail->values[other].mean),
                    *base = words_value(UNIT_NS, tail->values[comparison->baseline].mean);
    return g_strdup_printf("%s latency: 99%% of the I/Os are done in %s on %s, in %s on %s",
                           direction_name(stream->kind), base, comparison_label(comparison, comparison->baseline), own,
                           comparison_label(comparison, other));
}

/* The ranges in which the curves cross (of ChartMark), and the words beside the first. */
static GArray *crossing_marks(const Comparison *comparison, const Stream *stream, char **label)
{
    GArray *marks = g_array_new(FALSE, FALSE, sizeof(ChartMark));
    if (comparison->series->len != 2)
        return marks;
    const Curve *curve = &g_array_index(stream->curves, Curve, 1 - comparison->baseline);
    g_autoptr(GString) words = g_string_new("the curves cross between ");
    for (guint i = 0; i < curve->crossings->len; i++) {
        const Crossing *crossing = &g_array_index(curve->crossings, Crossing, i);
        g_autofree char *from = units_format_percentile(crossing->from_percent);
        g_autofree char *to = units_format_percentile(crossing->to_percent);
        ChartMark mark = {crossing->from_percent, crossing->to_percent};
        g_array_append_val(marks, mark);
        g_string_append_printf(words, "%s%s and %s", i ? ", " : "", from, to);
    }
    if (marks->len > 0)
        *label = g_strdup(words->str);
    return marks;
}

/* Ticks stand at round numbers: "10 ms", not "10.0 ms". */
static char *without_zeros(char *words)
{
    char *point = strchr(words, '.');
    if (!point)
        return words;
    char *end = point + 1 + strspn(point + 1, "0123456789");
    char *keep = end;
    while (keep[-1] == '0')
        keep--;
    if (keep[-1] == '.')
        keep--;
    memmove(keep, end, strlen(end) + 1);
    return words;
}

static char *latency_tick(double ns)
{
    return without_zeros(units_format_ns(ns));
}

static void draw_percentiles(Canvas *canvas, const Comparison *comparison, const Stream *stream)
{
    guint count = comparison->series->len;
    g_autofree ChartSeries *series = g_new0(ChartSeries, count);
    g_autofree ChartPoint **points = g_new0(ChartPoint *, count);
    g_autofree char *title = percentiles_title(comparison, stream), *below = subtitle(comparison, stream);
    g_autofree char *mark = NULL;
    g_autofree char *y_title =
        g_strdup_printf("latency (%s), log scale; shaded: what rounding or repeats leave open",
                        latency_name(stream->sides[comparison->baseline].kind));
    for (guint i = 0; i < count; i++) {
        series[i].label = comparison_label(comparison, i);
        points[i] = percentile_points(&stream->sides[i].merged, &series[i].count);
        series[i].points = points[i];
    }
    g_autoptr(GArray) marks = crossing_marks(comparison, stream, &mark);
    CurveChart chart = {title, below, "percentile; from p90 on a tenth of the I/Os remains at each step", y_title,
                        SCALE_NINES, SCALE_LOG, percentile_tick, latency_tick, series, count,
                        (const ChartMark *)(gpointer)marks->data, marks->len, mark};
    chart_draw_curves(canvas, &chart);
    for (guint i = 0; i < count; i++)
        g_free(points[i]);
}

static char *rate_tick(double rate)
{
    return without_zeros(units_format_rate(rate));
}

static gboolean has_throughput(const Comparison *comparison, const Stream *stream)
{
    return comparison_metric(comparison, stream->job, (int)stream->kind, "bw") != NULL;
}

static void draw_throughput(Canvas *canvas, const Comparison *comparison, const Stream *stream)
{
    const Metric *metric = comparison_metric(comparison, stream->job, (int)stream->kind, "bw");
    guint count = comparison->series->len;
    g_autofree Bar *bars = g_new0(Bar, count);
    g_autoptr(GPtrArray) owned = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < count; i++) {
        const MetricValue *value = &metric->values[i];
        double *dots = g_new(double, value->each->len + 1);
        g_ptr_array_add(owned, dots);
        for (guint j = 0; j < value->each->len; j++)
            dots[j] = g_array_index(value->each, Figure, j).value;
        bars[i] = (Bar){comparison_label(comparison, i), value->mean, NAN, NAN, dots, value->each->len, NULL};
        if (value->runs > 1) {
            bars[i].low = value->low;
            bars[i].high = value->high;
        }
        if (i != comparison->baseline && isfinite(metric->ratios[i].ratio)) {
            g_autofree char *ratio = units_format_ratio(metric->ratios[i].ratio);
            char *note = g_strdup_printf("(%s)", ratio);
            g_ptr_array_add(owned, note);
            bars[i].note = note;
        }
    }
    g_autofree char *title = throughput_title(comparison, stream), *below = subtitle(comparison, stream);
    BarChart chart = {title, below, "throughput; dots: single runs, whisker: their range", 1024, units_format_rate,
                      rate_tick, bars, count};
    if (metric->values[comparison->baseline].runs < 2)
        chart.x_title = "throughput";
    chart_draw_bars(canvas, &chart);
}

static double throughput_height(const Comparison *comparison)
{
    return chart_bars_height(comparison->series->len);
}

const ChartKind chart_kinds[] = {
    {"percentiles", "latency by percentile, a curve a series", has_percentiles, draw_percentiles, NULL},
    {"throughput", "throughput as bars from zero, a dot a run", has_throughput, draw_throughput, throughput_height},
    {NULL, NULL, NULL, NULL, NULL},
};

const ChartKind *chart_kind_find(const char *id)
{
    for (const ChartKind *kind = chart_kinds; kind->id; kind++)
        if (g_str_equal(kind->id, id))
            return kind;
    return NULL;
}

GBytes *chart_make(const ChartKind *kind, const Comparison *comparison, const Stream *stream,
                   const ChartOptions *options, const char *prefix, GError **error)
{
    if (!kind->has_data(comparison, stream)) {
        g_autofree char *name = words_stream(stream->job, stream->kind);
        g_set_error(error, TROUBLE, TROUBLE_FORMAT, "%s: the reports hold nothing to draw a %s chart of", name, kind->id);
        return NULL;
    }
    g_autoptr(Canvas) canvas = canvas_new(options);
    kind->draw(canvas, comparison, stream);
    g_autoptr(GBytes) drawn = canvas_finish(canvas, error);
    if (!drawn || options->format != CHART_SVG)
        return g_steal_pointer(&drawn);
    g_autofree char *name = words_stream(stream->job, stream->kind);
    g_autofree char *title = g_strdup_printf("%s, %s", kind->about, name);
    return svg_finish(drawn, prefix, title, comparison->headline, error);
}
