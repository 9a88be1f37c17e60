#include "chart/chart.h"
#include "chart/internal.h"

#include "base/translate.h"

#include <math.h>

typedef struct {
    Canvas *canvas;
    const ChartOptions *options;
    const CurveChart *chart;
    Scale x, y;
    double left, right, top, bottom, label_size;
} Plot;

static void widen(double value, double *low, double *high)
{
    if (isfinite(value)) {
        *low = fmin(*low, value);
        *high = fmax(*high, value);
    }
}

/* The range of the data, never empty, on a log axis with some air. */
static void set_ranges(Plot *plot)
{
    const CurveChart *chart = plot->chart;
    double x_low = INFINITY, x_high = -INFINITY, y_low = INFINITY, y_high = -INFINITY;
    for (guint i = 0; i < chart->series_count; i++) {
        for (guint j = 0; j < chart->series[i].count; j++) {
            const ChartPoint *point = &chart->series[i].points[j];
            widen(point->x, &x_low, &x_high);
            if (point->right > point->left && point->left > 0) {
                widen(point->left, &x_low, &x_high);
                widen(point->right, &x_low, &x_high);
            }
            widen(point->y, &y_low, &y_high);
            if (point->low > 0 || chart->y_scale != SCALE_LOG)
                widen(point->low, &y_low, &y_high);
            widen(point->high, &y_low, &y_high);
        }
    }
    if (isfinite(chart->reference))
        widen(chart->reference, &y_low, &y_high);
    if (x_low > x_high) {
        x_low = 0;
        x_high = 1;
    }
    if (y_low > y_high)
        y_low = y_high = 1;
    if (chart->y_scale == SCALE_LOG) {
        y_low = fmax(y_low, y_high * 1e-12) / 1.15;
        y_high *= 1.25;
    } else {
        y_low = fmin(0, y_low);
        y_high = y_high > y_low ? y_high * 1.02 : y_low + 1;
    }
    if (chart->x_scale == SCALE_NINES) {
        x_low = 0;
        x_high = fmax(x_high, 90);
    } else if (x_high <= x_low) {
        x_high = x_low + fmax(1, fabs(x_low));
    }
    apply_range(chart->x_range, &x_low, &x_high);
    apply_range(chart->y_range, &y_low, &y_high);
    plot->x = (Scale){chart->x_scale, x_low, x_high, 0, 0};
    plot->y = (Scale){chart->y_scale, y_low, y_high, 0, 0};
}

static double widest_tick(Plot *plot, const GArray *ticks)
{
    double widest = 0, width, height;
    TextStyle style = style_of(11.5, plot->options->theme->faint_text, ALIGN_RIGHT);
    for (guint i = 0; i < ticks->len; i++) {
        const Tick *tick = &g_array_index(ticks, Tick, i);
        if (!tick->is_major)
            continue;
        g_autofree char *words = plot->chart->y_format(tick->value);
        canvas_measure(plot->canvas, &style, words, &width, &height);
        widest = fmax(widest, width);
    }
    return widest;
}

static char *end_label(const ChartSeries *series)
{
    return series->count ? g_strdup(series->label) : g_strdup_printf(_("%s: no data"), series->label);
}

static double label_room(Plot *plot)
{
    double widest = 0, width, height;
    TextStyle style = style_of(plot->label_size, plot->options->theme->text, ALIGN_LEFT);
    style.is_bold = TRUE;
    style.max_width = plot->options->width * 0.26;
    for (guint i = 0; i < plot->chart->series_count; i++) {
        g_autofree char *label = end_label(&plot->chart->series[i]);
        canvas_measure(plot->canvas, &style, label, &width, &height);
        widest = fmax(widest, width);
    }
    return widest + 30;
}

static void draw_y_grid(Plot *plot, const GArray *ticks, gboolean is_major)
{
    const Theme *theme = plot->options->theme;
    g_autoptr(GArray) ends = g_array_new(FALSE, FALSE, sizeof(Point));
    for (guint i = 0; i < ticks->len; i++) {
        const Tick *tick = &g_array_index(ticks, Tick, i);
        double y = scale_place(&plot->y, tick->value);
        Point pair[] = {{plot->left, y}, {plot->right, y}};
        if (tick->is_major == is_major)
            g_array_append_vals(ends, pair, 2);
    }
    canvas_segments(plot->canvas, (const Point *)(gpointer)ends->data, ends->len,
                    is_major ? theme->grid : color_faded(theme->grid, 0.45), is_major ? 1 : 0.6);
}

