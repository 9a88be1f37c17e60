/* Change points of simulated series: false alarms, places, ratios. */
#include "compare/changes.h"

#include <math.h>

static double normal(GRand *random)
{
    double u = 1 - g_rand_double(random), v = g_rand_double(random);
    return sqrt(-2 * log(u)) * cos(2 * G_PI * v);
}

static double flat_with_tails(GRand *random)
{
    double chi = 0;
    for (int i = 0; i < 5; i++) {
        double z = normal(random);
        chi += z * z;
    }
    return normal(random) / sqrt(chi / 5) / sqrt(5.0 / 3);
}

static double uniform(GRand *random)
{
    return (g_rand_double(random) - 0.5) * sqrt(12);
}

static void simulate(double *values, guint count, guint step_at, double step, double noise, double (*draw)(GRand *), GRand *random)
{
    for (guint i = 0; i < count; i++)
        values[i] = 100e6 * (i >= step_at ? step : 1) * exp(noise * draw(random));
}

/* The share of series of so many runs, without a change, in which one is seen. */
static double false_alarms(guint count, double (*draw)(GRand *), guint rounds)
{
    GRand *random = g_rand_new_with_seed(20261204);
    g_autofree double *values = g_new(double, count);
    guint seen = 0;
    for (guint i = 0; i < rounds; i++) {
        simulate(values, count, count, 1, 0.03, draw, random);
        g_autoptr(GArray) changes = changes_find(values, count, 0.95);
        seen += changes->len > 0;
    }
    g_rand_free(random);
    g_test_message("%u runs: %.2f%% false alarms", count, 100.0 * seen / rounds);
    return (double)seen / rounds;
}

static void there_are_few_false_alarms(void)
{
    static const guint counts[] = {6, 12, 30, 200, 1000};
    for (gsize i = 0; i < G_N_ELEMENTS(counts); i++)
        g_assert_cmpfloat(false_alarms(counts[i], normal, counts[i] > 500 ? 300 : 2000), <, 0.05);
    g_assert_cmpfloat(false_alarms(200, flat_with_tails, 2000), <, 0.05);
    g_assert_cmpfloat(false_alarms(200, uniform, 2000), <, 0.05);
}

static void a_step_is_found_in_its_place(void)
{
    static const struct {
        guint count, at;
        double step;
    } rows[] = {{200, 100, 0.9}, {200, 100, 1.1}, {200, 10, 0.9}, {200, 190, 1.1}, {30, 15, 0.9}};
    GRand *random = g_rand_new_with_seed(7);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        double values[200];
        guint found = 0, rounds = 1000;
        for (guint j = 0; j < rounds; j++) {
            simulate(values, rows[i].count, rows[i].at, rows[i].step, 0.03, normal, random);
            g_autoptr(GArray) changes = changes_find(values, rows[i].count, 0.95);
            gboolean is_near = FALSE;
            for (guint k = 0; k < changes->len; k++)
                is_near |= ABS((gint)g_array_index(changes, Change, k).at - (gint)rows[i].at) <= 1;
            found += is_near;
        }
        g_test_message("step %g at %u of %u: %.1f%%", rows[i].step, rows[i].at, rows[i].count, 100.0 * found / rounds);
        g_assert_cmpfloat((double)found / rounds, >=, 0.95);
    }
    g_rand_free(random);
}

/* So long that the search goes by a grid first. */
static void a_long_series_keeps_the_places(void)
{
    static const guint count = 100000, at[] = {50013, 70001};
    GRand *random = g_rand_new_with_seed(11);
    g_autofree double *values = g_new(double, count);
    simulate(values, count, at[0], 0.9, 0.03, normal, random);
    for (guint i = at[1]; i < count; i++)
        values[i] *= 1.2;
    g_autoptr(GArray) changes = changes_find(values, count, 0.95);
    g_assert_cmpuint(changes->len, ==, 2);
    for (guint i = 0; i < 2; i++)
        g_assert_cmpint(ABS((gint)g_array_index(changes, Change, i).at - (gint)at[i]), <=, 3);
    g_assert_cmpfloat_with_epsilon(g_array_index(changes, Change, 1).ratio, 1.2, 0.002);
    simulate(values, count, count, 1, 0.03, normal, random);
    g_autoptr(GArray) none = changes_find(values, count, 0.95);
    g_assert_cmpuint(none->len, ==, 0);
    g_rand_free(random);
}

static void a_change_tells_its_ratio(void)
{
    GRand *random = g_rand_new_with_seed(3);
    double values[60];
    simulate(values, 60, 40, 2.0 / 3, 0.01, normal, random);
    g_autoptr(GArray) changes = changes_find(values, 60, 0.95);
    g_assert_cmpuint(changes->len, ==, 1);
    const Change *change = &g_array_index(changes, Change, 0);
    g_assert_cmpuint(change->at, ==, 40);
    g_assert_cmpfloat(change->low, <, 2.0 / 3);
    g_assert_cmpfloat(change->high, >, 2.0 / 3);
    g_assert_cmpfloat_with_epsilon(change->after / change->before, change->ratio, 1e-9);
    g_rand_free(random);
}

static void one_bad_night_is_no_change(void)
{
    GRand *random = g_rand_new_with_seed(5);
    double values[100];
    simulate(values, 100, 100, 1, 0.03, normal, random);
    values[50] /= 3;
    values[99] *= 2;
    g_autoptr(GArray) changes = changes_find(values, 100, 0.95);
    g_assert_cmpuint(changes->len, ==, 0);
    g_rand_free(random);
}

static void few_and_equal_values_are_no_trouble(void)
{
    double equal[50], stair[50];
    for (guint i = 0; i < 50; i++) {
        equal[i] = 42;
        stair[i] = i < 25 ? 42 : 43;
    }
    for (guint i = 0; i <= 50; i++) {
        g_autoptr(GArray) changes = changes_find(equal, i, 0.95);
        g_assert_cmpuint(changes->len, ==, 0);
    }
    g_autoptr(GArray) changes = changes_find(stair, 50, 0.95);
    g_assert_cmpuint(changes->len, ==, 1);
    g_assert_cmpuint(g_array_index(changes, Change, 0).at, ==, 25);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/changes/there_are_few_false_alarms", there_are_few_false_alarms);
    g_test_add_func("/changes/a_step_is_found_in_its_place", a_step_is_found_in_its_place);
    g_test_add_func("/changes/a_long_series_keeps_the_places", a_long_series_keeps_the_places);
    g_test_add_func("/changes/a_change_tells_its_ratio", a_change_tells_its_ratio);
    g_test_add_func("/changes/one_bad_night_is_no_change", one_bad_night_is_no_change);
    g_test_add_func("/changes/few_and_equal_values_are_no_trouble", few_and_equal_values_are_no_trouble);
    return g_test_run();
}
