/* What the distributions of latency show that an average hides. */
#include "findings/internal.h"

#include "base/translate.h"
#include "base/units.h"

#include <string.h>

static void look_at_modes(Comparison *comparison, const char *id)
{
    for (guint i = 0; i < comparison->streams->len; i++) {
        const Stream *stream = comparison->streams->pdata[i];
        for (guint j = 0; j < comparison->series->len; j++) {
            const Modes *modes = &stream->sides[j].modes;
            if (!modes->is_known || !modes->is_bimodal)
                continue;
            g_autofree char *below = units_format_ns(modes->fast_below_ns), *from = units_format_ns(modes->slow_from_ns),
                            *to = units_format_ns(modes->slow_to_ns);
            g_autofree char *name = words_stream(stream->job, stream->kind);
            Figure median = latency_percentile(&stream->sides[j].merged, 50);
            g_autofree char *p50 = units_format_ns(median.value);
            g_autofree char *warning =
                figure_is_known(median) ? g_strdup_printf(_("; the median of %s is no typical value"), p50) : g_strdup("");
            add_finding(comparison, id, SEVERITY_CAUTION, comparison_label(comparison, j),
                        g_strdup_printf(_("%s: two populations of latency, averages hide them"), name),
                        g_strdup_printf(_("%.0f%% of the I/Os took under %s, %.0f%% from %s on (most of them up to %s), "
                                        "%.1f%% lay between%s"),
                                        modes->fast_percent, below, modes->slow_percent, from, to,
                                        modes->between_percent, warning),
                        _("something answered the fast ones early: a cache, write-behind, or a lock that only some waited "
                        "for"),
                        _("switch the suspected layer off and look whether one population disappears"));
        }
    }
}

/* Fast with fast, slow with slow; and what of the advantage is only the larger share of fast ones. */
static void look_at_modes_apart(Comparison *comparison, const char *id)
{
    for (guint i = 0; i < comparison->streams->len; i++) {
        const Stream *stream = comparison->streams->pdata[i];
        const Modes *base = &stream->sides[comparison->baseline].modes;
        for (guint j = 0; j < comparison->series->len; j++) {
            const Modes *own = &stream->sides[j].modes;
            if (j == comparison->baseline || !base->is_bimodal || !own->is_bimodal)
                continue;
            /* The mean that the candidate would have with the baseline's shares. */
            double mean = own->fast_percent * own->fast_mean_ns + own->slow_percent * own->slow_mean_ns;
            double shifted = base->fast_percent * own->fast_mean_ns + base->slow_percent * own->slow_mean_ns;
            double other = base->fast_percent * base->fast_mean_ns + base->slow_percent * base->slow_mean_ns;
            double by_share = fabs(mean - other) > 0.02 * other ? 100 * (mean - shifted) / (mean - other) : NAN;
            g_autofree char *fast = units_format_ratio(own->fast_mean_ns / base->fast_mean_ns);
            g_autofree char *slow = units_format_ratio(own->slow_mean_ns / base->slow_mean_ns);
            g_autofree char *share = isfinite(by_share) && by_share > 0 && by_share <= 150
                                         ? g_strdup_printf(_("; about %.0f%% of the difference of the means comes from the "
                                                           "shares alone"),
                                                           fmin(by_share, 100))
                                         : g_strdup("");
            g_autofree char *name = words_stream(stream->job, stream->kind);
            add_finding(comparison, id, SEVERITY_NOTE, comparison_label(comparison, j),
                        g_strdup_printf(_("%s: the two populations compared apart"), name),
                        g_strdup_printf(_("fast with fast the ratio of latency is %s, slow with slow %s; %.0f%% are fast "
                                        "against %.0f%%%s"),
                                        fast, slow, own->fast_percent, base->fast_percent, share),
                        NULL, NULL);
        }
    }
}

