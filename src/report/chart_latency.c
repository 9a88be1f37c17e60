/* The charts of latencies. */
#include "report/internal.h"

#include "base/translate.h"
#include "base/units.h"
#include "model/words.h"

#define SIDE(stream, index) (&(stream)->sides[index])

static gboolean any_side(const Comparison *comparison, const Stream *stream, gboolean (*holds)(const StreamSide *side))
{
    for (guint i = 0; i < comparison->series->len; i++)
        if (holds(SIDE(stream, i)))
            return TRUE;
    return FALSE;
}

/* A macro, so that the compiler sees the formats. */
#define latency_title(stream, format) g_strdup_printf((format), direction_words((stream)->kind))

/* percentiles */

static gboolean side_has_percentiles(const StreamSide *side)
{
    return side->merged.percentiles != NULL;
}

static gboolean has_percentiles(const Comparison *comparison, const Stream *stream)
{
    return any_side(comparison, stream, side_has_percentiles);
}

static ChartPoint *percentile_points(const Latency *latency, guint *count)
{
    const GArray *list = latency->percentiles;
    ChartPoint *points = g_new0(ChartPoint, (list ? list->len : 0) + 1);
    *count = 0;
    if (list && latency->min_ns.value > 0)
        points[(*count)++] = (ChartPoint){0, latency->min_ns.value, latency->min_ns.low, latency->min_ns.high, 0, 0};
    for (guint i = 0; list && i < list->len; i++) {
        const Percentile *percentile = &g_array_index(list, Percentile, i);
        if (percentile->percent < 100 && percentile->ns.value > 0)
            points[(*count)++] =
                (ChartPoint){percentile->percent, percentile->ns.value, percentile->ns.low, percentile->ns.high, 0, 0};
    }
    return points;
}

static char *percentiles_title(const Comparison *comparison, const Stream *stream)
{
    const Metric *tail = comparison_metric(comparison, stream->job, (int)stream->kind, "p99");
    int other = chart_only_candidate(comparison);
    if (other < 0 || !tail || !isfinite(tail->ratios[other].ratio)) {
        g_autofree char *what = latency_title(stream, _("%s latency, p99"));
        char *spread = chart_spread_title(comparison, tail, what);
        return spread ? spread : latency_title(stream, _("%s latency by percentile"));
    }
    g_autofree char *own = words_value(UNIT_NS, tail->values[other].mean),
                    *base = words_value(UNIT_NS, tail->values[comparison->baseline].mean);
    return g_strdup_printf(_("%s latency: 99%% of the I/Os are done in %s on %s, in %s on %s"),
                           direction_words(stream->kind), base, comparison_label(comparison, comparison->baseline),
                           own, comparison_label(comparison, (guint)other));
}

/* The ranges in which the curves cross (of ChartMark), and the words beside the first. */
static GArray *crossing_marks(const Comparison *comparison, const Stream *stream, char **label)
{
    GArray *marks = g_array_new(FALSE, FALSE, sizeof(ChartMark));
    int other = chart_only_candidate(comparison);
    if (other < 0)
        return marks;
    const Curve *curve = &g_array_index(stream->curves, Curve, other);
    g_autoptr(GString) words = g_string_new(_("the curves cross between "));
    for (guint i = 0; i < curve->crossings->len; i++) {
        const Crossing *crossing = &g_array_index(curve->crossings, Crossing, i);
        g_autofree char *from = units_format_percentile(crossing->from_percent);
        g_autofree char *to = units_format_percentile(crossing->to_percent);
        ChartMark mark = {crossing->from_percent, crossing->to_percent};
        g_array_append_val(marks, mark);
        g_string_append(words, i ? ", " : "");
        g_string_append_printf(words, _("%s and %s"), from, to);
    }
    if (marks->len > 0)
        *label = g_strdup(words->str);
    return marks;
}

