/* What only the chart folder knows. */
#ifndef CHART_INTERNAL_H
#define CHART_INTERNAL_H

#include "chart/canvas.h"

/* Title and subtitle at the top; gives the y below them. */
double draw_heading(Canvas *canvas, const ChartOptions *options, const char *title, const char *subtitle);
TextStyle style_of(double size, Color color, Align align);
const ChartOptions *canvas_options(const Canvas *canvas);

/* Moves the middles of labels apart until each has its height of room within [top, bottom], keeping their order. */
void spread_labels(double *middles, guint count, double height, double top, double bottom);

#endif
