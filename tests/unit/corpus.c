#include "corpus.h"

#include "read/reader.h"

#include <string.h>

cJSON *corpus_load_json(const char *path)
{
    g_autofree char *text = NULL;
    g_autoptr(GError) error = NULL;
    if (!g_file_get_contents(path, &text, NULL, &error))
        g_error("%s", error->message);
    cJSON *tree = cJSON_Parse(text);
    if (!tree)
        g_error("%s is no JSON", path);
    return tree;
}

static double number(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsNumber(item) ? item->valuedouble : NAN;
}

G_GNUC_PRINTF(3, 4)
static void fault(CorpusCheck *check, const char *where, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_string_append_printf(check->faults, "%s: %s\n", where, text);
}

/* The true value must lie inside the half width that the reader reports; what is exact must be equal. */
static gboolean may_miss;

static void check_figure(CorpusCheck *check, const char *where, const char *key, Figure got, double want)
{
    if (isnan(want))
        return;
    check->compared++;
    double slack = fabs(want) * 1e-9 + 1e-6;
    if (!figure_is_known(got) && !may_miss)
        fault(check, where, "%s is missing, %.6f expected", key, want);
    else if (!figure_is_known(got))
        return;
    else if (want < got.low - slack || want > got.high + slack)
        fault(check, where, "%s %.6f [%.6f, %.6f], expected %.6f", key, got.value, got.low, got.high, want);
}

static void check_number(CorpusCheck *check, const char *where, const char *key, double got, double want,
                         double slack)
{
    if (isnan(want))
        return;
    check->compared++;
    if (isnan(got) && may_miss)
        return;
    if (isnan(got) || fabs(got - want) > slack)
        fault(check, where, "%s %.6f, expected %.6f", key, got, want);
}

static void check_latency(CorpusCheck *check, const char *where, const char *format, const Latency *latency,
                          const cJSON *want)
{
    if (!want)
        return;
    check_figure(check, where, "min", latency->min_ns, number(want, "min"));
    check_figure(check, where, "max", latency->max_ns, number(want, "max"));
    check_figure(check, where, "mean", latency->mean_ns, number(want, "mean"));
    check_figure(check, where, "stddev", latency->stddev_ns, number(want, "stddev"));
    if (g_str_has_prefix(format, "json"))
        check_number(check, where, "samples", latency->samples, number(want, "N"), 0);
    const cJSON *percentiles = cJSON_GetObjectItemCaseSensitive(want, "percentiles");
    if (g_str_equal(format, "terse lat"))
        return;
    if (!latency->percentiles && !g_str_has_prefix(format, "json"))
        return; /* not printed, or printed under another kind of latency */
    for (const cJSON *item = percentiles ? percentiles->child : NULL; item; item = item->next) {
        double percent = g_ascii_strtod(item->string, NULL);
        g_autofree char *key = g_strdup_printf("p%s", item->string);
        check_figure(check, where, key, latency_percentile(latency, percent), item->valuedouble);
    }
}

static void check_rates(CorpusCheck *check, const char *where, const char *format, const Direction *got,
                        const cJSON *want)
{
    gboolean is_json = g_str_has_prefix(format, "json");
    double bytes = number(want, "io_bytes"), kib = number(want, "io_kib");
    if (isfinite(bytes))
        check_figure(check, where, "io_bytes", got->io_bytes, bytes);
    else if (isfinite(kib) && figure_is_known(got->io_bytes))
        check_number(check, where, "io_kib", CLAMP(kib * 1024, got->io_bytes.low - 1024, got->io_bytes.high),
                     kib * 1024, 0);
    if (!(number(want, "runtime_ms") > 0))
        return;
    double bw = number(want, "bw_bytes"), bw_kib = number(want, "bw_kib");
    if (isfinite(bw))
        check_number(check, where, "bw_bytes", CLAMP(bw, got->bw_bytes_per_s.low - 2, got->bw_bytes_per_s.high + 2),
                     bw, is_json ? 0 : 1);
    else if (isfinite(bw_kib))
        check_number(check, where, "bw_kib",
                     CLAMP(bw_kib * 1024, got->bw_bytes_per_s.low - 2048, got->bw_bytes_per_s.high + 1024),
                     bw_kib * 1024, 0);
    gboolean has_rate = number(want, "runtime_ms") > 0; /* without a runtime a rate of 0 is no measurement */
    check_figure(check, where, "iops", got->iops, has_rate ? number(want, "iops") : NAN);
    check_number(check, where, "runtime", got->runtime_ms, number(want, "runtime_ms"), 0);
    if (!g_str_equal(format, "terse")) {
        check_number(check, where, "total_ios", got->total_ios, number(want, "total_ios"), 0);
        check_number(check, where, "short_ios", got->short_ios, number(want, "short_ios"), 0);
    }
    if (is_json) {
        check_number(check, where, "drop_ios", got->dropped_ios, number(want, "drop_ios"), 0);
        gboolean sampled = number(want, "bw_samples") > 0;
        check_number(check, where, "bw_mean", got->bw_samples.mean, sampled ? number(want, "bw_mean") * 1024 : NAN, 1);
        check_number(check, where, "iops_stddev", got->iops_samples.stddev,
                     sampled ? number(want, "iops_stddev") : NAN, 1e-6);
    }
}

