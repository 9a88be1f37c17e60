#include "model/result.h"

#include "base/file.h"

#include <string.h>

static void depth_clear(gpointer data)
{
    g_free(((Depth *)data)->level);
}

static void disk_free(gpointer data)
{
    Disk *disk = data;
    g_free(disk->name);
    g_free(disk->host);
    g_free(disk);
}

void warning_free(gpointer data)
{
    Warning *warning = data;
    g_free(warning->code);
    g_free(warning->text);
    g_free(warning);
}

const char *job_option(const Result *result, const Job *job, const char *name)
{
    const char *value = options_get(job->options, name);
    return value ? value : options_get(result->global_options, name);
}

const char *source_sha256(const Source *source)
{
    if (!source->sha256 && source->raw)
        ((Source *)source)->sha256 = file_sha256(source->raw);
    return source->sha256;
}

Result *result_new(void)
{
    Result *result = g_new0(Result, 1);
    result->timestamp_ms = NAN;
    result->source.report = 1;
    result->source.reports_found = 1;
    result->source.order = result->source.drain_s = NAN;
    result->totals_concurrent = TRUE;
    result->jobs = g_ptr_array_new_with_free_func((GDestroyNotify)job_free);
    result->groups = g_array_new(FALSE, TRUE, sizeof(GroupLine));
    result->disks = g_ptr_array_new_with_free_func(disk_free);
    result->warnings = g_ptr_array_new_with_free_func(warning_free);
    result->global_options = options_new();
    return result;
}

void result_free(Result *result)
{
    if (!result)
        return;
    g_free(result->source.path);
    g_free(result->source.sha256);
    g_clear_pointer(&result->source.raw, g_bytes_unref);
    g_free(result->source.heading);
    g_free(result->source.command_line);
    g_free(result->fio_version);
    g_free(result->time_text);
    g_free(result->log);
    g_ptr_array_unref(result->jobs);
    g_array_unref(result->groups);
    g_ptr_array_unref(result->disks);
    g_ptr_array_unref(result->warnings);
    g_ptr_array_unref(result->global_options);
    for (int i = 0; i < DIRECTION_COUNT; i++)
        direction_free(result->totals[i]);
    g_free(result);
}

Job *result_add_job(Result *result, const char *name)
{
    Job *job = g_new0(Job, 1);
    job->name = g_strdup(name);
    job->port = job->group = job->members = job->error = job->pid = NAN;
    job->user_percent = job->system_percent = job->context_switches = NAN;
    job->major_faults = job->minor_faults = job->elapsed_s = job->job_runtime_ms = NAN;
    job->total_errors = job->first_error = NAN;
    job->steady = (SteadyState){FALSE, FALSE, NAN, NAN, NAN, NAN, NULL};
    job->options = options_new();
    job->buckets = g_array_new(FALSE, TRUE, sizeof(Bucket));
    job->depths = g_array_new(FALSE, TRUE, sizeof(Depth));
    g_array_set_clear_func(job->depths, depth_clear);
    g_ptr_array_add(result->jobs, job);
    return job;
}

void job_free(Job *job)
{
    g_free(job->name);
    g_free(job->description);
    g_free(job->host);
    g_free(job->error_text);
    g_free(job->steady.criterion);
    g_ptr_array_unref(job->options);
    for (int i = 0; i < DIRECTION_COUNT; i++)
        direction_free(job->directions[i]);
    if (job->sync)
        latency_clear(&job->sync->lat);
    g_free(job->sync);
    g_array_unref(job->buckets);
    g_array_unref(job->depths);
    g_free(job);
}

Direction *direction_new(DirectionKind kind)
{
    Direction *direction = g_new0(Direction, 1);
    Samples none = {NAN, NAN, NAN, NAN, NAN};
    direction->kind = kind;
    direction->io_bytes = direction->bw_bytes_per_s = direction->iops = figure_missing();
    direction->runtime_ms = direction->total_ios = NAN;
    direction->short_ios = direction->dropped_ios = direction->share_percent = NAN;
    direction->bw_samples = direction->iops_samples = none;
    for (int i = 0; i < LATENCY_COUNT; i++)
        latency_init(&direction->latency[i]);
    return direction;
}

void direction_free(Direction *direction)
{
    if (!direction)
        return;
    for (int i = 0; i < LATENCY_COUNT; i++)
        latency_clear(&direction->latency[i]);
    g_free(direction);
}

Direction *job_direction(Job *job, DirectionKind kind)
{
    if (!job->directions[kind])
        job->directions[kind] = direction_new(kind);
    return job->directions[kind];
}

SyncStats *job_sync(Job *job)
{
    if (!job->sync) {
        job->sync = g_new0(SyncStats, 1);
        job->sync->total_ios = NAN;
        latency_init(&job->sync->lat);
    }
    return job->sync;
}

Disk *result_add_disk(Result *result, const char *name)
{
    Disk *disk = g_new0(Disk, 1);
    disk->name = g_strdup(name);
    disk->read_ios = disk->write_ios = disk->read_merges = disk->write_merges = NAN;
    disk->read_ticks_ms = disk->write_ticks_ms = disk->in_queue_ms = disk->util_percent = NAN;
    g_ptr_array_add(result->disks, disk);
    return disk;
}

void result_warn(Result *result, const char *code, guint line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    if (result->warnings->len >= WARNINGS_MAX)
        return;
    for (guint i = 0; i < result->warnings->len; i++) {
        Warning *known = result->warnings->pdata[i];
        if (g_str_equal(known->code, code) && g_str_equal(known->text, text))
            return;
    }
    Warning *warning = g_new0(Warning, 1);
    warning->code = g_strdup(code);
    warning->text = g_steal_pointer(&text);
    warning->line = line;
    g_ptr_array_add(result->warnings, warning);
}

gboolean result_has_warning(const Result *result, const char *code)
{
    for (guint i = 0; i < result->warnings->len; i++)
        if (g_str_equal(((Warning *)result->warnings->pdata[i])->code, code))
            return TRUE;
    return FALSE;
}
