/* How much was measured: runs, seconds, I/Os, steadiness. */
#include "findings/internal.h"

#include "base/translate.h"
#include "base/units.h"

/* Under 10 s is too short to trust, under 30 s shorter than the classic run. */
#define SHORT_RUN_MS 10000
#define CLASSIC_RUN_MS 30000
#define FEW_IOS 1000

static void look_at_repeats(Comparison *comparison, const char *id)
{
    guint fewest = G_MAXUINT;
    for (guint i = 0; i < comparison->series->len; i++)
        fewest = MIN(fewest, ((const Series *)comparison->series->pdata[i])->results->len);
    if (fewest >= 2 || comparison->series->len < 2)
        return;
    add_finding(comparison, id, SEVERITY_CAUTION, NULL, g_strdup(_("One run each: run-to-run noise is unknown")),
                g_strdup(_("two runs of the same idle disk have differed by 45%; a single pair cannot tell a difference "
                         "from noise, so the ratios are point estimates without a verdict")),
                NULL, _("repeat each side at least 3 times, in turn (fiocompare run --repeat 3)"));
}

static void look_at_length(Comparison *comparison, const char *id, const Stream *stream, guint series,
                           const StreamRun *run)
{
    double runtime = run->direction->runtime_ms;
    if (!(runtime >= 0) || runtime >= CLASSIC_RUN_MS * 0.99)
        return;
    double asked = run_number(run, "runtime");
    gboolean by_size = isfinite(asked) && asked * 1000 > runtime * 1.5;
    gboolean is_void = runtime < 1000 || run->direction->total_ios < 100;
    double counted = run->direction->total_ios;
    g_autofree char *words = units_format_ns(runtime * 1e6);
    g_autofree char *ios = isfinite(counted) ? g_strdup_printf("%.0f", counted) : g_strdup(_("an unknown number of"));
    g_autofree char *name = words_stream(stream->job, stream->kind);
    gboolean is_short = runtime < SHORT_RUN_MS * 0.99 || by_size;
    add_finding(comparison, id, is_void ? SEVERITY_INVALID : is_short ? SEVERITY_CAUTION : SEVERITY_NOTE,
                comparison_label(comparison, series),
                g_strdup_printf(is_short ? _("%s: too short a run") : _("%s: a short run"), name),
                by_size ? g_strdup_printf(_("%s instead of the %.0f s asked for: it ended when the size was done"), words,
                                          asked)
                        : g_strdup_printf(_("%s, %s I/Os; caches, allocation and start-up weigh heavily"), words, ios),
                NULL, _("use time_based with a runtime of 30 s or more"));
}

/* The size was done before the runtime that was asked for. */
static void look_at_end(Comparison *comparison, const char *id, const Stream *stream, guint series,
                        const StreamRun *run)
{
    double asked = run_number(run, "runtime"), runtime = run->direction->runtime_ms / 1000;
    if (!(asked > 0) || !(runtime > 0) || runtime > 0.9 * asked || run->job->error > 0)
        return;
    g_autofree char *name = words_stream(stream->job, stream->kind), *lasted = units_format_ns(runtime * 1e9);
    add_finding(comparison, id, SEVERITY_CAUTION, comparison_label(comparison, series),
                g_strdup_printf(_("%s: it ended before its runtime"), name),
                g_strdup_printf(_("%s of the %.0f s asked for"), lasted, asked),
                _("the size was done, or the run was interrupted"), _("use time_based, or a larger size"));
}

static void look_at_ends(Comparison *comparison, const char *id)
{
    each_first_run(comparison, id, look_at_end);
}

