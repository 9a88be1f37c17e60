/* Markdown (GitHub, GitLab) and Jira's wiki text: one document, two spellings. */
#include "report/text.h"

#include "base/translate.h"
#include "base/units.h"
#include "model/words.h"

#include <string.h>

typedef struct {
    const char *specials;             /* letters that a backslash takes the meaning from */
    gboolean escapes_leading_dash;    /* " -word-" would be struck through */
    const char *head[3];              /* before a heading */
    const char *bold, *italic;        /* around a word */
    const char *item;                 /* before an item of a list */
    const char *head_cell, *cell, *row_end, *head_end;
    gboolean has_rule;                /* a line of dashes under the head of a table */
    const char *picture_before, *picture_between, *picture_after; /* around title and file */
    gboolean picture_has_title;
} Markup;

static const Markup markdown = {"\\`*_[]<>|#&", FALSE, {"# ", "## ", "### "}, "**", "_", "- ",
                                "| ", "| ", " |\n", " |\n", TRUE, "![", "](", ")", TRUE};
static const Markup jira = {"\\{}[]|*_^~!+", TRUE, {"h1. ", "h2. ", "h3. "}, "*", "_", "* ",
                            "||", "|", "|\n", "||\n", FALSE, "!", "", "|width=860!", FALSE};

static void append_escaped(const Markup *markup, GString *text, const char *words)
{
    char before = ' ';
    for (; *words; before = *words++) {
        gboolean is_dash = markup->escapes_leading_dash && *words == '-' && (before == ' ' || before == '-');
        if (is_dash || strchr(markup->specials, *words))
            g_string_append_c(text, '\\');
        g_string_append_c(text, *words == '\n' ? ' ' : *words);
    }
}

void text_append_markdown(GString *text, const char *words)
{
    append_escaped(&markdown, text, words);
}

static void append_heading(const Markup *markup, GString *text, int level, const char *words)
{
    g_string_append_printf(text, "%s%s", text->len ? "\n" : "", markup->head[level]);
    append_escaped(markup, text, words);
    g_string_append(text, "\n\n");
}

static void append_cell(const Markup *markup, GString *text, gboolean is_head, const char *words)
{
    g_string_append(text, is_head ? markup->head_cell : markup->cell);
    append_escaped(markup, text, *words || markup->has_rule ? words : " "); /* Jira needs something in a cell */
    g_string_append(text, markup->has_rule ? " " : "");
}

static void end_row(const Markup *markup, GString *text, gboolean is_head)
{
    if (markup->has_rule)
        g_string_append(text, "|\n");
    else
        g_string_append(text, is_head ? markup->head_end : markup->row_end);
}

static void append_head(const Markup *markup, GString *text, const Comparison *comparison)
{
    const char *base = comparison_label(comparison, comparison->baseline);
    const char *others[] = {_("bounds"), _("in words"), _("verdict")};
    append_cell(markup, text, TRUE, markup->has_rule ? "" : " ");
    append_cell(markup, text, TRUE, base);
    for (guint i = 0; i < comparison->series->len; i++) {
        if (i == comparison->baseline)
            continue;
        g_autofree char *pair = g_strdup_printf("%s/%s", comparison_label(comparison, i), base);
        append_cell(markup, text, TRUE, comparison_label(comparison, i));
        append_cell(markup, text, TRUE, pair);
        for (gsize j = 0; j < G_N_ELEMENTS(others); j++)
            append_cell(markup, text, TRUE, others[j]);
    }
    if (comparison_is_calibrated(comparison))
        append_cell(markup, text, TRUE, _("noise floor"));
    end_row(markup, text, TRUE);
    if (!markup->has_rule)
        return;
    g_string_append(text, "| --- | ---: |");
    for (guint i = 1; i < comparison->series->len; i++)
        g_string_append(text, " ---: | ---: | --- | --- | --- |");
    if (comparison_is_calibrated(comparison))
        g_string_append(text, " ---: |");
    g_string_append_c(text, '\n');
}

static void append_row(const Markup *markup, GString *text, const Comparison *comparison, const Metric *metric)
{
    g_autofree char *base = words_metric_value(metric, comparison->baseline);
    append_cell(markup, text, FALSE, metric->title);
    append_cell(markup, text, FALSE, base);
    for (guint i = 0; i < comparison->series->len; i++) {
        if (i == comparison->baseline)
            continue;
        const MetricRatio *ratio = &metric->ratios[i];
        char *cells[] = {words_metric_value(metric, i), units_format_ratio(ratio->ratio), words_bounds(ratio),
                         words_fraction(ratio), words_verdict(ratio)};
        for (gsize j = 0; j < G_N_ELEMENTS(cells); j++) {
            append_cell(markup, text, FALSE, cells[j]);
            g_free(cells[j]);
        }
    }
    g_autofree char *noise = words_noise(metric);
    if (comparison_is_calibrated(comparison))
        append_cell(markup, text, FALSE, noise);
    end_row(markup, text, FALSE);
}

