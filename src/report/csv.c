#include "report/text.h"

#include "base/units.h"
#include "model/words.h"

#include <string.h>

/* A spreadsheet would take such a cell for a formula. */
static void append_cell(GString *text, const char *cell, gboolean is_last)
{
    gboolean is_formula = *cell && strchr("=+-@\t\r", *cell) && !g_ascii_isdigit(cell[1]);
    gboolean needs_quotes = strpbrk(cell, ",\"\n\r") != NULL || is_formula;
    if (!needs_quotes) {
        g_string_append(text, cell);
    } else {
        g_string_append_c(text, '"');
        if (is_formula)
            g_string_append_c(text, '\'');
        for (; *cell; cell++)
            g_string_append_printf(text, *cell == '"' ? "\"\"" : "%c", *cell);
        g_string_append_c(text, '"');
    }
    g_string_append(text, is_last ? "\r\n" : ",");
}

static void append_number(GString *text, double value, gboolean is_last)
{
    char buffer[G_ASCII_DTOSTR_BUF_SIZE];
    append_cell(text, isfinite(value) ? g_ascii_formatd(buffer, sizeof buffer, "%.10g", value) : "", is_last);
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
            append_cell(text, metric->job, FALSE);
            append_cell(text, direction_name(metric->kind), FALSE);
            append_cell(text, metric->id, FALSE);
            append_cell(text, metric_unit_name(metric->unit), FALSE);
            append_cell(text, comparison_label(comparison, j), FALSE);
            append_number(text, value->runs, FALSE);
            append_number(text, value->mean, FALSE);
            append_number(text, value->low, FALSE);
            append_number(text, value->high, FALSE);
            append_number(text, ratio->ratio, FALSE);
            append_number(text, ratio->low, FALSE);
            append_number(text, ratio->high, FALSE);
            append_cell(text, ratio->fraction ? ratio->fraction : "", FALSE);
            append_cell(text, j == comparison->baseline ? "baseline" : verdict_words(ratio->verdict), FALSE);
            append_number(text, metric->noise_percent, TRUE);
        }
    }
    return g_string_free(text, FALSE);
}
