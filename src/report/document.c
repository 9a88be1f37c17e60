#include "report/document.h"
#include "report/charts.h"
#include "report/internal.h"

#include "base/language.h"
#include "base/translate.h"
#include "base/units.h"
#include "model/words.h"

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <stdlib.h>
#include <string.h>

/* Of what fio printed; a page of more is slow to open and too large for a ticket. */
#define RAW_CEILING_BYTES (1024 * 1024)
#define RAW_ONE_CEILING_BYTES (256 * 1024)

static void raw_free(gpointer data)
{
    RawOutput *raw = data;
    g_free(raw->label);
    g_free(raw->path);
    g_free(raw->text);
    g_free(raw);
}

static void fact_free(gpointer data)
{
    Fact *fact = data;
    g_free(fact->name);
    g_free(fact->value);
    g_free(fact);
}

ReportContext *report_context_new(const char *version, const char *command)
{
    ReportContext *context = g_new0(ReportContext, 1);
    context->version = version;
    context->command = g_strdup(command);
    context->raws = g_ptr_array_new_with_free_func(raw_free);
    context->facts = g_ptr_array_new_with_free_func(fact_free);
    context->ranges = (ChartRanges){CHART_RANGE_AUTO, CHART_RANGE_AUTO};
    return context;
}

void report_context_free(ReportContext *context)
{
    if (!context)
        return;
    g_free(context->command);
    g_ptr_array_unref(context->raws);
    g_ptr_array_unref(context->facts);
    g_free(context);
}

void report_context_add_raw(ReportContext *context, const char *label, const char *path, const char *text)
{
    RawOutput *raw = g_new0(RawOutput, 1);
    raw->label = g_strdup(label);
    raw->path = g_strdup(path);
    raw->text = g_strdup(text);
    g_ptr_array_add(context->raws, raw);
}

void report_context_add_fact(ReportContext *context, const char *name, const char *value)
{
    Fact *fact = g_new0(Fact, 1);
    fact->name = g_strdup(name);
    fact->value = g_strdup(value);
    g_ptr_array_add(context->facts, fact);
}

/* XML has no place for control characters: they become the replacement character. */
char *xml_safe(const char *text)
{
    char *safe = g_utf8_make_valid(text, -1);
    for (char *at = safe; *at; at++)
        if ((guchar)*at < 0x20 && *at != '\n' && *at != '\t')
            *at = '?';
    return safe;
}

void xml_set(xmlNode *node, const char *name, const char *value)
{
    g_autofree char *safe = xml_safe(value ? value : "");
    xmlNewProp(node, BAD_CAST name, BAD_CAST safe);
}

xmlNode *xml_add(xmlNode *parent, const char *name, const char *text)
{
    xmlNode *node = xmlNewChild(parent, NULL, BAD_CAST name, NULL);
    if (text) {
        g_autofree char *safe = xml_safe(text);
        xmlNodeAddContent(node, BAD_CAST safe);
    }
    return node;
}

static void set_number(xmlNode *node, const char *name, double value)
{
    char buffer[G_ASCII_DTOSTR_BUF_SIZE];
    if (isfinite(value))
        xml_set(node, name, g_ascii_formatd(buffer, sizeof buffer, "%.10g", value));
}

static void add_series(xmlNode *root, const Comparison *comparison)
{
    for (guint i = 0; i < comparison->series->len; i++) {
        const Series *series = comparison->series->pdata[i];
        xmlNode *node = xml_add(root, "series", NULL);
        xml_set(node, "label", series->label);
        set_number(node, "runs", series->results->len);
        if (i == comparison->baseline)
            xml_set(node, "role", "baseline");
        for (guint j = 0; j < series->results->len; j++) {
            const Result *result = series->results->pdata[j];
            xmlNode *source = xml_add(node, "source", NULL);
            xml_set(source, "path", result->source.path);
            set_number(source, "report", result->source.report);
            xml_set(source, "format", result->source.format);
            xml_set(source, "sha256", source_sha256(&result->source));
            xml_set(source, "fio", result->fio_version ? result->fio_version : _("unknown version"));
            xml_set(source, "time", result->time_text ? result->time_text : "");
            if (result->source.command_line)
                xml_add(source, "command", result->source.command_line);
        }
    }
}

