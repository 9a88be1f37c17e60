#include "report/internal.h"
#include "report/json.h"

#include <math.h>

cJSON *json_number_or_null(double value)
{
    return isfinite(value) ? cJSON_CreateNumber(value) : cJSON_CreateNull();
}

void json_add_number(cJSON *object, const char *key, double value)
{
    cJSON_AddItemToObject(object, key, json_number_or_null(value));
}

void json_add_text(cJSON *object, const char *key, const char *text)
{
    cJSON_AddItemToObject(object, key, text ? cJSON_CreateString(text) : cJSON_CreateNull());
}

char *json_take_text(cJSON *tree)
{
    char *printed = cJSON_Print(tree);
    char *text = g_strconcat(printed, "\n", NULL);
    cJSON_free(printed);
    cJSON_Delete(tree);
    return text;
}

/* The value, and its half width under "rounding" when rounding left one. */
static void add_figure(cJSON *object, cJSON *rounding, const char *key, Figure figure)
{
    json_add_number(object, key, figure.value);
    double half = figure_half_width(figure);
    if (isfinite(half) && half > 0)
        cJSON_AddNumberToObject(rounding, key, half);
}

static void end_rounding(cJSON *object, cJSON *rounding)
{
    if (rounding->child)
        cJSON_AddItemToObject(object, "rounding", rounding);
    else
        cJSON_Delete(rounding);
}

static cJSON *percentiles_json(const Latency *latency)
{
    cJSON *list = cJSON_CreateArray();
    for (guint i = 0; i < latency->percentiles->len; i++) {
        const Percentile *percentile = &g_array_index(latency->percentiles, Percentile, i);
        cJSON *item = cJSON_CreateObject();
        cJSON *rounding = cJSON_CreateObject();
        json_add_number(item, "percent", percentile->percent);
        add_figure(item, rounding, "ns", percentile->ns);
        end_rounding(item, rounding);
        cJSON_AddItemToArray(list, item);
    }
    return list;
}

static cJSON *bins_json(const Latency *latency)
{
    cJSON *list = cJSON_CreateArray();
    for (guint i = 0; i < latency->bins->len; i++) {
        const Bin *bin = &g_array_index(latency->bins, Bin, i);
        double pair[] = {bin->ns, bin->count};
        cJSON_AddItemToArray(list, cJSON_CreateDoubleArray(pair, 2));
    }
    return list;
}

static cJSON *latency_json(const Latency *latency)
{
    cJSON *object = cJSON_CreateObject();
    cJSON *rounding = cJSON_CreateObject();
    add_figure(object, rounding, "min_ns", latency->min_ns);
    add_figure(object, rounding, "max_ns", latency->max_ns);
    add_figure(object, rounding, "mean_ns", latency->mean_ns);
    add_figure(object, rounding, "stddev_ns", latency->stddev_ns);
    json_add_number(object, "samples", latency->samples);
    if (latency->percentiles)
        cJSON_AddItemToObject(object, "percentiles", percentiles_json(latency));
    if (latency->is_saturated)
        cJSON_AddTrueToObject(object, "percentiles_saturated");
    if (latency->bins)
        cJSON_AddItemToObject(object, "bins", bins_json(latency));
    end_rounding(object, rounding);
    return object;
}

static void add_samples(cJSON *object, const char *key, const Samples *samples)
{
    if (!isfinite(samples->mean))
        return;
    cJSON *item = cJSON_AddObjectToObject(object, key);
    json_add_number(item, "min", samples->min);
    json_add_number(item, "max", samples->max);
    json_add_number(item, "mean", samples->mean);
    json_add_number(item, "stddev", samples->stddev);
    json_add_number(item, "samples", samples->samples);
}

static cJSON *direction_json(const Direction *direction)
{
    cJSON *object = cJSON_CreateObject();
    cJSON *rounding = cJSON_CreateObject();
    add_figure(object, rounding, "io_bytes", direction->io_bytes);
    add_figure(object, rounding, "bw_bytes_per_s", direction->bw_bytes_per_s);
    add_figure(object, rounding, "iops", direction->iops);
    json_add_number(object, "runtime_ms", direction->runtime_ms);
    json_add_number(object, "total_ios", direction->total_ios);
    json_add_number(object, "short_ios", direction->short_ios);
    json_add_number(object, "dropped_ios", direction->dropped_ios);
    json_add_number(object, "share_percent", direction->share_percent);
    add_samples(object, "bw_samples", &direction->bw_samples);
    add_samples(object, "iops_samples", &direction->iops_samples);
    for (int i = 0; i < LATENCY_COUNT; i++)
        if (latency_is_known(&direction->latency[i]))
            cJSON_AddItemToObject(object, latency_name((LatencyKind)i), latency_json(&direction->latency[i]));
    end_rounding(object, rounding);
    return object;
}

static cJSON *directions_json(Direction *const *directions)
{
    cJSON *object = cJSON_CreateObject();
    for (int i = 0; i < DIRECTION_COUNT; i++)
        if (directions[i])
            cJSON_AddItemToObject(object, direction_name((DirectionKind)i), direction_json(directions[i]));
    return object;
}

