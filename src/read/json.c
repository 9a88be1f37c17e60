/* fio's JSON and JSON+: one walk over the children of each object (looking thousands of keys up by name is slow). */
#include "read/internal.h"

#include "base/translate.h"

#include <cjson/cJSON.h>
#include <string.h>

double json_number(const cJSON *node)
{
    if (cJSON_IsNumber(node))
        return node->valuedouble;
    if (cJSON_IsString(node) && *node->valuestring) {
        char *end;
        double value = g_ascii_strtod(node->valuestring, &end);
        return *end == '\0' || *end == '%' ? value : NAN;
    }
    return NAN;
}

typedef struct {
    Result *result;
    int version;
    gboolean is_kib; /* io_bytes counts KiB: fio 2.20 and older */
    gboolean has_bins;
} JsonState;

static void read_options(const cJSON *node, GPtrArray *options, Result *result)
{
    for (const cJSON *item = node->child; item; item = item->next) {
        g_autofree char *number = cJSON_IsNumber(item) ? g_strdup_printf("%.15g", item->valuedouble) : NULL;
        const char *value = cJSON_IsString(item) ? item->valuestring : number;
        const char *known = options_get(options, item->string);
        if (known && value && !g_str_equal(known, value))
            result_warn(result, "duplicate_option", 0, _("option %s is given twice: %s and %s; the last is shown"),
                        item->string, known, value);
        options_set(options, item->string, value && *value ? value : NULL);
    }
}

static void read_samples(const cJSON *item, Direction *direction)
{
    static const struct {
        const char *key;
        gsize offset;
    } fields[] = {{"min", offsetof(Samples, min)},       {"max", offsetof(Samples, max)},
                  {"mean", offsetof(Samples, mean)},     {"dev", offsetof(Samples, stddev)},
                  {"stddev", offsetof(Samples, stddev)}, {"samples", offsetof(Samples, samples)}};
    gboolean is_bw = *item->string == 'b';
    const char *name = item->string + (is_bw ? 3 : 5);
    Samples *samples = is_bw ? &direction->bw_samples : &direction->iops_samples;
    for (gsize i = 0; i < G_N_ELEMENTS(fields); i++)
        if (g_str_equal(fields[i].key, name))
            *(double *)((char *)samples + fields[i].offset) =
                json_number(item) * (is_bw && fields[i].offset != offsetof(Samples, samples) ? 1024 : 1);
}

typedef struct {
    double bw_kib, io_bytes, io_kbytes;
    double bw_bytes, iops;
} Rates;

/* What io_bytes counts depends on the version; bw is always cut to whole KiB/s, bw_bytes exact from 3.2 on. */
static void settle_rates(JsonState *state, Direction *direction, const Rates *rates)
{
    double seconds = direction->runtime_ms / 1000;
    double io = rates->io_bytes * (state->is_kib ? 1024 : 1);
    direction->io_bytes = state->is_kib ? figure_between(io, io, io + 1024) : figure_exact(io);
    direction->iops = figure_exact(rates->iops);
    if (isfinite(rates->bw_bytes)) {
        direction->bw_bytes_per_s = figure_exact(rates->bw_bytes);
    } else if (isfinite(rates->bw_kib)) {
        double bw = rates->bw_kib * 1024, exact = io / seconds;
        gboolean fits = seconds > 0 && exact >= bw - 1024 && exact <= bw + 2048;
        direction->bw_bytes_per_s = figure_between(fits ? exact : bw, bw, bw + 1024);
        if (fits)
            direction->bw_bytes_per_s =
                figure_between(exact, fmin(exact, bw), fmax(exact, bw + 1024));
    }
    if (!(direction->runtime_ms > 0)) {
        if (direction->total_ios > 0 || io > 0)
            result_warn(state->result, "zero_runtime", 0,
                        _("%s did I/O in a runtime that fio gives as 0 ms: rates cannot be told"),
                        direction_name(direction->kind));
        direction->iops = direction->bw_bytes_per_s = figure_missing();
    } else if (state->version > 0 && state->version < 2002) {
        double exact = direction->iops.value;
        direction->iops = figure_between(exact, exact, exact + 1);
    }
}

static gboolean is_latency_key(const char *key, LatencyKind *kind, double *factor)
{
    static const char *const names[] = {"slat", "clat", "lat"};
    if (key[0] != 's' && key[0] != 'c' && key[0] != 'l')
        return FALSE;
    for (int i = 0; i < LATENCY_COUNT; i++) {
        gsize length = strlen(names[i]);
        if (strncmp(key, names[i], length) == 0 && (key[length] == '\0' || g_str_equal(key + length, "_ns"))) {
            *kind = (LatencyKind)i;
            *factor = key[length] ? 1 : 1000;
            return TRUE;
        }
    }
    return FALSE;
}

