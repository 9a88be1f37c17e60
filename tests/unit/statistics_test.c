#include "compare/compare.h"
#include "compare/statistics.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>

#define TRIALS 20000

static void check_fraction(double ratio, const char *want)
{
    g_autofree char *got = fraction_of(ratio);
    g_assert_cmpstr(got, ==, want);
}

static void fractions_are_the_simplest_within_two_percent(void)
{
    check_fraction(0.6631, "2/3");
    check_fraction(0.5, "1/2");
    check_fraction(0.333, "1/3");
    check_fraction(1.498, "3/2");
    check_fraction(0.98, "about the same");
    check_fraction(1.02, "about the same");
    check_fraction(56.34, "56");
    check_fraction(0.1, "1/10");
    check_fraction(0.013, NULL);
    check_fraction(-1, NULL);
    check_fraction(NAN, NULL);
}

/* Checked by hand: logs 0, ln 1.1, ln 0.9 against the same times 2/3; equal variances, so df = 0.9 * 4 + 0.1 * 2 = 3.8
 * and t = 2.8336 (between t(3) = 3.1824 and t(4) = 2.7764). */
static void welch_is_the_textbook_interval(void)
{
    const double a[] = {1, 1.1, 0.9}, b[] = {2.0 / 3, 2.2 / 3, 1.8 / 3};
    RatioInterval interval = ratio_interval(a, 3, b, 3, 0.95);
    double logs[] = {0, log(1.1), log(0.9)};
    double mean = (logs[0] + logs[1] + logs[2]) / 3, variance = 0;
    for (int i = 0; i < 3; i++)
        variance += (logs[i] - mean) * (logs[i] - mean) / 2;
    double reach = 2.8336 * sqrt(2 * variance / 3);
    g_assert_cmpfloat(fabs(interval.ratio - 2.0 / 3), <, 1e-9);
    g_assert_cmpfloat(fabs(interval.high - 2.0 / 3 * exp(reach)), <, 1e-4);
    g_assert_cmpfloat(fabs(interval.low - 2.0 / 3 * exp(-reach)), <, 1e-4);
}

static void swapping_the_sides_inverts_the_interval(void)
{
    const double a[] = {10, 11, 12}, b[] = {7, 8, 7.5, 8.2};
    RatioInterval there = ratio_interval(a, 3, b, 4, 0.95), back = ratio_interval(b, 4, a, 3, 0.95);
    g_assert_cmpfloat(fabs(there.ratio * back.ratio - 1), <, 1e-12);
    g_assert_cmpfloat(fabs(there.low * back.high - 1), <, 1e-12);
    g_assert_cmpfloat(fabs(there.p_value - back.p_value), <, 1e-12);
}

static void holm_steps_down(void)
{
    double p[] = {0.01, 0.04, NAN, 0.03};
    holm_adjust(p, 4);
    g_assert_cmpfloat(fabs(p[0] - 0.03), <, 1e-12);
    g_assert_cmpfloat(fabs(p[3] - 0.06), <, 1e-12);
    g_assert_cmpfloat(fabs(p[1] - 0.06), <, 1e-12);
    g_assert_true(isnan(p[2]));
}

static void more_runs_are_asked_for_than_there_are(void)
{
    const double a[] = {1, 1.05, 0.95}, b[] = {1.02, 1.08, 0.97};
    RatioInterval interval = ratio_interval(a, 3, b, 3, 0.95);
    g_assert_cmpuint(runs_needed(&interval, 0.95, 3), >, 3);
    g_assert_cmpuint(runs_needed(&interval, 0.95, 50), >, 50);
    const double same[] = {1, 1, 1.0000001};
    interval = ratio_interval(same, 3, same, 3, 0.95);
    g_assert_cmpuint(runs_needed(&interval, 0.95, 3), ==, 0);
}

static void percentiles_need_ten_samples_beyond(void)
{
    g_assert_true(percentile_is_supported(99, 1000));
    g_assert_false(percentile_is_supported(99.9, 9999));
    g_assert_true(percentile_is_supported(99.9, 10000));
}

