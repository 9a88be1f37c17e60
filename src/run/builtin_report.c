/* fio's JSON+ of what the built-in engine did. The names are those of fio 3. */
#include "run/builtin_parts.h"

#include <cjson/cJSON.h>
#include <math.h>

static double deviation(const EngineStats *stats)
{
    return stats->count > 1 ? sqrt(stats->squares / (double)(stats->count - 1)) : 0;
}

static void add_moments(cJSON *object, const EngineStats *stats)
{
    cJSON_AddNumberToObject(object, "min", stats->count ? (double)stats->min_ns : 0);
    cJSON_AddNumberToObject(object, "max", (double)stats->max_ns);
    cJSON_AddNumberToObject(object, "mean", stats->mean_ns);
    cJSON_AddNumberToObject(object, "stddev", deviation(stats));
    cJSON_AddNumberToObject(object, "N", (double)stats->count);
}

/* The first bin at which the share is reached. */
static void add_percentiles(cJSON *object, const EngineStats *stats)
{
    static const char *const percents[] = {"1.000000",  "5.000000",  "10.000000", "20.000000", "30.000000", "40.000000",
                                           "50.000000", "60.000000", "70.000000", "80.000000", "90.000000", "95.000000",
                                           "99.000000", "99.500000", "99.900000", "99.950000", "99.990000"};
    cJSON *list = cJSON_AddObjectToObject(object, "percentile");
    guint64 below = 0;
    guint bin = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(percents); i++) {
        double wanted = g_ascii_strtod(percents[i], NULL) / 100 * (double)stats->count;
        while (bin < BUILTIN_BINS && (double)(below + stats->bins[bin]) < wanted)
            below += stats->bins[bin++];
        cJSON_AddNumberToObject(list, percents[i], (double)builtin_bin_value(MIN(bin, BUILTIN_BINS - 1)));
    }
}

static void add_bins(cJSON *object, const EngineStats *stats)
{
    cJSON *bins = cJSON_AddObjectToObject(object, "bins");
    char name[32];
    for (guint i = 0; i < BUILTIN_BINS; i++) {
        if (stats->bins[i] == 0)
            continue;
        g_snprintf(name, sizeof name, "%" G_GUINT64_FORMAT, builtin_bin_value(i));
        cJSON_AddNumberToObject(bins, name, (double)stats->bins[i]);
    }
}

static void add_samples(cJSON *object, const char *kind, const EngineSamples *samples, double unit)
{
    double mean = samples->count ? samples->sum / samples->count : 0;
    double variance = samples->count > 1 ? (samples->squares - samples->sum * mean) / (samples->count - 1) : 0;
    const struct {
        const char *name;
        double value;
    } values[] = {{"min", samples->min / unit},
                  {"max", samples->max / unit},
                  {"mean", mean / unit},
                  {g_str_equal(kind, "bw") ? "dev" : "stddev", sqrt(fmax(variance, 0)) / unit},
                  {"samples", samples->count}};
    for (gsize i = 0; i < G_N_ELEMENTS(values); i++) {
        g_autofree char *name = g_strdup_printf("%s_%s", kind, values[i].name);
        gboolean is_whole = unit > 1 && i < 2;
        cJSON_AddNumberToObject(object, name, is_whole ? floor(values[i].value) : values[i].value);
    }
}

static cJSON *side_json(const EngineStats *stats, double runtime_ms, const EngineSamples *rates, const EngineSamples *ios)
{
    double seconds = runtime_ms / 1000, rate = seconds > 0 ? (double)stats->bytes / seconds : 0;
    gboolean has_any = stats->count > 0;
    cJSON *object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "io_bytes", (double)stats->bytes);
    cJSON_AddNumberToObject(object, "io_kbytes", floor((double)stats->bytes / 1024));
    cJSON_AddNumberToObject(object, "bw_bytes", floor(rate));
    cJSON_AddNumberToObject(object, "bw", floor(rate / 1024));
    cJSON_AddNumberToObject(object, "iops", seconds > 0 ? (double)stats->count / seconds : 0);
    cJSON_AddNumberToObject(object, "runtime", has_any ? round(runtime_ms) : 0);
    cJSON_AddNumberToObject(object, "total_ios", (double)stats->count);
    cJSON_AddNumberToObject(object, "short_ios", (double)stats->short_ios);
    cJSON_AddNumberToObject(object, "drop_ios", 0);
    EngineStats none = {.count = 0};
    add_moments(cJSON_AddObjectToObject(object, "slat_ns"), &none);
    cJSON *clat = cJSON_AddObjectToObject(object, "clat_ns");
    add_moments(clat, stats);
    if (has_any)
        add_percentiles(clat, stats);
    if (has_any)
        add_bins(clat, stats);
    add_moments(cJSON_AddObjectToObject(object, "lat_ns"), stats);
    EngineSamples nothing = {0, 0, 0, 0, 0};
    add_samples(object, "bw", has_any ? rates : &nothing, 1024);
    cJSON_AddNumberToObject(object, "bw_agg", has_any ? 100 : 0);
    add_samples(object, "iops", has_any ? ios : &nothing, 1);
    return object;
}