static cJSON *options_json(const GPtrArray *options)
{
    cJSON *object = cJSON_CreateObject();
    for (guint i = 0; i < options->len; i++) {
        const Option *option = options->pdata[i];
        cJSON_AddStringToObject(object, option->name, option->value);
    }
    return object;
}

static void add_cpu(cJSON *object, const Job *job)
{
    cJSON *cpu = cJSON_AddObjectToObject(object, "cpu");
    json_add_number(cpu, "user_percent", job->user_percent);
    json_add_number(cpu, "system_percent", job->system_percent);
    json_add_number(cpu, "context_switches", job->context_switches);
    json_add_number(cpu, "major_faults", job->major_faults);
    json_add_number(cpu, "minor_faults", job->minor_faults);
}

static void add_shares(cJSON *object, const Job *job)
{
    cJSON *list = cJSON_AddArrayToObject(object, "latency_distribution");
    for (guint i = 0; i < job->buckets->len; i++) {
        const Bucket *bucket = &g_array_index(job->buckets, Bucket, i);
        cJSON *item = cJSON_CreateObject();
        json_add_number(item, "from_ns", bucket->from_ns);
        json_add_number(item, "below_ns", bucket->below_ns);
        json_add_number(item, "percent", bucket->percent);
        cJSON_AddItemToArray(list, item);
    }
    cJSON *depths = cJSON_AddObjectToObject(object, "iodepth_percent");
    for (guint i = 0; i < job->depths->len; i++) {
        const Depth *depth = &g_array_index(job->depths, Depth, i);
        json_add_number(depths, depth->level, depth->percent);
    }
}

static void add_steady(cJSON *object, const SteadyState *steady)
{
    if (!steady->is_known)
        return;
    cJSON *item = cJSON_AddObjectToObject(object, "steadystate");
    cJSON_AddBoolToObject(item, "attained", steady->attained);
    json_add_text(item, "criterion", steady->criterion);
    json_add_number(item, "deviation_percent", steady->deviation_percent);
    json_add_number(item, "slope_percent", steady->slope_percent);
}

static cJSON *job_json(const Job *job)
{
    cJSON *object = cJSON_CreateObject();
    json_add_text(object, "name", job->name);
    if (job->description)
        json_add_text(object, "description", job->description);
    if (job->host) {
        json_add_text(object, "host", job->host);
        json_add_number(object, "port", job->port);
        g_autofree char *label = g_strdup_printf("%s@%s", job->name, job->host);
        json_add_text(object, "label", label);
    }
    json_add_number(object, "group", job->group);
    json_add_number(object, "members", job->members);
    json_add_number(object, "error", job->error);
    if (job->error_text)
        json_add_text(object, "error_text", job->error_text);
    if (isfinite(job->total_errors)) {
        json_add_number(object, "total_errors", job->total_errors);
        json_add_number(object, "first_error", job->first_error);
    }
    if (job->is_total)
        cJSON_AddTrueToObject(object, "is_total");
    if (job->is_incomplete)
        cJSON_AddTrueToObject(object, "incomplete");
    if (isfinite(job->elapsed_s))
        json_add_number(object, "elapsed_s", job->elapsed_s);
    if (isfinite(job->job_runtime_ms))
        json_add_number(object, "job_runtime_ms", job->job_runtime_ms);
    cJSON_AddItemToObject(object, "options", options_json(job->options));
    cJSON_AddItemToObject(object, "directions", directions_json(job->directions));
    if (job->sync) {
        cJSON *sync = cJSON_AddObjectToObject(object, "sync");
        json_add_number(sync, "total_ios", job->sync->total_ios);
        cJSON_AddItemToObject(sync, "lat", latency_json(&job->sync->lat));
    }
    add_cpu(object, job);
    add_shares(object, job);
    add_steady(object, &job->steady);
    return object;
}

static cJSON *group_json(const GroupLine *group)
{
    cJSON *object = cJSON_CreateObject();
    cJSON *rounding = cJSON_CreateObject();
    json_add_number(object, "group", group->group);
    json_add_text(object, "direction", direction_name(group->kind));
    add_figure(object, rounding, "bw_bytes_per_s", group->bw_bytes_per_s);
    add_figure(object, rounding, "bw_min_bytes_per_s", group->bw_min_bytes_per_s);
    add_figure(object, rounding, "bw_max_bytes_per_s", group->bw_max_bytes_per_s);
    add_figure(object, rounding, "io_bytes", group->io_bytes);
    json_add_number(object, "runtime_min_ms", group->runtime_min_ms);
    json_add_number(object, "runtime_max_ms", group->runtime_max_ms);
    end_rounding(object, rounding);
    return object;
}

