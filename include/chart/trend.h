/* A figure over the runs of months: dots, levels, and what changed when. */
#ifndef CHART_TREND_H
#define CHART_TREND_H

#include "chart/canvas.h"

typedef struct {
    double value, low, high; /* low and high: over the repeats; equal to value where there is one */
    const char *when, *about; /* when: on the axis; about: shown by the pointer */
} TrendPoint;

typedef struct {
    guint at, end; /* indices of the first run of a level and of the first after it */
    double value;
    const char *words; /* of the change that begins it; NULL for the first level */
} TrendLevel;

typedef struct {
    guint at; /* from this run on it was otherwise */
    const char *words;
} TrendNote;

typedef struct {
    const char *title, *subtitle;
    double base; /* 1024 for bytes */
    char *(*format)(double value);
    const TrendPoint *points; /* in the order of time */
    guint point_count;
    const TrendLevel *levels;
    guint level_count;
    const TrendNote *notes;
    guint note_count;
} TrendChart;

/* A dot a run in the order of time, the levels as lines, notes numbered on the axis and listed below. */
void chart_draw_trend(Canvas *canvas, const TrendChart *chart);
double chart_trend_height(guint note_count);

#endif
