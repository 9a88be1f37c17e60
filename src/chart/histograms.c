#include "chart/chart.h"
#include "chart/internal.h"

#include "base/translate.h"

#include <math.h>

#define LABEL_HEIGHT 17
#define WORDS_HEIGHT 19
#define BARS_HEIGHT 74
#define ROW_HEIGHT (LABEL_HEIGHT + WORDS_HEIGHT + BARS_HEIGHT + 14)
#define LEFT 52

typedef struct {
    Canvas *canvas;
    const ChartOptions *options;
    const HistogramChart *chart;
    Scale x;
    double top, bottom, row, bars, largest;
} Plot;

double chart_histograms_height(guint row_count)
{
    return 124 + ROW_HEIGHT * (double)MAX(row_count, 1);
}

static void set_ranges(Plot *plot)
{
    double low = INFINITY, high = -INFINITY;
    for (guint i = 0; i < plot->chart->row_count; i++) {
        const HistogramRow *row = &plot->chart->rows[i];
        for (guint j = 0; j < row->cell_count; j++) {
            if (!(row->cells[j].share > 0))
                continue;
            low = fmin(low, row->cells[j].from);
            high = fmax(high, row->cells[j].to);
            plot->largest = fmax(plot->largest, row->cells[j].share);
        }
    }
    if (!(low < high)) {
        low = 1e5;
        high = 1e8;
    }
    apply_range(plot->chart->range, &low, &high);
    plot->x = (Scale){SCALE_LOG, low, high, LEFT, plot->options->width - 18};
}

static void draw_bars(Plot *plot, const HistogramRow *row, Color color, double base)
{
    g_autofree Rectangle *bars = g_new(Rectangle, row->cell_count);
    guint count = 0;
    for (guint i = 0; i < row->cell_count; i++) {
        const HistogramCell *cell = &row->cells[i];
        double from = scale_place(&plot->x, cell->from), to = scale_place(&plot->x, cell->to);
        double height = plot->bars * cell->share / plot->largest;
        if (!(cell->share > 0) || to <= from)
            continue;
        bars[count++] = (Rectangle){from + 0.5, base - fmax(height, 1), fmax(to - from - 1, 0.8), fmax(height, 1)};
        g_autofree char *low = plot->chart->format(cell->from), *high = plot->chart->format(cell->to);
        g_autofree char *words =
            g_strdup_printf("%s … %s: %.*f%%", low, high, cell->share < 1 ? 3 : 1, cell->share);
        canvas_add_hit(plot->canvas, from, base - plot->bars, to - from, plot->bars, words);
    }
    canvas_rectangles(plot->canvas, bars, count, color_faded(color, 0.8));
}

/* Each group has a part of the width for its words, so that they never meet. */
static void draw_groups(Plot *plot, const HistogramRow *row, double top)
{
    const Theme *theme = plot->options->theme;
    double width = plot->x.end_px - plot->x.start_px, start = plot->x.start_px;
    for (guint i = 0; i < row->group_count; i++) {
        const HistogramGroup *group = &row->groups[i];
        double from = scale_place(&plot->x, group->from), to = scale_place(&plot->x, group->to), end = plot->x.end_px;
        if (i + 1 < row->group_count) {
            double next = scale_place(&plot->x, row->groups[i + 1].from);
            double least = start + 0.35 * width, most = end - 0.35 * width * (row->group_count - i - 1);
            end = CLAMP((to + next) / 2, least, most);
        }
        TextStyle style = style_of(11.5, theme->text, ALIGN_CENTER);
        style.max_width = fmax(end - start - 10, 20);
        double own = measured_width(plot->canvas, &style, group->words);
        double middle = CLAMP((from + to) / 2, start + own / 2 + 2, fmax(end - own / 2 - 2, start + own / 2 + 2));
        canvas_text(plot->canvas, middle, top, &style, group->words);
        Point ends[] = {{from, top + 17}, {to, top + 17}, {from, top + 17}, {from, top + 21}, {to, top + 17}, {to, top + 21}};
        canvas_segments(plot->canvas, ends, 6, theme->axis, 1);
        start = end;
    }
}

/* The largest round share that fits names the height. */
static void draw_scale(Plot *plot, double base)
{
    const Theme *theme = plot->options->theme;
    Scale scale = {SCALE_LINEAR, 0, plot->largest, base, base - plot->bars};
    g_autoptr(GArray) ticks = scale_ticks(&scale, 2, 10);
    TextStyle style = style_of(11.5, theme->faint_text, ALIGN_RIGHT);
    double last = INFINITY;
    for (guint i = 0; i < ticks->len; i++) {
        double value = g_array_index(ticks, Tick, i).value, y = scale_place(&scale, value), width, height;
        g_autofree char *words = g_strdup_printf("%g%%", value);
        canvas_measure(plot->canvas, &style, words, &width, &height);
        canvas_line(plot->canvas, plot->x.start_px, y, plot->x.end_px, y, i ? theme->grid : theme->axis, 1);
        if (last - y < height)
            continue;
        canvas_text(plot->canvas, LEFT - 6, y - height / 2, &style, words);
        last = y;
    }
}

static void draw_row(Plot *plot, guint index)
{
    const HistogramRow *row = &plot->chart->rows[index];
    Color color = theme_series(plot->options->theme, index)->color;
    double top = plot->top + plot->row * index, base = top + plot->row - 8;
    TextStyle style = row_label_style(plot->options, ALIGN_LEFT);
    style.color = color;
    style.max_width = plot->options->width - 28;
    g_autofree char *label = row->cell_count ? g_strdup(row->label) : g_strdup_printf(_("%s: no data"), row->label);
    canvas_text(plot->canvas, 14, top, &style, label);
    if (row->cell_count == 0)
        return;
    draw_scale(plot, base);
    draw_bars(plot, row, color, base);
    draw_groups(plot, row, top + LABEL_HEIGHT);
}

void chart_draw_histograms(Canvas *canvas, const HistogramChart *chart)
{
    Plot plot = {.canvas = canvas, .options = canvas_options(canvas), .chart = chart};
    plot.top = draw_heading(canvas, plot.options, chart->title, chart->subtitle);
    set_ranges(&plot);
    double room = plot.options->height - plot.top - VALUE_AXIS_HEIGHT;
    plot.row = fmin(ROW_HEIGHT, room / fmax(chart->row_count, 1));
    plot.bars = fmax(plot.row - LABEL_HEIGHT - WORDS_HEIGHT - 14, 4);
    plot.bottom = plot.top + plot.row * (double)chart->row_count;
    ValueAxis axis = {&plot.x, plot.top, plot.bottom, 10, 9, chart->tick_format, chart->x_title};
    draw_value_axis(canvas, &axis);
    for (guint i = 0; i < chart->row_count; i++)
        draw_row(&plot, i);
}