static cJSON *disk_json(const Disk *disk)
{
    cJSON *object = cJSON_CreateObject();
    json_add_text(object, "name", disk->name);
    if (disk->host)
        json_add_text(object, "host", disk->host);
    json_add_number(object, "read_ios", disk->read_ios);
    json_add_number(object, "write_ios", disk->write_ios);
    json_add_number(object, "read_merges", disk->read_merges);
    json_add_number(object, "write_merges", disk->write_merges);
    json_add_number(object, "read_ticks_ms", disk->read_ticks_ms);
    json_add_number(object, "write_ticks_ms", disk->write_ticks_ms);
    json_add_number(object, "in_queue_ms", disk->in_queue_ms);
    json_add_number(object, "util_percent", disk->util_percent);
    return object;
}

static cJSON *warnings_json(const Result *result)
{
    cJSON *list = cJSON_CreateArray();
    for (guint i = 0; i < result->warnings->len; i++) {
        const Warning *warning = result->warnings->pdata[i];
        cJSON *item = cJSON_CreateObject();
        json_add_text(item, "code", warning->code);
        json_add_text(item, "text", warning->text);
        if (warning->line)
            cJSON_AddNumberToObject(item, "line", warning->line);
        cJSON_AddItemToArray(list, item);
    }
    return list;
}

static cJSON *source_json(const Source *source)
{
    cJSON *object = cJSON_CreateObject();
    json_add_text(object, "path", source->path);
    json_add_number(object, "report", source->report);
    json_add_number(object, "reports_found", source->reports_found);
    json_add_text(object, "format", source->format);
    json_add_text(object, "sha256", source_sha256(source));
    json_add_number(object, "line", source->line);
    json_add_number(object, "documents_found", source->documents_found);
    json_add_number(object, "document_used", source->document_used);
    if (source->heading)
        json_add_text(object, "heading", source->heading);
    if (source->command_line)
        json_add_text(object, "command_line", source->command_line);
    return object;
}

static gboolean has_totals(const Result *result)
{
    for (int i = 0; i < DIRECTION_COUNT; i++)
        if (result->totals[i])
            return TRUE;
    return FALSE;
}

static cJSON *log_json(const LogData *log)
{
    cJSON *object = cJSON_CreateObject();
    json_add_number(object, "columns", log->columns);
    cJSON_AddBoolToObject(object, "histogram", log->is_histogram);
    cJSON_AddBoolToObject(object, "two_values", log->has_two_values);
    cJSON *directions = cJSON_AddObjectToObject(object, "directions");
    for (int i = 0; i < LOG_DIRECTIONS; i++) {
        const LogDirection *direction = &log->directions[i];
        if (direction->samples == 0)
            continue;
        cJSON *item = cJSON_AddObjectToObject(directions, direction_name((DirectionKind)i));
        json_add_number(item, "samples", direction->samples);
        json_add_number(item, "sum", direction->sum);
        json_add_number(item, "min", direction->min);
        json_add_number(item, "max", direction->max);
        json_add_number(item, "first_ms", direction->first_ms);
        json_add_number(item, "last_ms", direction->last_ms);
    }
    return object;
}

static cJSON *result_json(const Result *result)
{
    cJSON *object = cJSON_CreateObject();
    json_add_text(object, "schema", "fiocompare.result/1");
    cJSON_AddItemToObject(object, "source", source_json(&result->source));
    json_add_text(object, "fio_version", result->fio_version);
    cJSON *timestamp = json_number_or_null(result->timestamp_ms / 1000);
    cJSON_AddItemToObject(object, "timestamp", timestamp);
    json_add_text(object, "time", result->time_text);
    cJSON_AddBoolToObject(object, "complete", !result->is_incomplete);
    cJSON_AddItemToObject(object, "global_options", options_json(result->global_options));
    cJSON *jobs = cJSON_AddArrayToObject(object, "jobs");
    for (guint i = 0; i < result->jobs->len; i++)
        cJSON_AddItemToArray(jobs, job_json(result->jobs->pdata[i]));
    if (has_totals(result)) {
        cJSON *totals = cJSON_AddObjectToObject(object, "totals");
        cJSON_AddBoolToObject(totals, "concurrent", result->totals_concurrent);
        cJSON_AddItemToObject(totals, "directions", directions_json(result->totals));
    }
    cJSON *groups = cJSON_AddArrayToObject(object, "groups");
    for (guint i = 0; i < result->groups->len; i++)
        cJSON_AddItemToArray(groups, group_json(&g_array_index(result->groups, GroupLine, i)));
    cJSON *disks = cJSON_AddArrayToObject(object, "disks");
    for (guint i = 0; i < result->disks->len; i++)
        cJSON_AddItemToArray(disks, disk_json(result->disks->pdata[i]));
    if (result->log)
        cJSON_AddItemToObject(object, "log", log_json(result->log));
    cJSON_AddItemToObject(object, "warnings", warnings_json(result));
    return object;
}

char *json_format_results(const GPtrArray *results)
{
    if (results->len == 1)
        return json_take_text(result_json(results->pdata[0]));
    cJSON *list = cJSON_CreateArray();
    for (guint i = 0; i < results->len; i++)
        cJSON_AddItemToArray(list, result_json(results->pdata[i]));
    return json_take_text(list);
}
