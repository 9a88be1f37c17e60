/* The charts of a comparison: its numbers and words handed to the chart layer, and the SVG made ready for a page. */
#ifndef REPORT_CHARTS_H
#define REPORT_CHARTS_H

#include "chart/canvas.h"
#include "model/comparison.h"

typedef struct {
    const char *id;    /* "percentiles" */
    const char *about; /* one line for the help */
    /* Whether there is anything to draw. */
    gboolean (*has_data)(const Comparison *comparison, const Stream *stream);
    /* Draws onto a canvas of the options' size. */
    void (*draw)(Canvas *canvas, const Comparison *comparison, const Stream *stream);
    double (*height)(const Comparison *comparison); /* the best height; NULL: that of the options */
} ChartKind;

/* All kinds, ended by one without id. */
extern const ChartKind chart_kinds[];
const ChartKind *chart_kind_find(const char *id);

/* The finished picture of one stream. SVG gets a title, a description and ids that begin with prefix (so that
 * several can stand in one page). NULL with error set when there is nothing to draw. */
GBytes *chart_make(const ChartKind *kind, const Comparison *comparison, const Stream *stream,
                   const ChartOptions *options, const char *prefix, GError **error);

#endif