static void add_sync(cJSON *object, const EngineStats *stats)
{
    cJSON *sync = cJSON_AddObjectToObject(object, "sync");
    cJSON_AddNumberToObject(sync, "total_ios", (double)stats->count);
    cJSON *lat = cJSON_AddObjectToObject(sync, "lat_ns");
    add_moments(lat, stats);
    if (stats->count)
        add_percentiles(lat, stats);
    if (stats->count)
        add_bins(lat, stats);
}

/* fio's three tables of shares: from each bound up to the next. */
static void add_shares(cJSON *object, const EngineJob *job)
{
    static const double ns[] = {2, 4, 10, 20, 50, 100, 250, 500, 750, 1000};
    static const char *const tables[] = {"latency_ns", "latency_us", "latency_ms"};
    double total = (double)(job->sides[SIDE_READ].count + job->sides[SIDE_WRITE].count), unit = 1, last = 0;
    for (gsize t = 0; t < G_N_ELEMENTS(tables); t++, unit *= 1000) {
        cJSON *table = cJSON_AddObjectToObject(object, tables[t]);
        gboolean is_last = t + 1 == G_N_ELEMENTS(tables);
        for (gsize i = 0; i < G_N_ELEMENTS(ns) + (is_last ? 2 : 0); i++) {
            double bound = i < G_N_ELEMENTS(ns) ? ns[i] * unit : i == G_N_ELEMENTS(ns) ? 2000 * unit : INFINITY;
            g_autofree char *name = isinf(bound) ? g_strdup(">=2000") : g_strdup_printf("%.0f", bound / unit);
            double share = 0;
            for (int side = 0; side < SIDES; side++)
                for (guint bin = 0; bin < BUILTIN_BINS; bin++) {
                    double value = (double)builtin_bin_value(bin);
                    share += value >= last && value < bound ? (double)job->sides[side].bins[bin] : 0;
                }
            cJSON_AddNumberToObject(table, name, total > 0 ? 100 * share / total : 0);
            last = bound;
        }
    }
}

static void add_depths(cJSON *object)
{
    static const char *const levels[] = {"1", "2", "4", "8", "16", "32", ">=64"};
    cJSON *table = cJSON_AddObjectToObject(object, "iodepth_level");
    for (gsize i = 0; i < G_N_ELEMENTS(levels); i++)
        cJSON_AddNumberToObject(table, levels[i], i == 0 ? 100 : 0);
}

static void add_option(cJSON *options, const char *name, const char *format, double value)
{
    g_autofree char *text = g_strdup_printf("%.0f%s", value, format);
    cJSON_AddStringToObject(options, name, text);
}

static void add_options(cJSON *object, const EngineOptions *options)
{
    cJSON *list = cJSON_AddObjectToObject(object, "job options");
    cJSON_AddStringToObject(list, "name", options->name);
    cJSON_AddStringToObject(list, "filename", options->filename);
    cJSON_AddStringToObject(list, "rw", options->rw);
    cJSON_AddStringToObject(list, "ioengine", options->engine);
    add_option(list, "bs", "", (double)options->bs);
    add_option(list, "size", "", (double)options->size);
    add_option(list, "runtime", "", options->runtime_s);
    add_option(list, "direct", "", options->direct);
    add_option(list, "numjobs", "", options->numjobs);
    add_option(list, "iodepth", "", options->iodepth);
    if (options->fsync)
        add_option(list, "fsync", "", options->fsync);
    if (options->ramp_s)
        add_option(list, "ramp_time", "", options->ramp_s);
    if (options->reads && options->writes)
        add_option(list, "rwmixread", "", options->rwmixread);
    cJSON_AddStringToObject(list, "thread", "1");
    if (options->group_reporting)
        cJSON_AddStringToObject(list, "group_reporting", "1");
    if (options->time_based)
        cJSON_AddStringToObject(list, "time_based", "1");
}

