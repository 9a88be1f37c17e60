/* The charts of throughput and of ratios. */
#include "report/internal.h"

#include "base/translate.h"
#include "base/units.h"
#include "model/words.h"

/* throughput */

/* "nfs: about 2/3 of native's write throughput (0.663)": what is seen, not what is plotted. */
static char *throughput_title(const Comparison *comparison, const Stream *stream)
{
    const Metric *metric = comparison_metric(comparison, stream->job, (int)stream->kind, "bw");
    const char *base = comparison_label(comparison, comparison->baseline);
    int other = chart_only_candidate(comparison);
    if (other < 0 || !metric || !isfinite(metric->ratios[other].ratio)) {
        g_autofree char *what = g_strdup_printf(_("%s throughput"), direction_words(stream->kind));
        char *spread = chart_spread_title(comparison, metric, what);
        return spread ? spread : g_strdup_printf(_("%s throughput of %s"), direction_words(stream->kind), stream->job);
    }
    const MetricRatio *ratio = &metric->ratios[other];
    g_autofree char *words = words_ratio(ratio->ratio), *interval = words_interval(ratio);
    g_autofree char *number = ratio->verdict == VERDICT_ONE_RUN ? units_format_ratio(ratio->ratio) : g_strdup(interval);
    return g_strdup_printf(_("%1$s: %2$s %3$s's %4$s throughput (%5$s)"), comparison_label(comparison, (guint)other),
                           words, base, direction_words(stream->kind), number);
}

static gboolean has_throughput(const Comparison *comparison, const Stream *stream)
{
    return comparison_metric(comparison, stream->job, (int)stream->kind, "bw") != NULL;
}

static void draw_throughput(Canvas *canvas, const Comparison *comparison, const Stream *stream,
                            const ChartRanges *ranges)
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
    g_autofree char *title = throughput_title(comparison, stream), *below = chart_subtitle(comparison, stream);
    BarChart chart = {title, below, _("throughput; dots: single runs, whisker: their range"), 1024, units_format_rate,
                      chart_rate_tick, bars, count, ranges->rate_bytes_per_s};
    if (metric->values[comparison->baseline].runs < 2)
        chart.x_title = _("throughput");
    chart_draw_bars(canvas, &chart);
}

static ChartTable *tabulate_throughput(const Comparison *comparison, const Stream *stream)
{
    static const ChartColumn columns[] = {{N_("series"), COLUMN_TEXT}, {N_("run"), COLUMN_TEXT},
                                          {N_("throughput"), COLUMN_RATE}};
    const Metric *metric = comparison_metric(comparison, stream->job, (int)stream->kind, "bw");
    ChartTable *table = chart_table_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < comparison->series->len; i++) {
        const GArray *each = metric->values[i].each;
        for (guint j = 0; j < each->len; j++) {
            g_autofree char *run = g_strdup_printf("%u", j + 1);
            chart_table_add_text(table, comparison_label(comparison, i));
            chart_table_add_text(table, run);
            chart_table_add(table, g_array_index(each, Figure, j).value);
        }
    }
    return table;
}

static double throughput_height(const Comparison *comparison, const Stream *stream)
{
    (void)stream;
    return chart_bars_height(comparison->series->len);
}

const ChartKind chart_throughput = {"throughput", N_("throughput as bars from zero, a dot a run"), TRUE, has_throughput,
                                    draw_throughput, tabulate_throughput, throughput_height};

/* ratios */

static gboolean is_drawn(const Comparison *comparison, const Stream *stream, const Metric *metric)
{
    if (!metric->is_shown || metric->kind != stream->kind || !g_str_equal(metric->job, stream->job))
        return FALSE;
    for (guint i = 0; i < comparison->series->len; i++)
        if (i != comparison->baseline && metric->ratios[i].ratio > 0)
            return TRUE;
    return FALSE;
}

static gboolean has_ratios(const Comparison *comparison, const Stream *stream)
{
    for (guint i = 0; i < comparison->metrics->len; i++)
        if (is_drawn(comparison, stream, comparison->metrics->pdata[i]))
            return TRUE;
    return FALSE;
}

