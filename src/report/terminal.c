#include "report/grid.h"
#include "report/text.h"

#include "base/translate.h"
#include "base/units.h"
#include "model/words.h"

#include <libsmartcols/libsmartcols.h>
#include <string.h>

static const char *color_of(Verdict verdict)
{
    return verdict == VERDICT_BETTER ? "green" : verdict == VERDICT_WORSE ? "red" : NULL;
}

static struct libscols_table *new_table(const TerminalStyle *style)
{
    struct libscols_table *table = scols_new_table();
    scols_table_enable_colors(table, style->has_color);
    scols_table_enable_ascii(table, !style->is_utf8);
    scols_table_set_termforce(table, SCOLS_TERMFORCE_ALWAYS);
    scols_table_set_termwidth(table, style->width);
    scols_table_set_column_separator(table, "  ");
    return table;
}

static char *take_table(struct libscols_table *table)
{
    char *printed = NULL;
    scols_print_table_to_string(table, &printed);
    char *text = g_strdup(printed ? printed : "");
    g_free(printed);
    scols_unref_table(table);
    return text;
}

char *text_format_columns(const char *const *heads, guint columns, const GPtrArray *cells)
{
    struct libscols_table *table = scols_new_table();
    for (guint i = 0; i < columns; i++)
        scols_table_new_column(table, *heads[2 * i] ? _(heads[2 * i]) : "", 0, *heads[2 * i + 1] ? SCOLS_FL_RIGHT : 0);
    for (guint i = 0; i + columns <= cells->len; i += columns) {
        struct libscols_line *line = scols_table_new_line(table, NULL);
        for (guint j = 0; j < columns; j++)
            scols_line_set_data(line, j, cells->pdata[i + j] ? cells->pdata[i + j] : "");
    }
    return take_table(table);
}

static char *format_grid(const Grid *grid, const TerminalStyle *style)
{
    struct libscols_table *table = new_table(style);
    guint columns = grid->is_number->len;
    for (guint i = 0; i < columns; i++)
        scols_table_new_column(table, grid_cell(grid, 0, i)->text, 0,
                               g_array_index(grid->is_number, gboolean, i) ? SCOLS_FL_RIGHT : 0);
    for (guint row = 1; row < grid_rows(grid); row++) {
        struct libscols_line *line = scols_table_new_line(table, NULL);
        for (guint i = 0; i < columns; i++) {
            const GridCell *cell = grid_cell(grid, row, i);
            scols_line_set_data(line, i, cell->text);
            if (color_of(cell->verdict))
                scols_cell_set_color(scols_line_get_cell(line, i), color_of(cell->verdict));
        }
    }
    return take_table(table);
}

/* On a terminal, where an ideograph is two columns wide. */
static guint columns_of(const char *words)
{
    guint columns = 0;
    for (; *words; words = g_utf8_next_char(words)) {
        gunichar letter = g_utf8_get_char(words);
        columns += g_unichar_iszerowidth(letter) ? 0 : g_unichar_iswide(letter) ? 2 : 1;
    }
    return columns;
}

/* Between ideographs a line may break without a space, but not before a comma or after an opening bracket. */
static gboolean may_break(gunichar before, gunichar after)
{
    GUnicodeType type = g_unichar_type(after);
    return (g_unichar_iswide(before) || g_unichar_iswide(after)) && type != G_UNICODE_OTHER_PUNCTUATION &&
           type != G_UNICODE_CLOSE_PUNCTUATION && g_unichar_type(before) != G_UNICODE_OPEN_PUNCTUATION;
}

/* The end of what stays together from at on. */
static const char *end_of_word(const char *at)
{
    for (gunichar before = 0; *at && *at != ' '; at = g_utf8_next_char(at)) {
        gunichar letter = g_utf8_get_char(at);
        if (before && may_break(before, letter))
            break;
        before = letter;
    }
    return at;
}

static void append_wrapped(GString *text, const char *indent, const char *words, guint width)
{
    guint column = columns_of(indent);
    gboolean has_gap = FALSE, is_first = TRUE;
    while (*words) {
        const char *end = end_of_word(words);
        g_autofree char *word = g_strndup(words, (gsize)(end - words));
        guint length = columns_of(word);
        if (!is_first && column + has_gap + length > width) {
            g_string_append_printf(text, "\n%s", indent);
            column = columns_of(indent);
            has_gap = FALSE;
        }
        g_string_append_printf(text, "%s%s", has_gap ? " " : "", word);
        column += length + has_gap;
        is_first = FALSE;
        has_gap = *end == ' ';
        words = has_gap ? end + 1 : end;
    }
    g_string_append_c(text, '\n');
}

