#include "compare/changes.h"

#include "compare/statistics.h"

#include <math.h>
#include <stdlib.h>

/* Of the normal distribution: the standard deviation over the median absolute value. */
#define MEDIAN_TO_DEVIATION 1.482602218505602
/* In units of the noise's variance; see changes.h. */
#define PENALTY(count) (3.0 * log(count) + 4.0)
#define OUTLIER_DEVIATIONS 3.0

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, guint count)
{
    qsort(values, count, sizeof *values, by_value);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

static double noise_of(const double *x, guint count)
{
    g_autofree double *steps = g_new(double, count);
    for (guint i = 1; i < count; i++)
        steps[i - 1] = fabs(x[i] - x[i - 1]);
    double noise = MEDIAN_TO_DEVIATION * median(steps, count - 1) / sqrt(2);
    double scale = fmax(fabs(x[0]), 1) * 1e-9; /* equal values: only what cannot be rounding is a change */
    return fmax(noise, scale);
}

static void draw_in(double *x, guint count, double noise)
{
    g_autofree double *raw = g_memdup2(x, count * sizeof *x);
    for (guint i = 0; i < count; i++) {
        guint from = CLAMP((gint)i - 2, 0, (gint)count - 5);
        double near[5];
        for (guint j = 0; j < 5; j++)
            near[j] = raw[from + j];
        double middle = median(near, 5);
        x[i] = CLAMP(raw[i], middle - OUTLIER_DEVIATIONS * noise, middle + OUTLIER_DEVIATIONS * noise);
    }
}

typedef struct {
    double *sums, *squares; /* of the first i values */
} Sums;

static double cost(const Sums *sums, guint from, guint to)
{
    double sum = sums->sums[to] - sums->sums[from];
    return fmax(0, sums->squares[to] - sums->squares[from] - sum * sum / (to - from));
}

/* last[t]: where the best last segment of the first t values begins. A start that cannot win any more is dropped. */
static guint *best_starts(const Sums *sums, guint count, double penalty)
{
    guint *last = g_new0(guint, count + 1);
    g_autofree double *best = g_new0(double, count + 1);
    g_autoptr(GArray) starts = g_array_new(FALSE, FALSE, sizeof(guint));
    best[0] = -penalty;
    for (guint to = CHANGES_SHORTEST; to <= count; to++) {
        guint fresh = to - CHANGES_SHORTEST, kept = 0;
        if (fresh == 0 || fresh >= CHANGES_SHORTEST)
            g_array_append_val(starts, fresh);
        best[to] = INFINITY;
        for (guint i = 0; i < starts->len; i++) {
            guint from = g_array_index(starts, guint, i);
            double total = best[from] + cost(sums, from, to) + penalty;
            if (total < best[to]) {
                best[to] = total;
                last[to] = from;
            }
        }
        for (guint i = 0; i < starts->len; i++) {
            guint from = g_array_index(starts, guint, i);
            /* With a shortest length a start may only go when it loses by more than one change costs. */
            if (best[from] + cost(sums, from, to) <= best[to] + penalty)
                g_array_index(starts, guint, kept++) = from;
        }
        g_array_set_size(starts, kept);
    }
    return last;
}

static Change describe(const double *values, guint from, guint at, guint to, double confidence)
{
    Change change = {at, 0, 0, NAN, NAN, NAN};
    RatioInterval interval = ratio_interval(values + from, at - from, values + at, to - at, confidence);
    double before = 0, after = 0;
    for (guint i = from; i < at; i++)
        before += log(values[i]) / (at - from);
    for (guint i = at; i < to; i++)
        after += log(values[i]) / (to - at);
    change.before = exp(before);
    change.after = exp(after);
    change.ratio = interval.ratio;
    change.low = interval.low;
    change.high = interval.high;
    return change;
}

static GArray *take_changes(const double *values, guint count, const guint *last, double confidence)
{
    GArray *changes = g_array_new(FALSE, FALSE, sizeof(Change));
    guint to = count;
    for (guint at = last[count]; at > 0; at = last[at]) {
        Change change = describe(values, last[at], at, to, confidence);
        g_array_prepend_val(changes, change);
        to = at;
    }
    return changes;
}

GArray *changes_find(const double *values, guint count, double confidence)
{
    if (count < 2 * CHANGES_SHORTEST)
        return g_array_new(FALSE, FALSE, sizeof(Change));
    g_autofree double *x = g_new(double, count), *sum = g_new0(double, count + 1), *square = g_new0(double, count + 1);
    double middle = log(values[count / 2]);
    for (guint i = 0; i < count; i++)
        x[i] = log(values[i]) - middle;
    double noise = noise_of(x, count);
    draw_in(x, count, noise);
    for (guint i = 0; i < count; i++) {
        sum[i + 1] = sum[i] + x[i];
        square[i + 1] = square[i] + x[i] * x[i];
    }
    Sums sums = {sum, square};
    g_autofree guint *last = best_starts(&sums, count, PENALTY(count) * noise * noise);
    return take_changes(values, count, last, confidence);
}