/* Where the ratio stands in the small inline bar: 0 to 100, 50 is "equal", a factor of 10 either way its end. */
static double bar_place(double ratio)
{
    return CLAMP(50 + 50 * log10(ratio), 0, 100);
}

static void add_ratio(xmlNode *row, const Comparison *comparison, const Metric *metric, guint index)
{
    const MetricRatio *ratio = &metric->ratios[index];
    xmlNode *node = xml_add(row, "ratio", NULL);
    g_autofree char *number = units_format_ratio(ratio->ratio), *bounds = words_bounds(ratio),
                    *fraction = words_fraction(ratio);
    xml_set(node, "series", comparison_label(comparison, index));
    xml_set(node, "text", number);
    xml_set(node, "bounds", bounds);
    xml_set(node, "words", fraction);
    xml_set(node, "verdict", verdict_name(ratio->verdict));
    if (*words_sign(ratio->verdict))
        xml_set(node, "sign", words_sign(ratio->verdict));
    if (ratio->verdict == VERDICT_UNCLEAR && ratio->runs_needed > 0)
        set_number(node, "try", ratio->runs_needed);
    if (!(ratio->ratio > 0))
        return;
    gboolean is_better = (ratio->ratio > 1) == metric->higher_is_better;
    gboolean is_same = ratio->ratio >= 0.98 && ratio->ratio <= 1.02;
    xml_set(node, "side", is_same ? "same" : is_better ? "better" : "worse");
    set_number(node, "place", bar_place(ratio->ratio));
    set_number(node, "from", fmin(50, bar_place(ratio->ratio)));
    set_number(node, "width", fabs(bar_place(ratio->ratio) - 50));
}

/* Where a metric's number comes from. */
static const char *how_words(const Metric *metric)
{
    gboolean is_percentile = metric->id[0] == 'p' && g_ascii_isdigit(metric->id[1]);
    if (metric->values[0].runs <= 1)
        return _("of the one run");
    if (!is_percentile)
        return _("mean of the runs");
    return metric->is_from_bins ? _("bins of all runs together") : _("median of the runs");
}

static void add_rows(xmlNode *parent, const Comparison *comparison, const Stream *stream)
{
    for (guint i = 0; i < comparison->metrics->len; i++) {
        const Metric *metric = comparison->metrics->pdata[i];
        if (metric->kind != stream->kind || !g_str_equal(metric->job, stream->job))
            continue;
        xmlNode *row = xml_add(parent, "metric", NULL);
        xml_set(row, "id", metric->id);
        xml_set(row, "title", metric->title);
        xml_set(row, "how", how_words(metric));
        xml_set(row, "unit", metric_unit_name(metric->unit));
        xml_set(row, "better", metric->higher_is_better ? "higher" : "lower");
        g_autofree char *noise = words_noise(metric);
        if (*noise)
            xml_set(row, "noise", noise);
        xml_set(row, "shown", metric->is_shown ? "yes" : "no");
        for (guint j = 0; j < comparison->series->len; j++) {
            xmlNode *value = xml_add(row, "value", NULL);
            g_autofree char *words = words_metric_value(metric, j);
            xml_set(value, "series", comparison_label(comparison, j));
            xml_set(value, "text", words);
            set_number(value, "runs", metric->values[j].runs);
            set_number(value, "number", metric->values[j].mean);
        }
        for (guint j = 0; j < comparison->series->len; j++)
            if (j != comparison->baseline)
                add_ratio(row, comparison, metric, j);
    }
}

