/* Small inputs after public reports: each folder of tests/data/cases holds inputs and what must come of them. */
#include "corpus.h"

#include "compare/compare.h"
#include "findings/findings.h"
#include "read/reader.h"

#include <string.h>

/* Which finding or warning of ours answers a code of the cases. */
static const char *const answers[][2] = {
    {"leading_text", "leading_text"},
    {"trailing_text", "trailing_text"},
    {"job_error", "job-error"},
    {"multiple_documents", "multiple_documents"},
    {"jobs_not_concurrent", "not-concurrent"},
    {"workload_differs_between_hosts", "workload_differs_between_hosts"},
    {"percentile_kind_mismatch", "clat-against-lat"},
    {"percentiles_not_mergeable", "percentiles_not_mergeable"},
    {"iops_printed_zero_but_ios_issued", "iops_printed_zero_but_ios_issued"},
    {"few_samples", "few-samples"},
    {"printed_bandwidth_inconsistent", "printed_bandwidth_inconsistent"},
    {"non_finite_value", "non_finite_value"},
    {"sentinel_value", "sentinel_value"},
    {"percentiles_saturated", "percentiles_saturated"},
    {"zero_runtime", "zero_runtime"},
    {"too_short", "too-short"},
    {"ratio_undefined", "ratio-undefined"},
    {"sync_cost_separate", "sync-cost-separate"},
    {"iodepth_ineffective", "iodepth-without-effect"},
    {"cache_suspected", "faster-than-storage"},
    {"data_set_smaller_than_ram", "small-data-set"},
    {"sparse_read_suspected", "implausible-ratio"},
    {"implausible_ratio", "implausible-ratio"},
    {"shared_file", "shared-file"},
    {"direct_refused", "direct-refused"},
    {"buffered_write", "cache-possible"},
    {"elapsed_much_longer_than_runtime", "elapsed-beyond-runtime"},
    {"workload_mismatch", "unequal-workload"},
    {"runtimes_differ", "runtimes-differ"},
    {"label_and_workload_disagree", "name-and-workload-disagree"},
};