/* More throughput, but a worse median or tail. */
static void look_at_trade_off(Comparison *comparison, const char *id)
{
    for (guint i = 0; i < comparison->streams->len; i++) {
        const Stream *stream = comparison->streams->pdata[i];
        const Metric *bw = comparison_metric(comparison, stream->job, (int)stream->kind, "bw");
        for (guint j = 0; bw && j < comparison->series->len; j++) {
            static const char *const tails[] = {"p50", "p99"};
            double gain = bw->ratios[j].ratio;
            for (gsize k = 0; k < G_N_ELEMENTS(tails); k++) {
                const Metric *tail = comparison_metric(comparison, stream->job, (int)stream->kind, tails[k]);
                if (!tail || j == comparison->baseline)
                    continue;
                gboolean more_but_slower = gain > 1.02 && tail->ratios[j].low > 1.1;
                gboolean less_but_faster = gain < 0.98 && tail->ratios[j].high < 0.9;
                if (!more_but_slower && !less_but_faster)
                    continue;
                g_autofree char *rate = words_interval(&bw->ratios[j]), *latency = words_interval(&tail->ratios[j]);
                g_autofree char *name = words_stream(stream->job, stream->kind);
                add_finding(comparison, id, SEVERITY_NOTE, comparison_label(comparison, j),
                            g_strdup_printf(more_but_slower ? _("%s: a trade-off, more throughput but a longer %s")
                                                            : _("%s: a trade-off, less throughput but a shorter %s"),
                                            name, tails[k]),
                            g_strdup_printf(_("throughput ratio %s, %s ratio %s"), rate, tails[k], latency), NULL, NULL);
            }
        }
    }
}

/* "native is faster up to p50, nfs from p60 to p99.9, native from p99.95 on" */
static char *crossing_words(const Curve *curve, const char *base, const char *candidate)
{
    GString *words = g_string_new(NULL);
    for (guint i = 0; i < curve->crossings->len; i++) {
        const Crossing *crossing = &g_array_index(curve->crossings, Crossing, i);
        g_autofree char *from = units_format_percentile(crossing->from_percent);
        g_autofree char *to = units_format_percentile(crossing->to_percent);
        const char *before = crossing->candidate_faster_after ? base : candidate;
        const char *after = crossing->candidate_faster_after ? candidate : base;
        if (i == 0)
            g_string_append_printf(words, _("%s is faster up to %s, "), before, from);
        else
            g_string_append_printf(words, _(" to %s, "), from);
        g_string_append_printf(words, _("%s from %s"), after, to);
    }
    g_string_append(words, _(" on"));
    return g_string_free(words, FALSE);
}

static void look_at_crossing(Comparison *comparison, const char *id)
{
    for (guint i = 0; i < comparison->streams->len; i++) {
        const Stream *stream = comparison->streams->pdata[i];
        for (guint j = 0; j < stream->curves->len; j++) {
            const Curve *curve = &g_array_index(stream->curves, Curve, j);
            if (curve->crossings->len == 0 || j == comparison->baseline)
                continue;
            const char *base = comparison_label(comparison, comparison->baseline);
            const char *other = comparison_label(comparison, j);
            g_autofree char *name = words_stream(stream->job, stream->kind);
            g_autofree char *words = crossing_words(curve, base, other);
            add_finding(comparison, id, SEVERITY_NOTE, other,
                        g_strdup_printf(_("%s: which one is faster depends on the percentile"), name),
                        g_strdup_printf(_("the latency curves cross: %s"), words), NULL, NULL);
        }
    }
}

static void look_at_kind_pair(Comparison *comparison, const char *id, const Stream *stream, guint series,
                              const StreamRun *base, const StreamRun *run)
{
    LatencyKind first, kind;
    (void)stream;
    if (!direction_percentiles(base->direction, &first) || !direction_percentiles(run->direction, &kind) || kind == first)
        return;
    add_finding(comparison, id, SEVERITY_CAUTION, comparison_label(comparison, series),
                g_strdup(_("Percentiles of different latencies")),
                g_strdup_printf(_("%s of the baseline against %s: they are not compared"), latency_name(first),
                                latency_name(kind)),
                NULL, _("set lat_percentiles and clat_percentiles alike"));
}

