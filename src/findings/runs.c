/* What the runs tell beside their figures: their order, the drain, the share of each job. */
#include "findings/internal.h"

#include "base/translate.h"
#include "base/units.h"

#define SURE_P 0.01
#define DRAIN_PERCENT 5
#define FAIR_LEAST 0.9

static void look_at_drift(Comparison *comparison, const char *id)
{
    for (guint i = 0; i < comparison->streams->len; i++) {
        const Stream *stream = comparison->streams->pdata[i];
        if (!(stream->order.drift_p < SURE_P) || fabs(stream->order.drift_percent) < 100 * comparison->options.threshold)
            continue;
        g_autofree char *name = words_stream(stream->job, stream->kind);
        add_finding(comparison, id, SEVERITY_CAUTION, NULL, g_strdup_printf(_("%s: the throughput moved while it was measured"), name),
                    g_strdup_printf(_("by %+.1f%% from the first run to the last, on all mounts alike (p = %.2g); runs in turn "
                                    "share it, runs one mount after the other do not"),
                                    stream->order.drift_percent, stream->order.drift_p),
                    _("something else was at work, or the storage filled up or warmed up"),
                    _("look at the load of the machine and of the storage, and measure again in turn"));
    }
}

static void look_at_carry_over(Comparison *comparison, const char *id)
{
    for (guint i = 0; i < comparison->streams->len; i++) {
        const Stream *stream = comparison->streams->pdata[i];
        if (!(stream->order.carry_p < SURE_P) || fabs(stream->order.carry_percent) < 100 * comparison->options.threshold)
            continue;
        g_autofree char *name = words_stream(stream->job, stream->kind);
        add_finding(comparison, id, SEVERITY_CAUTION, NULL, g_strdup_printf(_("%s: a run is not independent of the one before"), name),
                    g_strdup_printf(_("right after a run on another mount the throughput is %+.1f%% of what it is otherwise (p = %.2g)"),
                                    stream->order.carry_percent, stream->order.carry_p),
                    _("the mounts share a disk, a server or a network that has not come to rest"),
                    _("leave time between the runs (fiocompare run --pause 30) and look whether it goes away"));
    }
}

static gboolean was_direct(const Comparison *comparison, const Metric *metric, guint series)
{
    for (guint i = 0; i < comparison->streams->len; i++) {
        const Stream *stream = comparison->streams->pdata[i];
        const StreamRun *run = stream->kind == metric->kind && g_str_equal(stream->job, metric->job) ? first_run(stream, series) : NULL;
        if (run)
            return run_number(run, "direct") > 0;
    }
    return FALSE;
}

static void look_at_drain(Comparison *comparison, const char *id)
{
    for (guint i = 0; i < comparison->metrics->len; i++) {
        const Metric *metric = comparison->metrics->pdata[i];
        const Metric *rate = g_str_equal(metric->id, "bw_drained")
                                 ? comparison_metric(comparison, metric->job, (int)metric->kind, "bw") : NULL;
        for (guint j = 0; rate && j < comparison->series->len; j++) {
            double drained = metric->values[j].mean, said = rate->values[j].mean;
            if (!(drained < said * (1 - DRAIN_PERCENT / 100.0)))
                continue;
            g_autofree char *name = words_stream(metric->job, metric->kind), *before = units_format_rate(said),
                            *after = units_format_rate(drained);
            gboolean is_direct = was_direct(comparison, metric, j);
            add_finding(comparison, id, SEVERITY_CAUTION, comparison_label(comparison, j),
                        g_strdup_printf(_("%s: not all was written when the run ended"), name),
                        g_strdup_printf(_("fio says %s; with the time that syncfs needed afterwards it is %s"), before, after),
                        is_direct ? _("the writes went past memory, but the file system or a cache below it still had work")
                                  : _("the writes were still in memory"),
                        is_direct ? _("use end_fsync=1, or compare the throughput after the drain")
                                  : _("use direct=1 or end_fsync=1, or compare the throughput after the drain"));
        }
    }
}

static void look_at_fairness(Comparison *comparison, const char *id)
{
    for (guint i = 0; i < comparison->metrics->len; i++) {
        const Metric *metric = comparison->metrics->pdata[i];
        for (guint j = 0; g_str_equal(metric->id, "fairness") && j < comparison->series->len; j++) {
            if (!(metric->values[j].mean < FAIR_LEAST))
                continue;
            const Metric *slowest = comparison_metric(comparison, metric->job, (int)metric->kind, "slowest_job");
            g_autofree char *name = words_stream(metric->job, metric->kind),
                            *least = units_format_rate(slowest ? slowest->values[j].mean : NAN);
            add_finding(comparison, id, SEVERITY_CAUTION, comparison_label(comparison, j),
                        g_strdup_printf(_("%s: some jobs get far less than others"), name),
                        g_strdup_printf(_("Jain's index is %.2f (1 is even); the slowest job has %s"), metric->values[j].mean, least),
                        _("a lock or a queue that serves some first"), _("look at the single jobs, and at fewer of them (--sweep numjobs=1,4,16)"));
        }
    }
}

static void look_at_noise(Comparison *comparison, const char *id)
{
    for (guint i = 0; i < comparison->metrics->len; i++) {
        const Metric *metric = comparison->metrics->pdata[i];
        if (!g_str_equal(metric->id, "bw") || !isfinite(metric->noise_percent))
            continue;
        g_autofree char *name = words_stream(metric->job, metric->kind);
        add_finding(comparison, id, SEVERITY_NOTE, NULL, g_strdup_printf(_("%s: noise floor ± %.1f%%"), name, metric->noise_percent),
                    g_strdup(_("one mount was measured against itself first; differences in throughput below that are none")), NULL,
                    NULL);
    }
}

const Rule run_rules[] = {
    {"drift", look_at_drift},
    {"carry-over", look_at_carry_over},
    {"drain", look_at_drain},
    {"unfair-jobs", look_at_fairness},
    {"noise-floor", look_at_noise},
    {NULL, NULL},
};
