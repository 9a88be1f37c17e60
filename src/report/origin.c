/* Where a chart comes from: who drew it with which command out of which files, and the numbers in it. */
#include "report/internal.h"
#include "report/text.h"

#include "base/error.h"
#include "base/translate.h"
#include "base/units.h"

#include <libsmartcols/libsmartcols.h>
#include <string.h>

static void add_inputs(cJSON *object, const ChartInput *inputs, guint count)
{
    cJSON *list = cJSON_AddArrayToObject(object, "inputs");
    for (guint i = 0; i < count; i++) {
        cJSON *item = cJSON_CreateObject();
        json_add_text(item, "label", inputs[i].label);
        json_add_text(item, "path", inputs[i].path);
        json_add_number(item, "report", inputs[i].report);
        json_add_text(item, "sha256", inputs[i].sha256);
        cJSON_AddItemToArray(list, item);
    }
}

static void add_table(cJSON *object, const ChartTable *table)
{
    static const char *const units[] = {"text", "ns", "bytes_per_s", "percent", "ratio", "number"};
    cJSON *columns = cJSON_AddArrayToObject(object, "columns"), *rows = cJSON_AddArrayToObject(object, "rows");
    for (guint i = 0; i < table->column_count; i++) {
        cJSON *column = cJSON_CreateObject();
        json_add_text(column, "name", table->columns[i].name);
        json_add_text(column, "unit", units[table->columns[i].unit]);
        cJSON_AddItemToArray(columns, column);
    }
    for (guint i = 0; i < table->cells->len; i += table->column_count) {
        cJSON *row = cJSON_CreateArray();
        for (guint j = 0; j < table->column_count; j++) {
            const ChartCell *cell = &g_array_index(table->cells, ChartCell, i + j);
            /* Six digits are more than any chart shows. */
            g_autofree char *digits = g_strdup_printf("%.6g", cell->number);
            double rounded = isfinite(cell->number) ? g_ascii_strtod(digits, NULL) : NAN;
            cJSON_AddItemToArray(row, cell->text ? cJSON_CreateString(cell->text) : json_number_or_null(rounded));
        }
        cJSON_AddItemToArray(rows, row);
    }
}

/* Metadata that every format keeps as it is: letters beyond ASCII become \u escapes. */
static char *ascii_only(const char *json)
{
    GString *text = g_string_new(NULL);
    g_autofree char *valid = g_utf8_make_valid(json, -1);
    for (const char *at = valid; *at; at = g_utf8_next_char(at)) {
        gunichar letter = g_utf8_get_char(at);
        if (letter < 0x80)
            g_string_append_c(text, (char)letter);
        else if (letter < 0x10000)
            g_string_append_printf(text, "\\u%04x", letter);
        else
            g_string_append_printf(text, "\\u%04x\\u%04x", 0xd800 + ((letter - 0x10000) >> 10),
                                   0xdc00 + ((letter - 0x10000) & 0x3ff));
    }
    return g_string_free(text, FALSE);
}

char *chart_origin_format(const ChartFacts *facts, const ChartOrigin *origin)
{
    cJSON *object = cJSON_CreateObject();
    json_add_text(object, "schema", "fiocompare.chart/1");
    json_add_text(object, "fiocompare", origin->version);
    json_add_text(object, "command", origin->command);
    json_add_text(object, "chart", facts->chart);
    json_add_text(object, "job", facts->job);
    json_add_text(object, "direction", facts->direction);
    json_add_text(object, "baseline", facts->baseline);
    add_inputs(object, facts->inputs, facts->input_count);
    if (facts->table)
        add_table(object, facts->table);
    char *printed = cJSON_PrintUnformatted(object);
    char *text = ascii_only(printed);
    cJSON_free(printed);
    cJSON_Delete(object);
    return text;
}

