#include "chart/trend.h"

#include "chart/axis.h"
#include "chart/internal.h"

#include <math.h>

#define AXIS_ROOM 26
#define NOTE_ROW 18

typedef struct {
    Canvas *canvas;
    const ChartOptions *options;
    const TrendChart *chart;
    Scale x, y;
    double left, right, top, bottom;
} Plot;

double chart_trend_height(guint note_count)
{
    return 380 + (note_count ? NOTE_ROW * (note_count + 0.5) : 0);
}

/* A dot plot need not begin at zero; but what moves by a hundredth must not look like a cliff. */
static void set_y(Plot *plot)
{
    double low = INFINITY, high = -INFINITY;
    for (guint i = 0; i < plot->chart->point_count; i++) {
        low = fmin(low, plot->chart->points[i].low);
        high = fmax(high, plot->chart->points[i].high);
    }
    if (low > high)
        low = high = 1;
    double air = fmax((high - low) * 0.12, (high + low) / 2 * 0.1);
    low = low >= 0 ? fmax(0, low - air) : low - air;
    plot->y = (Scale){SCALE_LINEAR, low, high + air, plot->bottom, plot->top};
}

static void draw_y_axis(Plot *plot)
{
    const Theme *theme = plot->options->theme;
    g_autoptr(GArray) ticks = scale_ticks(&plot->y, 6, plot->chart->base);
    TextStyle style = style_of(11.5, theme->faint_text, ALIGN_RIGHT);
    double widest = 0, width, height;
    for (guint pass = 0; pass < 2; pass++) {
        for (guint i = 0; i < ticks->len; i++) {
            const Tick *tick = &g_array_index(ticks, Tick, i);
            if (!tick->is_major)
                continue;
            g_autofree char *words = plot->chart->format(tick->value);
            canvas_measure(plot->canvas, &style, words, &width, &height);
            widest = fmax(widest, width);
            if (pass == 0)
                continue;
            double y = scale_place(&plot->y, tick->value);
            canvas_line(plot->canvas, plot->left, y, plot->right, y, theme->grid, 1);
            canvas_text(plot->canvas, plot->left - 8, y - height / 2, &style, words);
        }
        plot->left = 14 + widest + 10;
    }
}

/* The moments of some runs, as many as have room. */
static void draw_x_axis(Plot *plot)
{
    const TrendChart *chart = plot->chart;
    TextStyle style = style_of(11.5, plot->options->theme->faint_text, ALIGN_CENTER);
    double free_from = -INFINITY, width, height;
    canvas_line(plot->canvas, plot->left, plot->bottom, plot->right, plot->bottom, plot->options->theme->axis, 1);
    for (guint i = 0; i < chart->point_count; i++) {
        double x = scale_place(&plot->x, i);
        canvas_measure(plot->canvas, &style, chart->points[i].when, &width, &height);
        double middle = CLAMP(x, width / 2 + 4, plot->options->width - width / 2 - 4);
        if (middle - width / 2 < free_from)
            continue;
        canvas_line(plot->canvas, x, plot->bottom, x, plot->bottom + 4, plot->options->theme->axis, 1);
        canvas_text(plot->canvas, middle, plot->bottom + 7, &style, chart->points[i].when);
        free_from = middle + width / 2 + 18;
    }
}

static void draw_points(Plot *plot)
{
    const TrendChart *chart = plot->chart;
    Color color = theme_series(plot->options->theme, 0)->color;
    double step = chart->point_count > 1 ? (plot->right - plot->left) / chart->point_count : 40;
    g_autofree Point *centres = g_new(Point, MAX(chart->point_count, 1));
    for (guint i = 0; i < chart->point_count; i++) {
        const TrendPoint *point = &chart->points[i];
        centres[i] = (Point){scale_place(&plot->x, i), scale_place(&plot->y, point->value)};
        if (point->high > point->low)
            canvas_line(plot->canvas, centres[i].x, scale_place(&plot->y, point->low), centres[i].x, scale_place(&plot->y, point->high),
                        color_faded(color, 0.4), CLAMP(step / 3, 1.5, 6));
        canvas_add_hit(plot->canvas, centres[i].x - step / 2, plot->top, step, plot->bottom - plot->top, point->about);
    }
    canvas_discs(plot->canvas, centres, chart->point_count, CLAMP(step / 3, 1.6, 4), color, plot->options->theme->background);
}

