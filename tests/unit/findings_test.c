/* Each rule where it must fire and where it must not: fio's JSON made to measure, one thing changed at a time. */
#include "compare/compare.h"
#include "findings/findings.h"
#include "read/reader.h"

#include <math.h>
#include <string.h>

/* What a made-up report says; zero means the usual value. */
typedef struct {
    const char *options; /* instead of the usual ones */
    const char *name, *rw, *version, *latency_key;
    double ios, runtime_ms, elapsed_s, error, short_ios, mean_us, bw_spread, factor;
    int depth_one; /* -1: the depth line says otherwise */
    gboolean is_bimodal, no_latency, no_percentiles, has_sync;
    double slat_us, mean_shift; /* mean_shift: the mean alone, times this */
} Made;

static const char usual_options[] = "\"bs\":\"4k\",\"ioengine\":\"libaio\",\"iodepth\":\"1\",\"direct\":\"1\","
                                    "\"numjobs\":\"1\",\"size\":\"100G\",\"runtime\":\"60\"";

static void append_latency(GString *text, const Made *made, double mean_us, double ios)
{
    static const double percents[] = {1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99};
    g_string_append_printf(text, "{\"min\":%.0f,\"max\":%.0f,\"mean\":%.1f,\"stddev\":%.1f,\"N\":%.0f", mean_us * 500,
                           mean_us * 20000, mean_us * 1000 * (made->mean_shift > 0 ? made->mean_shift : 1), mean_us * 300, ios);
    if (!made->no_percentiles) {
        g_string_append(text, ",\"percentile\":{");
        for (gsize i = 0; i < G_N_ELEMENTS(percents); i++) {
            double value = made->is_bimodal ? (percents[i] < 50 ? 0.01 : 20) * mean_us * (1 + 0.001 * percents[i])
                                            : mean_us * (0.7 + 0.006 * percents[i]);
            g_string_append_printf(text, "%s\"%.6f\":%.0f", i ? "," : "", percents[i], value * 1000);
        }
        g_string_append_c(text, '}');
    }
    g_string_append_c(text, '}');
}

static char *make_json(const Made *made, double noise)
{
    double ios = (made->ios > 0 ? made->ios : 60000) * (made->factor > 0 ? made->factor : 1) * noise;
    double runtime = made->runtime_ms > 0 ? made->runtime_ms : 60000, rate = floor(ios) / runtime * 1000;
    double mean = made->mean_us > 0 ? made->mean_us : 950 / (made->factor > 0 ? made->factor : 1);
    const char *rw = made->rw ? made->rw : "write";
    const char *key = made->latency_key ? made->latency_key : "clat_ns";
    GString *text = g_string_new(NULL);
    ios = floor(ios);
    g_string_append_printf(text, "{\"fio version\":\"%s\",\"jobs\":[{\"jobname\":\"%s\",\"groupid\":0,\"error\":%.0f,"
                                 "\"elapsed\":%.0f,\"job options\":{\"rw\":\"%s\",%s},\"%s\":{\"io_bytes\":%.0f,"
                                 "\"io_kbytes\":%.0f,\"bw_bytes\":%.0f,\"bw\":%.0f,\"iops\":%f,\"runtime\":%.0f,"
                                 "\"total_ios\":%.0f,\"short_ios\":%.0f,\"drop_ios\":0",
                           made->version ? made->version : "fio-3.35", made->name ? made->name : "job", made->error,
                           made->elapsed_s > 0 ? made->elapsed_s : ceil(runtime / 1000) + 1, rw,
                           made->options ? made->options : usual_options, rw, ios * 4096, ios * 4, rate * 4096, rate * 4,
                           rate, runtime, ios, made->short_ios);
    if (!made->no_latency) {
        g_string_append_printf(text, ",\"%s\":", key);
        append_latency(text, made, mean, ios);
    }
    if (made->slat_us > 0)
        g_string_append_printf(text, ",\"slat_ns\":{\"min\":1,\"max\":1e9,\"mean\":%f,\"stddev\":1,\"N\":%.0f}",
                               made->slat_us * 1000, ios);
    double spread = made->bw_spread > 0 ? made->bw_spread : 0.02;
    g_string_append_printf(text, ",\"bw_min\":%.0f,\"bw_max\":%.0f,\"bw_mean\":%f,\"bw_dev\":%f,\"bw_samples\":120}",
                           rate * 4 * 0.8, rate * 4 * 1.2, rate * 4, rate * 4 * spread);
    if (made->has_sync)
        g_string_append(text, ",\"sync\":{\"total_ios\":100,\"lat_ns\":{\"min\":1,\"max\":9e6,\"mean\":2e6,\"stddev\":1,"
                              "\"N\":100}}");
    g_string_append_printf(text, ",\"iodepth_level\":{\"1\":%d}}]}", made->depth_one < 0 ? 10 : 100);
    return g_string_free(text, FALSE);
}