static Direction *read_direction(JsonState *state, const cJSON *node, DirectionKind kind)
{
    Direction *direction = direction_new(kind);
    Rates rates = {NAN, NAN, NAN, NAN, NAN};
    const struct {
        const char *key;
        double *value;
    } numbers[] = {{"io_bytes", &rates.io_bytes},       {"bw", &rates.bw_kib},
                   {"bw_bytes", &rates.bw_bytes},       {"iops", &rates.iops},
                   {"io_kbytes", &rates.io_kbytes},     {"runtime", &direction->runtime_ms},
                   {"total_ios", &direction->total_ios}, {"short_ios", &direction->short_ios},
                   {"drop_ios", &direction->dropped_ios}, {"bw_agg", &direction->share_percent}};
    for (const cJSON *item = node->child; item; item = item->next) {
        LatencyKind latency;
        double factor;
        gboolean is_done = FALSE;
        for (gsize i = 0; i < G_N_ELEMENTS(numbers) && !is_done; i++) {
            if (json_key_is(item->string, numbers[i].key)) {
                *numbers[i].value = json_number(item);
                is_done = TRUE;
            }
        }
        if (is_done)
            continue;
        if (is_latency_key(item->string, &latency, &factor))
            json_read_latency(state->result, item, factor, &direction->latency[latency]);
        else if (g_str_has_prefix(item->string, "bw_") || g_str_has_prefix(item->string, "iops_"))
            read_samples(item, direction);
    }
    gboolean is_idle = !(rates.io_bytes > 0) && !(direction->total_ios > 0) && !(rates.iops > 0) &&
                       !(direction->runtime_ms > 0);
    if (is_idle) {
        direction_free(direction);
        return NULL;
    }
    if (direction->share_percent < 0)
        direction->share_percent = NAN; /* fio lets its share run over (axboe/fio 1230) */
    state->is_kib = isnan(rates.io_kbytes) && (state->version ? state->version <= 2020 : isnan(rates.bw_bytes));
    settle_rates(state, direction, &rates);
    for (int i = 0; i < LATENCY_COUNT; i++)
        state->has_bins = state->has_bins || direction->latency[i].bins;
    return direction;
}

static void read_sync(JsonState *state, Job *job, const cJSON *node)
{
    const cJSON *total = cJSON_GetObjectItemCaseSensitive(node, "total_ios");
    const cJSON *lat = cJSON_GetObjectItemCaseSensitive(node, "lat_ns");
    gboolean has_samples = json_number(cJSON_GetObjectItemCaseSensitive(lat, "N")) > 0;
    if (!cJSON_IsObject(lat) || !(json_number(total) > 0 || has_samples))
        return;
    job_sync(job)->total_ios = json_number(total);
    json_read_latency(state->result, lat, 1, &job->sync->lat);
}

static void read_steady(Job *job, const cJSON *node)
{
    job->steady.is_known = TRUE;
    job->steady.attained = json_number(cJSON_GetObjectItemCaseSensitive(node, "attained")) == 1;
    const cJSON *criterion = cJSON_GetObjectItemCaseSensitive(node, "ss");
    g_clear_pointer(&job->steady.criterion, g_free);
    if (cJSON_IsString(criterion))
        job->steady.criterion = g_strdup(criterion->valuestring);
    const cJSON *met = cJSON_GetObjectItemCaseSensitive(node, "criterion");
    job->steady.deviation_percent = json_number(met);
}

static void read_depths(Job *job, const cJSON *node)
{
    for (const cJSON *item = node->child; item && job->depths->len < 16; item = item->next) {
        Depth depth = {g_strdup(item->string), json_number(item)};
        g_array_append_val(job->depths, depth);
    }
}

static gboolean read_job_object(JsonState *state, Job *job, const cJSON *item)
{
    int kind = direction_parse(item->string, strlen(item->string));
    if (kind >= 0) { /* of a key given twice the last counts */
        direction_free(job->directions[kind]);
        job->directions[kind] = read_direction(state, item, (DirectionKind)kind);
    } else if (json_key_is(item->string, "job options"))
        read_options(item, job->options, state->result);
    else if (json_key_is(item->string, "sync"))
        read_sync(state, job, item);
    else if (json_key_is(item->string, "iodepth_level"))
        read_depths(job, item);
    else if (json_key_is(item->string, "steadystate"))
        read_steady(job, item);
    else if (g_str_has_prefix(item->string, "latency_") && strlen(item->string) == 10)
        for (const cJSON *share = item->child; share; share = share->next)
            job_add_bucket(job, item->string[8] == 'n' ? 1 : item->string[8] == 'u' ? 1e3 : 1e6, share->string,
                           json_number(share));
    else
        return FALSE;
    return TRUE;
}

