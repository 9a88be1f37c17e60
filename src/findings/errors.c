/* What makes a number void: failed jobs, reports that break off, values that cannot be. */
#include "findings/internal.h"

#include "base/translate.h"
#include "base/units.h"

#include <string.h>

static void look_at_failed(Comparison *comparison, const char *id, const Series *series, const Result *result)
{
    for (guint k = 0; k < result->jobs->len; k++) {
        const Job *job = result->jobs->pdata[k];
        if (job->error > 0)
            add_finding(comparison, id, SEVERITY_INVALID, series->label, g_strdup_printf(_("Job %s failed"), job->name),
                        g_strdup_printf(_("fio ended it with error %.0f (%s); its figures make no verdict"), job->error,
                                        job->error_text ? job->error_text : g_strerror((int)fmin(job->error, 133))),
                        NULL, NULL);
    }
}

static void look_at_errors(Comparison *comparison, const char *id)
{
    each_result(comparison, id, look_at_failed);
}

static void look_at_refused(Comparison *comparison, const char *id, const Series *series, const Result *result)
{
    for (guint k = 0; k < result->jobs->len; k++) {
        const Job *job = result->jobs->pdata[k];
        const char *direct = job_option(result, job, "direct");
        if (job->error == 22 && !(direct && g_str_equal(direct, "0")))
            add_finding(comparison, id, SEVERITY_CAUTION, series->label,
                        g_strdup_printf(_("Job %s: invalid argument"), job->name),
                        g_strdup(_("fio met error 22 (EINVAL) before or at its first I/O")),
                        _("the mount refuses O_DIRECT (direct=1)"),
                        _("run all mounts with direct=0, or mount it so that direct I/O is allowed"));
    }
}

/* EINVAL on a job that may use O_DIRECT: many FUSE file systems refuse it. */
static void look_at_direct(Comparison *comparison, const char *id)
{
    each_result(comparison, id, look_at_refused);
}

static void look_at_missing_ratios(Comparison *comparison, const char *id)
{
    for (guint i = 0; i < comparison->metrics->len; i++) {
        const Metric *metric = comparison->metrics->pdata[i];
        for (guint j = 0; g_str_equal(metric->id, "iops") && j < comparison->series->len; j++) {
            if (j == comparison->baseline || isfinite(metric->ratios[j].ratio))
                continue;
            g_autofree char *name = words_stream(metric->job, metric->kind);
            add_finding(comparison, id, SEVERITY_INVALID, comparison_label(comparison, j),
                        g_strdup_printf(_("%s: no ratio can be given"), name),
                        g_strdup(_("a rate is missing on one of the sides, or the baseline's is 0")), NULL, NULL);
        }
    }
}

static void look_at_cut(Comparison *comparison, const char *id, const Series *series, const Result *result)
{
    if (result->is_incomplete)
        add_finding(comparison, id, SEVERITY_CAUTION, series->label, g_strdup(_("The report breaks off")),
                    g_strdup_printf(_("%s ends in the middle of a report; what is missing there is missing here"),
                                    result->source.path),
                    NULL, _("run it again, or find the whole file"));
}

static void look_at_incomplete(Comparison *comparison, const char *id)
{
    each_result(comparison, id, look_at_cut);
}

static void look_at_lost(Comparison *comparison, const char *id, const Stream *stream, guint series,
                         const StreamRun *run)
{
    double lost = 0;
    if (run->direction->short_ios > 0)
        lost += run->direction->short_ios;
    if (run->direction->dropped_ios > 0)
        lost += run->direction->dropped_ios;
    if (run->job->total_errors > 0)
        lost += run->job->total_errors;
    if (lost == 0)
        return;
    g_autofree char *name = words_stream(stream->job, stream->kind);
    add_finding(comparison, id, SEVERITY_CAUTION, comparison_label(comparison, series),
                g_strdup_printf(_("%s: I/Os were short, dropped or failed"), name),
                isfinite(run->direction->total_ios)
                    ? g_strdup_printf(_("%.0f of %.0f"), lost, run->direction->total_ios)
                    : g_strdup_printf("%.0f", lost),
                NULL, NULL);
}

