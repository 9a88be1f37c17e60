/* Scales and round ticks. */
#ifndef CHART_AXIS_H
#define CHART_AXIS_H

#include <glib.h>

typedef enum {
    SCALE_LINEAR,
    SCALE_LOG,
    SCALE_NINES /* percent p at log10(1 / (1 - p/100)): 90, 99 and 99.9 stand at equal steps */
} ScaleKind;

typedef struct {
    ScaleKind kind;
    double from, to;           /* in the data's unit */
    double start_px, end_px;   /* where from and to stand; end may be smaller (an axis that points up) */
} Scale;

/* The place of a value. Values outside are clamped. */
double scale_place(const Scale *scale, double value);

typedef struct {
    double value;
    gboolean is_major; /* carries a label */
} Tick;

/* Round ticks (of Tick) from one end to the other: 1, 2 or 5 times a power of ten; at most count with labels. base is
 * 1024 for bytes (ticks at 1, 2, 5 … KiB), else 10. */
GArray *scale_ticks(const Scale *scale, guint count, double base);

#endif