typedef ChartPoint *(*PointMaker)(const Stream *stream, guint index, guint *count);

/* The series of a curve chart with their points; the points go into owned. */
static ChartSeries *curve_series(const Comparison *comparison, const Stream *stream, PointMaker make, GPtrArray *owned)
{
    ChartSeries *series = g_new0(ChartSeries, comparison->series->len);
    for (guint i = 0; i < comparison->series->len; i++) {
        ChartPoint *points = make(stream, i, &series[i].count);
        g_ptr_array_add(owned, points);
        series[i].label = comparison_label(comparison, i);
        series[i].points = points;
        series[i].style = i;
    }
    return series;
}

static ChartPoint *percentile_points_of(const Stream *stream, guint index, guint *count)
{
    return percentile_points(&SIDE(stream, index)->merged, count);
}

static void draw_percentiles(Canvas *canvas, const Comparison *comparison, const Stream *stream,
                             const ChartRanges *ranges)
{
    g_autoptr(GPtrArray) owned = g_ptr_array_new_with_free_func(g_free);
    g_autofree ChartSeries *series = curve_series(comparison, stream, percentile_points_of, owned);
    g_autofree char *title = percentiles_title(comparison, stream), *below = chart_subtitle(comparison, stream);
    g_autofree char *mark = NULL;
    g_autofree char *y_title =
        g_strdup_printf(_("latency (%s), log scale; shaded: what rounding or repeats leave open"),
                        latency_name(SIDE(stream, comparison->baseline)->kind));
    g_autoptr(GArray) marks = crossing_marks(comparison, stream, &mark);
    CurveChart chart = {title, below, _("percentile; from p90 on a tenth of the I/Os remains at each step"), y_title,
                        SCALE_NINES, SCALE_LOG, chart_percentile_tick, chart_latency_tick, series,
                        comparison->series->len, (const ChartMark *)(gpointer)marks->data, marks->len, mark,
                        CHART_RANGE_AUTO, ranges->latency_ns, NAN};
    chart_draw_curves(canvas, &chart);
}

static ChartTable *tabulate_percentiles(const Comparison *comparison, const Stream *stream)
{
    static const ChartColumn columns[] = {{N_("series"), COLUMN_TEXT}, {N_("percentile"), COLUMN_TEXT},
                                          {N_("latency"), COLUMN_NS}, {N_("from"), COLUMN_NS}, {N_("to"), COLUMN_NS}};
    ChartTable *table = chart_table_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < comparison->series->len; i++) {
        guint count;
        g_autofree ChartPoint *points = percentile_points_of(stream, i, &count);
        for (guint j = 0; j < count; j++) {
            g_autofree char *percentile = chart_percentile_tick(points[j].x);
            chart_table_add_text(table, comparison_label(comparison, i));
            chart_table_add_text(table, percentile);
            chart_table_add(table, points[j].y);
            chart_table_add(table, points[j].low);
            chart_table_add(table, points[j].high);
        }
    }
    return table;
}

const ChartKind chart_percentiles = {"percentiles", N_("latency by percentile, a curve a series"), TRUE,
                                     has_percentiles, draw_percentiles, tabulate_percentiles, NULL};

/* cdf */

#define CDF_POINTS 90

static gboolean side_has_cdf(const StreamSide *side)
{
    return side->cdf->len > 1;
}

static gboolean has_cdf(const Comparison *comparison, const Stream *stream)
{
    return any_side(comparison, stream, side_has_cdf);
}