static void look_at_losses(Comparison *comparison, const char *id)
{
    each_run(comparison, id, look_at_lost);
}

static void look_at_clock(Comparison *comparison, const char *id, const Stream *stream, guint series,
                          const StreamRun *run)
{
    const Latency *latency = direction_latency(run->direction, NULL);
    if (!latency || !(run->direction->runtime_ms > 0) ||
        !(latency->mean_ns.low > 1.1e6 * run->direction->runtime_ms + 1e9))
        return;
    g_autofree char *mean = units_format_ns(latency->mean_ns.value);
    g_autofree char *name = words_stream(stream->job, stream->kind);
    add_finding(comparison, id, SEVERITY_INVALID, comparison_label(comparison, series),
                g_strdup_printf(_("%s: a latency longer than the run"), name),
                g_strdup_printf(_("the mean is %s in a run of %.0f ms: the latencies of this report are void"), mean,
                                run->direction->runtime_ms),
                NULL, NULL);
}

/* Little's law: I/Os in flight = rate x time in the system (Little 1961). */
static void look_at_little(Comparison *comparison, const char *id, const Stream *stream, guint series,
                           const StreamRun *run)
{
    look_at_clock(comparison, id, stream, series, run);
    double jobs = run_jobs(run), depth = run_number(run, "iodepth");
    double in_flight = direction_in_flight(run->direction).low;
    if (!(jobs > 0) || !(run->direction->runtime_ms > 1000))
        return;
    double room = jobs * (depth > 0 ? depth : 1);
    if (!(depth > 0) || !(in_flight > room * 1.05 + 0.2))
        return;
    g_autofree char *name = words_stream(stream->job, stream->kind);
    add_finding(comparison, id, SEVERITY_INVALID, comparison_label(comparison, series),
                g_strdup_printf(_("%s: more I/Os in flight than there can be"), name),
                g_strdup_printf(_("rate times mean latency gives %.1f in flight, %.0f jobs with depth %.0f allow %.0f "
                                "(Little's law)"),
                                in_flight, jobs, depth > 0 ? depth : 1, room),
                NULL, NULL);
}

static void look_at_physics(Comparison *comparison, const char *id)
{
    each_run(comparison, id, look_at_little);
    double link = comparison->options.link_bytes_per_s;
    for (guint i = 0; isfinite(link) && i < comparison->metrics->len; i++) {
        const Metric *metric = comparison->metrics->pdata[i];
        for (guint j = 0; g_str_equal(metric->id, "bw") && j < comparison->series->len; j++) {
            if (!(metric->values[j].mean > link))
                continue;
            g_autofree char *rate = units_format_rate(metric->values[j].mean), *limit = units_format_rate(link);
            add_finding(comparison, id, SEVERITY_INVALID, comparison_label(comparison, j),
                        g_strdup(_("Faster than the link")),
                        g_strdup_printf(_("%s over a link of %s: the data cannot have crossed it"), rate, limit),
                        _("a cache on this side answered"), _("repeat with a data set larger than the memory"));
        }
    }
}

/* A ratio of 20 or more between mounts is more often a broken measurement than a better mount. */
static void look_at_huge_ratios(Comparison *comparison, const char *id)
{
    for (guint i = 0; i < comparison->metrics->len; i++) {
        const Metric *metric = comparison->metrics->pdata[i];
        for (guint j = 0; g_str_equal(metric->id, "iops") && j < comparison->series->len; j++) {
            double ratio = metric->ratios[j].ratio;
            if (!isfinite(ratio) || (ratio < 20 && ratio > 0.05))
                continue;
            gboolean is_read = metric->kind == DIRECTION_READ;
            g_autofree char *words = words_ratio(ratio > 1 ? ratio : 1 / ratio);
            add_finding(comparison, id, SEVERITY_CAUTION, comparison_label(comparison, j),
                        g_strdup(_("A difference too large to be believed at once")),
                        g_strdup_printf(_("one side does %s as many I/Os per second"), words),
                        is_read ? _("the fast side was answered from a cache, or read blocks that were never written")
                                : _("the fast side was answered from a cache"),
                        is_read ? _("write the file in full first, use direct=1 and a size above the memory")
                                : _("use direct=1, or end with fsync (end_fsync=1)"));
        }
    }
}

