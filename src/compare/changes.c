#include "compare/changes.h"

#include "compare/statistics.h"

#include <math.h>
#include <stdlib.h>

/* Of the normal distribution: the standard deviation over the median absolute value. */
#define MEDIAN_TO_DEVIATION 1.482602218505602
/* In units of the noise's variance; see changes.h. */
#define PENALTY(count) (3.0 * log(count) + 4.0)
#define OUTLIER_DEVIATIONS 3.0
#define PLACES_MOST 4096

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

/* Where a level may begin: at every run, or in a long series at every so many, so that the search stays short. */
typedef struct {
    guint count, step, places, shortest; /* runs; runs a place; places; places that a level lasts at least */
} Grid;

static guint run_at(const Grid *grid, guint place)
{
    return MIN(place * grid->step, grid->count);
}

/* last[t]: where the best last segment of the first t places begins. A start that cannot win any more is dropped. */
static guint *best_starts(const Sums *sums, const Grid *grid, double penalty)
{
    guint *last = g_new0(guint, grid->places + 1);
    g_autofree double *best = g_new0(double, grid->places + 1);
    g_autoptr(GArray) starts = g_array_new(FALSE, FALSE, sizeof(guint));
    best[0] = -penalty;
    for (guint to = grid->shortest; to <= grid->places; to++) {
        guint fresh = to - grid->shortest, kept = 0;
        if (fresh == 0 || fresh >= grid->shortest)
            g_array_append_val(starts, fresh);
        best[to] = INFINITY;
        for (guint i = 0; i < starts->len; i++) {
            guint from = g_array_index(starts, guint, i);
            if (run_at(grid, to) - run_at(grid, from) < CHANGES_SHORTEST)
                continue;
            double total = best[from] + cost(sums, run_at(grid, from), run_at(grid, to)) + penalty;
            if (total < best[to]) {
                best[to] = total;
                last[to] = from;
            }
        }
        for (guint i = 0; i < starts->len; i++) {
            guint from = g_array_index(starts, guint, i);
            /* With a shortest length a start may only go when it loses by more than one change costs. */
            if (best[from] + cost(sums, run_at(grid, from), run_at(grid, to)) <= best[to] + penalty)
                g_array_index(starts, guint, kept++) = from;
        }
        g_array_set_size(starts, kept);
    }
    return last;
}

/* The first runs of the levels after the first, in their order. */
static GArray *take_starts(const Grid *grid, const guint *last)
{
    GArray *starts = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint place = last[grid->places]; place > 0; place = last[place]) {
        guint run = run_at(grid, place);
        g_array_prepend_val(starts, run);
    }
    return starts;
}

/* Starts that were found on the grid are moved to the runs where they fit best. A change within a step of the grid came out as
 * two of them: one is no change then any more. */
static void refine(const Sums *sums, const Grid *grid, GArray *starts, double penalty)
{
    for (guint i = 0; grid->step > 1 && i < starts->len;) {
        guint found = g_array_index(starts, guint, i), best = found;
        guint from = i ? g_array_index(starts, guint, i - 1) : 0;
        guint to = i + 1 < starts->len ? g_array_index(starts, guint, i + 1) : grid->count;
        guint first = MAX(found - grid->step, from + CHANGES_SHORTEST), end = MIN(found + grid->step, to - CHANGES_SHORTEST);
        for (guint at = first; at <= end; at++)
            if (cost(sums, from, at) + cost(sums, at, to) < cost(sums, from, best) + cost(sums, best, to))
                best = at;
        g_array_index(starts, guint, i) = best;
        if (cost(sums, from, to) - cost(sums, from, best) - cost(sums, best, to) < penalty)
            g_array_remove_index(starts, i);
        else
            i++;
    }
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

static GArray *take_changes(const double *values, guint count, const GArray *starts, double confidence)
{
    GArray *changes = g_array_new(FALSE, FALSE, sizeof(Change));
    for (guint i = 0; i < starts->len; i++) {
        guint from = i ? g_array_index(starts, guint, i - 1) : 0;
        guint to = i + 1 < starts->len ? g_array_index(starts, guint, i + 1) : count;
        Change change = describe(values, from, g_array_index(starts, guint, i), to, confidence);
        g_array_append_val(changes, change);
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
    Grid grid = {.count = count, .step = (count + PLACES_MOST - 1) / PLACES_MOST};
    grid.places = (count + grid.step - 1) / grid.step;
    grid.shortest = (CHANGES_SHORTEST + grid.step - 1) / grid.step;
    double penalty = PENALTY(count) * noise * noise;
    g_autofree guint *last = best_starts(&sums, &grid, penalty);
    g_autoptr(GArray) starts = take_starts(&grid, last);
    refine(&sums, &grid, starts, penalty);
    return take_changes(values, count, starts, confidence);
}