static void append_finding(GString *text, const Finding *finding, const TerminalStyle *style)
{
    static const char *const colors[] = {"", "\033[33m", "\033[31m"};
    const char *on = style->has_color ? colors[finding->severity] : "";
    const char *off = style->has_color && *on ? "\033[0m" : "";
    guint width = MIN(style->width, 110);
    const char *severity = _(severity_name(finding->severity));
    g_string_append_printf(text, "%s%s%s%*s", on, severity, off, MAX(1, 9 - (int)columns_of(severity)), "");
    g_autofree char *title = g_strdup_printf("%s%s%s", finding->series ? finding->series : "",
                                             finding->series ? ": " : "", finding->title);
    append_wrapped(text, "         ", title, width);
    g_auto(GStrv) lines = g_strsplit(finding->evidence, "\n", -1);
    for (char **line = lines; *line; line++) {
        g_string_append(text, "         ");
        append_wrapped(text, "         ", *line, width);
    }
    if (finding->guess) {
        g_autofree char *guess = g_strdup_printf(_("a guess: %s"), finding->guess);
        g_string_append(text, "         ");
        append_wrapped(text, "         ", guess, width);
    }
    if (finding->check) {
        g_autofree char *check = g_strdup_printf(_("to tell: %s"), finding->check);
        g_string_append(text, "         ");
        append_wrapped(text, "         ", check, width);
    }
}

static gboolean has_few_samples(const Comparison *comparison)
{
    for (guint i = 0; i < comparison->metrics->len; i++) {
        const Metric *metric = comparison->metrics->pdata[i];
        for (guint j = 0; metric->is_shown && j < comparison->series->len; j++)
            if (metric->ratios[j].is_few_samples)
                return TRUE;
    }
    return FALSE;
}

static guint width_of(const Grid *grid)
{
    guint columns = grid->is_number->len, needed = 2 * (columns - 1);
    for (guint i = 0; i < columns; i++) {
        guint widest = 0;
        for (guint row = 0; row < grid_rows(grid); row++)
            widest = MAX(widest, columns_of(grid_cell(grid, row, i)->text));
        needed += widest;
    }
    return needed;
}

/* With as much detail as there is room for, which the first table shows; figures are never left out. */
static GPtrArray *grids_that_fit(const Comparison *comparison, const Stream *stream, guint width)
{
    for (GridDetail detail = GRID_USUAL; detail < GRID_NO_BOUNDS; detail++) {
        GPtrArray *grids = grids_make(comparison, stream, detail);
        if (grids->len == 0 || width_of(grids->pdata[0]) <= width)
            return grids;
        g_ptr_array_unref(grids);
    }
    return grids_make(comparison, stream, GRID_NO_BOUNDS);
}

static void append_tables(GString *text, const Comparison *comparison, const TerminalStyle *style)
{
    for (guint i = 0; i < comparison->streams->len; i++) {
        const Stream *stream = comparison->streams->pdata[i];
        g_autofree char *name = words_stream(stream->job, stream->kind);
        g_autoptr(GPtrArray) grids = grids_that_fit(comparison, stream, style->width);
        g_string_append_printf(text, "\n%s", name);
        for (guint j = 0; j < grids->len; j++) {
            g_autofree char *printed = format_grid(grids->pdata[j], style);
            const char *title = ((const Grid *)grids->pdata[j])->title;
            g_string_append_printf(text, "\n%s%s%s\n", title ? title : "", title ? ":\n" : "", printed);
        }
    }
    if (grids_legend(comparison, GRID_USUAL))
        g_string_append_printf(text, "%s\n", grids_legend(comparison, GRID_USUAL));
    if (has_few_samples(comparison))
        g_string_append(text, _("* fewer than 10 I/Os lie beyond this percentile\n"));
    if (comparison->family_size > 1)
        g_string_append_printf(text, _("verdicts hold together at %.3g%% (Holm, %u comparisons)\n"),
                               100 * comparison->options.confidence, comparison->family_size);
}

char *text_format_terminal(const Comparison *comparison, const TerminalStyle *style)
{
    GString *text = g_string_new(NULL);
    append_wrapped(text, "", comparison->headline, MIN(style->width, 110));
    append_tables(text, comparison, style);
    g_string_append_c(text, '\n');
    for (guint i = 0; i < comparison->told->len; i++)
        append_finding(text, comparison->told->pdata[i], style);
    return g_string_free(text, FALSE);
}