static void look_at_kinds(Comparison *comparison, const char *id)
{
    each_pair(comparison, id, look_at_kind_pair);
}

static void look_at_absence(Comparison *comparison, const char *id, const Stream *stream, guint series,
                            const StreamRun *run)
{
    if (!(run->direction->total_ios > 0))
        return;
    g_autofree char *name = words_stream(stream->job, stream->kind);
    if (!direction_latency(run->direction, NULL))
        add_finding(comparison, id, SEVERITY_CAUTION, comparison_label(comparison, series),
                    g_strdup_printf(_("%s: no latencies in the report"), name),
                    g_strdup(_("fio did not measure them (gtod_reduce, disable_clat) or they were cut off")), NULL, NULL);
    else if (!direction_percentiles(run->direction, NULL))
        add_finding(comparison, "no-percentiles", SEVERITY_NOTE, comparison_label(comparison, series),
                    g_strdup_printf(_("%s: no percentiles in the report"), name),
                    g_strdup(_("mean and extremes are all that can be compared")), NULL, NULL);
}

static void look_at_absences(Comparison *comparison, const char *id)
{
    each_first_run(comparison, id, look_at_absence);
}

static void look_at_mean(Comparison *comparison, const char *id, const Stream *stream, guint series,
                         const StreamRun *run)
{
    const Latency *latency = direction_percentiles(run->direction, NULL);
    if (!latency || !latency->percentiles || !figure_is_known(latency->mean_ns))
        return;
    Figure low = latency_percentile(latency, 5), high = latency_percentile(latency, 95);
    gboolean is_above = figure_is_known(high) && latency->mean_ns.low > high.high;
    gboolean is_below = figure_is_known(low) && latency->mean_ns.high < low.low;
    if (!is_above && !is_below)
        return;
    g_autofree char *mean = units_format_ns(latency->mean_ns.value);
    g_autofree char *name = words_stream(stream->job, stream->kind);
    add_finding(comparison, id, SEVERITY_CAUTION, comparison_label(comparison, series),
                g_strdup_printf(_("%s: the mean is no typical latency"), name),
                g_strdup_printf(is_above ? _("mean %s, but 95%% of the I/Os were faster than that")
                                         : _("mean %s, but 95%% were slower than that"), mean),
                is_above ? _("a few very slow I/Os carry the mean") : NULL, NULL);

}

static void look_at_means(Comparison *comparison, const char *id)
{
    each_run(comparison, id, look_at_mean);
}

/* Latencies that gather at round timer values. */
static void look_at_timer(Comparison *comparison, const char *id, const Stream *stream, guint series,
                          const StreamRun *run)
{
    static const double timers_ms[] = {40, 200, 1000};
    const GArray *bins = stream->sides[series].merged.bins;
    (void)run;
    if (!bins)
        return;
    double total = 0;
    for (guint i = 0; i < bins->len; i++)
        total += g_array_index(bins, Bin, i).count;
    for (gsize t = 0; t < G_N_ELEMENTS(timers_ms); t++) {
        double centre = timers_ms[t] * 1e6, at = 0, around = 0;
        for (guint i = 0; i < bins->len; i++) {
            const Bin *bin = &g_array_index(bins, Bin, i);
            if (fabs(bin->ns / centre - 1) <= 0.03)
                at += bin->count;
            else if (bin->ns > centre * 0.75 && bin->ns < centre * 1.33)
                around += bin->count;
        }
        if (at < 0.005 * total || at < 20 || at < 4 * around)
            continue;
        add_finding(comparison, id, SEVERITY_NOTE, comparison_label(comparison, series),
                    g_strdup_printf(_("Latencies gather at %.0f ms"), timers_ms[t]),
                    g_strdup_printf(_("%.2f%% of the I/Os lie within 3%% of it, few around"), 100 * at / total),
                    _("a timer (delayed acknowledgement, retransmission, polling) and not the storage sets this value"),
                    _("capture the traffic, or change the timer and look whether the cluster moves"));
    }
}

