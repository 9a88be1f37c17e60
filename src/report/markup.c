/* Markdown (GitHub, GitLab) and Jira's wiki text: one document, two spellings. */
#include "report/grid.h"
#include "report/text.h"

#include "base/translate.h"
#include "model/words.h"

#include <string.h>

typedef struct {
    const char *specials;             /* letters that a backslash takes the meaning from */
    gboolean escapes_leading_dash;    /* " -word-" would be struck through */
    const char *head[3];              /* before a heading */
    const char *bold, *italic;        /* around a word */
    const char *item, *subitem;       /* before an item of a list, and of one inside it */
    const char *head_cell, *cell, *row_end, *head_end;
    gboolean has_rule;                /* a line of dashes under the head of a table */
    const char *picture_before, *picture_between, *picture_after; /* around title and file */
    gboolean picture_has_title;
} Markup;

static const Markup markdown = {"\\`*_[]<>|#&", FALSE, {"# ", "## ", "### "}, "**", "_", "- ", "  - ",
                                "| ", "| ", " |\n", " |\n", TRUE, "![", "](", ")", TRUE};
static const Markup jira = {"\\{}[]|*_^~!+", TRUE, {"h1. ", "h2. ", "h3. "}, "*", "_", "* ", "** ",
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

static void append_grid(const Markup *markup, GString *text, const Grid *grid)
{
    guint columns = grid->is_number->len;
    for (guint row = 0; row < grid_rows(grid); row++) {
        for (guint i = 0; i < columns; i++)
            append_cell(markup, text, row == 0, grid->title && row + i == 0 ? grid->title : grid_cell(grid, row, i)->text);
        end_row(markup, text, row == 0);
        for (guint i = 0; row == 0 && markup->has_rule && i < columns; i++)
            g_string_append(text, g_array_index(grid->is_number, gboolean, i) ? "| ---: " : "| --- ");
        g_string_append(text, row == 0 && markup->has_rule ? "|\n" : "");
    }
}

static void append_grids(const Markup *markup, GString *text, const Comparison *comparison, const Stream *stream)
{
    g_autoptr(GPtrArray) grids = grids_make(comparison, stream, GRID_EVERYTHING);
    for (guint i = 0; i < grids->len; i++) {
        g_string_append(text, i ? "\n" : "");
        append_grid(markup, text, grids->pdata[i]);
    }
    const char *legend = grids_legend(comparison, GRID_EVERYTHING);
    if (legend) {
        g_string_append_c(text, '\n');
        append_escaped(markup, text, legend);
        g_string_append_c(text, '\n');
    }
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

/* Evidence that differs by series comes as a list of its own, after the rest. */
static void append_finding(const Markup *markup, GString *text, const Finding *finding)
{
    g_auto(GStrv) lines = g_strsplit(finding->evidence, "\n", -1);
    gboolean is_list = lines[0] && lines[1];
    g_string_append_printf(text, "%s%s%s%s: ", markup->item, markup->bold, _(severity_name(finding->severity)), markup->bold);
    if (finding->series) {
        append_escaped(markup, text, finding->series);
        g_string_append(text, ": ");
    }
    g_string_append(text, markup->bold);
    append_escaped(markup, text, finding->title);
    g_string_append_printf(text, is_list ? "%s." : "%s: ", markup->bold);
    if (!is_list) {
        append_escaped(markup, text, finding->evidence);
        g_string_append(text, _("."));
    }
    append_remark(markup, text, _("A guess:"), finding->guess);
    append_remark(markup, text, _("To tell:"), finding->check);
    g_string_append_c(text, '\n');
    for (char **line = lines; is_list && *line; line++) {
        g_string_append(text, markup->subitem);
        append_escaped(markup, text, *line);
        g_string_append_c(text, '\n');
    }
}

static void append_findings(const Markup *markup, GString *text, const Comparison *comparison)
{
    append_heading(markup, text, 1, _("Findings"));
    for (guint i = 0; i < comparison->told->len; i++)
        append_finding(markup, text, comparison->told->pdata[i]);
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
        append_grids(markup, text, comparison, stream);
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
