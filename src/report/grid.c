#include "report/grid.h"

#include "base/translate.h"
#include "base/units.h"
#include "model/words.h"

/* From so many series on they stand below each other: side by side with bounds and words, three are wider than a page. */
static gboolean is_tall(const Comparison *comparison, GridDetail detail)
{
    return comparison->series->len >= (detail == GRID_EVERYTHING ? 3 : 4);
}

static void cell_free(gpointer data)
{
    GridCell *cell = data;
    g_free(cell->text);
    g_free(cell);
}

static void grid_free(gpointer data)
{
    Grid *grid = data;
    g_free(grid->title);
    g_array_unref(grid->is_number);
    g_ptr_array_unref(grid->cells);
    g_free(grid);
}

static Grid *grid_new(void)
{
    Grid *grid = g_new0(Grid, 1);
    grid->is_number = g_array_new(FALSE, FALSE, sizeof(gboolean));
    grid->cells = g_ptr_array_new_with_free_func(cell_free);
    return grid;
}

const GridCell *grid_cell(const Grid *grid, guint row, guint column)
{
    return grid->cells->pdata[row * grid->is_number->len + column];
}

guint grid_rows(const Grid *grid)
{
    return grid->cells->len / grid->is_number->len;
}

/* Takes the text over. */
static void add_cell(Grid *grid, char *text, Verdict verdict)
{
    GridCell *cell = g_new0(GridCell, 1);
    cell->text = text;
    cell->verdict = verdict;
    g_ptr_array_add(grid->cells, cell);
}

static void add_column(Grid *grid, const char *head, gboolean is_number)
{
    g_array_append_val(grid->is_number, is_number);
    add_cell(grid, g_strdup(head), VERDICT_NONE);
}

static gboolean is_row(const Metric *metric, const Stream *stream)
{
    return metric->is_shown && metric->kind == stream->kind && g_str_equal(metric->job, stream->job);
}

/* "9.63 ms", "0.83", "[0.80, 0.86]", "about 4/5", "better"; bounds and words only where the detail has them. */
static void add_ratio_cells(Grid *grid, const Metric *metric, guint series, GridDetail detail)
{
    const MetricRatio *ratio = &metric->ratios[series];
    add_cell(grid, words_metric_value(metric, series), VERDICT_NONE);
    add_cell(grid, units_format_ratio(ratio->ratio), VERDICT_NONE);
    if (detail < GRID_NO_BOUNDS)
        add_cell(grid, words_bounds(ratio), VERDICT_NONE);
    if (detail < GRID_NO_WORDS)
        add_cell(grid, words_fraction(ratio), VERDICT_NONE);
    add_cell(grid, words_verdict(ratio), ratio->verdict);
}

static void add_ratio_columns(Grid *grid, const char *value, const char *ratio, GridDetail detail)
{
    add_column(grid, value, TRUE);
    add_column(grid, ratio, TRUE);
    if (detail < GRID_NO_BOUNDS)
        add_column(grid, _("bounds"), TRUE);
    if (detail < GRID_NO_WORDS)
        add_column(grid, _("in words"), FALSE);
    add_column(grid, _("verdict"), FALSE);
}

/* A row a metric, the series side by side. */
static Grid *side_by_side(const Comparison *comparison, const Stream *stream, GridDetail detail)
{
    Grid *grid = grid_new();
    const char *base = comparison_label(comparison, comparison->baseline);
    gboolean has_noise = comparison_is_calibrated(comparison);
    GridDetail pairs = comparison->series->len == 2 ? detail : GRID_NO_BOUNDS;
    add_column(grid, "", FALSE);
    add_column(grid, base, TRUE);
    for (guint i = 0; i < comparison->series->len; i++) {
        g_autofree char *pair = g_strdup_printf("%s/%s", comparison_label(comparison, i), base);
        if (i != comparison->baseline)
            add_ratio_columns(grid, comparison_label(comparison, i), pairs < GRID_NO_BOUNDS ? pair : _("ratio"), pairs);
    }
    if (has_noise)
        add_column(grid, _("noise floor"), TRUE);
    for (guint i = 0; i < comparison->metrics->len; i++) {
        const Metric *metric = comparison->metrics->pdata[i];
        if (!is_row(metric, stream))
            continue;
        add_cell(grid, g_strdup(detail < GRID_SHORT ? metric->title : words_metric_short(metric)), VERDICT_NONE);
        add_cell(grid, words_metric_value(metric, comparison->baseline), VERDICT_NONE);
        for (guint j = 0; j < comparison->series->len; j++)
            if (j != comparison->baseline)
                add_ratio_cells(grid, metric, j, pairs);
        if (has_noise)
            add_cell(grid, words_noise(metric), VERDICT_NONE);
    }
    return grid;
}