static const cJSON *member(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

static double number(const cJSON *object, const char *key)
{
    const cJSON *item = member(object, key);
    return cJSON_IsNumber(item) ? item->valuedouble : NAN;
}

typedef struct {
    const char *where;
    gboolean is_text;
    double tolerance;
} Place;

static void assert_near(const Place *place, const char *key, double got, double want)
{
    double slack = place->is_text ? fabs(want) * place->tolerance : fabs(want) * 1e-6 + 1e-6;
    if (isnan(got) || fabs(got - want) > slack)
        g_error("%s: %s is %.6f, expected %.6f", place->where, key, got, want);
}

/* null: must be missing; absent: not checked. */
static void check_value(const Place *place, const cJSON *want, const char *key, double got)
{
    const cJSON *item = member(want, key);
    if (cJSON_IsNull(item) && !isnan(got))
        g_error("%s: %s is %.6f, must be missing", place->where, key, got);
    if (cJSON_IsNumber(item))
        assert_near(place, key, got, item->valuedouble);
}

static void check_percentiles(const Place *place, const cJSON *want, const char *key, const Latency *latency)
{
    const cJSON *list = member(want, key);
    for (const cJSON *item = list ? list->child : NULL; item; item = item->next) {
        Figure figure = latency_percentile(latency, g_ascii_strtod(item->string, NULL));
        if (item->valuedouble < figure.low - 1 || item->valuedouble > figure.high + 1 || isnan(figure.low))
            g_error("%s: p%s is %.0f, expected %.0f", place->where, item->string, figure.value, item->valuedouble);
    }
}

static void check_direction(const Place *place, const Direction *direction, const cJSON *want)
{
    g_assert_nonnull(direction);
    check_value(place, want, "ios", direction->total_ios);
    check_value(place, want, "io_bytes", direction->io_bytes.value);
    check_value(place, want, "runtime_ms", direction->runtime_ms);
    check_value(place, want, "iops", direction->iops.value);
    check_value(place, want, "bw_bytes_per_s", direction->bw_bytes_per_s.value);
    check_value(place, want, "lat_avg_ns", direction->latency[LATENCY_LAT].mean_ns.value);
    check_value(place, want, "clat_avg_ns", direction->latency[LATENCY_CLAT].mean_ns.value);
    check_percentiles(place, want, "clat_percentiles_ns", &direction->latency[LATENCY_CLAT]);
    check_percentiles(place, want, "lat_percentiles_ns", &direction->latency[LATENCY_LAT]);
}

static gboolean name_fits(const Job *job, const char *want)
{
    g_autofree char *label = job->host ? g_strdup_printf("%s@%s", job->name, job->host) : g_strdup(job->name);
    return g_str_equal(label, want) || g_str_equal(job->name, want);
}

static const Job *find_job(const Result *result, const char *name)
{
    for (guint i = 0; i < result->jobs->len; i++)
        if (name_fits(result->jobs->pdata[i], name))
            return result->jobs->pdata[i];
    return NULL;
}

static void check_job(const Place *place, const Result *result, const cJSON *want)
{
    const char *name = member(want, "name")->valuestring;
    const Job *job = find_job(result, name);
    if (!job)
        g_error("%s: there is no job %s", place->where, name);
    check_value(place, want, "error", job->error);
    const cJSON *dirs = member(want, "dirs");
    for (const cJSON *item = dirs ? dirs->child : NULL; item; item = item->next) {
        if (g_str_equal(item->string, "sync")) {
            g_assert_nonnull(job->sync);
            check_value(place, item, "lat_avg_ns", job->sync->lat.mean_ns.value);
            continue;
        }
        int kind = direction_parse(item->string, strlen(item->string));
        if (cJSON_IsNull(item))
            g_assert_null(job->directions[kind]);
        else
            check_direction(place, job->directions[kind], item);
    }
}

static void check_totals(const Place *place, const Result *result, const cJSON *totals)
{
    for (const cJSON *item = totals ? totals->child : NULL; item; item = item->next) {
        int kind = direction_parse(item->string, strlen(item->string));
        if (kind >= 0 && cJSON_IsObject(item))
            check_direction(place, result->totals[kind], item);
    }
}

static Series *read_run(const char *folder, const cJSON *run, const cJSON *expected)
{
    const char *file = member(run, "file")->valuestring;
    g_autofree char *path = g_build_filename(folder, file, NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) results = reader_read_file(path, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(results->len, ==, 1);
    const Result *result = results->pdata[0];
    double tolerance = number(member(expected, "tolerance"), "text");
    Place place = {path, !g_str_has_prefix(result->source.format, "json"), isnan(tolerance) ? 0.006 : tolerance};
    const cJSON *version = member(run, "fio_version");
    if (cJSON_IsString(version))
        g_assert_cmpstr(result->fio_version, ==, version->valuestring);
    if (!place.is_text) {
        check_value(&place, run, "documents_found", result->source.documents_found);
        check_value(&place, run, "document_used", result->source.document_used);
    }
    check_value(&place, run, "job_count", result->jobs->len);
    for (const cJSON *job = member(run, "jobs")->child; job; job = job->next)
        check_job(&place, result, job);
    check_totals(&place, result, member(run, "totals"));
    Series *series = series_new(file);
    g_ptr_array_add(series->results, g_ptr_array_steal_index(results, 0));
    return series;
}

static const char *answer_to(const char *code)
{
    for (gsize i = 0; i < G_N_ELEMENTS(answers); i++)
        if (g_str_equal(answers[i][0], code))
            return answers[i][1];
    g_error("no answer to %s", code);
}

static void check_warning(const char *folder, const Comparison *comparison, const char *code)
{
    const char *answer = answer_to(code);
    if (comparison_has_finding(comparison, answer))
        return;
    for (guint i = 0; i < comparison->series->len; i++) {
        const Series *series = comparison->series->pdata[i];
        for (guint j = 0; j < series->results->len; j++)
            if (result_has_warning(series->results->pdata[j], answer))
                return;
    }
    g_error("%s: %s (%s) was not raised", folder, code, answer);
}

static void check_ratios(const Comparison *comparison, const cJSON *ratios)
{
    static const char *const names[][2] = {{"iops", "iops"}, {"bw", "bw"}, {"lat_avg", "mean"}, {"clat_p50", "p50"},
                                           {"clat_p99", "p99"}};
    for (const cJSON *direction = ratios ? ratios->child : NULL; direction; direction = direction->next) {
        int kind = direction_parse(direction->string, strlen(direction->string));
        for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
            const cJSON *want = member(direction, names[i][0]);
            if (!want)
                continue;
            const Metric *metric = comparison_metric(comparison, NULL, kind, names[i][1]);
            double got = metric ? metric->ratios[1].ratio : NAN;
            if (cJSON_IsNull(want))
                g_assert_true(isnan(got));
            else
                g_assert_cmpfloat(fabs(got - want->valuedouble), <, 1e-5 * want->valuedouble + 1e-6);
        }
    }
}

static void check_case(gconstpointer data)
{
    const char *folder = data;
    g_autofree char *path = g_build_filename(folder, "expected.json", NULL);
    cJSON *expected = corpus_load_json(path);
    GPtrArray *series = g_ptr_array_new_with_free_func((GDestroyNotify)series_free);
    for (const cJSON *run = member(expected, "runs")->child; run; run = run->next)
        g_ptr_array_add(series, read_run(folder, run, expected));
    CompareOptions options = compare_options_default();
    g_autoptr(GError) error = NULL;
    g_autoptr(Comparison) comparison = compare_series(series, &options, &error);
    g_assert_no_error(error);
    findings_make(comparison);
    check_ratios(comparison, member(expected, "ratios"));
    for (const cJSON *code = member(expected, "warnings")->child; code; code = code->next)
        check_warning(folder, comparison, code->valuestring);
    cJSON_Delete(expected);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_autofree char *folder = g_getenv("CASES") ? g_strdup(g_getenv("CASES"))
                                                : g_test_build_filename(G_TEST_DIST, "tests", "data", "cases", NULL);
    g_autoptr(GDir) entries = g_dir_open(folder, 0, NULL);
    const char *name;
    while (entries && (name = g_dir_read_name(entries))) {
        g_autofree char *test = g_strdup_printf("/cases/%s_comes_out_right", name);
        char *path = g_build_filename(folder, name, NULL);
        if (g_file_test(path, G_FILE_TEST_IS_DIR))
            g_test_add_data_func_full(test, path, check_case, g_free);
        else
            g_free(path);
    }
    return g_test_run();
}
