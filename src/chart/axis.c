#include "chart/axis.h"

#include <math.h>

static double transform(ScaleKind kind, double value)
{
    if (kind == SCALE_LOG)
        return log10(fmax(value, 1e-300));
    if (kind == SCALE_NINES)
        return -log10(fmax(1 - value / 100, 1e-9));
    return value;
}

double scale_place(const Scale *scale, double value)
{
    double from = transform(scale->kind, scale->from), to = transform(scale->kind, scale->to);
    double way = to == from ? 0.5 : (transform(scale->kind, value) - from) / (to - from);
    return scale->start_px + CLAMP(way, 0, 1) * (scale->end_px - scale->start_px);
}

static void add_tick(GArray *ticks, double value, gboolean is_major)
{
    Tick tick = {value, is_major};
    g_array_append_val(ticks, tick);
}

/* The power of the base that scales a value into [1, base). */
static double unit_of(double value, double base)
{
    double unit = 1;
    while (base > 10 && value >= unit * base)
        unit *= base;
    return unit;
}

static void linear_ticks(const Scale *scale, guint count, double base, GArray *ticks)
{
    double raw = (scale->to - scale->from) / MAX(count, 1);
    double unit = unit_of(fmax(fabs(scale->to), fabs(scale->from)), base);
    double power = unit * pow(10, floor(log10(raw / unit)));
    double step = 10 * power;
    static const double steps[] = {1, 2, 2.5, 5, 10};
    for (gsize i = 0; i < G_N_ELEMENTS(steps); i++) {
        if (steps[i] * power >= raw * (1 - 1e-9)) {
            step = steps[i] * power;
            break;
        }
    }
    for (double value = ceil(scale->from / step - 1e-9) * step; value <= scale->to * (1 + 1e-9); value += step)
        add_tick(ticks, fabs(value) < step * 1e-6 ? 0 : value, TRUE);
}

/* Decades; with few of them 2 and 5 get labels too, with many only each second or third. */
static void log_ticks(const Scale *scale, guint count, GArray *ticks)
{
    double decades = log10(scale->to / scale->from);
    int first = (int)floor(log10(scale->from) - 1e-9), last = (int)ceil(log10(scale->to) + 1e-9);
    int every = (int)ceil((decades + 1) / MAX(count, 2));
    gboolean with_fives = decades * 3 + 1 <= count;
    for (int exponent = first; exponent <= last; exponent++) {
        for (int digit = 1; digit <= 9; digit++) {
            double value = digit * pow(10, exponent);
            if (value < scale->from * (1 - 1e-9) || value > scale->to * (1 + 1e-9))
                continue;
            gboolean is_major = digit == 1 ? exponent % every == 0 : with_fives && (digit == 2 || digit == 5);
            if (decades < 8 || is_major)
                add_tick(ticks, value, is_major);
        }
    }
}

static void nines_ticks(const Scale *scale, GArray *ticks)
{
    static const double marks[] = {0, 50, 90, 99, 99.9, 99.99, 99.999, 99.9999, 99.99999};
    for (gsize i = 0; i < G_N_ELEMENTS(marks); i++)
        if (marks[i] >= scale->from - 1e-9 && marks[i] <= scale->to + 1e-9)
            add_tick(ticks, marks[i], TRUE);
}

GArray *scale_ticks(const Scale *scale, guint count, double base)
{
    GArray *ticks = g_array_new(FALSE, FALSE, sizeof(Tick));
    if (scale->kind == SCALE_NINES)
        nines_ticks(scale, ticks);
    else if (scale->kind == SCALE_LOG)
        log_ticks(scale, count, ticks);
    else
        linear_ticks(scale, count, base, ticks);
    return ticks;
}
