/* What only the chart folder knows. */
#ifndef CHART_INTERNAL_H
#define CHART_INTERNAL_H

#include "chart/chart.h"

/* Title and subtitle at the top; gives the y below them. */
double draw_heading(Canvas *canvas, const ChartOptions *options, const char *title, const char *subtitle);
TextStyle style_of(double size, Color color, Align align);
const ChartOptions *canvas_options(const Canvas *canvas);

/* png.c: a finished RGB24 image as PNG. NULL with error set. */
struct _cairo_surface;
GBytes *png_write(struct _cairo_surface *surface, const ChartOptions *options, GError **error);

/* Grid, ticks and title of a horizontal axis between top and bottom. base as for scale_ticks. */
typedef struct {
    const Scale *scale;
    double top, bottom, base;
    guint ticks; /* at most so many with labels */
    char *(*format)(double value);
    const char *title;
} ValueAxis;
void draw_value_axis(Canvas *canvas, const ValueAxis *axis);
#define VALUE_AXIS_HEIGHT 42

/* The labels' style of rows, and the widest of them. */
TextStyle row_label_style(const ChartOptions *options, Align align);
double measured_width(Canvas *canvas, const TextStyle *style, const char *text);
/* Replaces from and to by those ends of the range that are set. */
void apply_range(ChartRange range, double *from, double *to);

/* Moves the middles of labels apart until each has its height of room within [top, bottom], keeping their order. */
void spread_labels(double *middles, guint count, double height, double top, double bottom);

#endif
