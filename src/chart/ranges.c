#include "chart/chart.h"
#include "chart/internal.h"

#include "base/translate.h"

#include <math.h>

#define ROW_HEIGHT 26

typedef struct {
    Canvas *canvas;
    const ChartOptions *options;
    const RangeChart *chart;
    Scale x;
    double left, right, top, bottom, row;
} Plot;

double chart_ranges_height(guint row_count)
{
    return 136 + ROW_HEIGHT * (double)MAX(row_count, 1);
}

static void widen(double value, gboolean is_log, double *low, double *high)
{
    if (isfinite(value) && (!is_log || value > 0)) {
        *low = fmin(*low, value);
        *high = fmax(*high, value);
    }
}

static void set_range(Plot *plot)
{
    const RangeChart *chart = plot->chart;
    gboolean is_log = chart->scale == SCALE_LOG;
    double low = INFINITY, high = -INFINITY;
    for (guint i = 0; i < chart->row_count; i++) {
        const double values[] = {chart->rows[i].value, chart->rows[i].low, chart->rows[i].high};
        for (gsize j = 0; j < G_N_ELEMENTS(values) && !chart->rows[i].is_heading; j++)
            widen(values[j], is_log, &low, &high);
    }
    widen(chart->reference, is_log, &low, &high);
    if (low > high) {
        low = is_log ? 0.1 : 0;
        high = is_log ? 10 : 1;
    }
    if (is_log) {
        low /= 1.15;
        high *= 1.15;
    } else {
        low = fmin(low, 0);
        high = high > low ? high : low + 1;
    }
    apply_range(chart->range, &low, &high);
    plot->x = (Scale){chart->scale, low, high, plot->left, plot->right};
}

static char *value_words(const RangeChart *chart, const RangeRow *row)
{
    if (row->is_heading)
        return g_strdup("");
    if (!isfinite(row->value))
        return g_strdup(_("no data"));
    g_autofree char *value = chart->format(row->value);
    /* An en space, because a browser makes two spaces one. */
    return row->note && *row->note ? g_strdup_printf("%s\u2002%s", value, row->note) : g_steal_pointer(&value);
}

static TextStyle note_style(const Plot *plot)
{
    TextStyle style = style_of(11.5, plot->options->theme->text, ALIGN_LEFT);
    style.max_width = plot->options->width * 0.34;
    return style;
}

static TextStyle label_style(const Plot *plot, const RangeRow *row)
{
    TextStyle style = style_of(11.5, plot->options->theme->text, row->is_heading ? ALIGN_LEFT : ALIGN_RIGHT);
    style.is_bold = row->is_heading;
    style.max_width = row->is_heading ? plot->options->width - 28 : plot->options->width * 0.28;
    return style;
}

static void set_columns(Plot *plot)
{
    double label = 0, note = 0;
    TextStyle note_text = note_style(plot);
    for (guint i = 0; i < plot->chart->row_count; i++) {
        const RangeRow *row = &plot->chart->rows[i];
        if (row->is_heading)
            continue;
        TextStyle style = label_style(plot, row);
        g_autofree char *words = value_words(plot->chart, row);
        label = fmax(label, measured_width(plot->canvas, &style, row->label));
        note = fmax(note, measured_width(plot->canvas, &note_text, words));
    }
    plot->left = 14 + label + 10;
    plot->right = fmax(plot->options->width - note - 30, plot->left + 40);
}

static void draw_mark(Plot *plot, const RangeRow *row, double middle)
{
    Color color = theme_series(plot->options->theme, row->style)->color;
    double at = scale_place(&plot->x, row->value);
    if (isfinite(row->low) && isfinite(row->high) && row->high > row->low) {
        double from = scale_place(&plot->x, row->low), to = scale_place(&plot->x, row->high);
        Point ends[] = {{from, middle}, {to, middle}, {from, middle - 4}, {from, middle + 4}, {to, middle - 4}, {to, middle + 4}};
        canvas_segments(plot->canvas, ends, 6, color, 1.5);
    }
    if (isfinite(row->inner_low) && isfinite(row->inner_high))
        canvas_line(plot->canvas, scale_place(&plot->x, row->inner_low), middle, scale_place(&plot->x, row->inner_high),
                    middle, color_faded(color, 0.55), 6);
    Point centre = {at, middle};
    canvas_discs(plot->canvas, &centre, 1, 4, color, plot->options->theme->background);
}

static void draw_row(Plot *plot, guint index)
{
    const RangeRow *row = &plot->chart->rows[index];
    double middle = plot->top + plot->row * (index + 0.5), width, height;
    TextStyle style = label_style(plot, row);
    canvas_measure(plot->canvas, &style, row->label, &width, &height);
    canvas_text(plot->canvas, row->is_heading ? 14 : plot->left - 9, middle - height / 2, &style, row->label);
    if (row->is_heading)
        return;
    if (isfinite(row->value))
        draw_mark(plot, row, middle);
    g_autofree char *words = value_words(plot->chart, row);
    style = note_style(plot);
    canvas_measure(plot->canvas, &style, words, &width, &height);
    canvas_text(plot->canvas, plot->right + 14, middle - height / 2, &style, words);
    g_autofree char *hit = g_strdup_printf("%s: %s", row->label, words);
    canvas_add_hit(plot->canvas, 0, middle - plot->row / 2, plot->options->width, plot->row, hit);
}

void chart_draw_ranges(Canvas *canvas, const RangeChart *chart)
{
    Plot plot = {.canvas = canvas, .options = canvas_options(canvas), .chart = chart};
    plot.top = draw_heading(canvas, plot.options, chart->title, chart->subtitle);
    set_columns(&plot);
    if (chart->note_title) {
        TextStyle style = style_of(11.5, plot.options->theme->faint_text, ALIGN_RIGHT);
        style.max_width = plot.options->width - 28;
        plot.top += canvas_text(canvas, plot.options->width - 14, plot.top - 4, &style, chart->note_title);
    }
    double room = plot.options->height - plot.top - VALUE_AXIS_HEIGHT;
    plot.row = fmin(ROW_HEIGHT, room / fmax(chart->row_count, 1));
    plot.bottom = plot.top + plot.row * (double)chart->row_count;
    set_range(&plot);
    guint ticks = (guint)CLAMP((plot.right - plot.left) / 60, 3, 9);
    ValueAxis axis = {&plot.x, plot.top, plot.bottom, chart->base, ticks, chart->tick_format, chart->x_title};
    draw_value_axis(canvas, &axis);
    if (isfinite(chart->reference)) {
        double x = scale_place(&plot.x, chart->reference);
        canvas_line(canvas, x, plot.top, x, plot.bottom, plot.options->theme->text, 1.4);
    }
    for (guint i = 0; i < chart->row_count; i++)
        draw_row(&plot, i);
}