static Series *make_series(const char *label, const Made *made, guint runs)
{
    Series *series = series_new(label);
    for (guint i = 0; i < runs; i++) {
        g_autofree char *text = make_json(made, 1 + 0.002 * i);
        g_autoptr(GBytes) bytes = g_bytes_new(text, strlen(text));
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) results = reader_read_bytes(bytes, label, &error);
        g_assert_no_error(error);
        g_ptr_array_add(series->results, g_ptr_array_steal_index(results, 0));
    }
    return series;
}

static Comparison *compare_made(const Made *base, const Made *candidate, guint runs)
{
    GPtrArray *series = g_ptr_array_new_with_free_func((GDestroyNotify)series_free);
    g_ptr_array_add(series, make_series("base", base, runs));
    g_ptr_array_add(series, make_series("cand", candidate, runs));
    CompareOptions options = compare_options_default();
    options.link_bytes_per_s = 1.25e9;
    g_autoptr(GError) error = NULL;
    Comparison *comparison = compare_series(series, &options, &error);
    g_assert_no_error(error);
    findings_make(comparison);
    return comparison;
}

#define OPTIONS(text) "\"bs\":\"4k\",\"ioengine\":\"libaio\",\"iodepth\":\"1\",\"direct\":\"1\",\"size\":\"100G\"," text

static const struct {
    const char *id;
    Made made; /* the candidate; the baseline is as usual */
} firing[] = {
    {"job-error", {.error = 5}},
    {"direct-refused", {.error = 22}},
    {"errors", {.short_ios = 7}},
    {"implausible", {.mean_us = 3000}},
    {"implausible", {.ios = 60000 * 400.0, .mean_us = 2}}, /* 1.6 GB/s over a link of 1.25 GB/s */
    {"implausible-ratio", {.factor = 0.02}},
    {"ratio-undefined", {.runtime_ms = 0.1}},
    {"unequal-workload", {.options = OPTIONS("\"numjobs\":\"1\",\"runtime\":\"60\",\"fsync\":\"1\"")}},
    {"unequal-workload", {.options = OPTIONS("\"numjobs\":\"4\",\"runtime\":\"60\"")}},
    {"versions-differ", {.version = "fio-3.14"}},
    {"iodepth-without-effect",
     {.options = "\"bs\":\"4k\",\"ioengine\":\"sync\",\"iodepth\":\"32\",\"direct\":\"1\",\"size\":\"100G\",\"numjobs\":\"1\""}},
    {"shared-file", {.options = OPTIONS("\"numjobs\":\"60\",\"filename\":\"x\"")}},
    {"cache-possible", {.options = "\"bs\":\"4k\",\"ioengine\":\"libaio\",\"iodepth\":\"1\",\"direct\":\"0\",\"size\":\"9G\""}},
    {"small-data-set", {.rw = "read", .options = "\"bs\":\"4k\",\"ioengine\":\"libaio\",\"size\":\"1M\",\"iodepth\":\"1\",\"direct\":\"1\""}},
    {"different-offered-load", {.options = OPTIONS("\"rate_iops\":\"1000\"")}},
    {"name-and-workload-disagree", {.name = "rand-read", .rw = "write"}},
    {"block-size-disagrees", {.options = "\"bs\":\"64k\",\"ioengine\":\"libaio\",\"iodepth\":\"1\",\"direct\":\"1\",\"size\":\"9G\""}},
    {"too-short", {.runtime_ms = 5000, .ios = 5000}},
    {"elapsed-beyond-runtime", {.elapsed_s = 400}},
    {"runtimes-differ", {.runtime_ms = 30000, .ios = 30000}},
    {"ended-before-runtime", {.runtime_ms = 20000, .ios = 20000}},
    {"few-samples", {.ios = 500, .mean_us = 110000}},
    {"unsteady", {.bw_spread = 0.4}},
    {"two-populations", {.is_bimodal = TRUE, .mean_us = 100}},
    {"trade-off", {.ios = 90000, .mean_us = 1900, .options = OPTIONS("\"numjobs\":\"1\",\"iodepth\":\"64\"")}},
    {"clat-against-lat", {.latency_key = "lat_ns"}},
    {"no-latency", {.no_latency = TRUE}},
    {"no-percentiles", {.no_percentiles = TRUE}},
    {"mean-outside-the-middle", {.mean_shift = 10, .mean_us = 90}},
    {"sync-cost-separate", {.has_sync = TRUE}},
    {"submission-latency-large", {.slat_us = 800}},
    {"faster-than-storage", {.mean_us = 3}},
};