/* The first point of each step along the log axis is enough for the eye; the last stays. */
static ChartPoint *cdf_points(const Stream *stream, guint index, guint *count)
{
    const GArray *cdf = SIDE(stream, index)->cdf;
    ChartPoint *points = g_new0(ChartPoint, cdf->len + 1);
    *count = 0;
    if (cdf->len == 0)
        return points;
    double first = g_array_index(cdf, CdfPoint, 0).ns, last = g_array_index(cdf, CdfPoint, cdf->len - 1).ns;
    double step = log(fmax(last / first, 1.01)) / CDF_POINTS, next = -INFINITY;
    for (guint i = 0; i < cdf->len; i++) {
        const CdfPoint *point = &g_array_index(cdf, CdfPoint, i);
        if (log(point->ns / first) < next && i + 1 < cdf->len)
            continue;
        next = log(point->ns / first) + step;
        points[(*count)++] =
            (ChartPoint){point->ns, point->percent, point->percent, point->percent, point->low_ns, point->high_ns};
    }
    return points;
}

/* The bound at which two series lie furthest apart says most. */
static char *cdf_title(const Comparison *comparison, const Stream *stream)
{
    static const struct {
        const char *id;
        double ns;
    } bounds[] = {{"below_100us", 1e5}, {"below_500us", 5e5}, {"below_1ms", 1e6},
                  {"below_10ms", 1e7},  {"below_20ms", 2e7},  {"below_50ms", 5e7}};
    int other = chart_only_candidate(comparison), best = -1;
    double widest = -1;
    for (gsize i = 0; other >= 0 && i < G_N_ELEMENTS(bounds); i++) {
        const Metric *metric = comparison_metric(comparison, stream->job, (int)stream->kind, bounds[i].id);
        double apart = metric ? fabs(metric->values[other].mean - metric->values[comparison->baseline].mean) : NAN;
        if (apart > widest) {
            widest = apart;
            best = (int)i;
        }
    }
    if (best < 0) {
        g_autofree char *what = latency_title(stream, _("%s latency, median"));
        char *spread = chart_spread_title(comparison, comparison_metric(comparison, stream->job, (int)stream->kind, "p50"), what);
        return spread ? spread : latency_title(stream, _("%s latency: the share of the I/Os done in a given time"));
    }
    const Metric *metric = comparison_metric(comparison, stream->job, (int)stream->kind, bounds[best].id);
    g_autofree char *bound = chart_latency_tick(bounds[best].ns);
    g_autofree char *base = words_value(UNIT_PERCENT, metric->values[comparison->baseline].mean),
                    *own = words_value(UNIT_PERCENT, metric->values[other].mean);
    return g_strdup_printf(_("%s: within %s %s of the I/Os are done on %s, %s on %s"), direction_words(stream->kind),
                           bound, base, comparison_label(comparison, comparison->baseline), own,
                           comparison_label(comparison, (guint)other));
}

static void draw_cdf(Canvas *canvas, const Comparison *comparison, const Stream *stream, const ChartRanges *ranges)
{
    g_autoptr(GPtrArray) owned = g_ptr_array_new_with_free_func(g_free);
    g_autofree ChartSeries *series = curve_series(comparison, stream, cdf_points, owned);
    g_autofree char *title = cdf_title(comparison, stream), *below = chart_subtitle(comparison, stream);
    CurveChart chart = {title, below, _("latency, log scale"), _("share of the I/Os done; shaded: what rounding leaves open"),
                        SCALE_LOG, SCALE_LINEAR, chart_latency_tick, chart_percent_tick, series,
                        comparison->series->len, NULL, 0, NULL, ranges->latency_ns, {0, 100}, NAN};
    chart_draw_curves(canvas, &chart);
}

static ChartTable *tabulate_cdf(const Comparison *comparison, const Stream *stream)
{
    static const ChartColumn columns[] = {
        {N_("series"), COLUMN_TEXT}, {N_("latency"), COLUMN_NS}, {N_("share done"), COLUMN_PERCENT}};
    ChartTable *table = chart_table_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < comparison->series->len; i++) {
        guint count;
        g_autofree ChartPoint *points = cdf_points(stream, i, &count);
        for (guint j = 0; j < count; j++) {
            chart_table_add_text(table, comparison_label(comparison, i));
            chart_table_add(table, points[j].x);
            chart_table_add(table, points[j].y);
        }
    }
    return table;
}

