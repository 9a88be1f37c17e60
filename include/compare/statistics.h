/* The numerics of the comparison. */
#ifndef COMPARE_STATISTICS_H
#define COMPARE_STATISTICS_H

#include <glib.h>

typedef struct {
    double ratio, low, high; /* geometric means' ratio b/a with its interval */
    double p_value;          /* two-sided, of "the ratio is 1" */
    double spread_a, spread_b; /* standard deviations of the logarithms */
} RatioInterval;

/* Welch's interval on the logarithms (Welch 1947, Biometrika 34; degrees of freedom after Satterthwaite 1946, slightly
 * fewer for very few runs). All values positive, two or more on each side. */
RatioInterval ratio_interval(const double *a, guint a_count, const double *b, guint b_count, double confidence);

typedef struct {
    double slope, p_value; /* two-sided, of "the slope is 0"; both NAN under three degrees of freedom */
} Slope;

/* The common slope of y over x inside groups: each group has its own mean (analysis of covariance, Snedecor and Cochran
 * 1989, chapter 18). */
Slope slope_within(const double *x, const double *y, const guint *group, guint count, guint groups);

/* Runs a side, more than there are (done), after which the interval's half width is expected to be below |log(ratio)| at
 * the spread seen; 0 when more than 1000. */
guint runs_needed(const RatioInterval *interval, double confidence, guint done);

/* Standard deviations of the normal distribution that hold the confidence, two-sided: 1.96 for 0.95. */
double normal_quantile(double confidence);

/* Holm's step-down adjustment (Holm 1979), in place; NAN entries are left out. */
void holm_adjust(double *p_values, guint count);

#endif
