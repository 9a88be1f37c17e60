/* Several outputs of one run become one result; interim reports give way to the last whole one. */
#include "read/internal.h"

#include "base/translate.h"

#include <string.h>

static double ios_of(const Direction *direction)
{
    return direction->total_ios > 0 ? direction->total_ios : direction->iops.value;
}

static gboolean same_names(const Result *a, const Result *b)
{
    if (a->jobs->len != b->jobs->len || a->jobs->len == 0)
        return FALSE;
    for (guint i = 0; i < a->jobs->len; i++)
        if (g_strcmp0(((Job *)a->jobs->pdata[i])->name, ((Job *)b->jobs->pdata[i])->name) != 0)
            return FALSE;
    return TRUE;
}

static gboolean directions_agree(const Direction *a, const Direction *b)
{
    if (!a || !b)
        return a == b;
    if (isfinite(a->total_ios) && isfinite(b->total_ios) && a->total_ios != b->total_ios)
        return FALSE;
    double x = ios_of(a), y = ios_of(b);
    gboolean is_near = !isfinite(x) || !isfinite(y) || fabs(a->iops.value - b->iops.value) <= 1 + 0.001 * fabs(a->iops.value);
    return is_near && fabs(a->runtime_ms - b->runtime_ms) <= 1;
}

/* How many directions of the two agree; -1 when any of them contradicts. Text leaves out jobs that never ran. */
static int agreeing_directions(const Result *a, const Result *b)
{
    int agreed = 0;
    for (guint i = 0; i < a->jobs->len; i++) {
        const Job *job = a->jobs->pdata[i];
        gboolean is_found = FALSE;
        for (guint j = 0; j < b->jobs->len && !is_found; j++) {
            const Job *other = b->jobs->pdata[j];
            if (g_strcmp0(job->name, other->name) != 0)
                continue;
            is_found = TRUE;
            for (int kind = 0; kind < DIRECTION_COUNT && is_found; kind++)
                is_found = directions_agree(job->directions[kind], other->directions[kind]) ||
                           kind == DIRECTION_MIXED;
        }
        if (!is_found && job->directions[0])
            return -1;
        agreed += is_found;
    }
    return agreed;
}

/* "Run status" lines beside a whole report: the same bytes in the same time. */
static gboolean status_matches(const Result *status, const Result *whole)
{
    gboolean any = FALSE;
    for (int kind = 0; kind < DIRECTION_COUNT; kind++) {
        double said = 0, done = 0;
        for (guint i = 0; i < status->groups->len; i++) {
            const GroupLine *group = &g_array_index(status->groups, GroupLine, i);
            if ((int)group->kind == kind)
                said += group->io_bytes.value;
        }
        for (guint j = 0; j < whole->jobs->len; j++) {
            const Job *job = whole->jobs->pdata[j];
            if (!job->is_total && job->directions[kind])
                done += job->directions[kind]->io_bytes.value;
        }
        if (fabs(said - done) > 0.02 * done)
            return FALSE;
        any = any || done > 0;
    }
    return any;
}

gboolean results_same_run(const Result *a, const Result *b)
{
    if (g_strcmp0(a->source.format, b->source.format) == 0)
        return FALSE;
    if (g_str_equal(a->source.format, "run-status"))
        return status_matches(a, b);
    if (g_str_equal(b->source.format, "run-status"))
        return status_matches(b, a);
    if ((guint64)a->jobs->len * b->jobs->len > 4000000)
        return same_names(a, b); /* no run of that many jobs is printed twice by chance */
    const Result *fewer = a->jobs->len <= b->jobs->len ? a : b;
    return agreeing_directions(fewer, fewer == a ? b : a) > 0;
}

static int format_rank(const Result *result)
{
    static const char *const formats[] = {"run-status", "terse", "text", "json", "json+"};
    for (int i = 0; i < (int)G_N_ELEMENTS(formats); i++)
        if (g_str_equal(formats[i], result->source.format))
            return i - (result->is_incomplete ? 10 : 0);
    return -1;
}

static void adopt(Result *kept, Result *dropped)
{
    for (guint i = 0; i < dropped->warnings->len; i++) {
        const Warning *warning = dropped->warnings->pdata[i];
        if (g_str_equal(warning->code, "fio_note") || g_str_equal(warning->code, "fio_message"))
            result_warn(kept, warning->code, warning->line, "%s", warning->text);
    }
    if (!kept->source.command_line)
        kept->source.command_line = g_steal_pointer(&dropped->source.command_line);
    if (!kept->source.heading)
        kept->source.heading = g_steal_pointer(&dropped->source.heading);
    for (guint i = 0; i < dropped->global_options->len; i++) {
        const Option *option = dropped->global_options->pdata[i];
        if (!options_get(kept->global_options, option->name))
            options_set(kept->global_options, option->name, option->value);
    }
    for (guint i = 0; kept->jobs->len == dropped->jobs->len && i < kept->jobs->len; i++) {
        Job *job = kept->jobs->pdata[i], *other = dropped->jobs->pdata[i];
        if (!isfinite(job->members))
            job->members = other->members;
    }
}