const ChartKind chart_cdf = {"cdf", N_("share of the I/Os done by latency"), FALSE, has_cdf, draw_cdf, tabulate_cdf, NULL};

/* distribution, waiting */

static gboolean side_has_cells(const StreamSide *side)
{
    return side->cells->len > 0;
}

static gboolean has_cells(const Comparison *comparison, const Stream *stream)
{
    return any_side(comparison, stream, side_has_cells);
}

static char *under_words(double percent, double ns)
{
    g_autofree char *share = units_format_percent(percent), *bound = chart_latency_tick(ns);
    return g_strdup_printf(_("%s under %s"), share, bound);
}

static char *from_words(double percent, double ns)
{
    g_autofree char *share = units_format_percent(percent), *bound = chart_latency_tick(ns);
    return g_strdup_printf(_("%s from %s on"), share, bound);
}

typedef struct {
    HistogramRow *rows;
    GPtrArray *owned;
} Histograms;

static void add_groups(Histograms *histograms, HistogramRow *row, const StreamSide *side, gboolean by_time)
{
    const Modes *modes = &side->modes;
    if (!modes->is_bimodal || side->cells->len == 0)
        return;
    const LatencyCell *first = &g_array_index(side->cells, LatencyCell, 0),
                      *last = &g_array_index(side->cells, LatencyCell, side->cells->len - 1);
    double fast = by_time ? modes->fast_time_percent : modes->fast_percent;
    double slow = by_time ? modes->slow_time_percent : modes->slow_percent;
    if (!isfinite(fast) || !isfinite(slow))
        return;
    HistogramGroup *groups = g_new0(HistogramGroup, 2);
    char *words[] = {under_words(fast, modes->fast_below_ns), from_words(slow, modes->slow_from_ns)};
    groups[0] = (HistogramGroup){first->from_ns, modes->fast_below_ns, words[0]};
    groups[1] = (HistogramGroup){modes->slow_from_ns, last->to_ns, words[1]};
    g_ptr_array_add(histograms->owned, groups);
    g_ptr_array_add(histograms->owned, words[0]);
    g_ptr_array_add(histograms->owned, words[1]);
    row->groups = groups;
    row->group_count = 2;
}

static Histograms make_histograms(const Comparison *comparison, const Stream *stream, gboolean by_time)
{
    Histograms histograms = {g_new0(HistogramRow, comparison->series->len), g_ptr_array_new_with_free_func(g_free)};
    for (guint i = 0; i < comparison->series->len; i++) {
        const StreamSide *side = SIDE(stream, i);
        HistogramCell *cells = g_new0(HistogramCell, side->cells->len + 1);
        HistogramRow *row = &histograms.rows[i];
        g_ptr_array_add(histograms.owned, cells);
        for (guint j = 0; j < side->cells->len; j++) {
            const LatencyCell *cell = &g_array_index(side->cells, LatencyCell, j);
            cells[j] = (HistogramCell){cell->from_ns, cell->to_ns, by_time ? cell->time_percent : cell->percent};
        }
        *row = (HistogramRow){comparison_label(comparison, i), cells, side->cells->len, NULL, 0};
        add_groups(&histograms, row, side, by_time);
    }
    return histograms;
}

static char *distribution_title(const Comparison *comparison, const Stream *stream, gboolean by_time)
{
    for (guint i = 0; i < comparison->series->len; i++) {
        const Modes *modes = &SIDE(stream, i)->modes;
        if (!modes->is_bimodal || !isfinite(modes->slow_time_percent))
            continue;
        g_autofree char *slow = from_words(modes->slow_percent, modes->slow_from_ns),
                        *fast = under_words(modes->fast_percent, modes->fast_below_ns),
                        *waiting = units_format_percent(modes->slow_time_percent);
        if (by_time)
            return g_strdup_printf(_("%s: the slow I/Os (%s) are %s of all the waiting"),
                                   comparison_label(comparison, i), slow, waiting);
        return g_strdup_printf(_("%s: two populations of I/Os, %s and %s"), comparison_label(comparison, i), fast, slow);
    }
    return latency_title(stream, by_time ? _("%s latency: which latencies consume the waiting time")
                                         : _("%s latency: how the I/Os are spread"));
}