static void a_good_pair_is_clean(void)
{
    static const Made usual = {0};
    g_autoptr(Comparison) comparison = compare_made(&usual, &usual, 3);
    for (guint i = 0; i < comparison->findings->len; i++) {
        const Finding *finding = comparison->findings->pdata[i];
        g_test_message("%s: %s", finding->id, finding->title);
        g_assert_cmpint(finding->severity, ==, SEVERITY_NOTE);
    }
    g_assert_true(comparison_has_finding(comparison, "clean"));
    for (gsize i = 0; i < G_N_ELEMENTS(firing); i++)
        g_assert_false(comparison_has_finding(comparison, firing[i].id));
}

static void each_rule_fires_where_it_must(void)
{
    static const Made usual = {0};
    Made reading = {.rw = "read"};
    for (gsize i = 0; i < G_N_ELEMENTS(firing); i++) {
        const Made *base = g_strcmp0(firing[i].made.rw, "read") == 0 ? &reading : &usual;
        g_autoptr(Comparison) comparison = compare_made(base, &firing[i].made, 2);
        if (!comparison_has_finding(comparison, firing[i].id))
            g_error("%s (row %zu) did not fire", firing[i].id, i);
        g_assert_false(comparison_has_finding(comparison, "clean") && i < 10);
    }
}

static void one_run_is_told_and_two_are_not(void)
{
    static const Made usual = {0};
    g_autoptr(Comparison) single = compare_made(&usual, &usual, 1);
    g_autoptr(Comparison) twice = compare_made(&usual, &usual, 2);
    g_assert_true(comparison_has_finding(single, "one-run"));
    g_assert_false(comparison_has_finding(twice, "one-run"));
}

static void a_doubtful_workload_comes_with_the_corrected_command(void)
{
    static const Made usual = {0};
    static const Made sync = {.options = "\"bs\":\"4k\",\"ioengine\":\"sync\",\"iodepth\":\"32\",\"direct\":\"1\","
                                         "\"numjobs\":\"1\",\"filename\":\"x\""};
    g_autoptr(Comparison) comparison = compare_made(&usual, &sync, 1);
    gboolean is_told = FALSE;
    for (guint i = 0; i < comparison->findings->len; i++) {
        const Finding *finding = comparison->findings->pdata[i];
        if (g_str_equal(finding->id, "iodepth-without-effect"))
            is_told = strstr(finding->check, "fio --rw=write --bs=4k --ioengine=libaio --iodepth=32 --direct=1") != NULL;
    }
    g_assert_true(is_told);
}

static void a_guess_is_marked_and_has_a_test(void)
{
    static const Made usual = {0};
    for (gsize i = 0; i < G_N_ELEMENTS(firing); i++) {
        g_autoptr(Comparison) comparison = compare_made(&usual, &firing[i].made, 1);
        for (guint j = 0; j < comparison->findings->len; j++) {
            const Finding *finding = comparison->findings->pdata[j];
            g_assert_true(finding->title && *finding->title && finding->evidence && *finding->evidence);
            g_assert_null(strstr(finding->evidence, "nan"));
            g_assert_null(strstr(finding->evidence, "inf "));
            g_assert_null(strstr(finding->evidence, "because"));
        }
    }
}

static void set_mount(Series *series, const char *path, const char *point, const char *type)
{
    series->mount = (MountInfo){g_strdup(path), g_strdup(point), g_strdup(type), g_strdup("source")};
}