static RangeRow ratio_row(const char *label, const Metric *metric, guint index, GPtrArray *owned)
{
    const MetricRatio *ratio = &metric->ratios[index];
    g_autofree char *fraction = words_fraction(ratio);
    const char *verdict = ratio->verdict <= VERDICT_ONE_RUN ? "" : _(verdict_name(ratio->verdict));
    if (ratio->verdict == VERDICT_SAME)
        *fraction = '\0'; /* "about the same, the same" */
    char *note = g_strdup_printf("%s%s%s", fraction, *fraction && *verdict ? ", " : "", verdict);
    g_ptr_array_add(owned, note);
    gboolean is_open = ratio->high > ratio->low * 1.0001;
    return (RangeRow){label, note, ratio->ratio, is_open ? ratio->low : NAN, is_open ? ratio->high : NAN, NAN, NAN, index, FALSE};
}

/* One candidate: a row a metric. Several: a heading a metric, a row a candidate. */
static GArray *ratio_rows(const Comparison *comparison, const Stream *stream, GPtrArray *owned)
{
    GArray *rows = g_array_new(FALSE, TRUE, sizeof(RangeRow));
    int only = chart_only_candidate(comparison);
    for (guint i = 0; i < comparison->metrics->len; i++) {
        const Metric *metric = comparison->metrics->pdata[i];
        if (!is_drawn(comparison, stream, metric))
            continue;
        RangeRow heading = {.label = metric->title, .is_heading = TRUE};
        if (only < 0)
            g_array_append_val(rows, heading);
        for (guint j = 0; j < comparison->series->len; j++) {
            if (j == comparison->baseline)
                continue;
            const char *label = only < 0 ? comparison_label(comparison, j) : metric->title;
            RangeRow row = ratio_row(label, metric, j, owned);
            g_array_append_val(rows, row);
        }
    }
    return rows;
}

static char *ratios_title(const Comparison *comparison, const Stream *stream)
{
    const char *base = comparison_label(comparison, comparison->baseline);
    int other = chart_only_candidate(comparison);
    const Metric *rate = comparison_metric(comparison, stream->job, (int)stream->kind, "bw"),
                 *tail = comparison_metric(comparison, stream->job, (int)stream->kind, "p99");
    if (other < 0 || !rate || !tail || !(rate->ratios[other].ratio > 0) || !(tail->ratios[other].ratio > 0))
        return g_strdup_printf(_("%s: every figure divided by %s's"), direction_words(stream->kind), base);
    g_autofree char *first = units_format_ratio(rate->ratios[other].ratio), *second = units_format_ratio(tail->ratios[other].ratio);
    return g_strdup_printf(_("%1$s has %2$s of %3$s's %4$s throughput and %5$s of its p99 latency"),
                           comparison_label(comparison, (guint)other), first, base, direction_words(stream->kind), second);
}

static void draw_ratios(Canvas *canvas, const Comparison *comparison, const Stream *stream, const ChartRanges *ranges)
{
    (void)ranges;
    g_autoptr(GPtrArray) owned = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GArray) rows = ratio_rows(comparison, stream, owned);
    g_autofree char *title = ratios_title(comparison, stream), *below = chart_subtitle(comparison, stream);
    g_autofree char *x_title = g_strdup_printf(_("divided by %s's, log scale; line: what repeats or rounding leave open"),
                                               comparison_label(comparison, comparison->baseline));
    RangeChart chart = {title, below, x_title, NULL, SCALE_LOG, 10, 1, units_format_ratio, chart_ratio_tick,
                        (const RangeRow *)(gpointer)rows->data, rows->len, CHART_RANGE_AUTO};
    chart_draw_ranges(canvas, &chart);
}