void xml_add_table(xmlNode *parent, const ChartTable *table)
{
    xmlNode *node = xml_add(parent, "table", NULL);
    for (guint i = 0; i < table->column_count; i++) {
        xmlNode *column = xml_add(node, "column", _(table->columns[i].name));
        xml_set(column, "unit", table->columns[i].unit == COLUMN_TEXT ? "text" : "number");
    }
    for (guint i = 0; i < table->cells->len / table->column_count; i++) {
        xmlNode *row = xml_add(node, "row", NULL);
        for (guint j = 0; j < table->column_count; j++) {
            g_autofree char *words = chart_table_words(table, i, j);
            xml_add(row, "cell", words);
        }
    }
}

void xml_add_picture(xmlNode *parent, xmlDoc *picture)
{
    xmlNode *root = xmlDocGetRootElement(picture);
    xmlUnsetProp(root, BAD_CAST "width");
    xmlUnsetProp(root, BAD_CAST "height");
    xmlUnlinkNode(root);
    xmlSetTreeDoc(root, parent->doc);
    xmlAddChild(xml_add(parent, "picture", NULL), root);
    xmlFreeDoc(picture);
}

static gboolean add_picture(xmlNode *parent, const ChartKind *kind, const Comparison *comparison, const Stream *stream,
                            const ChartRanges *ranges, const char *prefix, GError **error)
{
    xmlDoc *picture = chart_make_tree(kind, comparison, stream, ranges, prefix, error);
    if (picture)
        xml_add_picture(parent, picture);
    return picture != NULL;
}

static gboolean add_charts(xmlNode *parent, const Comparison *comparison, const Stream *stream, guint index,
                           const ChartRanges *ranges, GError **error)
{
    for (guint i = 0; chart_kinds[i]; i++) {
        const ChartKind *kind = chart_kinds[i];
        if (!kind->has_data(comparison, stream))
            continue;
        xmlNode *chart = xml_add(parent, "chart", NULL);
        xml_set(chart, "kind", kind->id);
        xml_set(chart, "about", _(kind->about));
        xml_set(chart, "main", kind->is_main ? "yes" : "no");
        g_autofree char *prefix = g_strdup_printf("c%u%c-", index, 'a' + i);
        if (!add_picture(chart, kind, comparison, stream, ranges, prefix, error))
            return FALSE;
        g_autoptr(ChartTable) table = kind->tabulate(comparison, stream);
        xml_add_table(chart, table);
    }
    return TRUE;
}

static void add_workload(xmlNode *parent, const Comparison *comparison, const Stream *stream)
{
    const GArray *runs = stream->sides[comparison->baseline].runs;
    if (runs->len == 0)
        return;
    const StreamRun *run = &g_array_index(runs, StreamRun, 0);
    xmlNode *node = xml_add(parent, "workload", NULL);
    const GPtrArray *lists[] = {run->result->global_options, run->job->options};
    for (gsize i = 0; i < G_N_ELEMENTS(lists); i++) {
        for (guint j = 0; j < lists[i]->len; j++) {
            const Option *option = lists[i]->pdata[j];
            xmlNode *item = xml_add(node, "option", NULL);
            xml_set(item, "name", option->name);
            xml_set(item, "value", option->value);
        }
    }
}

static void add_findings(xmlNode *root, const Comparison *comparison)
{
    xmlNode *list = xml_add(root, "findings", NULL);
    for (guint i = 0; i < comparison->told->len; i++) {
        const Finding *finding = comparison->told->pdata[i];
        g_auto(GStrv) lines = g_strsplit(finding->evidence, "\n", -1);
        xmlNode *node = xml_add(list, "finding", NULL);
        xml_set(node, "id", finding->id);
        xml_set(node, "severity", severity_name(finding->severity));
        xml_set(node, "series", finding->series);
        xml_add(node, "title", finding->title);
        for (char **line = lines; *line; line++)
            xml_add(node, "evidence", *line);
        if (finding->guess)
            xml_add(node, "guess", finding->guess);
        if (finding->check)
            xml_add(node, "check", finding->check);
    }
}

static int by_size(const void *a, const void *b)
{
    gsize x = *(const gsize *)a, y = *(const gsize *)b;
    return (x > y) - (x < y);
}