static void check_direction(CorpusCheck *check, const char *where, const char *format, const Direction *got,
                            const cJSON *want)
{
    if (!got && may_miss)
        return;
    if (!got) {
        fault(check, where, "direction is missing");
        return;
    }
    gboolean is_terse = g_str_equal(format, "terse");
    check_rates(check, where, format, got, want);
    static const char *const keys[] = {"slat_ns", "clat_ns", "lat_ns"};
    for (int i = 0; i < LATENCY_COUNT; i++) {
        g_autofree char *name = g_strdup_printf("%s %s", where, keys[i]);
        const cJSON *latency = cJSON_GetObjectItemCaseSensitive(want, keys[i]);
        if (is_terse && latency && !latency_is_known(&got->latency[i]))
            continue; /* below a microsecond terse prints 0 */
        /* With lat_percentiles=1 terse prints the percentiles of lat where those of clat stand. */
        gboolean is_replaced = is_terse && (strstr(where, "f_latpct") || strstr(where, "f_allpct"));
        check_latency(check, name, is_replaced ? "terse lat" : format, &got->latency[i], latency);
    }
}

static void check_shares(CorpusCheck *check, const char *where, gboolean is_terse, const Job *job, const cJSON *want)
{
    static const struct {
        const char *key;
        double unit;
    } units[] = {{"latency_ns", 1}, {"latency_us", 1e3}, {"latency_ms", 1e6}};
    for (gsize i = is_terse; i < G_N_ELEMENTS(units); i++) {
        const cJSON *shares = cJSON_GetObjectItemCaseSensitive(want, units[i].key);
        for (const cJSON *item = shares ? shares->child : NULL; item; item = item->next) {
            gboolean is_last = g_str_has_prefix(item->string, ">=");
            double bound = g_ascii_strtod(item->string + (is_last ? 2 : 0), NULL) * units[i].unit;
            double got = NAN;
            for (guint j = 0; j < job->buckets->len; j++) {
                const Bucket *bucket = &g_array_index(job->buckets, Bucket, j);
                if (is_last ? isinf(bucket->below_ns) : fabs(bucket->below_ns - bound) < 0.5)
                    got = bucket->percent;
            }
            if (is_terse && units[i].unit * (i == 1) * 2 == bound)
                continue; /* terse adds all below 2 us */
            check_number(check, where, item->string, got, item->valuedouble, 0.0051);
        }
    }
}

static void check_job(CorpusCheck *check, const char *where, const char *format, const Job *job, const cJSON *want)
{
    gboolean is_json = g_str_has_prefix(format, "json"), is_terse = g_str_equal(format, "terse");
    check_number(check, where, "group", job->group, number(want, "groupid"), 0);
    check_number(check, where, "error", job->error, number(want, "error"), 0);
    check_number(check, where, "ctx", job->context_switches, number(want, "ctx"), 0);
    check_number(check, where, "majf", job->major_faults, number(want, "majf"), 0);
    check_number(check, where, "minf", job->minor_faults, number(want, "minf"), 0);
    check_number(check, where, "usr", job->user_percent, number(want, "usr_cpu"), is_json ? 1e-9 : 0.0101);
    check_number(check, where, "sys", job->system_percent, number(want, "sys_cpu"), is_json ? 1e-9 : 0.0101);
    check_number(check, where, "members", job->members, number(want, "njobs"), 0);
    if (is_json || g_str_equal(format, "text")) {
        check_number(check, where, "total_err", job->total_errors, number(want, "total_err"), 0);
        check_number(check, where, "first_error", job->first_error, number(want, "first_error"), 0);
    }
    const cJSON *desc = cJSON_GetObjectItemCaseSensitive(want, "desc");
    if (desc && !is_terse && g_strcmp0(job->description, desc->valuestring) != 0)
        fault(check, where, "description '%s', expected '%s'", job->description, desc->valuestring);
    const cJSON *host = cJSON_GetObjectItemCaseSensitive(want, "hostname");
    if (is_json && host && g_strcmp0(job->host, host->valuestring) != 0)
        fault(check, where, "host '%s', expected '%s'", job->host, host->valuestring);
    const cJSON *dirs = cJSON_GetObjectItemCaseSensitive(want, "dirs");
    for (const cJSON *item = dirs ? dirs->child : NULL; item; item = item->next) {
        int kind = direction_parse(item->string, strlen(item->string));
        g_autofree char *name = g_strdup_printf("%s %s", where, item->string);
        if (is_terse && kind == DIRECTION_MIXED)
            continue; /* its own figures differ from JSON's */
        if (!is_json && !job->directions[kind] && !(number(item, "iops") > 0))
            continue; /* text prints no line for a direction that did nothing */
        if (is_terse && kind == DIRECTION_TRIM && !job->directions[kind])
            continue; /* nor versions 3 trim */
        check_direction(check, name, format, job->directions[kind], item);
    }
    const cJSON *sync = cJSON_GetObjectItemCaseSensitive(want, "sync");
    if (sync && !is_terse && number(cJSON_GetObjectItemCaseSensitive(sync, "lat_ns"), "max") > 0) {
        if (!job->sync && may_miss)
            return;
        if (!job->sync) {
            fault(check, where, "sync is missing");
            return;
        }
        check_number(check, where, "syncs", job->sync->total_ios, number(sync, "total_ios"), 0);
        g_autofree char *name = g_strdup_printf("%s sync", where);
        check_latency(check, name, format, &job->sync->lat, cJSON_GetObjectItemCaseSensitive(sync, "lat_ns"));
    }
    check_shares(check, where, is_terse, job, want);
}

