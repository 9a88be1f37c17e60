#include "chart/chart.h"
#include "chart/internal.h"

#include "base/translate.h"

#include <math.h>

#define ROW_HEIGHT 44
#define BAR_SHARE 0.55

typedef struct {
    Canvas *canvas;
    const ChartOptions *options;
    const BarChart *chart;
    Scale x;
    double left, right, top, bottom, row;
} Plot;

double chart_bars_height(guint bar_count)
{
    return 118 + ROW_HEIGHT * (double)MAX(bar_count, 1);
}

static char *value_words(const BarChart *chart, const Bar *bar)
{
    if (!isfinite(bar->value))
        return g_strdup(_("no data"));
    g_autofree char *value = chart->format(bar->value);
    return bar->note && *bar->note ? g_strdup_printf("%s\u2002%s", value, bar->note) : g_steal_pointer(&value);
}

static void measure_columns(Plot *plot, double *label, double *value)
{
    TextStyle label_text = row_label_style(plot->options, ALIGN_RIGHT);
    TextStyle value_text = style_of(12, plot->options->theme->text, ALIGN_LEFT);
    value_text.max_width = plot->options->width * 0.3;
    *label = *value = 0;
    for (guint i = 0; i < plot->chart->bar_count; i++) {
        *label = fmax(*label, measured_width(plot->canvas, &label_text, plot->chart->bars[i].label));
        g_autofree char *words = value_words(plot->chart, &plot->chart->bars[i]);
        *value = fmax(*value, measured_width(plot->canvas, &value_text, words));
    }
}

static double largest_value(const BarChart *chart)
{
    double largest = 0;
    for (guint i = 0; i < chart->bar_count; i++) {
        const Bar *bar = &chart->bars[i];
        largest = fmax(largest, fmax(bar->value, bar->high));
        for (guint j = 0; j < bar->dot_count; j++)
            largest = fmax(largest, bar->dots[j]);
    }
    return largest;
}

static void draw_whisker(Plot *plot, const Bar *bar, double middle)
{
    if (!isfinite(bar->low) || !isfinite(bar->high) || bar->high <= bar->low)
        return;
    Color color = plot->options->theme->text;
    double from = scale_place(&plot->x, bar->low), to = scale_place(&plot->x, bar->high);
    canvas_line(plot->canvas, from, middle, to, middle, color, 1.4);
    canvas_line(plot->canvas, from, middle - 5, from, middle + 5, color, 1.4);
    canvas_line(plot->canvas, to, middle - 5, to, middle + 5, color, 1.4);
}

static void draw_dots(Plot *plot, const Bar *bar, double middle)
{
    g_autofree Point *centres = g_new(Point, bar->dot_count + 1);
    for (guint i = 0; i < bar->dot_count; i++)
        centres[i] = (Point){scale_place(&plot->x, bar->dots[i]), middle};
    if (bar->dot_count > 1)
        canvas_discs(plot->canvas, centres, bar->dot_count, 3, plot->options->theme->background,
                     plot->options->theme->text);
}

static void draw_bar(Plot *plot, guint index)
{
    const Bar *bar = &plot->chart->bars[index];
    const Theme *theme = plot->options->theme;
    Color color = theme_series(theme, index)->color;
    double middle = plot->top + plot->row * (index + 0.5), width, height;
    double end = isfinite(bar->value) ? scale_place(&plot->x, bar->value) : plot->left;
    canvas_rectangle(plot->canvas, plot->left, middle - plot->row * BAR_SHARE / 2, end - plot->left, plot->row * BAR_SHARE,
                     color_faded(color, 0.75));
    draw_whisker(plot, bar, middle);
    draw_dots(plot, bar, middle);
    TextStyle style = row_label_style(plot->options, ALIGN_RIGHT);
    canvas_measure(plot->canvas, &style, bar->label, &width, &height);
    canvas_text(plot->canvas, plot->left - 8, middle - height / 2, &style, bar->label);
    double reach = fmax(end, isfinite(bar->high) ? scale_place(&plot->x, bar->high) : end);
    for (guint i = 0; i < bar->dot_count; i++)
        reach = fmax(reach, scale_place(&plot->x, bar->dots[i]) + 3);
    g_autofree char *words = value_words(plot->chart, bar);
    style = style_of(12, theme->text, ALIGN_LEFT);
    style.max_width = plot->options->width * 0.3;
    canvas_measure(plot->canvas, &style, words, &width, &height);
    canvas_text(plot->canvas, reach + 8, middle - height / 2, &style, words);
    g_autofree char *hit = g_strdup_printf("%s: %s", bar->label, words);
    canvas_add_hit(plot->canvas, 0, middle - plot->row / 2, plot->options->width, plot->row, hit);
}

void chart_draw_bars(Canvas *canvas, const BarChart *chart)
{
    Plot plot = {.canvas = canvas, .options = canvas_options(canvas), .chart = chart};
    double label, value;
    plot.top = draw_heading(canvas, plot.options, chart->title, chart->subtitle);
    measure_columns(&plot, &label, &value);
    plot.left = 14 + label + 8;
    plot.right = fmax(plot.options->width - value - 26, plot.left + 60);
    double room = plot.options->height - plot.top - VALUE_AXIS_HEIGHT;
    plot.row = fmin(ROW_HEIGHT, room / fmax(chart->bar_count, 1));
    plot.bottom = plot.top + plot.row * (double)chart->bar_count;
    double largest = largest_value(chart);
    plot.x = (Scale){SCALE_LINEAR, 0, largest > 0 ? largest : 1, plot.left, plot.right};
    apply_range((ChartRange){NAN, chart->range.to}, &plot.x.from, &plot.x.to);
    ValueAxis axis = {&plot.x, plot.top, plot.bottom, chart->base, 5, chart->tick_format, chart->x_title};
    draw_value_axis(canvas, &axis);
    canvas_line(canvas, plot.left, plot.top, plot.left, plot.bottom, plot.options->theme->axis, 1);
    for (guint i = 0; i < chart->bar_count; i++)
        draw_bar(&plot, i);
}
