/* The charts: numbers and labels in, a picture out. Knows nothing of fio. */
#ifndef CHART_CHART_H
#define CHART_CHART_H

#include "chart/axis.h"
#include "chart/canvas.h"

typedef struct {
    double x, y;
    double low, high; /* what is left open around y; equal to y when nothing is */
} ChartPoint;

typedef struct {
    const char *label;
    const ChartPoint *points; /* rising in x */
    guint count;
} ChartSeries;

typedef struct {
    double from, to;
} ChartMark;

typedef struct {
    const char *title, *subtitle;
    const char *x_title, *y_title; /* may be NULL */
    ScaleKind x_scale, y_scale;
    char *(*x_format)(double value); /* words of a tick; the caller of it frees them */
    char *(*y_format)(double value);
    const ChartSeries *series;
    guint series_count;
    const ChartMark *marks; /* ranges of x to point out (crossings), rising */
    guint mark_count;
    const char *mark_label; /* of the first */
} CurveChart;

/* Lines with labels at their ends, a band where something is left open. */
void chart_draw_curves(Canvas *canvas, const CurveChart *chart);

typedef struct {
    const char *label;
    double value;         /* length of the bar; NAN is shown as missing */
    double low, high;     /* whisker; NAN for none */
    const double *dots;   /* one a run */
    guint dot_count;
    const char *note;     /* behind the value, may be NULL */
} Bar;

typedef struct {
    const char *title, *subtitle, *x_title;
    double base; /* 1024 for bytes */
    char *(*format)(double value), *(*tick_format)(double value);
    const Bar *bars;
    guint bar_count;
} BarChart;

/* Horizontal bars from zero. */
void chart_draw_bars(Canvas *canvas, const BarChart *chart);
/* The height that fits the number of bars at the width of the options. */
double chart_bars_height(guint bar_count);

#endif