/* What the reader noticed and a person should know. */
static void look_at_warnings(Comparison *comparison, const char *id, const Series *series, const Result *result)
{
    static const struct {
        const char *code, *title;
        Severity severity;
    } told[] = {
        {"printed_bandwidth_inconsistent", N_("fio printed a wrong rate"), SEVERITY_NOTE},
        {"printed_iops_low", N_("fio printed wrong IOPS"), SEVERITY_NOTE},
        {"iops_printed_zero_but_ios_issued", N_("fio printed IOPS=0 for a slow job"), SEVERITY_NOTE},
        {"percentiles_saturated", N_("Percentiles stand at the end of fio's histogram"), SEVERITY_CAUTION},
        {"zero_runtime", N_("No runtime, no rate"), SEVERITY_INVALID},
        {"sentinel_value", N_("A value that marks a missing sample"), SEVERITY_NOTE},
        {"non_finite_value", N_("A value that is no number"), SEVERITY_NOTE},
        {"workload_differs_between_hosts", N_("The hosts ran different workloads"), SEVERITY_CAUTION},
        {"multiple_documents", N_("Interim reports in the file"), SEVERITY_NOTE},
        {"percentiles_not_mergeable", N_("Percentiles of many jobs cannot be merged"), SEVERITY_CAUTION},
        {"total_disagrees_with_parts", N_("Figures that do not fit each other"), SEVERITY_CAUTION},
        {"duplicate_percentile_key_after_rounding", N_("Percentiles whose names were rounded"), SEVERITY_NOTE},
        {"printed_io_inconsistent", N_("fio printed an amount that does not fit its rate"), SEVERITY_NOTE},
        {"latency_distribution_incomplete", N_("The latency shares are not whole"), SEVERITY_NOTE},
        {"decimal_comma", N_("Decimal commas"), SEVERITY_NOTE},
        {"text_inside_document", N_("Other text inside the JSON"), SEVERITY_NOTE},
        {"version_unknown", N_("The version of fio is not known"), SEVERITY_NOTE},
        {"only_run_status", N_("Only the Run status lines are there"), SEVERITY_CAUTION},
        {"fio_message", N_("fio complained"), SEVERITY_CAUTION},
        {"invalid_utf8", N_("Bytes that are no UTF-8"), SEVERITY_NOTE},
    };
    (void)id;
    for (guint k = 0; k < result->warnings->len; k++) {
        const Warning *warning = result->warnings->pdata[k];
        for (gsize n = 0; n < G_N_ELEMENTS(told); n++)
            if (g_str_equal(told[n].code, warning->code))
                add_finding(comparison, told[n].code, told[n].severity, series->label, g_strdup(_(told[n].title)),
                            g_strdup(warning->text), NULL, NULL);
    }
}

static void look_at_reader(Comparison *comparison, const char *id)
{
    each_result(comparison, id, look_at_warnings);
}

const Rule error_rules[] = {
    {"job-error", look_at_errors},
    {"direct-refused", look_at_direct},
    {"ratio-undefined", look_at_missing_ratios},
    {"incomplete", look_at_incomplete},
    {"errors", look_at_losses},
    {"implausible", look_at_physics},
    {"implausible-ratio", look_at_huge_ratios},
    {"reader", look_at_reader},
    {NULL, NULL},
};
