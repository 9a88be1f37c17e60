#include "report/text.h"

#include "base/units.h"
#include "model/words.h"

#include <string.h>

/* Text inside Markdown: what would be markup, or end a table's cell, is escaped. */
static char *escaped(const char *text)
{
    GString *safe = g_string_new(NULL);
    for (; *text; text++) {
        if (strchr("\\`*_[]<>|#&", *text))
            g_string_append_c(safe, '\\');
        g_string_append_c(safe, *text == '\n' ? ' ' : *text);
    }
    return g_string_free(safe, FALSE);
}

static void append_head(GString *text, const Comparison *comparison)
{
    g_autofree char *base = escaped(comparison_label(comparison, comparison->baseline));
    g_string_append_printf(text, "| | %s |", base);
    for (guint i = 0; i < comparison->series->len; i++) {
        g_autofree char *label = escaped(comparison_label(comparison, i));
        if (i != comparison->baseline)
            g_string_append_printf(text, " %s | %s/%s | bounds | in words | verdict |", label, label, base);
    }
    g_string_append(text, "\n| --- | ---: |");
    for (guint i = 1; i < comparison->series->len; i++)
        g_string_append(text, " ---: | ---: | --- | --- | --- |");
    g_string_append_c(text, '\n');
}

static void append_row(GString *text, const Comparison *comparison, const Metric *metric)
{
    g_autofree char *base = words_metric_value(metric, comparison->baseline);
    g_string_append_printf(text, "| %s | %s |", metric->title, base);
    for (guint i = 0; i < comparison->series->len; i++) {
        if (i == comparison->baseline)
            continue;
        const MetricRatio *ratio = &metric->ratios[i];
        g_autofree char *value = words_metric_value(metric, i), *number = units_format_ratio(ratio->ratio),
                        *bounds = words_bounds(ratio), *fraction = words_fraction(ratio),
                        *verdict = words_verdict(ratio);
        g_string_append_printf(text, " %s | %s | %s | %s | %s |", value, number, bounds, fraction, verdict);
    }
    g_string_append_c(text, '\n');
}

static void append_findings(GString *text, const Comparison *comparison)
{
    g_string_append(text, "\n## Findings\n\n");
    for (guint i = 0; i < comparison->findings->len; i++) {
        const Finding *finding = comparison->findings->pdata[i];
        g_autofree char *title = escaped(finding->title), *evidence = escaped(finding->evidence);
        g_autofree char *series = escaped(finding->series ? finding->series : "");
        g_string_append_printf(text, "- **%s**: %s%s**%s**: %s.", severity_words(finding->severity), series,
                               *series ? ": " : "", title, evidence);
        if (finding->guess) {
            g_autofree char *guess = escaped(finding->guess);
            g_string_append_printf(text, " _A guess:_ %s.", guess);
        }
        if (finding->check) {
            g_autofree char *check = escaped(finding->check);
            g_string_append_printf(text, " _To tell:_ %s.", check);
        }
        g_string_append_c(text, '\n');
    }
}

static void append_sources(GString *text, const Comparison *comparison)
{
    g_string_append(text, "\n## Sources\n\n");
    for (guint i = 0; i < comparison->series->len; i++) {
        const Series *series = comparison->series->pdata[i];
        g_autofree char *label = escaped(series->label);
        for (guint j = 0; j < series->results->len; j++) {
            const Result *result = series->results->pdata[j];
            g_autofree char *path = escaped(result->source.path);
            g_string_append_printf(text, "- %s: %s, %s, SHA-256 %s\n", label, path,
                                   result->fio_version ? result->fio_version : "fio of unknown version",
                                   source_sha256(&result->source));
        }
    }
}

char *text_format_markdown(const Comparison *comparison)
{
    GString *text = g_string_new("# Comparison of storage\n\n");
    g_autofree char *headline = escaped(comparison->headline), *summary = escaped(comparison->summary);
    g_string_append_printf(text, "**%s**\n\n%s\n", headline, summary);
    for (guint i = 0; i < comparison->streams->len; i++) {
        const Stream *stream = comparison->streams->pdata[i];
        g_autofree char *name = words_stream(stream->job, stream->kind), *safe = escaped(name);
        g_string_append_printf(text, "\n## %s\n\n", safe);
        append_head(text, comparison);
        for (guint j = 0; j < comparison->metrics->len; j++) {
            const Metric *metric = comparison->metrics->pdata[j];
            if (metric->is_shown && metric->kind == stream->kind && g_str_equal(metric->job, stream->job))
                append_row(text, comparison, metric);
        }
    }
    append_findings(text, comparison);
    append_sources(text, comparison);
    return g_string_free(text, FALSE);
}

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

static void append_number(GString *text, double value)
{
    char buffer[G_ASCII_DTOSTR_BUF_SIZE];
    append_cell(text, isfinite(value) ? g_ascii_formatd(buffer, sizeof buffer, "%.10g", value) : "", FALSE);
}

char *text_format_csv(const Comparison *comparison)
{
    GString *text = g_string_new("job,direction,metric,unit,series,runs,mean,low,high,ratio,ratio_low,ratio_high,"
                                 "fraction,verdict\r\n");
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
            append_number(text, value->runs);
            append_number(text, value->mean);
            append_number(text, value->low);
            append_number(text, value->high);
            append_number(text, ratio->ratio);
            append_number(text, ratio->low);
            append_number(text, ratio->high);
            append_cell(text, ratio->fraction ? ratio->fraction : "", FALSE);
            append_cell(text, j == comparison->baseline ? "baseline" : verdict_words(ratio->verdict), TRUE);
        }
    }
    return g_string_free(text, FALSE);
}
