/* Which jobs belong together: by name; a single job each by being the only one; else by workload; else by position. */
#include "compare/internal.h"

#include "model/pool.h"

#include "base/translate.h"

#include <string.h>

/* The names of the jobs of a result, each once, in order; fio's total is none. */
static GPtrArray *job_names(const Result *result)
{
    GPtrArray *names = g_ptr_array_new();
    for (guint i = 0; i < result->jobs->len; i++) {
        const Job *job = result->jobs->pdata[i];
        if (!job->is_total && !g_ptr_array_find_with_equal_func(names, job->name, g_str_equal, NULL))
            g_ptr_array_add(names, job->name);
    }
    return names;
}

/* The first job of that name, NULL when there is none. */
static const Job *job_named(const Result *result, const char *name)
{
    for (guint i = 0; i < result->jobs->len; i++)
        if (g_str_equal(((const Job *)result->jobs->pdata[i])->name, name))
            return result->jobs->pdata[i];
    return NULL;
}

/* rw and block size of the job of that name: what makes two jobs the same workload. */
static char *workload_key(const Result *result, const char *name)
{
    const Job *job = job_named(result, name);
    const char *rw = job ? job_option(result, job, "rw") : NULL, *bs = job ? job_option(result, job, "bs") : NULL;
    return rw && bs ? g_strdup_printf("%s %s", rw, bs) : NULL;
}

static void add_note(Comparison *comparison, const char *code, char *text)
{
    for (guint i = 0; i < comparison->notes->len; i++) {
        if (g_str_equal(((Warning *)comparison->notes->pdata[i])->text, text)) {
            g_free(text);
            return;
        }
    }
    Warning *note = g_new0(Warning, 1);
    note->code = g_strdup(code);
    note->text = text;
    g_ptr_array_add(comparison->notes, note);
}

static const char *by_workload(const Result *result, const GPtrArray *names, const char *key)
{
    const char *found = NULL;
    for (guint i = 0; key && i < names->len; i++) {
        g_autofree char *other = workload_key(result, names->pdata[i]);
        if (g_strcmp0(other, key) != 0)
            continue;
        if (found)
            return NULL; /* two of them: not certain */
        found = names->pdata[i];
    }
    return found;
}

/* The job of the result that corresponds to the baseline's at this position; NULL if none does. */
static const char *matching_name(Comparison *comparison, const Result *base, const GPtrArray *base_names,
                                 guint position, const Result *result, const char *label)
{
    g_autoptr(GPtrArray) names = job_names(result);
    const char *wanted = base_names->pdata[position];
    for (guint i = 0; i < names->len; i++)
        if (g_str_equal(names->pdata[i], wanted))
            return names->pdata[i];
    for (guint i = 0; i < names->len; i++) /* other names are shared: this one is just not there */
        if (g_ptr_array_find_with_equal_func((GPtrArray *)base_names, names->pdata[i], g_str_equal, NULL))
            return NULL;
    if (names->len == 1 && base_names->len == 1)
        return names->pdata[0];
    g_autofree char *key = workload_key(base, wanted);
    const char *found = by_workload(result, names, key);
    if (found)
        return found;
    if (names->len != base_names->len)
        return NULL;
    add_note(comparison, "matched_by_position",
             g_strdup_printf(_("the jobs of %s have other names than those of the baseline and were matched by their "
                             "order: %s with %s"),
                             label, (const char *)names->pdata[position], wanted));
    return names->pdata[position];
}

static void add_run(StreamSide *side, const Result *result, const char *name, DirectionKind kind)
{
    g_autoptr(GPtrArray) directions = g_ptr_array_new();
    StreamRun run = {.result = result, .is_incomplete = FALSE};
    for (guint i = 0; i < result->jobs->len; i++) {
        const Job *job = result->jobs->pdata[i];
        if (job->is_total || !g_str_equal(job->name, name))
            continue;
        if (!run.job)
            run.job = job;
        run.has_error = run.has_error || job->error > 0;
        run.is_incomplete = run.is_incomplete || job->is_incomplete;
        if (job->directions[kind])
            g_ptr_array_add(directions, job->directions[kind]);
    }
    if (directions->len == 0)
        return;
    gboolean ignored = FALSE;
    run.jobs = directions->len;
    run.pooled = directions->len > 1 ? direction_pool(directions, &ignored) : NULL;
    run.direction = run.pooled ? run.pooled : directions->pdata[0];
    g_array_append_val(side->runs, run);
}

static gboolean any_has_direction(const Result *result, const char *name, int kind)
{
    for (guint i = 0; i < result->jobs->len; i++) {
        const Job *job = result->jobs->pdata[i];
        if (!job->is_total && g_str_equal(job->name, name) && job->directions[kind])
            return TRUE;
    }
    return FALSE;
}

/* The options of the job of that name (one of the result's) that make two jobs different points of a sweep. */
static char *point_key(const Result *result, const char *name)
{
    static const char *const keys[] = {"rw", "bs", "numjobs", "iodepth", "ioengine", "rwmixread"};
    const Job *job = job_named(result, name);
    g_autoptr(GString) point = g_string_new(NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(keys); i++) {
        const char *value = job_option(result, job, keys[i]);
        g_string_append_printf(point, "%s ", value ? value : "-");
    }
    return g_strdup(point->str);
}

/* The names of the jobs of the baseline. A later report whose job has another name AND another workload is another point of
   a sweep, not a repeat under another name. The second array holds, for each name, the report that it comes from. */
static GPtrArray *baseline_names(const Series *series, GPtrArray *owners)
{
    GPtrArray *all = g_ptr_array_new();
    g_autoptr(GHashTable) points = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < series->results->len; i++) {
        const Result *result = series->results->pdata[i];
        g_autoptr(GPtrArray) names = job_names(result);
        for (guint j = 0; j < names->len; j++) {
            char *point = point_key(result, names->pdata[j]);
            gboolean is_new = i == 0 || !g_hash_table_contains(points, point);
            if (is_new && !g_ptr_array_find_with_equal_func(all, names->pdata[j], g_str_equal, NULL)) {
                g_ptr_array_add(all, names->pdata[j]);
                g_ptr_array_add(owners, (gpointer)result);
            }
            g_hash_table_add(points, point);
        }
    }
    return all;
}

static void match_job(Comparison *comparison, const Result *base, const GPtrArray *base_names, guint position)
{
    for (int kind = 0; kind < DIRECTION_COUNT; kind++) {
        if (!any_has_direction(base, base_names->pdata[position], kind))
            continue;
        Stream *stream = comparison_add_stream(comparison, base_names->pdata[position], (DirectionKind)kind);
        for (guint i = 0; i < comparison->series->len; i++) {
            const Series *series = comparison->series->pdata[i];
            for (guint j = 0; j < series->results->len; j++) {
                const Result *result = series->results->pdata[j];
                const char *name =
                    matching_name(comparison, base, base_names, position, result, series->label);
                if (name)
                    add_run(&stream->sides[i], result, name, (DirectionKind)kind);
            }
        }
    }
}

void match_streams(Comparison *comparison)
{
    g_autoptr(GPtrArray) owners = g_ptr_array_new();
    g_autoptr(GPtrArray) names = baseline_names(comparison->series->pdata[comparison->baseline], owners);
    for (guint i = 0; i < names->len; i++)
        match_job(comparison, owners->pdata[i], names, i);
}
