/* A measured number together with what rounding left open. */
#ifndef MODEL_FIGURE_H
#define MODEL_FIGURE_H

#include <glib.h>
#include <math.h>

/* value is what the report says or implies; the true one lies in [low, high]. All three are NAN when the
 * report does not say: missing is never zero. */
typedef struct {
    double value;
    double low;
    double high;
} Figure;

static inline Figure figure_missing(void)
{
    return (Figure){NAN, NAN, NAN};
}

static inline Figure figure_exact(double value)
{
    return (Figure){value, value, value};
}

static inline Figure figure_between(double value, double low, double high)
{
    return (Figure){value, low, high};
}

static inline gboolean figure_is_known(Figure figure)
{
    return isfinite(figure.value);
}

/* The larger distance from the value to a bound; 0 for an exact figure. */
static inline double figure_half_width(Figure figure)
{
    return fmax(figure.value - figure.low, figure.high - figure.value);
}

/* The figure with its value and bounds multiplied by a positive factor. */
static inline Figure figure_scaled(Figure figure, double factor)
{
    return (Figure){figure.value * factor, figure.low * factor, figure.high * factor};
}

#endif
