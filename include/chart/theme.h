/* Colours, dashes and sizes of the charts. */
#ifndef CHART_THEME_H
#define CHART_THEME_H

#include <glib.h>

typedef struct {
    double red, green, blue, alpha;
} Color;

#define SERIES_STYLES 12

typedef struct {
    Color color;
    double dash[4];
    int dash_count;
} SeriesStyle;

typedef struct {
    const char *name;
    Color background, text, faint_text, axis, grid, mark;
    /* Colours after Okabe and Ito (2008), told apart by colour-blind readers; dashes tell them apart in print. */
    SeriesStyle series[SERIES_STYLES];
} Theme;

/* "light", "dark" or "print"; NULL when there is none of that name. */
const Theme *theme_find(const char *name);
/* The style of the index-th series; they repeat after SERIES_STYLES. */
const SeriesStyle *theme_series(const Theme *theme, guint index);
Color color_faded(Color color, double alpha);

#endif