/* What the figures mean for somebody who waits. */
static void append_everyday(const Markup *markup, GString *text, const Comparison *comparison, const Stream *stream)
{
    static const char *const ids[] = {"time_10g", "over_20ms"};
    for (gsize i = 0; i < G_N_ELEMENTS(ids); i++) {
        const Metric *metric = comparison_metric(comparison, stream->job, (int)stream->kind, ids[i]);
        if (!metric)
            continue;
        g_string_append_printf(text, "%s%s", i ? "" : "\n", markup->item);
        append_escaped(markup, text, metric->title);
        g_string_append(text, ":");
        for (guint j = 0; j < comparison->series->len; j++) {
            g_autofree char *value = words_metric_value(metric, j);
            g_string_append(text, j ? ", " : " ");
            append_escaped(markup, text, comparison_label(comparison, j));
            g_string_append_c(text, ' ');
            append_escaped(markup, text, value);
        }
        g_string_append_c(text, '\n');
    }
}

static void append_remark(const Markup *markup, GString *text, const char *name, const char *words)
{
    if (!words)
        return;
    g_string_append_printf(text, " %s%s%s ", markup->italic, name, markup->italic);
    append_escaped(markup, text, words);
    g_string_append(text, _("."));
}

static void append_findings(const Markup *markup, GString *text, const Comparison *comparison)
{
    append_heading(markup, text, 1, _("Findings"));
    for (guint i = 0; i < comparison->findings->len; i++) {
        const Finding *finding = comparison->findings->pdata[i];
        g_string_append_printf(text, "%s%s%s%s: ", markup->item, markup->bold, _(severity_name(finding->severity)), markup->bold);
        if (finding->series) {
            append_escaped(markup, text, finding->series);
            g_string_append(text, ": ");
        }
        g_string_append(text, markup->bold);
        append_escaped(markup, text, finding->title);
        g_string_append_printf(text, "%s: ", markup->bold);
        append_escaped(markup, text, finding->evidence);
        g_string_append(text, _("."));
        append_remark(markup, text, _("A guess:"), finding->guess);
        append_remark(markup, text, _("To tell:"), finding->check);
        g_string_append_c(text, '\n');
    }
}

static void append_sources(const Markup *markup, GString *text, const Comparison *comparison)
{
    append_heading(markup, text, 1, _("Sources"));
    for (guint i = 0; i < comparison->series->len; i++) {
        const Series *series = comparison->series->pdata[i];
        for (guint j = 0; j < series->results->len; j++) {
            const Result *result = series->results->pdata[j];
            g_autofree char *line = g_strdup_printf(_("%s: %s, %s, SHA-256 %s"), series->label, result->source.path,
                                                    result->fio_version ? result->fio_version : _("fio of unknown version"),
                                                    source_sha256(&result->source));
            g_string_append(text, markup->item);
            append_escaped(markup, text, line);
            g_string_append_c(text, '\n');
        }
    }
}

static void append_pictures(const Markup *markup, GString *text, const GPtrArray *pictures)
{
    for (guint i = 0; pictures && i < pictures->len; i++) {
        const Picture *picture = pictures->pdata[i];
        g_string_append_printf(text, "\n%s", markup->picture_before);
        if (markup->picture_has_title)
            append_escaped(markup, text, picture->title);
        g_string_append_printf(text, "%s%s%s\n", markup->picture_between, picture->file, markup->picture_after);
    }
}

static char *format_markup(const Markup *markup, const Comparison *comparison, const GPtrArray *pictures)
{
    GString *text = g_string_new(NULL);
    append_heading(markup, text, 0, _("Comparison of storage"));
    g_string_append(text, markup->bold);
    append_escaped(markup, text, comparison->headline);
    g_string_append_printf(text, "%s\n\n", markup->bold);
    for (guint i = 0; i < comparison->points->len; i++) {
        g_string_append(text, markup->item);
        append_escaped(markup, text, comparison->points->pdata[i]);
        g_string_append_c(text, '\n');
    }
    for (guint i = 0; i < comparison->streams->len; i++) {
        const Stream *stream = comparison->streams->pdata[i];
        g_autofree char *name = words_stream(stream->job, stream->kind);
        append_heading(markup, text, 1, name);
        append_head(markup, text, comparison);
        for (guint j = 0; j < comparison->metrics->len; j++) {
            const Metric *metric = comparison->metrics->pdata[j];
            if (metric->is_shown && metric->kind == stream->kind && g_str_equal(metric->job, stream->job))
                append_row(markup, text, comparison, metric);
        }
        append_everyday(markup, text, comparison, stream);
    }
    append_pictures(markup, text, pictures);
    append_findings(markup, text, comparison);
    append_sources(markup, text, comparison);
    return g_string_free(text, FALSE);
}

char *text_format_markdown(const Comparison *comparison, const GPtrArray *pictures)
{
    return format_markup(&markdown, comparison, pictures);
}

char *text_format_jira(const Comparison *comparison, const GPtrArray *pictures)
{
    return format_markup(&jira, comparison, pictures);
}