static cJSON *job_json(const EngineOptions *options, const EngineJob *job, guint members)
{
    cJSON *object = cJSON_CreateObject();
    double seconds = job->runtime_ms / 1000 * members;
    cJSON_AddStringToObject(object, "jobname", options->name);
    cJSON_AddNumberToObject(object, "groupid", 0);
    cJSON_AddNumberToObject(object, "error", job->error);
    cJSON_AddNumberToObject(object, "eta", 0);
    cJSON_AddNumberToObject(object, "elapsed", ceil(job->runtime_ms / 1000) + options->ramp_s);
    add_options(object, options);
    static const char *const sides[SIDES] = {"read", "write"};
    for (int i = 0; i < SIDES; i++)
        cJSON_AddItemToObject(object, sides[i], side_json(&job->sides[i], job->runtime_ms, &job->rates[i], &job->ios[i]));
    const EngineStats none = {.count = 0}; /* readers of fio's JSON want all three */
    cJSON_AddItemToObject(object, "trim", side_json(&none, 0, NULL, NULL));
    add_sync(object, &job->sync);
    cJSON_AddNumberToObject(object, "job_runtime", round(job->runtime_ms * members));
    cJSON_AddNumberToObject(object, "usr_cpu", seconds > 0 ? 100 * job->user_s / seconds : 0);
    cJSON_AddNumberToObject(object, "sys_cpu", seconds > 0 ? 100 * job->system_s / seconds : 0);
    cJSON_AddNumberToObject(object, "ctx", (double)job->switches);
    cJSON_AddNumberToObject(object, "majf", (double)job->major_faults);
    cJSON_AddNumberToObject(object, "minf", (double)job->minor_faults);
    add_depths(object);
    add_shares(object, job);
    return object;
}

/* All jobs as one: the samples are those that stand in the first (the whole's). */
static EngineJob sum_jobs(const EngineJob *jobs, guint count)
{
    EngineJob total = jobs[0];
    for (int side = 0; side < SIDES; side++)
        engine_stats_init(&total.sides[side]);
    engine_stats_init(&total.sync);
    total.user_s = total.system_s = 0;
    total.switches = total.major_faults = total.minor_faults = 0;
    for (guint i = 0; i < count; i++) {
        for (int side = 0; side < SIDES; side++)
            engine_stats_merge(&total.sides[side], &jobs[i].sides[side]);
        engine_stats_merge(&total.sync, &jobs[i].sync);
        total.user_s += jobs[i].user_s;
        total.system_s += jobs[i].system_s;
        total.switches += jobs[i].switches;
        total.major_faults += jobs[i].major_faults;
        total.minor_faults += jobs[i].minor_faults;
        total.runtime_ms = fmax(total.runtime_ms, jobs[i].runtime_ms);
        total.error = total.error ? total.error : jobs[i].error;
    }
    return total;
}

char *engine_report(const EngineOptions *options, const EngineJob *jobs, guint count, const char *version)
{
    cJSON *object = cJSON_CreateObject();
    g_autofree char *name = g_strdup_printf("fiocompare-%s", version);
    g_autoptr(GDateTime) now = g_date_time_new_now_local();
    g_autofree char *time = g_date_time_format(now, "%a %b %e %H:%M:%S %Y");
    cJSON_AddStringToObject(object, "fio version", name);
    cJSON_AddNumberToObject(object, "timestamp", (double)g_date_time_to_unix(now));
    cJSON_AddNumberToObject(object, "timestamp_ms", floor((double)g_get_real_time() / 1000));
    cJSON_AddStringToObject(object, "time", time);
    cJSON *list = cJSON_AddArrayToObject(object, "jobs");
    if (options->group_reporting) {
        EngineJob total = sum_jobs(jobs, count);
        cJSON_AddItemToArray(list, job_json(options, &total, count));
    } else {
        for (guint i = 0; i < count; i++)
            cJSON_AddItemToArray(list, job_json(options, &jobs[i], 1));
    }
    char *printed = cJSON_Print(object);
    char *text = g_strconcat(printed, "\n", NULL);
    cJSON_free(printed);
    cJSON_Delete(object);
    return text;
}