/* A job that never ran has no section in text. */
static gboolean may_be_absent(const cJSON *want)
{
    const cJSON *dirs = cJSON_GetObjectItemCaseSensitive(want, "dirs");
    return !dirs || !dirs->child;
}

static void check_jobs(CorpusCheck *check, const char *path, const Result *result, const cJSON *jobs)
{
    guint at = 0;
    for (const cJSON *want = jobs ? jobs->child : NULL; want; want = want->next) {
        const char *name = cJSON_GetObjectItemCaseSensitive(want, "jobname")->valuestring;
        const Job *job = at < result->jobs->len ? result->jobs->pdata[at] : NULL;
        if ((!job || g_strcmp0(job->name, name) != 0) && may_be_absent(want))
            continue;
        g_autofree char *where = g_strdup_printf("%s [%u %s]", path, at, name);
        if (!job && may_miss)
            continue;
        if (!job) {
            fault(check, where, "job is missing");
            continue;
        }
        at++;
        if (g_strcmp0(job->name, name) != 0)
            fault(check, where, "job is called '%s'", job->name);
        check_job(check, where, result->source.format, job, want);
    }
    if (at < result->jobs->len)
        fault(check, path, "%u jobs too many", result->jobs->len - at);
}

static gboolean has_section(const char *path)
{
    g_autofree char *text = NULL;
    gsize length = 0;
    g_assert_true(g_file_get_contents(path, &text, &length, NULL));
    return memmem(text, length, "(groupid=", 9) || memmem(text, length, "\"jobs\"", 6);
}

void corpus_check_file(CorpusCheck *check, const char *path, const cJSON *expected)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) results = reader_read_file(path, &error);
    const cJSON *jobs = cJSON_GetObjectItemCaseSensitive(expected, "jobs");
    gboolean is_terse = g_str_has_suffix(path, ".terse");
    const cJSON *meta = cJSON_GetObjectItemCaseSensitive(expected, "meta");
    if (is_terse && !cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(meta, "same_run")) &&
        !cJSON_HasObjectItem(meta, "terse_version") )
        return; /* of another run */
    if (!results) {
        if (!has_section(path))
            return; /* fio died before it printed a result */
        fault(check, path, "not read: %s", error->message);
        return;
    }
    const Result *result = results->pdata[results->len - 1];
    double first = number(meta, "first_iops");
    if (results->len > 1 && isnan(first))
        fault(check, path, "%u reports were found, one is there", results->len);
    if (isfinite(first)) {
        const Job *job = ((Result *)results->pdata[0])->jobs->pdata[0];
        if (results->len != 2)
            fault(check, path, "two reports are there, found %u", results->len);
        for (int i = 0; i < DIRECTION_COUNT; i++)
            if (job->directions[i] && fabs(job->directions[i]->iops.value - first) <= first * 1e-4)
                first = NAN;
        if (isfinite(first))
            fault(check, path, "the first report has not %.1f IOPS", first);
    }
    may_miss = result->is_incomplete;
    check_jobs(check, path, result, jobs);
    may_miss = FALSE;
}

void corpus_check_log(CorpusCheck *check, const char *path, const cJSON *want)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) results = reader_read_file(path, &error);
    const cJSON *dirs = cJSON_GetObjectItemCaseSensitive(want, "dirs");
    if (!dirs->child)
        return; /* fio left it empty */
    const LogData *log = results ? ((const Result *)results->pdata[0])->log : NULL;
    if (!log) {
        fault(check, path, "not read as a log");
        return;
    }
    check_number(check, path, "columns", log->columns, number(want, "columns"), 0);
    for (const cJSON *item = dirs->child; item; item = item->next) {
        const LogDirection *got = &log->directions[direction_parse(item->string, strlen(item->string))];
        check_number(check, path, "n", got->samples, number(item, "n"), 0);
        /* 3.14 prints wrapped counters, whose sum no double holds exactly. */
        check_number(check, path, "sum", got->sum, number(item, "sum"), fabs(number(item, "sum")) * 1e-10);
        check_number(check, path, "sum_avg", got->sum, number(item, "sum_avg"), 0);
        check_number(check, path, "min", got->min, number(item, "min"), 0);
        check_number(check, path, "max", got->max, number(item, "max"), 0);
        check_number(check, path, "first", got->first_ms, number(item, "first"), 0);
        check_number(check, path, "last", got->last_ms, number(item, "last"), 0);
    }
}