/* How much each raw text may have so that all fit: short ones leave what they do not need to the long ones. */
static gsize raw_limit(const GPtrArray *raws)
{
    g_autofree gsize *lengths = g_new(gsize, raws->len);
    for (guint i = 0; i < raws->len; i++)
        lengths[i] = strlen(((const RawOutput *)raws->pdata[i])->text);
    if (raws->len)
        qsort(lengths, raws->len, sizeof *lengths, by_size);
    gsize room = RAW_CEILING_BYTES;
    for (guint i = 0; i < raws->len; i++) {
        gsize share = room / (raws->len - i);
        if (lengths[i] > share)
            return MIN(share, RAW_ONE_CEILING_BYTES);
        room -= lengths[i];
    }
    return RAW_ONE_CEILING_BYTES;
}

static void add_raw(xmlNode *raws, const RawOutput *raw, gsize limit)
{
    g_autofree char *text = NULL;
    gsize length = strlen(raw->text);
    if (length > limit) {
        const char *end = g_utf8_find_prev_char(raw->text, raw->text + limit);
        g_autofree char *head = g_strndup(raw->text, (gsize)(end - raw->text));
        text = g_strdup_printf(_("%s\n[cut here: %zu of %zu bytes are shown]\n"), head, strlen(head), length);
    }
    xmlNode *node = xml_add(raws, "raw", text ? text : raw->text);
    xml_set(node, "series", raw->label);
    xml_set(node, "path", raw->path);
}

static void add_context(xmlNode *root, const ReportContext *context)
{
    xmlNode *facts = xml_add(root, "facts", NULL);
    for (guint i = 0; i < context->facts->len; i++) {
        const Fact *fact = context->facts->pdata[i];
        xmlNode *node = xml_add(facts, "fact", fact->value);
        xml_set(node, "name", fact->name);
    }
    xmlNode *raws = xml_add(root, "raws", NULL);
    gsize limit = raw_limit(context->raws);
    for (guint i = 0; i < context->raws->len; i++)
        add_raw(raws, context->raws->pdata[i], limit);
}

xmlDoc *document_make(const Comparison *comparison, const ReportContext *context, GError **error)
{
    xmlDoc *document = xmlNewDoc(BAD_CAST "1.0");
    xmlNode *root = xmlNewNode(NULL, BAD_CAST "report");
    xmlDocSetRootElement(document, root);
    xml_set(root, "schema", "fiocompare.report/1");
    xml_set(root, "version", context->version);
    xml_set(root, "lang", language_tag());
    set_number(root, "confidence", 100 * comparison->options.confidence);
    set_number(root, "comparisons", comparison->family_size);
    xml_add(root, "headline", comparison->headline);
    xml_add(root, "summary", comparison->summary);
    xmlNode *points = xml_add(root, "points", NULL);
    for (guint i = 0; i < comparison->points->len; i++)
        xml_add(points, "point", comparison->points->pdata[i]);
    if (context->command)
        xml_add(root, "command", context->command);
    add_series(root, comparison);
    ChartRanges ranges = charts_ranges(comparison, &context->ranges);
    for (guint i = 0; i < comparison->streams->len; i++) {
        const Stream *stream = comparison->streams->pdata[i];
        xmlNode *node = xml_add(root, "stream", NULL);
        xml_set(node, "job", stream->job);
        xml_set(node, "direction", direction_name(stream->kind));
        add_rows(node, comparison, stream);
        if (!add_charts(node, comparison, stream, i, &ranges, error)) {
            xmlFreeDoc(document);
            return NULL;
        }
        add_workload(node, comparison, stream);
    }
    add_findings(root, comparison);
    add_context(root, context);
    return document;
}

char *report_format_xml(const Comparison *comparison, const ReportContext *context, GError **error)
{
    xmlDoc *document = document_make(comparison, context, error);
    if (!document)
        return NULL;
    xmlChar *text = NULL;
    int length = 0;
    xmlDocDumpFormatMemoryEnc(document, &text, &length, "UTF-8", 0);
    char *copy = g_strndup((const char *)text, (gsize)length);
    xmlFree(text);
    xmlFreeDoc(document);
    return copy;
}