static void mounts_are_looked_at_where_they_are_known(void)
{
    static const struct {
        const char *path, *point, *type, *id;
        Made made;
    } table[] = {{"/mnt/b/folder", "/mnt/b", "ext4", "not-a-mount", {0}},
                 {"/mnt/a", "/mnt/a", "ext4", "same-filesystem", {0}},
                 {"/mnt/b", "/mnt/b", "fuse.glusterfs", "direct-on-network-or-fuse", {0}},
                 {"/mnt/b", "/mnt/b", "nfs4", "faster-than-the-network", {.mean_us = 60}},
                 {"/mnt/b", "/mnt/b", "ext4", NULL, {.mean_us = 60}}};
    static const Made usual = {0};
    for (gsize i = 0; i < G_N_ELEMENTS(table); i++) {
        GPtrArray *series = g_ptr_array_new_with_free_func((GDestroyNotify)series_free);
        g_ptr_array_add(series, make_series("base", &usual, 2));
        g_ptr_array_add(series, make_series("cand", &table[i].made, 2));
        set_mount(series->pdata[0], "/mnt/a", "/mnt/a", "ext4");
        set_mount(series->pdata[1], table[i].path, table[i].point, table[i].type);
        CompareOptions options = compare_options_default();
        g_autoptr(Comparison) comparison = compare_series(series, &options, NULL);
        findings_make(comparison);
        for (gsize j = 0; j < G_N_ELEMENTS(table); j++) {
            gboolean expected = table[j].id && (g_strcmp0(table[i].id, table[j].id) == 0 ||
                                                (i == 3 && g_str_equal(table[j].id, "direct-on-network-or-fuse")));
            if (table[j].id)
                g_assert_cmpint(comparison_has_finding(comparison, table[j].id), ==, expected);
        }
    }
}

static const struct {
    const char *what;
    Made made;
    guint runs;
    const char *wanted, *forbidden;
} headlines[] = {
    {"equal", {0}, 1, "about the same write throughput", "better"},
    {"equal, repeated", {0}, 3, "have the same write throughput within 2%", "of base's"},
    {"slightly worse", {.factor = 0.9}, 3, "90% of base's write throughput", "half"},
    {"two thirds", {.factor = 0.6667}, 3, "about two thirds of base's write throughput", "three"},
    {"half", {.factor = 0.5}, 1, "about half of base's write throughput (0.5", "third"},
    {"twice", {.factor = 2}, 1, "about twice base's write throughput", "half"},
    {"one and a half", {.factor = 1.5}, 3, "1.50 times base's write throughput", "twice"},
    {"forty times", {.factor = 40, .mean_us = 23.75}, 1, "40 times base's write throughput", "of base's"},
    {"a tiny ratio", {.factor = 0.013}, 1, "too large to be believed at once", "twice"},
    {"no latencies", {.factor = 0.5, .no_latency = TRUE}, 1, "about half of", "p99"},
    {"an error", {.error = 5}, 1, "There is no verdict on cand (Job job failed", "better"},
    {"another workload", {.options = OPTIONS("\"numjobs\":\"8\"")}, 1, "There is no verdict on cand (Not like for like", "better"},
    {"half a second", {.runtime_ms = 500, .ios = 500}, 1, "There is no verdict on cand", "about the same"},
    {"worse tail", {.factor = 1.5, .mean_us = 1900, .options = OPTIONS("\"numjobs\":\"1\",\"runtime\":\"60\"")}, 1, "no verdict", "steadier"},
};

static void headlines_say_what_is(void)
{
    static const Made usual = {0};
    for (gsize i = 0; i < G_N_ELEMENTS(headlines); i++) {
        g_autoptr(Comparison) comparison = compare_made(&usual, &headlines[i].made, headlines[i].runs);
        g_test_message("%s: %s", headlines[i].what, comparison->headline);
        if (!strstr(comparison->headline, headlines[i].wanted) || strstr(comparison->headline, headlines[i].forbidden))
            g_error("%s: %s", headlines[i].what, comparison->headline);
        g_assert_true(g_str_has_suffix(comparison->headline, "."));
    }
}

#define TEST(name) g_test_add_func("/findings/" #name, name)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    TEST(a_good_pair_is_clean);
    TEST(each_rule_fires_where_it_must);
    TEST(one_run_is_told_and_two_are_not);
    TEST(a_guess_is_marked_and_has_a_test);
    TEST(a_doubtful_workload_comes_with_the_corrected_command);
    TEST(mounts_are_looked_at_where_they_are_known);
    TEST(headlines_say_what_is);
    return g_test_run();
}
