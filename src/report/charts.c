#include "report/charts.h"
#include "report/internal.h"

#include "base/error.h"
#include "base/translate.h"
#include "base/units.h"
#include "model/words.h"

#include <libxml/tree.h>

/* tables */

static void cell_clear(gpointer data)
{
    g_free(((ChartCell *)data)->text);
}

ChartTable *chart_table_new(const ChartColumn *columns, guint column_count)
{
    ChartTable *table = g_new0(ChartTable, 1);
    table->columns = columns;
    table->column_count = column_count;
    table->cells = g_array_new(FALSE, FALSE, sizeof(ChartCell));
    g_array_set_clear_func(table->cells, cell_clear);
    return table;
}

void chart_table_free(ChartTable *table)
{
    if (!table)
        return;
    g_array_unref(table->cells);
    g_free(table);
}

void chart_table_add_text(ChartTable *table, const char *text)
{
    ChartCell cell = {g_strdup(text), NAN};
    g_array_append_val(table->cells, cell);
}

void chart_table_add(ChartTable *table, double number)
{
    ChartCell cell = {NULL, number};
    g_array_append_val(table->cells, cell);
}

char *chart_table_words(const ChartTable *table, guint row, guint column)
{
    const ChartCell *cell = &g_array_index(table->cells, ChartCell, row * table->column_count + column);
    switch (table->columns[column].unit) {
    case COLUMN_NS:
        return units_format_ns(cell->number);
    case COLUMN_RATE:
        return units_format_rate(cell->number);
    case COLUMN_PERCENT:
        return units_format_percent(cell->number);
    case COLUMN_RATIO:
        return units_format_ratio(cell->number);
    case COLUMN_NUMBER:
        return units_format_count(cell->number);
    default:
        return g_strdup(cell->text ? cell->text : "-");
    }
}

/* kinds */

const ChartKind *const chart_kinds[] = {&chart_throughput,     &chart_percentiles, &chart_distribution,
                                        &chart_ratios,         &chart_quantile_ratio, &chart_cdf,
                                        &chart_waiting,        &chart_modes,       &chart_steadiness,
                                        NULL};

const ChartKind *chart_kind_find(const char *id)
{
    for (const ChartKind *const *kind = chart_kinds; *kind; kind++)
        if (g_str_equal((*kind)->id, id))
            return *kind;
    return NULL;
}

/* ranges */

static void widen(double value, double *low, double *high)
{
    if (isfinite(value) && value > 0) {
        *low = fmin(*low, value);
        *high = fmax(*high, value);
    }
}

static void widen_latency(const StreamSide *side, double *low, double *high)
{
    const GArray *percentiles = side->merged.percentiles;
    widen(side->merged.min_ns.low, low, high);
    for (guint i = 0; percentiles && i < percentiles->len; i++) {
        const Percentile *percentile = &g_array_index(percentiles, Percentile, i);
        widen(percentile->ns.low, low, high);
        widen(percentile->ns.high, low, high);
    }
    for (guint i = 0; i < side->cells->len; i++) {
        const LatencyCell *cell = &g_array_index(side->cells, LatencyCell, i);
        widen(cell->percent > 0 ? cell->from_ns : NAN, low, high);
        widen(cell->percent > 0 ? cell->to_ns : NAN, low, high);
    }
}

static double end_of(double asked, double found)
{
    return isfinite(asked) ? asked : isfinite(found) ? found : NAN;
}

ChartRanges charts_ranges(const Comparison *comparison, const ChartRanges *asked)
{
    double low = INFINITY, high = -INFINITY, least = INFINITY, most = -INFINITY;
    for (guint i = 0; i < comparison->streams->len; i++) {
        const Stream *stream = comparison->streams->pdata[i];
        const Metric *metric = comparison_metric(comparison, stream->job, (int)stream->kind, "bw");
        for (guint j = 0; j < comparison->series->len; j++) {
            widen_latency(&stream->sides[j], &low, &high);
            const GArray *each = metric ? metric->values[j].each : NULL;
            for (guint k = 0; each && k < each->len; k++)
                widen(g_array_index(each, Figure, k).high, &least, &most);
        }
    }
    return (ChartRanges){{end_of(asked->latency_ns.from, low / 1.1), end_of(asked->latency_ns.to, high * 1.1)},
                         {end_of(asked->rate_bytes_per_s.from, 0), end_of(asked->rate_bytes_per_s.to, most)}};
}

/* pictures */

static Canvas *draw(const ChartKind *kind, const Comparison *comparison, const Stream *stream,
                    const ChartOptions *options, const ChartRanges *ranges, GError **error)
{
    if (!kind->has_data(comparison, stream)) {
        g_autofree char *name = words_stream(stream->job, stream->kind);
        g_set_error(error, TROUBLE, TROUBLE_FORMAT, _("%s: the reports hold nothing to draw a %s chart of"), name, kind->id);
        return NULL;
    }
    Canvas *canvas = canvas_new(options);
    kind->draw(canvas, comparison, stream, ranges);
    return canvas;
}

static char *picture_title(const ChartKind *kind, const Stream *stream)
{
    g_autofree char *name = words_stream(stream->job, stream->kind);
    return g_strdup_printf("%s, %s", _(kind->about), name);
}

GBytes *chart_finish(Canvas *canvas, const ChartOptions *options, const char *description, const char *prefix, GError **error)
{
    g_autoptr(GBytes) drawn = canvas_finish(canvas, error);
    if (!drawn || options->format != CHART_SVG)
        return g_steal_pointer(&drawn);
    SvgExtras extras = {prefix, options->title, description, options->origin, NULL, canvas_hits(canvas), NULL};
    xmlDoc *document = svg_finish(drawn, &extras, error);
    if (!document)
        return NULL;
    xmlChar *text = NULL;
    int length = 0;
    xmlDocDumpMemoryEnc(document, &text, &length, "UTF-8");
    GBytes *finished = g_bytes_new(text, (gsize)length);
    xmlFree(text);
    xmlFreeDoc(document);
    return finished;
}

GBytes *chart_make(const ChartKind *kind, const Comparison *comparison, const Stream *stream,
                   const ChartOptions *options, const ChartRanges *ranges, const ChartOrigin *origin,
                   const char *prefix, GError **error)
{
    g_autofree char *title = picture_title(kind, stream), *from = origin_format(kind, comparison, stream, origin);
    ChartOptions own = *options;
    own.title = title;
    own.origin = from;
    g_autoptr(Canvas) canvas = draw(kind, comparison, stream, &own, ranges, error);
    return canvas ? chart_finish(canvas, &own, comparison->headline, prefix, error) : NULL;
}

xmlDoc *canvas_make_tree(Canvas *canvas, const char *title, const char *description, const char *prefix, GError **error)
{
    g_autoptr(GBytes) drawn = canvas_finish(canvas, error);
    if (!drawn)
        return NULL;
    SvgExtras extras = {prefix, title, description, NULL, canvas_text_lines(canvas), canvas_hits(canvas),
                        chart_options_default().theme};
    return svg_finish(drawn, &extras, error);
}

xmlDoc *chart_make_tree(const ChartKind *kind, const Comparison *comparison, const Stream *stream,
                        const ChartRanges *ranges, const char *prefix, GError **error)
{
    ChartOptions options = chart_options_default();
    options.has_live_text = TRUE;
    if (kind->height)
        options.height = kind->height(comparison, stream);
    g_autoptr(Canvas) canvas = draw(kind, comparison, stream, &options, ranges, error);
    g_autofree char *title = picture_title(kind, stream);
    return canvas ? canvas_make_tree(canvas, title, comparison->headline, prefix, error) : NULL;
}