static void draw_histograms(Canvas *canvas, const Comparison *comparison, const Stream *stream,
                            const ChartRanges *ranges, gboolean by_time)
{
    Histograms histograms = make_histograms(comparison, stream, by_time);
    g_autofree char *title = distribution_title(comparison, stream, by_time), *below = chart_subtitle(comparison, stream);
    HistogramChart chart = {title, below,
                            by_time ? _("latency, log scale; height: share of the time waited")
                                    : _("latency, log scale; height: share of the I/Os"),
                            chart_latency_tick, chart_latency_tick, histograms.rows, comparison->series->len,
                            ranges->latency_ns};
    chart_draw_histograms(canvas, &chart);
    g_ptr_array_unref(histograms.owned);
    g_free(histograms.rows);
}

static void draw_distribution(Canvas *canvas, const Comparison *comparison, const Stream *stream,
                              const ChartRanges *ranges)
{
    draw_histograms(canvas, comparison, stream, ranges, FALSE);
}

static void draw_waiting(Canvas *canvas, const Comparison *comparison, const Stream *stream, const ChartRanges *ranges)
{
    draw_histograms(canvas, comparison, stream, ranges, TRUE);
}

static ChartTable *tabulate_cells(const Comparison *comparison, const Stream *stream)
{
    static const ChartColumn columns[] = {{N_("series"), COLUMN_TEXT}, {N_("from"), COLUMN_NS}, {N_("below"), COLUMN_NS},
                                          {N_("share of the I/Os"), COLUMN_PERCENT},
                                          {N_("share of the waiting"), COLUMN_PERCENT}};
    ChartTable *table = chart_table_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < comparison->series->len; i++) {
        for (guint j = 0; j < SIDE(stream, i)->cells->len; j++) {
            const LatencyCell *cell = &g_array_index(SIDE(stream, i)->cells, LatencyCell, j);
            chart_table_add_text(table, comparison_label(comparison, i));
            chart_table_add(table, cell->from_ns);
            chart_table_add(table, cell->to_ns);
            chart_table_add(table, cell->percent);
            chart_table_add(table, cell->time_percent);
        }
    }
    return table;
}

static double histograms_height(const Comparison *comparison, const Stream *stream)
{
    (void)stream;
    return chart_histograms_height(comparison->series->len);
}

const ChartKind chart_distribution = {"distribution", N_("latency histogram, the share of each population written on it"),
                                      TRUE, has_cells, draw_distribution, tabulate_cells, histograms_height};
const ChartKind chart_waiting = {"waiting", N_("which latencies consume the waiting time"), FALSE, has_cells,
                                 draw_waiting, tabulate_cells, histograms_height};

/* quantile-ratio */

static gboolean has_quantile_ratio(const Comparison *comparison, const Stream *stream)
{
    for (guint i = 0; i < comparison->series->len; i++)
        if (i != comparison->baseline && g_array_index(stream->curves, Curve, i).points->len > 1)
            return TRUE;
    return FALSE;
}

static ChartPoint *ratio_points(const Stream *stream, guint index, guint *count)
{
    const GArray *list = g_array_index(stream->curves, Curve, index).points;
    ChartPoint *points = g_new0(ChartPoint, list->len + 1);
    *count = 0;
    for (guint i = 0; i < list->len; i++) {
        const CurvePoint *point = &g_array_index(list, CurvePoint, i);
        if (point->percent < 100 && point->ratio > 0)
            points[(*count)++] = (ChartPoint){point->percent, point->ratio, point->low, point->high, 0, 0};
    }
    return points;
}