static void look_at_timers(Comparison *comparison, const char *id)
{
    each_first_run(comparison, id, look_at_timer);
}

static void look_at_sync(Comparison *comparison, const char *id, const Stream *stream, guint series,
                         const StreamRun *run)
{
    if (!run->job->sync || stream->kind == DIRECTION_READ)
        return;
    g_autofree char *sync = units_format_ns(run->job->sync->lat.mean_ns.value);
    const Latency *latency = direction_latency(run->direction, NULL);
    g_autofree char *own = units_format_ns(latency ? latency->mean_ns.value : NAN);
    add_finding(comparison, id, SEVERITY_NOTE, comparison_label(comparison, series),
                g_strdup(_("The cost of durability is in the syncs")),
                g_strdup_printf(_("a write takes %s on average, the sync that makes it durable %s"), own, sync), NULL,
                NULL);
}

static void look_at_syncs(Comparison *comparison, const char *id)
{
    each_first_run(comparison, id, look_at_sync);
}

static void look_at_submission(Comparison *comparison, const char *id, const Stream *stream, guint series,
                               const StreamRun *run)
{
    Figure slat = run->direction->latency[LATENCY_SLAT].mean_ns, clat = run->direction->latency[LATENCY_CLAT].mean_ns;
    if (!figure_is_known(slat) || !figure_is_known(clat) || slat.value < 0.5 * clat.value || slat.value < 20000)
        return;
    g_autofree char *submit = units_format_ns(slat.value), *complete = units_format_ns(clat.value);
    g_autofree char *name = words_stream(stream->job, stream->kind);
    add_finding(comparison, id, SEVERITY_CAUTION, comparison_label(comparison, series),
                g_strdup_printf(_("%s: submitting takes long"), name),
                g_strdup_printf(_("%s to submit, %s to complete: compare lat, not clat"), submit, complete),
                _("the submission blocks, so the engine is not asynchronous here"), NULL);
}

static void look_at_submissions(Comparison *comparison, const char *id)
{
    each_first_run(comparison, id, look_at_submission);
}

/* 20 us is under what a network round trip or a disk takes. */
static void look_at_speed(Comparison *comparison, const char *id, const Stream *stream, guint series,
                          const StreamRun *run)
{
    const Latency *latency = direction_percentiles(run->direction, NULL);
    Figure median = latency ? latency_percentile(latency, 50) : figure_missing();
    const char *engine = run_option(run, "ioengine");
    if (!(median.high < 20000) || g_strcmp0(engine, "null") == 0 || g_strcmp0(engine, "cpuio") == 0)
        return;
    g_autofree char *words = units_format_ns(median.value);
    g_autofree char *name = words_stream(stream->job, stream->kind);
    add_finding(comparison, id, SEVERITY_CAUTION, comparison_label(comparison, series),
                g_strdup_printf(_("%s: faster than storage usually is"), name),
                g_strdup_printf(_("half of the I/Os took under %s"), words),
                stream->kind == DIRECTION_READ ? _("memory answered: the page cache, or blocks that were never written")
                                               : _("memory answered before the data was stored"),
                stream->kind == DIRECTION_READ ? _("write the file in full first and read with direct=1")
                                               : _("use direct=1 or fsync and compare again"));
}

static void look_at_speeds(Comparison *comparison, const char *id)
{
    each_first_run(comparison, id, look_at_speed);
}

const Rule latency_rules[] = {
    {"two-populations", look_at_modes},
    {"modes-apart", look_at_modes_apart},
    {"trade-off", look_at_trade_off},
    {"curves-cross", look_at_crossing},
    {"clat-against-lat", look_at_kinds},
    {"no-latency", look_at_absences},
    {"mean-outside-the-middle", look_at_means},
    {"clock-artefacts", look_at_timers},
    {"sync-cost-separate", look_at_syncs},
    {"submission-latency-large", look_at_submissions},
    {"faster-than-storage", look_at_speeds},
    {NULL, NULL},
};