/* One metric in full, a row a series. */
static Grid *of_metric(const Comparison *comparison, const Metric *metric, GridDetail detail)
{
    Grid *grid = grid_new();
    g_autofree char *noise = words_noise(metric);
    g_autofree char *over = g_strdup_printf(_("over %s"), comparison_label(comparison, comparison->baseline));
    add_column(grid, "", FALSE);
    add_ratio_columns(grid, metric->title, over, detail);
    for (guint i = 0; i < comparison->series->len; i++) {
        add_cell(grid, g_strdup(comparison_label(comparison, i)), VERDICT_NONE);
        if (i != comparison->baseline) {
            add_ratio_cells(grid, metric, i, detail);
            continue;
        }
        add_cell(grid, words_metric_value(metric, i), VERDICT_NONE);
        for (guint j = 2; j + 1 < grid->is_number->len; j++)
            add_cell(grid, g_strdup(""), VERDICT_NONE);
        add_cell(grid, *noise ? g_strdup_printf("%s %s", _("noise floor"), noise) : g_strdup(""), VERDICT_NONE);
    }
    return grid;
}

/* "0.83 +": better beyond doubt; one run has no sign. */
static char *signed_ratio(const MetricRatio *ratio)
{
    g_autofree char *number = units_format_ratio(ratio->ratio);
    const char *sign = words_sign(ratio->verdict);
    return g_strconcat(number, *sign ? " " : "", sign, NULL);
}

/* The other metrics, a column each and a row a series: their figures, or their ratios. */
static Grid *of_the_rest(const Comparison *comparison, const GPtrArray *metrics, gboolean is_ratio)
{
    Grid *grid = grid_new();
    grid->title = is_ratio ? g_strdup_printf(_("over %s"), comparison_label(comparison, comparison->baseline)) : NULL;
    add_column(grid, "", FALSE);
    for (guint i = 0; i < metrics->len; i++)
        add_column(grid, words_metric_short(metrics->pdata[i]), TRUE);
    for (guint i = 0; i < comparison->series->len; i++) {
        if (is_ratio && i == comparison->baseline)
            continue;
        add_cell(grid, g_strdup(comparison_label(comparison, i)), VERDICT_NONE);
        for (guint j = 0; j < metrics->len; j++) {
            const Metric *metric = metrics->pdata[j];
            const MetricRatio *ratio = &metric->ratios[i];
            add_cell(grid, is_ratio ? signed_ratio(ratio) : words_metric_value(metric, i),
                     is_ratio ? ratio->verdict : VERDICT_NONE);
        }
    }
    return grid;
}

GPtrArray *grids_make(const Comparison *comparison, const Stream *stream, GridDetail detail)
{
    GPtrArray *grids = g_ptr_array_new_with_free_func(grid_free);
    if (!is_tall(comparison, detail)) {
        g_ptr_array_add(grids, side_by_side(comparison, stream, detail));
        return grids;
    }
    g_autoptr(GPtrArray) rest = g_ptr_array_new();
    for (guint i = 0; i < comparison->metrics->len; i++) {
        Metric *metric = comparison->metrics->pdata[i];
        if (is_row(metric, stream) && grids->len == 0)
            g_ptr_array_add(grids, of_metric(comparison, metric, detail));
        else if (is_row(metric, stream))
            g_ptr_array_add(rest, metric);
    }
    if (rest->len) {
        g_ptr_array_add(grids, of_the_rest(comparison, rest, FALSE));
        g_ptr_array_add(grids, of_the_rest(comparison, rest, TRUE));
    }
    return grids;
}

const char *grids_legend(const Comparison *comparison, GridDetail detail)
{
    for (guint i = 0; is_tall(comparison, detail) && i < comparison->metrics->len; i++) {
        const Metric *metric = comparison->metrics->pdata[i];
        for (guint j = 0; metric->is_shown && j < comparison->series->len; j++)
            if (j != comparison->baseline && *words_sign(metric->ratios[j].verdict))
                return _("+ better, - worse, = the same, ? cannot tell");
    }
    return NULL;
}