static void read_job(JsonState *state, const cJSON *node)
{
    Job *job = result_add_job(state->result, NULL);
    const struct {
        const char *key;
        double *value;
    } numbers[] = {{"groupid", &job->group},       {"error", &job->error},
                   {"usr_cpu", &job->user_percent}, {"sys_cpu", &job->system_percent},
                   {"ctx", &job->context_switches}, {"majf", &job->major_faults},
                   {"minf", &job->minor_faults},    {"elapsed", &job->elapsed_s},
                   {"job_runtime", &job->job_runtime_ms}, {"total_err", &job->total_errors},
                   {"first_error", &job->first_error},    {"port", &job->port}};
    const struct {
        const char *key;
        char **value;
    } texts[] = {{"jobname", &job->name}, {"desc", &job->description}, {"hostname", &job->host}};
    for (const cJSON *item = node->child; item; item = item->next) {
        if (!item->string)
            continue;
        if (cJSON_IsObject(item) && read_job_object(state, job, item))
            continue;
        for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++)
            if (json_key_is(item->string, numbers[i].key))
                *numbers[i].value = json_number(item);
        for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
            if (cJSON_IsString(item) && json_key_is(item->string, texts[i].key)) {
                g_free(*texts[i].value);
                *texts[i].value = g_strdup(item->valuestring);
            }
        }
    }
    if (!job->name)
        job->name = g_strdup(_("(unnamed)"));
    job->is_total = g_str_equal(job->name, "All clients");
}

static void read_disk(Result *result, const cJSON *node)
{
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(node, "name");
    const cJSON *host = cJSON_GetObjectItemCaseSensitive(node, "hostname");
    Disk *disk = result_add_disk(result, cJSON_IsString(name) ? name->valuestring : "?");
    if (cJSON_IsString(host))
        disk->host = g_strdup(host->valuestring);
    const struct {
        const char *key;
        double *value;
    } numbers[] = {{"read_ios", &disk->read_ios},        {"write_ios", &disk->write_ios},
                   {"read_merges", &disk->read_merges},  {"write_merges", &disk->write_merges},
                   {"read_ticks", &disk->read_ticks_ms}, {"write_ticks", &disk->write_ticks_ms},
                   {"in_queue", &disk->in_queue_ms},     {"util", &disk->util_percent}};
    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++)
        *numbers[i].value = json_number(cJSON_GetObjectItemCaseSensitive(node, numbers[i].key));
}

/* fio 3.40 and newer print the global options of each host of a client run as an array. */
static void read_global_options(Result *result, const cJSON *node)
{
    if (cJSON_IsObject(node)) {
        read_options(node, result->global_options, result);
        return;
    }
    for (const cJSON *host = node->child; host; host = host->next) {
        if (!cJSON_IsObject(host))
            continue;
        for (const cJSON *item = host->child; item; item = item->next) {
            const char *value = cJSON_IsString(item) ? item->valuestring : NULL;
            const char *known = options_get(result->global_options, item->string);
            gboolean is_address = json_key_is(item->string, "hostname") || json_key_is(item->string, "port");
            if (!value || is_address)
                continue;
            if (known && !g_str_equal(known, value))
                result_warn(result, "workload_differs_between_hosts", 0,
                            _("the hosts ran different workloads: %s is %s on one and %s on another"), item->string,
                            known, value);
            if (!known)
                options_set(result->global_options, item->string, value);
        }
    }
}

static void read_member(JsonState *state, const cJSON *item)
{
    Result *result = state->result;
    if (json_key_is(item->string, "jobs") || json_key_is(item->string, "client_stats")) {
        for (const cJSON *job = item->child; job; job = job->next)
            if (cJSON_IsObject(job))
                read_job(state, job);
    } else if (json_key_is(item->string, "global options")) {
        read_global_options(result, item);
    } else if (json_key_is(item->string, "disk_util")) {
        for (const cJSON *disk = item->child; disk; disk = disk->next)
            read_disk(result, disk);
    } else if (json_key_is(item->string, "timestamp_ms")) {
        result->timestamp_ms = json_number(item);
    } else if (json_key_is(item->string, "timestamp") && isnan(result->timestamp_ms)) {
        result->timestamp_ms = json_number(item) * 1000;
    } else if (json_key_is(item->string, "time") && cJSON_IsString(item)) {
        g_free(result->time_text);
        result->time_text = g_strdup(item->valuestring);
    }
}

static char *member_key(const Job *job)
{
    return g_strdup_printf("%.0f\n%s\n%s", job->group, job->name, job->host ? job->host : "");
}