static char *quantile_title(const Comparison *comparison, const Stream *stream)
{
    const Metric *middle = comparison_metric(comparison, stream->job, (int)stream->kind, "p50"),
                 *tail = comparison_metric(comparison, stream->job, (int)stream->kind, "p99");
    int other = chart_only_candidate(comparison);
    const char *base = comparison_label(comparison, comparison->baseline);
    if (other < 0 || !middle || !tail || !isfinite(middle->ratios[other].ratio) || !isfinite(tail->ratios[other].ratio))
        return g_strdup_printf(_("%s latency: ratio to %s at each percentile"), direction_words(stream->kind), base);
    g_autofree char *half = units_format_ratio(middle->ratios[other].ratio),
                    *end = units_format_ratio(tail->ratios[other].ratio);
    return g_strdup_printf(_("%s waits %s times as long as %s at the median, %s times at p99"),
                           comparison_label(comparison, (guint)other), half, base, end);
}

static void draw_quantile_ratio(Canvas *canvas, const Comparison *comparison, const Stream *stream,
                                const ChartRanges *ranges)
{
    (void)ranges;
    g_autoptr(GPtrArray) owned = g_ptr_array_new_with_free_func(g_free);
    g_autofree ChartSeries *all = curve_series(comparison, stream, ratio_points, owned);
    g_autofree ChartSeries *series = g_new0(ChartSeries, comparison->series->len);
    guint count = 0;
    for (guint i = 0; i < comparison->series->len; i++)
        if (i != comparison->baseline)
            series[count++] = all[i];
    g_autofree char *title = quantile_title(comparison, stream), *below = chart_subtitle(comparison, stream);
    g_autofree char *mark = NULL;
    g_autofree char *y_title = g_strdup_printf(_("latency divided by %s's, log scale; below 1: faster; shaded: what is open"),
                                               comparison_label(comparison, comparison->baseline));
    g_autoptr(GArray) marks = crossing_marks(comparison, stream, &mark);
    CurveChart chart = {title, below, _("percentile; from p90 on a tenth of the I/Os remains at each step"), y_title,
                        SCALE_NINES, SCALE_LOG, chart_percentile_tick, chart_ratio_tick, series, count,
                        (const ChartMark *)(gpointer)marks->data, marks->len, mark, CHART_RANGE_AUTO, CHART_RANGE_AUTO, 1};
    chart_draw_curves(canvas, &chart);
}

static ChartTable *tabulate_quantile_ratio(const Comparison *comparison, const Stream *stream)
{
    static const ChartColumn columns[] = {{N_("series"), COLUMN_TEXT}, {N_("percentile"), COLUMN_TEXT},
                                          {N_("ratio"), COLUMN_RATIO}, {N_("from"), COLUMN_RATIO}, {N_("to"), COLUMN_RATIO}};
    ChartTable *table = chart_table_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < comparison->series->len; i++) {
        guint count;
        g_autofree ChartPoint *points = ratio_points(stream, i, &count);
        for (guint j = 0; j < count && i != comparison->baseline; j++) {
            g_autofree char *percentile = chart_percentile_tick(points[j].x);
            chart_table_add_text(table, comparison_label(comparison, i));
            chart_table_add_text(table, percentile);
            chart_table_add(table, points[j].y);
            chart_table_add(table, points[j].low);
            chart_table_add(table, points[j].high);
        }
    }
    return table;
}

const ChartKind chart_quantile_ratio = {"quantile-ratio", N_("candidate divided by baseline at each percentile"), FALSE,
                                        has_quantile_ratio, draw_quantile_ratio, tabulate_quantile_ratio, NULL};

/* modes */

static gboolean side_has_modes(const StreamSide *side)
{
    return side->modes.is_known && side->runs->len > 0;
}