static ChartTable *tabulate_ratios(const Comparison *comparison, const Stream *stream)
{
    static const ChartColumn columns[] = {{N_("metric"), COLUMN_TEXT}, {N_("series"), COLUMN_TEXT}, {N_("ratio"), COLUMN_RATIO},
                                          {N_("from"), COLUMN_RATIO}, {N_("to"), COLUMN_RATIO}};
    ChartTable *table = chart_table_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < comparison->metrics->len; i++) {
        const Metric *metric = comparison->metrics->pdata[i];
        for (guint j = 0; j < comparison->series->len && is_drawn(comparison, stream, metric); j++) {
            if (j == comparison->baseline)
                continue;
            chart_table_add_text(table, metric->title);
            chart_table_add_text(table, comparison_label(comparison, j));
            chart_table_add(table, metric->ratios[j].ratio);
            chart_table_add(table, metric->ratios[j].low);
            chart_table_add(table, metric->ratios[j].high);
        }
    }
    return table;
}

static double ratios_height(const Comparison *comparison, const Stream *stream)
{
    g_autoptr(GPtrArray) owned = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GArray) rows = ratio_rows(comparison, stream, owned);
    return chart_ranges_height(rows->len);
}

const ChartKind chart_ratios = {"ratios", N_("every figure as a ratio with its interval"), FALSE, has_ratios, draw_ratios,
                                tabulate_ratios, ratios_height};

/* steadiness */

/* Beyond this many rows the runs are drawn as one line a series. */
#define STEADY_ROWS_MAX 24

static guint run_count(const Comparison *comparison, const Stream *stream)
{
    guint count = 0;
    for (guint i = 0; i < comparison->series->len; i++)
        count += stream->sides[i].runs->len;
    return count;
}

/* fio's samples of a run, where they are those of one job or of one reported group. */
static const Samples *samples_of(const StreamRun *run)
{
    const Samples *samples = &run->direction->bw_samples;
    return run->jobs == 1 && samples->max >= samples->min && samples->min >= 0 ? samples : NULL;
}

static gboolean has_steadiness(const Comparison *comparison, const Stream *stream)
{
    for (guint i = 0; i < comparison->series->len; i++) {
        const GArray *runs = stream->sides[i].runs;
        if (runs->len > 1)
            return TRUE;
        for (guint j = 0; j < runs->len; j++)
            if (samples_of(&g_array_index(runs, StreamRun, j)))
                return TRUE;
    }
    return FALSE;
}

static void add_run_rows(GArray *rows, const StreamSide *side, guint index, GPtrArray *owned)
{
    for (guint j = 0; j < side->runs->len; j++) {
        const StreamRun *run = &g_array_index(side->runs, StreamRun, j);
        const Samples *samples = samples_of(run);
        char *label = g_strdup_printf(_("run %u"), j + 1);
        g_ptr_array_add(owned, label);
        RangeRow row = {label, NULL, run->direction->bw_bytes_per_s.value, samples ? samples->min : NAN,
                        samples ? samples->max : NAN, NAN, NAN, index, FALSE};
        g_array_append_val(rows, row);
    }
}

static GArray *steadiness_rows(const Comparison *comparison, const Stream *stream, GPtrArray *owned)
{
    GArray *rows = g_array_new(FALSE, TRUE, sizeof(RangeRow));
    const Metric *metric = comparison_metric(comparison, stream->job, (int)stream->kind, "bw");
    gboolean with_runs = run_count(comparison, stream) + comparison->series->len <= STEADY_ROWS_MAX;
    for (guint i = 0; metric && i < comparison->series->len; i++) {
        const MetricValue *value = &metric->values[i];
        g_autofree char *spread = value->runs > 1 ? units_format_percent(value->spread_percent) : NULL;
        char *note = spread ? g_strdup_printf(_("± %s between runs"), spread) : g_strdup(_("one run"));
        g_ptr_array_add(owned, note);
        gboolean is_repeated = value->runs > 1;
        RangeRow row = {comparison_label(comparison, i), note, value->mean, NAN, NAN, is_repeated ? value->low : NAN,
                        is_repeated ? value->high : NAN, i, FALSE};
        g_array_append_val(rows, row);
        if (with_runs)
            add_run_rows(rows, &stream->sides[i], i, owned);
    }
    return rows;
}