char *origin_format(const ChartKind *kind, const Comparison *comparison, const Stream *stream, const ChartOrigin *origin)
{
    g_autoptr(ChartTable) table = kind->has_data(comparison, stream) ? kind->tabulate(comparison, stream) : NULL;
    g_autoptr(GArray) inputs = g_array_new(FALSE, FALSE, sizeof(ChartInput));
    for (guint i = 0; i < comparison->series->len; i++) {
        const Series *series = comparison->series->pdata[i];
        for (guint j = 0; j < series->results->len; j++) {
            const Result *result = series->results->pdata[j];
            ChartInput input = {series->label, result->source.path, source_sha256(&result->source), result->source.report};
            g_array_append_val(inputs, input);
        }
    }
    ChartFacts facts = {kind->id, stream->job, direction_name(stream->kind), comparison_label(comparison, comparison->baseline),
                        (const ChartInput *)inputs->data, inputs->len, table};
    return chart_origin_format(&facts, origin);
}

static const char *text_of(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsString(item) ? item->valuestring : "-";
}

static char *cell_words(const cJSON *cell, const char *unit)
{
    if (cJSON_IsString(cell))
        return g_strdup(cell->valuestring);
    double value = cJSON_IsNumber(cell) ? cell->valuedouble : NAN;
    if (g_str_equal(unit, "ns"))
        return units_format_ns(value);
    if (g_str_equal(unit, "bytes_per_s"))
        return units_format_rate(value);
    if (g_str_equal(unit, "number"))
        return units_format_count(value);
    return g_str_equal(unit, "percent") ? units_format_percent(value) : units_format_ratio(value);
}

static char *rows_table(const cJSON *columns, const cJSON *rows, const TerminalStyle *style)
{
    struct libscols_table *table = scols_new_table();
    char *printed = NULL;
    scols_table_enable_ascii(table, !style->is_utf8);
    scols_table_set_termforce(table, SCOLS_TERMFORCE_ALWAYS);
    scols_table_set_termwidth(table, style->width);
    scols_table_set_column_separator(table, "  ");
    for (const cJSON *column = columns->child; column; column = column->next)
        scols_table_new_column(table, text_of(column, "name"), 0,
                               g_str_equal(text_of(column, "unit"), "text") ? 0 : SCOLS_FL_RIGHT);
    for (const cJSON *row = rows->child; row; row = row->next) {
        struct libscols_line *line = scols_table_new_line(table, NULL);
        const cJSON *column = columns->child;
        size_t index = 0;
        for (const cJSON *cell = row->child; cell && column; cell = cell->next, column = column->next) {
            g_autofree char *words = cell_words(cell, text_of(column, "unit"));
            scols_line_set_data(line, index++, words);
        }
    }
    scols_print_table_to_string(table, &printed);
    char *text = g_strdup(printed ? printed : "");
    free(printed);
    scols_unref_table(table);
    return text;
}

char *text_format_origin(const char *json, const TerminalStyle *style, GError **error)
{
    cJSON *object = cJSON_Parse(json);
    const cJSON *columns = cJSON_GetObjectItemCaseSensitive(object, "columns"),
                *rows = cJSON_GetObjectItemCaseSensitive(object, "rows"),
                *inputs = cJSON_GetObjectItemCaseSensitive(object, "inputs");
    if (!g_str_has_prefix(text_of(object, "schema"), "fiocompare.chart/") || !cJSON_IsArray(columns) || !cJSON_IsArray(rows)) {
        cJSON_Delete(object);
        g_set_error(error, TROUBLE, TROUBLE_FORMAT, _("the chart's data are damaged (schema fiocompare.chart/1 was expected)"));
        return NULL;
    }
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, _("%s of %s %s, drawn by fiocompare %s\ncommand: %s\n"), text_of(object, "chart"),
                           text_of(object, "job"), text_of(object, "direction"), text_of(object, "fiocompare"),
                           text_of(object, "command"));
    for (const cJSON *input = inputs ? inputs->child : NULL; input; input = input->next)
        g_string_append_printf(text, _("%s: %s, SHA-256 %s\n"), text_of(input, "label"), text_of(input, "path"),
                               text_of(input, "sha256"));
    g_autofree char *table = rows_table(columns, rows, style);
    g_string_append(text, table);
    cJSON_Delete(object);
    return g_string_free(text, FALSE);
}
