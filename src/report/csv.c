#include "report/text.h"

#include "base/units.h"
#include "model/words.h"

#include <string.h>

/* A spreadsheet would take such a cell for a formula; a number with a sign is none. */
static gboolean is_formula(const char *cell)
{
    char *end = NULL;
    if (!*cell || !strchr("=+-@\t\r", *cell))
        return FALSE;
    g_ascii_strtod(cell, &end);
    return end == cell || *end || !g_ascii_isdigit(end[-1]);
}

void text_append_csv_cell(GString *text, const char *cell, gboolean is_last)
{
    const char *at = cell ? cell : "";
    gboolean is_guarded = is_formula(at), needs_quotes = is_guarded || strpbrk(at, ",\"\n\r");
    g_string_append(text, needs_quotes ? "\"" : "");
    g_string_append(text, is_guarded ? "'" : "");
    for (; *at; at++)
        g_string_append_printf(text, *at == '"' ? "\"\"" : "%c", *at);
    g_string_append(text, needs_quotes ? "\"" : "");
    g_string_append(text, is_last ? "\r\n" : ",");
}

static void append_number(GString *text, double value, gboolean is_last)
{
    char buffer[G_ASCII_DTOSTR_BUF_SIZE];
    text_append_csv_cell(text, isfinite(value) ? g_ascii_formatd(buffer, sizeof buffer, "%.10g", value) : "", is_last);
}

char *text_format_csv(const Comparison *comparison)
{
    GString *text = g_string_new("job,direction,metric,unit,series,runs,mean,low,high,ratio,ratio_low,ratio_high,"
                                 "fraction,verdict,noise_percent\r\n");
    for (guint i = 0; i < comparison->metrics->len; i++) {
        const Metric *metric = comparison->metrics->pdata[i];
        for (guint j = 0; j < comparison->series->len; j++) {
            const MetricValue *value = &metric->values[j];
            const MetricRatio *ratio = &metric->ratios[j];
            text_append_csv_cell(text, metric->job, FALSE);
            text_append_csv_cell(text, direction_name(metric->kind), FALSE);
            text_append_csv_cell(text, metric->id, FALSE);
            text_append_csv_cell(text, metric_unit_name(metric->unit), FALSE);
            text_append_csv_cell(text, comparison_label(comparison, j), FALSE);
            append_number(text, value->runs, FALSE);
            append_number(text, value->mean, FALSE);
            append_number(text, value->low, FALSE);
            append_number(text, value->high, FALSE);
            append_number(text, ratio->ratio, FALSE);
            append_number(text, ratio->low, FALSE);
            append_number(text, ratio->high, FALSE);
            text_append_csv_cell(text, ratio->fraction ? ratio->fraction : "", FALSE);
            text_append_csv_cell(text, j == comparison->baseline ? "baseline" : verdict_name(ratio->verdict), FALSE);
            append_number(text, metric->noise_percent, TRUE);
        }
    }
    return g_string_free(text, FALSE);
}