/* The interval must hold the truth: 20,000 comparisons in each cell of noise and runs. */
static void the_interval_covers_the_truth(void)
{
    static const double noises[][2] = {{0.01, 0.01}, {0.05, 0.05}, {0.2, 0.2}, {0.01, 0.05}, {0.05, 0.2},
                                       {0.01, 0.2}};
    static const guint runs[] = {2, 3, 5, 10};
    gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(random, 20261201);
    for (gsize i = 0; i < G_N_ELEMENTS(noises); i++) {
        for (gsize j = 0; j < G_N_ELEMENTS(runs); j++) {
            guint covered = 0, differed = 0;
            for (int trial = 0; trial < TRIALS; trial++) {
                double a[10], b[10], same[10];
                for (guint k = 0; k < runs[j]; k++) {
                    a[k] = exp(gsl_ran_gaussian(random, noises[i][0]));
                    b[k] = 2.0 / 3 * exp(gsl_ran_gaussian(random, noises[i][1]));
                    same[k] = exp(gsl_ran_gaussian(random, noises[i][0]));
                }
                RatioInterval interval = ratio_interval(a, runs[j], b, runs[j], 0.95);
                covered += interval.low <= 2.0 / 3 && interval.high >= 2.0 / 3;
                interval = ratio_interval(a, runs[j], same, runs[j], 0.95);
                differed += interval.low > 1 || interval.high < 1;
            }
            g_test_message("noise %.2f and %.2f, %u runs: covered %.2f%%, same called different %.2f%%", noises[i][0],
                           noises[i][1], runs[j], 100.0 * covered / TRIALS, 100.0 * differed / TRIALS);
            g_assert_cmpuint(covered, >=, TRIALS * 94 / 100);
            if (runs[j] >= 3) /* not bought by width */
                g_assert_cmpuint(covered, <=, TRIALS * 97 / 100);
            g_assert_cmpuint(differed, <=, TRIALS * 5 / 100 + 100);
        }
    }
    gsl_rng_free(random);
}

/* By hand: Sxx 4, Sxy 5, Syy 60/9; t = 1.25 / sqrt(5/12/3/4) = sqrt(45) with 3 degrees of freedom, whose distribution function is
 * 1/2 + (atan(u) + u/(1 + u*u))/pi with u = t/sqrt(3). */
static void the_slope_inside_groups_is_the_textbook_one(void)
{
    const double x[] = {1, 2, 2, 3, 3, 4}, y[] = {1, 2, 10, 4, 11, 12};
    const guint group[] = {0, 0, 1, 0, 1, 1};
    double u = sqrt(15);
    Slope slope = slope_within(x, y, group, 6, 2);
    g_assert_cmpfloat(fabs(slope.slope - 1.25), <, 1e-12);
    g_assert_cmpfloat(fabs(slope.p_value - (1 - 2 / M_PI * (atan(u) + u / (1 + u * u)))), <, 1e-9);
}

static void a_slope_of_too_few_or_of_one_place_is_not_known(void)
{
    const double x[] = {1, 2, 2, 3, 3}, same[] = {1, 1, 1, 1, 1, 1}, y[] = {1, 2, 10, 4, 11, 12};
    const guint group[] = {0, 0, 1, 0, 1, 1};
    g_assert_true(isnan(slope_within(x, y, group, 5, 2).slope));
    g_assert_true(isnan(slope_within(same, y, group, 6, 2).p_value));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fraction/fractions_are_the_simplest_within_two_percent",
                    fractions_are_the_simplest_within_two_percent);
    g_test_add_func("/statistics/welch_is_the_textbook_interval", welch_is_the_textbook_interval);
    g_test_add_func("/statistics/swapping_the_sides_inverts_the_interval", swapping_the_sides_inverts_the_interval);
    g_test_add_func("/statistics/holm_steps_down", holm_steps_down);
    g_test_add_func("/statistics/more_runs_are_asked_for_than_there_are", more_runs_are_asked_for_than_there_are);
    g_test_add_func("/statistics/the_slope_inside_groups_is_the_textbook_one", the_slope_inside_groups_is_the_textbook_one);
    g_test_add_func("/statistics/a_slope_of_too_few_or_of_one_place_is_not_known", a_slope_of_too_few_or_of_one_place_is_not_known);
    g_test_add_func("/statistics/percentiles_need_ten_samples_beyond", percentiles_need_ten_samples_beyond);
    g_test_add_func("/statistics/the_interval_covers_the_truth", the_interval_covers_the_truth);
    return g_test_run();
}
