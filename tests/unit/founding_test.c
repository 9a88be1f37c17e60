/* The founding case: GlusterFS native against NFS, values checked by hand. */
#include "compare/compare.h"
#include "compare/condition.h"
#include "findings/findings.h"
#include "read/reader.h"

#include <string.h>

/* name: of a file in samples/, or below tests/data/. */
static Series *read_sample(const char *label, const char *name)
{
    g_autofree char *path = strchr(name, '/') ? g_test_build_filename(G_TEST_DIST, "tests", "data", name, NULL)
                                              : g_test_build_filename(G_TEST_DIST, "samples", name, NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) results = reader_read_file(path, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(results->len, ==, 1);
    Series *series = series_new(label);
    g_ptr_array_add(series->results, g_ptr_array_steal_index(results, 0));
    return series;
}

static Comparison *compare_files(const char *first, const char *second)
{
    GPtrArray *series = g_ptr_array_new_with_free_func((GDestroyNotify)series_free);
    g_ptr_array_add(series, read_sample("native", first));
    g_ptr_array_add(series, read_sample("nfs", second));
    CompareOptions options = compare_options_default();
    g_autoptr(GError) error = NULL;
    Comparison *comparison = compare_series(series, &options, &error);
    g_assert_no_error(error);
    findings_make(comparison);
    return comparison;
}

static Comparison *compare_samples(void)
{
    return compare_files("gluster-native.txt", "gluster-nfs.txt");
}

static const MetricRatio *ratio_of(const Comparison *comparison, const char *id)
{
    const Metric *metric = comparison_metric(comparison, "1io", DIRECTION_WRITE, id);
    g_assert_nonnull(metric);
    return &metric->ratios[1];
}

static void assert_ratio(const Comparison *comparison, const char *id, double want, double slack)
{
    g_assert_cmpfloat(fabs(ratio_of(comparison, id)->ratio - want), <=, slack);
}

static void ratios_are_those_checked_by_hand(void)
{
    g_autoptr(Comparison) comparison = compare_samples();
    assert_ratio(comparison, "iops", 91376 / 30.019 / (137812 / 30.022), 1e-9);
    assert_ratio(comparison, "bw", 0.663, 0.0005);
    assert_ratio(comparison, "mean", 1.498, 0.0005);
    assert_ratio(comparison, "stdev", 0.396, 0.0005);
    g_assert_cmpstr(ratio_of(comparison, "bw")->fraction, ==, "2/3");
    /* 20 ms stands for (19, 20], 355 us for (354, 355], 22 ms for (21, 22]. */
    g_assert_cmpfloat(fabs(ratio_of(comparison, "p50")->low - 19.0 / 0.355), <, 0.01);
    g_assert_cmpfloat(fabs(ratio_of(comparison, "p50")->high - 20.0 / 0.354), <, 0.01);
    g_assert_cmpfloat(fabs(ratio_of(comparison, "p99")->low - 21.0 / 61.080), <, 0.0001);
    g_assert_cmpfloat(fabs(ratio_of(comparison, "p99")->high - 22.0 / 61.079), <, 0.0001);
    g_assert_cmpint(ratio_of(comparison, "bw")->verdict, ==, VERDICT_ONE_RUN);
}

static void the_average_hides_two_populations(void)
{
    g_autoptr(Comparison) comparison = compare_samples();
    const Stream *stream = comparison->streams->pdata[0];
    const Modes *native = &stream->sides[0].modes, *nfs = &stream->sides[1].modes;
    g_assert_true(native->is_bimodal);
    g_assert_cmpfloat(fabs(native->fast_percent - 53.77), <, 0.01);
    g_assert_cmpfloat(fabs(native->slow_percent - 45.44), <, 0.01);
    g_assert_false(nfs->is_bimodal);
    g_assert_true(comparison_has_finding(comparison, "two-populations"));
}

static void the_curves_cross_twice(void)
{
    g_autoptr(Comparison) comparison = compare_samples();
    const Stream *stream = comparison->streams->pdata[0];
    const Curve *curve = &g_array_index(stream->curves, Curve, 1);
    g_assert_cmpuint(curve->crossings->len, ==, 2);
    const Crossing *first = &g_array_index(curve->crossings, Crossing, 0), *second = first + 1;
    g_assert_cmpfloat(first->from_percent, ==, 50);
    g_assert_cmpfloat(first->to_percent, ==, 60);
    g_assert_true(first->candidate_faster_after);
    g_assert_cmpfloat(second->to_percent, ==, 99.95);
}

static void the_headline_says_what_matters(void)
{
    g_autoptr(Comparison) comparison = compare_samples();
    static const char *const wanted[] = {"two thirds of native's write throughput", "0.663", "23.8 MiB/s",
                                         "35.9 MiB/s", "22.0 ms against 61.1 ms"};
    for (gsize i = 0; i < G_N_ELEMENTS(wanted); i++)
        g_assert_nonnull(strstr(comparison->headline, wanted[i]));
    g_assert_nonnull(strstr(comparison->summary, "nfs is steadier than native"));
    g_assert_nonnull(strstr(comparison->summary, "two populations"));
    g_assert_nonnull(strstr(comparison->summary, "One run each"));
    g_assert_true(comparison_has_finding(comparison, "one-run"));
    g_assert_true(comparison_has_finding(comparison, "trade-off"));
    g_assert_true(comparison_has_finding(comparison, "unsteady"));
}

static void depth_without_effect_is_seen_without_the_engine(void)
{
    g_autoptr(Comparison) comparison = compare_samples();
    g_assert_true(comparison_has_finding(comparison, "iodepth-without-effect"));
}

static void a_series_against_itself_finds_nothing(void)
{
    g_autoptr(Comparison) comparison = compare_files("gluster-native.txt", "gluster-native.txt");
    for (guint i = 0; i < comparison->metrics->len; i++) {
        const Metric *metric = comparison->metrics->pdata[i];
        g_assert_cmpfloat(metric->ratios[1].ratio, ==, 1);
        g_assert_cmpstr(metric->ratios[1].fraction, ==, "about the same");
    }
    g_assert_false(comparison_has_finding(comparison, "trade-off"));
    g_assert_nonnull(strstr(comparison->headline, "about the same write throughput as"));
}

static void the_other_way_round_inverts_every_ratio(void)
{
    g_autoptr(Comparison) there = compare_samples();
    g_autoptr(Comparison) back = compare_files("gluster-nfs.txt", "gluster-native.txt");
    for (guint i = 0; i < there->metrics->len; i++) {
        const Metric *metric = there->metrics->pdata[i];
        const Metric *inverse = comparison_metric(back, "1io", DIRECTION_WRITE, metric->id);
        if (!isfinite(metric->ratios[1].ratio) || !(metric->values[1].mean > 0))
            continue;
        g_assert_cmpfloat(fabs(metric->ratios[1].ratio * inverse->ratios[1].ratio - 1), <, 1e-9);
    }
}

/* Two populations remain with write-behind switched off: the cause must not be claimed, only guessed. */
static void gluster_is_bimodal_with_write_behind_on_and_off(void)
{
    g_autoptr(Comparison) comparison = compare_files("gluster/write-behind-on.fio", "gluster/write-behind-off.fio");
    const Stream *stream = comparison->streams->pdata[0];
    g_assert_true(stream->sides[0].modes.is_bimodal);
    g_assert_true(stream->sides[1].modes.is_bimodal);
    g_assert_true(comparison_has_finding(comparison, "modes-apart"));
    for (guint i = 0; i < comparison->findings->len; i++) {
        const Finding *finding = comparison->findings->pdata[i];
        if (!g_str_equal(finding->id, "two-populations"))
            continue;
        g_assert_null(strstr(finding->title, "write-behind"));
        g_assert_null(strstr(finding->evidence, "write-behind"));
        g_assert_nonnull(finding->guess);
        g_assert_nonnull(finding->check);
    }
    g_assert_null(strstr(comparison->headline, "cache"));
}

static void a_plain_disk_has_one_population(void)
{
    g_autoptr(Comparison) comparison = compare_files("gluster/local-disk.fio", "gluster/local-disk.fio");
    g_assert_false(comparison_has_finding(comparison, "two-populations"));
    g_assert_true(comparison_has_finding(comparison, "iodepth-without-effect"));
    g_assert_true(comparison_has_finding(comparison, "shared-file"));
}

static void conditions_hold_or_do_not(void)
{
    static const struct {
        const char *text;
        ConditionAnswer answer;
    } table[] = {{"write.bw<0.9", CONDITION_TRUE},       {"write.bw<0.5", CONDITION_FALSE},
                 {"nfs.write.p99>1.25", CONDITION_FALSE}, {"p50>10", CONDITION_TRUE},
                 {"write.bw<0.9 sure", CONDITION_FALSE}, {"write.nothing<1", CONDITION_WRONG},
                 {"write.bw=1", CONDITION_WRONG},        {"nonsense", CONDITION_WRONG}};
    g_autoptr(Comparison) comparison = compare_samples();
    for (gsize i = 0; i < G_N_ELEMENTS(table); i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *reason = NULL;
        ConditionAnswer answer = condition_check(comparison, table[i].text, &reason, &error);
        g_assert_cmpint(answer, ==, table[i].answer);
        g_assert_true((error != NULL) == (answer == CONDITION_WRONG));
    }
}

static void a_claim_on_one_run_is_undecided(void)
{
    g_autoptr(Comparison) comparison = compare_samples();
    g_autofree char *reason = NULL;
    g_autoptr(GError) error = NULL;
    g_assert_cmpint(claim_check(comparison, "nfs.write.bw = 2/3", &reason, &error), ==, CONDITION_UNDECIDED);
    g_assert_no_error(error);
    g_assert_nonnull(strstr(reason, "one run each"));
}

#define TEST(name) g_test_add_func("/founding/" #name, name)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    TEST(ratios_are_those_checked_by_hand);
    TEST(the_average_hides_two_populations);
    TEST(the_curves_cross_twice);
    TEST(the_headline_says_what_matters);
    TEST(depth_without_effect_is_seen_without_the_engine);
    TEST(a_series_against_itself_finds_nothing);
    TEST(the_other_way_round_inverts_every_ratio);
    TEST(gluster_is_bimodal_with_write_behind_on_and_off);
    TEST(a_plain_disk_has_one_population);
    TEST(conditions_hold_or_do_not);
    TEST(a_claim_on_one_run_is_undecided);
    return g_test_run();
}