/* The words of a change stand above the plot, as near to its line as the ones before leave room. */
static void draw_levels(Plot *plot)
{
    const TrendChart *chart = plot->chart;
    const Theme *theme = plot->options->theme;
    TextStyle style = style_of(11.5, theme->text, ALIGN_CENTER);
    double free_from[2] = {-INFINITY, -INFINITY}, width, height;
    style.is_bold = TRUE;
    style.max_width = plot->options->width * 0.45;
    for (guint i = 0; i < chart->level_count; i++) {
        const TrendLevel *level = &chart->levels[i];
        double y = scale_place(&plot->y, level->value), from = scale_place(&plot->x, level->at - 0.5);
        canvas_line(plot->canvas, fmax(from, plot->left), y, fmin(scale_place(&plot->x, level->end - 0.5), plot->right), y, theme->mark, 2);
        if (!level->words)
            continue;
        double dash[] = {4, 3};
        Point line[] = {{from, plot->top}, {from, plot->bottom}};
        canvas_polyline(plot->canvas, line, 2, theme->text, 1, dash, 2);
        canvas_measure(plot->canvas, &style, level->words, &width, &height);
        double middle = CLAMP(from, width / 2 + 6, plot->options->width - width / 2 - 6);
        for (guint row = 0; row < 2; row++) {
            if (middle - width / 2 < free_from[row])
                continue;
            canvas_text(plot->canvas, middle, plot->top - (row + 1) * (height + 2), &style, level->words);
            free_from[row] = middle + width / 2 + 10;
            break;
        }
    }
}

static void draw_notes(Plot *plot)
{
    const TrendChart *chart = plot->chart;
    const Theme *theme = plot->options->theme;
    TextStyle number = style_of(10.5, theme->faint_text, ALIGN_CENTER), words = style_of(11.5, theme->text, ALIGN_LEFT);
    double y = plot->bottom + AXIS_ROOM + 4, free_from = -INFINITY;
    words.max_width = plot->options->width - 28;
    for (guint i = 0; i < chart->note_count; i++) {
        double x = scale_place(&plot->x, chart->notes[i].at - 0.5), width, height;
        g_autofree char *mark = g_strdup_printf("%u", i + 1), *line = g_strdup_printf("%u\u2002%s", i + 1, chart->notes[i].words);
        canvas_measure(plot->canvas, &number, mark, &width, &height);
        canvas_line(plot->canvas, x, plot->bottom - 8, x, plot->bottom, theme->axis, 2);
        if (x - width / 2 > free_from) {
            canvas_rectangle(plot->canvas, x - width / 2 - 1, plot->bottom - 9 - height, width + 2, height, theme->background);
            canvas_text(plot->canvas, x, plot->bottom - 9 - height, &number, mark);
            free_from = x + width / 2 + 3;
        }
        canvas_text(plot->canvas, 14, y + NOTE_ROW * i, &words, line);
    }
}

void chart_draw_trend(Canvas *canvas, const TrendChart *chart)
{
    Plot plot = {.canvas = canvas, .options = canvas_options(canvas), .chart = chart};
    plot.top = draw_heading(canvas, plot.options, chart->title, chart->subtitle) + 34;
    plot.bottom = plot.options->height - AXIS_ROOM - 8 - (chart->note_count ? NOTE_ROW * (chart->note_count + 0.5) : 0);
    plot.right = plot.options->width - 16;
    set_y(&plot);
    draw_y_axis(&plot);
    plot.x = (Scale){SCALE_LINEAR, -0.5, fmax(chart->point_count, 1) - 0.5, plot.left, plot.right};
    draw_x_axis(&plot);
    draw_points(&plot);
    draw_levels(&plot);
    draw_notes(&plot);
}
