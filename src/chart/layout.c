#include "chart/internal.h"

#define MARGIN 14

TextStyle style_of(double size, Color color, Align align)
{
    return (TextStyle){size, FALSE, color, align, 0, 1};
}

double draw_heading(Canvas *canvas, const ChartOptions *options, const char *title, const char *subtitle)
{
    double y = 12;
    TextStyle style = style_of(15, options->theme->text, ALIGN_LEFT);
    style.is_bold = TRUE;
    style.max_width = options->width - 2 * MARGIN;
    style.max_lines = 2;
    if (title && *title)
        y += canvas_text(canvas, MARGIN, y, &style, title) + 3;
    style = style_of(11.5, options->theme->faint_text, ALIGN_LEFT);
    style.max_width = options->width - 2 * MARGIN;
    style.max_lines = 2;
    if (subtitle && *subtitle)
        y += canvas_text(canvas, MARGIN, y, &style, subtitle) + 3;
    return y + 8;
}

TextStyle row_label_style(const ChartOptions *options, Align align)
{
    TextStyle style = style_of(12, options->theme->text, align);
    style.is_bold = TRUE;
    style.max_width = options->width * 0.28;
    return style;
}

double measured_width(Canvas *canvas, const TextStyle *style, const char *text)
{
    double width, height;
    canvas_measure(canvas, style, text, &width, &height);
    return width;
}

void apply_range(ChartRange range, double *from, double *to)
{
    if (isfinite(range.from))
        *from = range.from;
    if (isfinite(range.to))
        *to = range.to;
    if (*to <= *from)
        *to = *from > 0 ? *from * 10 : *from + 1;
}

void draw_value_axis(Canvas *canvas, const ValueAxis *axis)
{
    const ChartOptions *options = canvas_options(canvas);
    TextStyle style = style_of(11.5, options->theme->faint_text, ALIGN_CENTER);
    g_autoptr(GArray) ticks = scale_ticks(axis->scale, axis->ticks, axis->base);
    g_autoptr(GArray) major = g_array_new(FALSE, FALSE, sizeof(Point)), minor = g_array_new(FALSE, FALSE, sizeof(Point));
    double reach = -INFINITY;
    for (guint i = 0; i < ticks->len; i++) {
        const Tick *tick = &g_array_index(ticks, Tick, i);
        double x = scale_place(axis->scale, tick->value);
        Point ends[] = {{x, axis->top}, {x, axis->bottom}};
        g_array_append_vals(tick->is_major ? major : minor, ends, 2);
        if (!tick->is_major)
            continue;
        g_autofree char *words = axis->format(tick->value);
        double width = measured_width(canvas, &style, words);
        if (x - width / 2 < MAX(reach + 8, 2) || x + width / 2 > options->width - 4)
            continue;
        canvas_text(canvas, x, axis->bottom + 4, &style, words);
        reach = x + width / 2;
    }
    canvas_segments(canvas, (const Point *)(gpointer)minor->data, minor->len, color_faded(options->theme->grid, 0.45), 0.6);
    canvas_segments(canvas, (const Point *)(gpointer)major->data, major->len, options->theme->grid, 1);
    if (!axis->title)
        return;
    style.max_width = options->width - 2 * MARGIN;
    canvas_text(canvas, options->width / 2, axis->bottom + 21, &style, axis->title);
}

static void sort_order(guint *order, const double *middles, guint count)
{
    for (guint i = 0; i < count; i++)
        order[i] = i;
    for (guint i = 1; i < count; i++)
        for (guint j = i; j > 0 && middles[order[j - 1]] > middles[order[j]]; j--) {
            guint swap = order[j];
            order[j] = order[j - 1];
            order[j - 1] = swap;
        }
}

void spread_labels(double *middles, guint count, double height, double top, double bottom)
{
    if (count == 0)
        return;
    g_autofree guint *order = g_new(guint, count);
    sort_order(order, middles, count);
    for (guint i = 0; i < count; i++) {
        double least = i == 0 ? top + height / 2 : middles[order[i - 1]] + height;
        middles[order[i]] = MAX(middles[order[i]], least);
    }
    for (guint i = count; i-- > 0;) {
        double most = i + 1 == count ? bottom - height / 2 : middles[order[i + 1]] - height;
        middles[order[i]] = MIN(middles[order[i]], most);
    }
}