static void add_result_row(struct libscols_table *table, const Job *job, const Direction *direction)
{
    struct libscols_line *line = scols_table_new_line(table, NULL);
    const Latency *latency = direction_latency(direction, NULL), *listed = direction_percentiles(direction, NULL);
    g_autofree char *name = job->host ? g_strdup_printf("%s@%s", job->name, job->host) : g_strdup(job->name);
    g_autofree char *bw = units_format_rate(direction->bw_bytes_per_s.value),
                    *iops = units_format_count(direction->iops.value),
                    *mean = units_format_ns(latency ? latency->mean_ns.value : NAN),
                    *p50 = units_format_ns(listed ? latency_percentile(listed, 50).value : NAN),
                    *p99 = units_format_ns(listed ? latency_percentile(listed, 99).value : NAN),
                    *max = units_format_ns(latency ? latency->max_ns.value : NAN),
                    *runtime = units_format_ns(direction->runtime_ms * 1e6);
    const char *cells[] = {name, direction_words(direction->kind), bw, iops, mean, p50, p99, max, runtime};
    for (size_t i = 0; i < G_N_ELEMENTS(cells); i++)
        scols_line_set_data(line, i, cells[i]);
}

static char *format_log(const LogData *log, const TerminalStyle *style)
{
    static const char *const heads[] = {N_("direction"), N_("samples"), N_("mean"), N_("min"), N_("max"), N_("from"), N_("to")};
    struct libscols_table *table = new_table(style);
    for (size_t i = 0; i < G_N_ELEMENTS(heads); i++)
        scols_table_new_column(table, _(heads[i]), 0, i ? SCOLS_FL_RIGHT : 0);
    for (int i = 0; i < LOG_DIRECTIONS; i++) {
        const LogDirection *direction = &log->directions[i];
        if (direction->samples == 0)
            continue;
        struct libscols_line *line = scols_table_new_line(table, NULL);
        double numbers[] = {direction->samples, direction->sum / direction->samples, direction->min, direction->max};
        scols_line_set_data(line, 0, direction_words((DirectionKind)i));
        for (size_t j = 0; j < G_N_ELEMENTS(numbers); j++) {
            gboolean is_whole = numbers[j] == floor(numbers[j]);
            g_autofree char *words = is_whole ? g_strdup_printf("%.0f", numbers[j]) : units_format_number(numbers[j], 6);
            scols_line_set_data(line, j + 1, words);
        }
        g_autofree char *from = units_format_ns(direction->first_ms * 1e6), *to = units_format_ns(direction->last_ms * 1e6);
        scols_line_set_data(line, 5, from);
        scols_line_set_data(line, 6, to);
    }
    return take_table(table);
}

char *text_format_result(const Result *result, const TerminalStyle *style)
{
    static const char *const heads[] = {N_("job"), N_("direction"), N_("throughput"), "IOPS", N_("mean"), "p50",
                                        "p99", N_("max"), N_("runtime")};
    struct libscols_table *table = new_table(style);
    for (size_t i = 0; i < G_N_ELEMENTS(heads); i++)
        scols_table_new_column(table, _(heads[i]), 0, i < 2 ? 0 : SCOLS_FL_RIGHT);
    guint rows = 0;
    for (guint i = 0; i < result->jobs->len; i++) {
        const Job *job = result->jobs->pdata[i];
        for (int kind = 0; kind < DIRECTION_COUNT; kind++) {
            if (job->directions[kind]) {
                add_result_row(table, job, job->directions[kind]);
                rows++;
            }
        }
    }
    g_autofree char *jobs = take_table(table);
    g_autofree char *printed = result->log ? format_log(result->log, style) : g_steal_pointer(&jobs);
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "%s#%u: %s, %s%s\n", result->source.path, result->source.report,
                           result->fio_version ? result->fio_version : _("fio of unknown version"),
                           result->source.format, result->is_incomplete ? _(", incomplete") : "");
    g_string_append_printf(text, "%s\n", rows || result->log ? printed : _("no job did any I/O"));
    for (guint i = 0; i < result->warnings->len; i++) {
        const Warning *warning = result->warnings->pdata[i];
        g_string_append_printf(text, "%s: %s\n", warning->code, warning->text);
    }
    return g_string_free(text, FALSE);
}
