/* The charts: numbers and labels in, a picture out. Knows nothing of fio. */
#ifndef CHART_CHART_H
#define CHART_CHART_H

#include "chart/axis.h"
#include "chart/canvas.h"

#include <math.h>

typedef struct {
    double x, y;
    double low, high; /* what is left open around y; equal to y when nothing is */
    double left, right; /* the same around x; both 0 when nothing is */
} ChartPoint;

typedef struct {
    const char *label;
    const ChartPoint *points; /* rising in x */
    guint count;
    guint style; /* index of colour and dash */
} ChartSeries;

typedef struct {
    double from, to;
} ChartMark;

/* Ends of an axis: NAN where the data decide. */
typedef struct {
    double from, to;
} ChartRange;

#define CHART_RANGE_AUTO ((ChartRange){NAN, NAN})

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
    ChartRange x_range, y_range;
    double reference; /* a line at this y; NAN: none */
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
    ChartRange range;
} BarChart;

/* Horizontal bars from zero. */
void chart_draw_bars(Canvas *canvas, const BarChart *chart);
/* The height that fits the number of bars at the width of the options. */
double chart_bars_height(guint bar_count);

typedef struct {
    const char *label, *note; /* note: in a column at the right, may be NULL */
    double value, low, high;  /* a dot on a line; value NAN: no data */
    double inner_low, inner_high; /* a thicker part of the line; NAN: none */
    guint style;
    gboolean is_heading; /* the label alone */
} RangeRow;

typedef struct {
    const char *title, *subtitle, *x_title;
    const char *note_title; /* above the notes, may be NULL */
    ScaleKind scale;
    double base, reference; /* reference: a line at this value; NAN: none */
    char *(*format)(double value), *(*tick_format)(double value);
    const RangeRow *rows;
    guint row_count;
    ChartRange range;
} RangeChart;

/* A dot with its interval a row: ratios, spreads. */
void chart_draw_ranges(Canvas *canvas, const RangeChart *chart);
double chart_ranges_height(guint row_count);

typedef struct {
    double from, to, share; /* share in percent */
} HistogramCell;

typedef struct {
    double from, to;
    const char *words; /* written over it */
} HistogramGroup;

typedef struct {
    const char *label;
    const HistogramCell *cells; /* rising */
    guint cell_count;
    const HistogramGroup *groups; /* rising, apart */
    guint group_count;
} HistogramRow;

typedef struct {
    const char *title, *subtitle, *x_title;
    char *(*format)(double value), *(*tick_format)(double value);
    const HistogramRow *rows;
    guint row_count;
    ChartRange range;
} HistogramChart;

/* One histogram a series, one above the other over the same log axis. */
void chart_draw_histograms(Canvas *canvas, const HistogramChart *chart);
double chart_histograms_height(guint row_count);

#define STACK_PARTS 3

typedef struct {
    const char *label;
    double shares[STACK_PARTS];      /* percent; 0 for a part that is not there */
    const char *words[STACK_PARTS];  /* of the parts, NULL for none */
} Stack;

typedef struct {
    const char *title, *subtitle, *x_title;
    const Stack *stacks;
    guint stack_count;
} StackChart;

/* Parts of a whole, a bar a series. */
void chart_draw_stacks(Canvas *canvas, const StackChart *chart);
double chart_stacks_height(guint stack_count);

#endif