static gboolean latency_grew(const Direction *a, const Direction *b)
{
    const Latency *before = direction_latency(a, NULL), *after = direction_latency(b, NULL);
    if (!before || !after)
        return TRUE;
    return !(after->min_ns.value > before->min_ns.value) && !(after->max_ns.value < before->max_ns.value);
}

/* Interim reports are cumulative: everything grows, and the second began when the first did. */
static gboolean job_grew(const Job *before, const Job *after)
{
    gboolean any = FALSE;
    for (int kind = 0; kind < DIRECTION_COUNT; kind++) {
        const Direction *a = before->directions[kind], *b = after->directions[kind];
        if (!a)
            continue;
        if (!b || b->runtime_ms < a->runtime_ms || b->io_bytes.high < a->io_bytes.low ||
            b->total_ios < a->total_ios || !latency_grew(a, b))
            return FALSE;
        any = TRUE;
    }
    return any;
}

static double longest_job(const Job *job)
{
    double longest = 0;
    for (int kind = 0; kind < DIRECTION_COUNT; kind++)
        if (job->directions[kind])
            longest = fmax(longest, job->directions[kind]->runtime_ms);
    return longest;
}

static double longest_runtime(const Result *result)
{
    double longest = 0;
    for (guint i = 0; i < result->jobs->len; i++)
        longest = fmax(longest, longest_job(result->jobs->pdata[i]));
    return longest;
}

static gboolean is_interim(const Result *before, const Result *after)
{
    if (g_strcmp0(before->source.format, after->source.format) != 0 || !same_names(before, after))
        return FALSE;
    double pid = ((Job *)before->jobs->pdata[0])->pid;
    if (pid > 0)
        return pid == ((Job *)after->jobs->pdata[0])->pid;
    for (guint i = 0; i < before->jobs->len; i++)
        if (!job_grew(before->jobs->pdata[i], after->jobs->pdata[i]) &&
            longest_runtime(before) > 0)
            return FALSE;
    double passed = after->timestamp_ms - before->timestamp_ms;
    if (isfinite(passed))
        return passed < 0.98 * longest_runtime(after);
    return longest_runtime(after) > 1.1 * longest_runtime(before);
}

/* Terse lines carry no mark where a report ends: the same names again, all grown, are the next interim report. */
static void drop_interim_terse(Result *result)
{
    guint count = result->jobs->len;
    for (guint length = 1; length <= count / 2; length++) {
        if (count % length != 0)
            continue;
        gboolean is_repeat = longest_job(result->jobs->pdata[count - length]) > 1.3 * longest_job(result->jobs->pdata[0]);
        for (guint i = length; i < count && is_repeat; i++) {
            const Job *before = result->jobs->pdata[i - length], *after = result->jobs->pdata[i];
            is_repeat = g_strcmp0(before->name, after->name) == 0 && job_grew(before, after) &&
                        longest_job(after) > longest_job(before);
        }
        if (!is_repeat)
            continue;
        g_ptr_array_remove_range(result->jobs, 0, count - length);
        result_warn(result, "multiple_documents", 0,
                    _("%u interim reports (--status-interval) stand in the file; they are cumulative, the last is used"),
                    count / length);
        return;
    }
}

static gboolean formats_differ(const GPtrArray *results)
{
    for (guint i = 1; i < results->len; i++)
        if (((const Result *)results->pdata[i])->source.format != ((const Result *)results->pdata[0])->source.format)
            return TRUE;
    return FALSE;
}

void results_merge(GPtrArray *results)
{
    for (guint i = 0; i < results->len; i++)
        if (g_str_equal(((Result *)results->pdata[i])->source.format, "terse"))
            drop_interim_terse(results->pdata[i]);
    for (guint i = 0; i + 1 < results->len;) {
        Result *before = results->pdata[i], *after = results->pdata[i + 1];
        if (is_interim(before, after) && !after->is_incomplete) {
            after->source.documents_found += before->source.documents_found;
            result_warn(after, "multiple_documents", 0,
                        _("several interim reports (--status-interval) stand in the file; they are cumulative, the "
                        "last whole one is used"));
            g_ptr_array_remove_index(results, i);
        } else if (is_interim(before, after)) {
            result_warn(before, "multiple_documents", 0,
                        _("the last interim report breaks off; the last whole one is used"));
            g_ptr_array_remove_index(results, i + 1);
        } else {
            i++;
        }
    }
    for (guint i = 0; i < results->len && formats_differ(results); i++) {
        for (guint j = i + 1; j < results->len;) {
            Result *a = results->pdata[i], *b = results->pdata[j];
            if (!results_same_run(a, b)) {
                j++;
                continue;
            }
            if (format_rank(b) > format_rank(a)) {
                results->pdata[i] = b;
                results->pdata[j] = a;
            }
            adopt(results->pdata[i], results->pdata[j]);
            result_warn(results->pdata[i], "several_outputs_in_one_file", 0,
                        _("the file holds the same run in several formats; the most exact one (%s) is used"),
                        ((Result *)results->pdata[i])->source.format);
            g_ptr_array_remove_index(results, j);
        }
    }
}
