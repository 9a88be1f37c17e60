#include "chart/chart.h"
#include "chart/internal.h"

#include <math.h>

#define ROW_HEIGHT 58
#define BAR_HEIGHT 22

double chart_stacks_height(guint stack_count)
{
    return 124 + ROW_HEIGHT * (double)MAX(stack_count, 1);
}

static char *percent_words(double percent)
{
    return g_strdup_printf("%g%%", percent);
}

typedef struct {
    Canvas *canvas;
    const ChartOptions *options;
    Scale x;
} Plot;

/* The words of the parts share the width under the bar evenly. */
static void draw_words(Plot *plot, const Stack *stack, double top)
{
    guint count = 0, at = 0;
    for (guint i = 0; i < STACK_PARTS; i++)
        count += stack->words[i] != NULL;
    double slot = (plot->x.end_px - plot->x.start_px) / MAX(count, 1);
    for (guint i = 0; i < STACK_PARTS; i++) {
        if (!stack->words[i])
            continue;
        gboolean is_last = at == count - 1 && count > 1;
        TextStyle style = style_of(11.5, plot->options->theme->text,
                                   at == 0 ? ALIGN_LEFT : is_last ? ALIGN_RIGHT : ALIGN_CENTER);
        style.max_width = slot - 8;
        double x = at == 0 ? plot->x.start_px : is_last ? plot->x.end_px : plot->x.start_px + slot * (at + 0.5);
        canvas_text(plot->canvas, x, top, &style, stack->words[i]);
        at++;
    }
}

static void draw_stack(Plot *plot, const Stack *stack, Color color, double top)
{
    static const double strength[STACK_PARTS] = {0.9, 0.2, 0.5};
    double from = 0, height, width;
    TextStyle style = row_label_style(plot->options, ALIGN_RIGHT);
    canvas_measure(plot->canvas, &style, stack->label, &width, &height);
    canvas_text(plot->canvas, plot->x.start_px - 8, top + (BAR_HEIGHT - height) / 2, &style, stack->label);
    for (guint i = 0; i < STACK_PARTS; i++) {
        double start = scale_place(&plot->x, from), end = scale_place(&plot->x, from + stack->shares[i]);
        from += stack->shares[i];
        if (end <= start)
            continue;
        canvas_rectangle(plot->canvas, start, top, fmax(end - start - 1, 0.5), BAR_HEIGHT, color_faded(color, strength[i]));
        g_autofree char *hit = g_strdup_printf("%s: %s", stack->label, stack->words[i] ? stack->words[i] : "");
        canvas_add_hit(plot->canvas, start, top, end - start, BAR_HEIGHT, hit);
    }
    draw_words(plot, stack, top + BAR_HEIGHT + 3);
}

void chart_draw_stacks(Canvas *canvas, const StackChart *chart)
{
    Plot plot = {.canvas = canvas, .options = canvas_options(canvas)};
    double top = draw_heading(canvas, plot.options, chart->title, chart->subtitle), label = 0;
    TextStyle style = row_label_style(plot.options, ALIGN_RIGHT);
    for (guint i = 0; i < chart->stack_count; i++)
        label = fmax(label, measured_width(canvas, &style, chart->stacks[i].label));
    double left = 14 + label + 8, right = fmax(plot.options->width - 26, left + 60);
    double row = fmin(ROW_HEIGHT, (plot.options->height - top - VALUE_AXIS_HEIGHT) / fmax(chart->stack_count, 1));
    plot.x = (Scale){SCALE_LINEAR, 0, 100, left, right};
    double bottom = top + row * (double)chart->stack_count;
    ValueAxis axis = {&plot.x, top, bottom, 10, 5, percent_words, chart->x_title};
    draw_value_axis(canvas, &axis);
    for (guint i = 0; i < chart->stack_count; i++)
        draw_stack(&plot, &chart->stacks[i], theme_series(plot.options->theme, i)->color, top + row * i + 6);
}