/* The steadiest and the least steady of many: "± 0.8% on s3 to ± 12% on s7". */
static void append_extremes(const Comparison *comparison, const Metric *metric, GString *words)
{
    int least = -1, most = -1;
    for (guint i = 0; i < comparison->series->len; i++) {
        double spread = metric->values[i].spread_percent;
        if (!isfinite(spread))
            continue;
        least = least < 0 || spread < metric->values[least].spread_percent ? (int)i : least;
        most = most < 0 || spread > metric->values[most].spread_percent ? (int)i : most;
    }
    if (least < 0)
        return;
    g_autofree char *low = units_format_percent(metric->values[least].spread_percent),
                    *high = units_format_percent(metric->values[most].spread_percent);
    if (g_str_equal(low, high))
        g_string_append_printf(words, "± %s", low);
    else
        g_string_append_printf(words, _("± %s on %s to ± %s on %s"), low, comparison_label(comparison, (guint)least), high,
                               comparison_label(comparison, (guint)most));
}

static char *steadiness_title(const Comparison *comparison, const Stream *stream)
{
    const Metric *metric = comparison_metric(comparison, stream->job, (int)stream->kind, "bw");
    g_autoptr(GString) words = g_string_new(NULL);
    if (metric && comparison->series->len > 3)
        append_extremes(comparison, metric, words);
    for (guint i = 0; metric && i < comparison->series->len && comparison->series->len <= 3; i++) {
        if (!isfinite(metric->values[i].spread_percent))
            continue;
        g_autofree char *spread = units_format_percent(metric->values[i].spread_percent);
        g_string_append_printf(words, "%s%s ± %s", words->len ? ", " : "", comparison_label(comparison, i), spread);
    }
    if (words->len == 0)
        return g_strdup_printf(_("%s throughput inside a run; one run tells nothing of the next"),
                               direction_words(stream->kind));
    return g_strdup_printf(_("%s throughput from run to run: %s"), direction_words(stream->kind), words->str);
}

static void draw_steadiness(Canvas *canvas, const Comparison *comparison, const Stream *stream, const ChartRanges *ranges)
{
    (void)ranges;
    g_autoptr(GPtrArray) owned = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GArray) rows = steadiness_rows(comparison, stream, owned);
    g_autofree char *title = steadiness_title(comparison, stream), *below = chart_subtitle(comparison, stream);
    RangeChart chart = {title, below, _("throughput; thick: range of the runs, thin: fio's samples inside a run"), NULL,
                        SCALE_LINEAR, 1024, NAN, units_format_rate, chart_rate_tick,
                        (const RangeRow *)(gpointer)rows->data, rows->len, CHART_RANGE_AUTO};
    chart_draw_ranges(canvas, &chart);
}

static ChartTable *tabulate_steadiness(const Comparison *comparison, const Stream *stream)
{
    static const ChartColumn columns[] = {{N_("series"), COLUMN_TEXT}, {N_("run"), COLUMN_TEXT}, {N_("throughput"), COLUMN_RATE},
                                          {N_("smallest sample"), COLUMN_RATE}, {N_("largest sample"), COLUMN_RATE}};
    ChartTable *table = chart_table_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < comparison->series->len; i++) {
        for (guint j = 0; j < stream->sides[i].runs->len; j++) {
            const StreamRun *run = &g_array_index(stream->sides[i].runs, StreamRun, j);
            const Samples *samples = samples_of(run);
            g_autofree char *number = g_strdup_printf("%u", j + 1);
            chart_table_add_text(table, comparison_label(comparison, i));
            chart_table_add_text(table, number);
            chart_table_add(table, run->direction->bw_bytes_per_s.value);
            chart_table_add(table, samples ? samples->min : NAN);
            chart_table_add(table, samples ? samples->max : NAN);
        }
    }
    return table;
}

static double steadiness_height(const Comparison *comparison, const Stream *stream)
{
    g_autoptr(GPtrArray) owned = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GArray) rows = steadiness_rows(comparison, stream, owned);
    return chart_ranges_height(rows->len);
}

const ChartKind chart_steadiness = {"steadiness", N_("spread within and between the runs"), FALSE, has_steadiness,
                                    draw_steadiness, tabulate_steadiness, steadiness_height};