static void draw_y_axis(Plot *plot, const GArray *ticks)
{
    const Theme *theme = plot->options->theme;
    TextStyle style = style_of(11.5, theme->faint_text, ALIGN_RIGHT);
    double last = INFINITY;
    draw_y_grid(plot, ticks, FALSE);
    draw_y_grid(plot, ticks, TRUE);
    for (guint i = 0; i < ticks->len; i++) {
        const Tick *tick = &g_array_index(ticks, Tick, i);
        double y = scale_place(&plot->y, tick->value), width, height;
        if (!tick->is_major)
            continue;
        g_autofree char *words = plot->chart->y_format(tick->value);
        canvas_measure(plot->canvas, &style, words, &width, &height);
        if (last - y < height + 1 || y - height / 2 < plot->top - 8)
            continue;
        canvas_text(plot->canvas, plot->left - 7, y - height / 2, &style, words);
        last = y;
    }
}

static void draw_x_axis(Plot *plot)
{
    const Theme *theme = plot->options->theme;
    TextStyle style = style_of(11.5, theme->faint_text, ALIGN_CENTER);
    g_autoptr(GArray) ticks = scale_ticks(&plot->x, 8, 10);
    double reach = -INFINITY; /* of the label before */
    for (guint i = 0; i < ticks->len; i++) {
        const Tick *tick = &g_array_index(ticks, Tick, i);
        if (!tick->is_major)
            continue;
        double x = scale_place(&plot->x, tick->value), width, height;
        g_autofree char *words = plot->chart->x_format(tick->value);
        canvas_measure(plot->canvas, &style, words, &width, &height);
        canvas_line(plot->canvas, x, plot->top, x, plot->bottom, theme->grid, 1);
        if (x - width / 2 < reach + 6)
            continue;
        canvas_text(plot->canvas, x, plot->bottom + 5, &style, words);
        reach = x + width / 2;
    }
    canvas_line(plot->canvas, plot->left, plot->bottom, plot->right, plot->bottom, theme->axis, 1);
    if (plot->chart->x_title) {
        style.max_width = plot->options->width - 28;
        canvas_text(plot->canvas, (plot->left + plot->right) / 2, plot->bottom + 24, &style, plot->chart->x_title);
    }
}

static void draw_marks(Plot *plot)
{
    const CurveChart *chart = plot->chart;
    const Theme *theme = plot->options->theme;
    double reach = plot->right;
    for (guint i = chart->mark_count; i-- > 0;) {
        double from = scale_place(&plot->x, chart->marks[i].from), to = scale_place(&plot->x, chart->marks[i].to);
        canvas_rectangle(plot->canvas, from, plot->top, fmax(to - from, 2), plot->bottom - plot->top,
                         color_faded(theme->mark, 0.16));
        if (i > 0)
            reach = from;
    }
    if (chart->mark_count == 0 || !chart->mark_label)
        return;
    double from = scale_place(&plot->x, chart->marks[0].from), to = scale_place(&plot->x, chart->marks[0].to);
    TextStyle style = style_of(11.5, theme->text, ALIGN_LEFT);
    double width, height, room_right = reach - to - 10, room_left = from - plot->left - 10;
    style.max_width = fmax(fmax(room_right, room_left), 40);
    canvas_measure(plot->canvas, &style, chart->mark_label, &width, &height);
    gboolean goes_right = room_right >= width || room_right >= room_left;
    style.align = goes_right ? ALIGN_LEFT : ALIGN_RIGHT;
    canvas_text(plot->canvas, goes_right ? to + 6 : from - 6, plot->top + 3, &style, chart->mark_label);
}

/* Of a band; of many, which would cover each other, the less. */
#define BAND_ALPHA(count) (0.18 * MIN(1, 3.0 / (count)))

/* Out along the upper left edge, back along the lower right one. */
static void draw_band(Plot *plot, const ChartSeries *series)
{
    Color color = theme_series(plot->options->theme, series->style)->color;
    g_autofree Point *outline = g_new(Point, 2 * (gsize)series->count + 1);
    guint count = 0;
    gboolean is_open = FALSE;
    for (guint i = 0; i < series->count; i++) {
        const ChartPoint *point = &series->points[i];
        gboolean is_wide = point->right > point->left;
        is_open = is_open || point->high > point->low || is_wide;
        outline[count++] = (Point){scale_place(&plot->x, is_wide ? point->left : point->x),
                                   scale_place(&plot->y, point->high)};
    }
    for (guint i = series->count; i-- > 0;) {
        const ChartPoint *point = &series->points[i];
        gboolean is_wide = point->right > point->left;
        outline[count++] = (Point){scale_place(&plot->x, is_wide ? point->right : point->x),
                                   scale_place(&plot->y, point->low)};
    }
    if (is_open)
        canvas_polygon(plot->canvas, outline, count, color_faded(color, BAND_ALPHA(plot->chart->series_count)));
}

#define HITS_MAX 60

