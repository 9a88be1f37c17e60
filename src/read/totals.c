/* The sum over all jobs of a report, and whether such a sum means anything. */
#include "read/internal.h"

#include "model/pool.h"

#include "base/translate.h"

static double longest_runtime_s(const Job *job)
{
    double longest = 0;
    for (int kind = 0; kind < DIRECTION_COUNT; kind++)
        if (job->directions[kind])
            longest = fmax(longest, job->directions[kind]->runtime_ms / 1000);
    return longest;
}

/* Jobs ran one after the other when they wait for each other, or stand in different groups (stonewall). */
static gboolean options_allow_concurrency(const Result *result)
{
    double group = NAN;
    for (guint i = 0; i < result->jobs->len; i++) {
        const Job *job = result->jobs->pdata[i];
        if (job->is_total)
            continue;
        if (job_option(result, job, "wait_for") || job_option(result, job, "stonewall") ||
            job_option(result, job, "wait_for_previous"))
            return FALSE;
        if (isfinite(group) && job->group != group && !job_option(result, job, "new_group"))
            return FALSE;
        group = job->group;
    }
    return TRUE;
}

/* A job that ended long before another one leaves elapsed times further apart than they ran. */
static gboolean elapsed_shows_sequence(const Result *result)
{
    double first = INFINITY, last = 0, longest = 0;
    for (guint i = 0; i < result->jobs->len; i++) {
        const Job *job = result->jobs->pdata[i];
        if (job->is_total || !isfinite(job->elapsed_s))
            continue;
        first = fmin(first, job->elapsed_s);
        last = fmax(last, job->elapsed_s);
        longest = fmax(longest, longest_runtime_s(job));
    }
    return longest > 2 && last >= first + 0.9 * longest;
}

static GPtrArray *directions_of_kind(const Result *result, int kind)
{
    GPtrArray *directions = g_ptr_array_new();
    for (guint i = 0; i < result->jobs->len; i++) {
        const Job *job = result->jobs->pdata[i];
        if (!job->is_total && job->directions[kind])
            g_ptr_array_add(directions, job->directions[kind]);
    }
    return directions;
}

void result_make_totals(Result *result)
{
    gboolean any_lost = FALSE;
    guint most = 0;
    for (int kind = 0; kind < DIRECTION_COUNT; kind++) {
        g_autoptr(GPtrArray) directions = directions_of_kind(result, kind);
        gboolean is_lost = FALSE;
        most = MAX(most, directions->len);
        if (directions->len >= 2)
            result->totals[kind] = direction_pool(directions, &is_lost);
        any_lost = any_lost || is_lost;
    }
    if (most < 2)
        return;
    result->totals_concurrent = options_allow_concurrency(result) && !elapsed_shows_sequence(result);
    if (!result->totals_concurrent)
        result_warn(result, "jobs_not_concurrent", 0,
                    _("the jobs did not all run at the same time: the sum of their rates is a rate that never was; "
                    "compare them one by one"));
    for (int kind = 0; kind < DIRECTION_COUNT && !result->totals_concurrent; kind++)
        if (result->totals[kind])
            result->totals[kind]->iops = result->totals[kind]->bw_bytes_per_s = figure_missing();
    if (any_lost)
        result_warn(result, "percentiles_not_mergeable", 0,
                    _("the %u jobs have percentiles of their own; a percentile of all cannot be told from them "
                    "(only from the bins of --output-format=json+)"),
                    most);
}