/* members: how many jobs stand behind one entry (group_reporting merges numjobs of them). */
static void count_members(Result *result)
{
    g_autoptr(GHashTable) same = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < result->jobs->len; i++) {
        char *key = member_key(result->jobs->pdata[i]);
        guint count = GPOINTER_TO_UINT(g_hash_table_lookup(same, key));
        g_hash_table_replace(same, key, GUINT_TO_POINTER(count + 1));
    }
    for (guint i = 0; i < result->jobs->len; i++) {
        Job *job = result->jobs->pdata[i];
        g_autofree char *key = member_key(job);
        const char *option = job_option(result, job, "numjobs");
        gboolean is_alone = GPOINTER_TO_UINT(g_hash_table_lookup(same, key)) == 1;
        if (job->is_total)
            job->members = NAN;
        else
            job->members = is_alone && option ? g_ascii_strtod(option, NULL) : 1;
    }
}

static void begin_document(JsonState *state, const cJSON *document)
{
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(document, "fio version");
    *state = (JsonState){.result = result_new()};
    if (cJSON_IsString(version))
        state->result->fio_version = g_strdup(version->valuestring);
    state->version = version_number(state->result->fio_version);
    for (const cJSON *item = document->child; item; item = item->next)
        if (item->string)
            read_member(state, item);
}

static Result *end_document(JsonState *state)
{
    state->result->source.format = state->has_bins ? "json+" : "json";
    if (state->version == 0)
        result_warn(state->result, "version_unknown", 0,
                    _("the document does not say which fio wrote it; units are told from the names of its fields"));
    count_members(state->result);
    return state->result;
}

static Result *read_document(const cJSON *document)
{
    JsonState state;
    begin_document(&state, document);
    return end_document(&state);
}

static gboolean is_report(const cJSON *document)
{
    return cJSON_IsObject(document) &&
           (cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(document, "jobs")) ||
            cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(document, "client_stats")));
}

static void tell_repairs(Result *result, const Repairs *repairs)
{
    if (repairs->has_nonfinite)
        result_warn(result, "non_finite_value", 0, _("nan or inf stands where a number belongs; shown as missing"));
    if (repairs->has_noise)
        result_warn(result, "text_inside_document", 0, _("lines of something else stand inside the JSON; they are left out"));
    if (repairs->has_decimal_comma)
        result_warn(result, "decimal_comma", 0, _("numbers have decimal commas of somebody's locale"));
    if (!repairs->is_cut)
        return;
    result->is_incomplete = TRUE;
    if (result->jobs->len)
        ((Job *)result->jobs->pdata[result->jobs->len - 1])->is_incomplete = TRUE;
    result_warn(result, "truncated_document", 0,
                _("the JSON breaks off in the middle; only what stands before is used"));
}

static Result *read_repaired(const char *text, gsize length, gsize *used)
{
    Repairs repairs;
    g_autofree char *repaired = json_repair(text, length, used, &repairs);
    const cJSON *document = repaired ? cJSON_Parse(repaired) : NULL;
    if (!document || !is_report(document))
        return NULL;
    Result *result = read_document(document);
    tell_repairs(result, &repairs);
    return result;
}

static Result *read_in_arena(const char *text, gsize length, gsize *used)
{
    const char *end = NULL;
    const cJSON *document = cJSON_ParseWithLengthOpts(text, length, &end, FALSE);
    if (document) {
        *used = (gsize)(end - text);
        return is_report(document) ? read_document(document) : NULL;
    }
    gsize head = MIN(length, 8192);
    if (memmem(text, head, "\"fio version\"", 13) || memmem(text, head, "\"jobs\"", 6) ||
        memmem(text, head, "\"client_stats\"", 14))
        return read_repaired(text, length, used);
    return NULL;
}

/* A large document job by job: the tree of one at a time, so that memory stays near the size of the text. NULL when
 * it is not of the shape that fio writes; then the usual way tells what is wrong with it. */
static Result *read_in_parts(const char *text, gsize length, gsize *used)
{
    JsonParts parts;
    JsonState state = {NULL, 0, FALSE, FALSE};
    if (!json_find_parts(text, length, &parts))
        return NULL;
    g_autofree char *head = json_head_without_jobs(text, &parts);
    json_arena_open();
    const cJSON *document = cJSON_Parse(head);
    if (document && is_report(document))
        begin_document(&state, document);
    json_arena_close();
    const char *at = parts.jobs_start;
    while (state.result && (at = json_next_job(at, parts.jobs_end, &length))) {
        json_arena_open();
        const cJSON *job = cJSON_ParseWithLength(at, length);
        if (cJSON_IsObject(job))
            read_job(&state, job);
        else
            g_clear_pointer(&state.result, result_free);
        json_arena_close();
        at += length;
    }
    *used = parts.length;
    return state.result ? end_document(&state) : NULL;
}

Result *json_read(const char *text, gsize length, gsize *used)
{
    Result *parts = length >= JSON_PARTS_BYTES ? read_in_parts(text, length, used) : NULL;
    if (parts)
        return parts;
    json_arena_open();
    Result *result = read_in_arena(text, length, used);
    json_arena_close(); /* what cJSON made goes with it */
    return result;
}