static void add_hits(Plot *plot, const ChartSeries *series, const Point *points)
{
    guint step = 1 + series->count / HITS_MAX;
    for (guint i = 0; i < series->count; i += step) {
        const ChartPoint *point = &series->points[i];
        g_autofree char *x = plot->chart->x_format(point->x), *y = plot->chart->y_format(point->y);
        g_autofree char *low = plot->chart->y_format(point->low), *high = plot->chart->y_format(point->high);
        gboolean is_open = point->high > point->low && !g_str_equal(low, high);
        g_autofree char *words = is_open ? g_strdup_printf("%s, %s: %s (%s … %s)", series->label, x, y, low, high)
                                         : g_strdup_printf("%s, %s: %s", series->label, x, y);
        canvas_add_hit(plot->canvas, points[i].x - 6, points[i].y - 6, 12, 12, words);
    }
}

static Point draw_series(Plot *plot, guint index)
{
    const ChartSeries *series = &plot->chart->series[index];
    const SeriesStyle *style = theme_series(plot->options->theme, series->style);
    if (series->count == 0)
        return (Point){NAN, NAN};
    g_autofree Point *points = g_new(Point, series->count);
    for (guint i = 0; i < series->count; i++)
        points[i] = (Point){scale_place(&plot->x, series->points[i].x), scale_place(&plot->y, series->points[i].y)};
    canvas_polyline(plot->canvas, points, series->count, style->color, 2, style->dash, style->dash_count);
    if (series->count <= 40)
        canvas_discs(plot->canvas, points, series->count, 2.6, style->color, style->color);
    add_hits(plot, series, points);
    return points[series->count - 1];
}

static void draw_labels(Plot *plot, const Point *ends)
{
    const CurveChart *chart = plot->chart;
    g_autofree double *middles = g_new(double, chart->series_count + 1);
    double height = 12, width;
    TextStyle style = style_of(plot->label_size, plot->options->theme->text, ALIGN_LEFT);
    style.is_bold = TRUE;
    style.max_width = plot->options->width * 0.26;
    for (guint i = 0; i < chart->series_count; i++) {
        double own;
        middles[i] = isfinite(ends[i].y) ? ends[i].y : plot->bottom;
        canvas_measure(plot->canvas, &style, chart->series[i].label, &width, &own);
        height = fmax(height, own + 1);
    }
    spread_labels(middles, chart->series_count, height, plot->top - 6, plot->bottom + 6);
    for (guint i = 0; i < chart->series_count; i++) {
        double own;
        style.color = theme_series(plot->options->theme, chart->series[i].style)->color;
        g_autofree char *label = end_label(&chart->series[i]);
        canvas_measure(plot->canvas, &style, label, &width, &own);
        if (isfinite(ends[i].x))
            canvas_line(plot->canvas, ends[i].x + 3, ends[i].y, plot->right + 12, middles[i],
                        color_faded(style.color, 0.6), 1);
        canvas_text(plot->canvas, plot->right + 15, middles[i] - own / 2, &style, label);
    }
}

void chart_draw_curves(Canvas *canvas, const CurveChart *chart)
{
    Plot plot = {.canvas = canvas, .options = canvas_options(canvas), .chart = chart};
    plot.label_size = chart->series_count > 8 ? 10.5 : 12;
    set_ranges(&plot);
    plot.top = draw_heading(canvas, plot.options, chart->title, chart->subtitle);
    if (chart->y_title) {
        TextStyle style = style_of(11.5, plot.options->theme->faint_text, ALIGN_LEFT);
        style.max_width = plot.options->width - 28;
        plot.top += canvas_text(canvas, 14, plot.top - 4, &style, chart->y_title) + 4;
    }
    plot.bottom = fmax(plot.options->height - (chart->x_title ? 46 : 28), plot.top + 40);
    g_autoptr(GArray) ticks = scale_ticks(&plot.y, (guint)fmax(3, (plot.bottom - plot.top) / 34), 10);
    plot.left = 14 + widest_tick(&plot, ticks) + 8;
    plot.right = fmax(plot.options->width - label_room(&plot), plot.left + 60);
    plot.x.start_px = plot.left;
    plot.x.end_px = plot.right;
    plot.y.start_px = plot.bottom;
    plot.y.end_px = plot.top;
    draw_x_axis(&plot);
    draw_y_axis(&plot, ticks);
    draw_marks(&plot);
    if (isfinite(chart->reference)) {
        double y = scale_place(&plot.y, chart->reference);
        canvas_line(canvas, plot.left, y, plot.right, y, plot.options->theme->text, 1.4);
    }
    g_autofree Point *ends = g_new(Point, chart->series_count + 1);
    for (guint i = 0; i < chart->series_count; i++)
        if (chart->series[i].count)
            draw_band(&plot, &chart->series[i]);
    for (guint i = 0; i < chart->series_count; i++)
        ends[i] = draw_series(&plot, i);
    draw_labels(&plot, ends);
}