/* Repeats whose spread swallows the difference. */
static void look_at_noise(Comparison *comparison, const char *id)
{
    for (guint i = 0; i < comparison->metrics->len; i++) {
        const Metric *metric = comparison->metrics->pdata[i];
        for (guint j = 0; g_str_equal(metric->id, "bw") && j < comparison->series->len; j++) {
            const MetricRatio *ratio = &metric->ratios[j];
            if (ratio->verdict != VERDICT_UNCLEAR)
                continue;
            g_autofree char *interval = words_interval(ratio);
            g_autofree char *name = words_stream(metric->job, metric->kind);
            g_autofree char *check = ratio->runs_needed
                                         ? g_strdup_printf(_("about %u runs on each side would tell, at this spread"),
                                                           ratio->runs_needed)
                                         : g_strdup(_("quiet the machine and the storage, and run longer"));
            add_finding(comparison, id, SEVERITY_CAUTION, comparison_label(comparison, j),
                        g_strdup_printf(_("%s: the runs differ more among themselves than the mounts"), name),
                        g_strdup_printf(_("throughput ratio %s"), interval), NULL, check);
        }
    }
}

/* Without fio's half-second samples nothing is known of the steadiness. */
static void look_at_absent_samples(Comparison *comparison, const char *id, const Stream *stream, guint series,
                                   const StreamRun *run)
{
    if (isfinite(run->direction->bw_samples.mean) || !(run->direction->runtime_ms >= 2000) || run->jobs > 1 ||
        !(run->direction->total_ios > 0) || g_str_equal(run->result->source.format, "terse"))
        return;
    g_autofree char *name = words_stream(stream->job, stream->kind);
    add_finding(comparison, id, SEVERITY_NOTE, comparison_label(comparison, series),
                g_strdup_printf(_("%s: no samples of the rate"), name),
                g_strdup(_("whether the rate was steady cannot be told (disable_bw, or too short a run)")), NULL, NULL);
}

static void look_at_sample_absences(Comparison *comparison, const char *id)
{
    each_first_run(comparison, id, look_at_absent_samples);
}

static void look_at_lengths(Comparison *comparison, const char *id)
{
    each_first_run(comparison, id, look_at_length);
}

/* Elapsed time far beyond the runtime: the flush at the end is not in the rate. */
static void look_at_flush(Comparison *comparison, const char *id, const Stream *stream, guint series,
                          const StreamRun *run)
{
    (void)stream;
    double elapsed = run->job->elapsed_s, runtime = run->direction->runtime_ms / 1000;
    double ramp = run_number(run, "ramp_time"), delay = run_number(run, "startdelay");
    double explained = runtime + (ramp > 0 ? ramp : 0) + (delay > 0 ? delay : 0);
    if (!(elapsed > 2 * explained + 5) || !run->result->totals_concurrent || runtime <= 0)
        return;
    add_finding(comparison, id, SEVERITY_CAUTION, comparison_label(comparison, series),
                g_strdup(_("The job took much longer than its runtime")),
                g_strdup_printf(_("%.0f s in all, %.1f s of them count as runtime: time outside the rate"), elapsed,
                                runtime),
                _("laying out the file, or flushing buffered data at the end"),
                _("use end_fsync=1 or direct=1 and compare again"));
}

static void look_at_flushes(Comparison *comparison, const char *id)
{
    each_first_run(comparison, id, look_at_flush);
}

static void look_at_runtime_pair(Comparison *comparison, const char *id, const Stream *stream, guint series,
                                 const StreamRun *base, const StreamRun *run)
{
    double a = base->direction->runtime_ms, b = run->direction->runtime_ms;
    (void)stream;
    if (!(fmax(a, b) > 1.2 * fmin(a, b)))
        return;
    g_autofree char *x = units_format_ns(a * 1e6), *y = units_format_ns(b * 1e6);
    add_finding(comparison, id, SEVERITY_CAUTION, comparison_label(comparison, series),
                g_strdup(_("The runs lasted differently long")),
                g_strdup_printf(_("%s against %s: caches fill and drain over time"), x, y), NULL,
                _("use time_based with the same runtime on both"));
}

static void look_at_runtimes(Comparison *comparison, const char *id)
{
    each_pair(comparison, id, look_at_runtime_pair);
}