static gboolean has_modes(const Comparison *comparison, const Stream *stream)
{
    return any_side(comparison, stream, side_has_modes);
}

static char *modes_title(const Comparison *comparison, const Stream *stream)
{
    g_autoptr(GString) two = g_string_new(NULL);
    for (guint i = 0; i < comparison->series->len; i++)
        if (SIDE(stream, i)->modes.is_bimodal)
            g_string_append_printf(two, "%s%s", two->len ? ", " : "", comparison_label(comparison, i));
    if (two->len == 0)
        return latency_title(stream, _("%s latency: no two populations apart"));
    return g_strdup_printf(_("%s latency: two populations apart on %s"), direction_words(stream->kind), two->str);
}

static void fill_stack(Stack *stack, const Modes *modes, GPtrArray *owned)
{
    if (!modes->is_known || !modes->is_bimodal) {
        stack->shares[0] = modes->is_known ? 100 : 0;
        stack->words[0] = modes->is_known ? _("one population") : _("no data");
        return;
    }
    char *words[STACK_PARTS] = {under_words(modes->fast_percent, modes->fast_below_ns), NULL,
                                from_words(modes->slow_percent, modes->slow_from_ns)};
    if (modes->between_percent >= 0.1) {
        g_autofree char *share = units_format_percent(modes->between_percent);
        words[1] = g_strdup_printf(_("%s between"), share);
    }
    double shares[STACK_PARTS] = {modes->fast_percent, modes->between_percent, modes->slow_percent};
    for (guint i = 0; i < STACK_PARTS; i++) {
        stack->shares[i] = shares[i];
        stack->words[i] = words[i];
        if (words[i])
            g_ptr_array_add(owned, words[i]);
    }
}

static void draw_modes(Canvas *canvas, const Comparison *comparison, const Stream *stream, const ChartRanges *ranges)
{
    (void)ranges;
    g_autoptr(GPtrArray) owned = g_ptr_array_new_with_free_func(g_free);
    g_autofree Stack *stacks = g_new0(Stack, comparison->series->len);
    for (guint i = 0; i < comparison->series->len; i++) {
        stacks[i].label = comparison_label(comparison, i);
        fill_stack(&stacks[i], &SIDE(stream, i)->modes, owned);
    }
    g_autofree char *title = modes_title(comparison, stream), *below = chart_subtitle(comparison, stream);
    StackChart chart = {title, below, _("share of the I/Os in each population"), stacks, comparison->series->len};
    chart_draw_stacks(canvas, &chart);
}

static ChartTable *tabulate_modes(const Comparison *comparison, const Stream *stream)
{
    static const ChartColumn columns[] = {{N_("series"), COLUMN_TEXT}, {N_("fast"), COLUMN_PERCENT}, {N_("below"), COLUMN_NS},
                                          {N_("slow"), COLUMN_PERCENT}, {N_("from"), COLUMN_NS},
                                          {N_("slow ones' share of the waiting"), COLUMN_PERCENT}};
    ChartTable *table = chart_table_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < comparison->series->len; i++) {
        const Modes *modes = &SIDE(stream, i)->modes;
        gboolean has_two = modes->is_known && modes->is_bimodal;
        const double values[] = {modes->fast_percent, modes->fast_below_ns, modes->slow_percent, modes->slow_from_ns,
                                 modes->slow_time_percent};
        chart_table_add_text(table, comparison_label(comparison, i));
        for (gsize j = 0; j < G_N_ELEMENTS(values); j++)
            chart_table_add(table, has_two ? values[j] : NAN);
    }
    return table;
}

static double modes_height(const Comparison *comparison, const Stream *stream)
{
    (void)stream;
    return chart_stacks_height(comparison->series->len);
}

const ChartKind chart_modes = {"modes", N_("the populations of latency and their shares"), FALSE, has_modes, draw_modes,
                               tabulate_modes, modes_height};
