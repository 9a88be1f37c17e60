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