static void look_at_counts(Comparison *comparison, const char *id, const Stream *stream, guint series,
                           const StreamRun *run)
{
    double ios = run->direction->total_ios;
    if (!(ios >= 0))
        return;
    g_autofree char *name = words_stream(stream->job, stream->kind);
    if (ios < FEW_IOS) {
        add_finding(comparison, id, SEVERITY_CAUTION, comparison_label(comparison, series),
                    g_strdup_printf(_("%s: few I/Os"), name),
                    g_strdup_printf(_("%.0f in all: the tail percentiles are single events"), ios), NULL, NULL);
        return;
    }
    double last_supported = 100 * (1 - 10 / ios);
    const Latency *latency = direction_percentiles(run->direction, NULL);
    const GArray *list = latency ? latency->percentiles : NULL;
    if (!list || list->len == 0 || g_array_index(list, Percentile, list->len - 1).percent <= last_supported)
        return;
    add_finding(comparison, id, SEVERITY_NOTE, comparison_label(comparison, series),
                g_strdup_printf(_("%s: the highest percentiles stand on fewer than 10 I/Os"), name),
                g_strdup_printf(_("%.0f I/Os support percentiles up to %.5g"), ios, floor(last_supported * 1e4) / 1e4),
                NULL, NULL);
}

static void look_at_few(Comparison *comparison, const char *id)
{
    each_first_run(comparison, id, look_at_counts);
}

/* fio's half-second samples. Under group_reporting fio pools them within the jobs (since 3.13), so their spread is not
 * that of the sum: only the range of the sum's minimum and maximum is used, and not where several jobs were pooled. */
static void look_at_samples(Comparison *comparison, const char *id, const Stream *stream, guint series,
                            const StreamRun *run)
{
    const Samples *samples = &run->direction->bw_samples;
    double jobs = run_jobs(run);
    if (!(samples->mean > 0) || !(samples->samples >= 8))
        return;
    gboolean is_grouped = !(jobs == 1);
    double spread = 100 * samples->stddev / samples->mean;
    g_autofree char *low = units_format_rate(samples->min), *high = units_format_rate(samples->max);
    g_autofree char *name = words_stream(stream->job, stream->kind);
    /* Up to fio 3.12 a group's samples are those of its single jobs: their mean is far below the rate. */
    gboolean is_of_sum = fabs(samples->mean / run->direction->bw_bytes_per_s.value - 1) < 0.5;
    if (is_grouped && is_of_sum && samples->max > 4 * samples->mean)
        add_finding(comparison, id, SEVERITY_CAUTION, comparison_label(comparison, series),
                    g_strdup_printf(_("%s: the rate was not steady"), name),
                    g_strdup_printf(_("fio's samples go from %s to %s (summed over the jobs' own extremes; fio's stdev "
                                    "of a group is that within the jobs and is not used)"),
                                    low, high),
                    NULL, _("log the rate over time (write_bw_log) and look at it"));
    else if (!is_grouped && spread > 15)
        add_finding(comparison, id, SEVERITY_CAUTION, comparison_label(comparison, series),
                    g_strdup_printf(_("%s: the rate was not steady"), name),
                    g_strdup_printf(_("fio's half-second samples vary by %.0f%% (from %s to %s); this is the spread "
                                    "within the run, not between runs"),
                                    spread, low, high),
                    NULL, _("log the rate over time (write_bw_log) and look at it"));
}

static void look_at_steadiness(Comparison *comparison, const char *id)
{
    each_first_run(comparison, id, look_at_samples);
}

const Rule sampling_rules[] = {
    {"one-run", look_at_repeats},
    {"too-short", look_at_lengths},
    {"ended-before-runtime", look_at_ends},
    {"noise-exceeds-difference", look_at_noise},
    {"no-rate-samples", look_at_sample_absences},
    {"elapsed-beyond-runtime", look_at_flushes},
    {"runtimes-differ", look_at_runtimes},
    {"few-samples", look_at_few},
    {"unsteady", look_at_steadiness},
    {NULL, NULL},
};
