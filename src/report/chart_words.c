/* What the charts' titles and axes say. */
#include "report/internal.h"

#include "base/translate.h"
#include "base/units.h"
#include "model/words.h"


static char *runs_words(const Comparison *comparison, const Stream *stream)
{
    guint fewest = G_MAXUINT, most = 0;
    for (guint i = 0; i < comparison->series->len; i++) {
        fewest = MIN(fewest, stream->sides[i].runs->len);
        most = MAX(most, stream->sides[i].runs->len);
    }
    if (most <= 1)
        return g_strdup(_("one run each"));
    return fewest == most ? g_strdup_printf(_("%u runs each"), most)
                          : g_strdup_printf(_("%u to %u runs each"), fewest, most);
}

static char *workload_words(const Comparison *comparison, const Stream *stream)
{
    const GArray *runs = stream->sides[comparison->baseline].runs;
    if (runs->len == 0)
        return g_strdup(stream->job);
    const StreamRun *run = &g_array_index(runs, StreamRun, 0);
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "%s: %s", stream->job, direction_words(stream->kind));
    static const char *const shown[] = {"bs", "ioengine", "iodepth", "direct"};
    double jobs = run->jobs > 1 ? run->jobs : run->job->members;
    if (jobs > 1)
        g_string_append_printf(text, _(", %.0f jobs"), jobs);
    for (gsize i = 0; i < G_N_ELEMENTS(shown); i++) {
        const char *value = job_option(run->result, run->job, shown[i]);
        if (value)
            g_string_append_printf(text, ", %s=%s", shown[i], value);
    }
    return g_string_free(text, FALSE);
}

char *chart_subtitle(const Comparison *comparison, const Stream *stream)
{
    g_autofree char *workload = workload_words(comparison, stream), *runs = runs_words(comparison, stream);
    return g_strdup_printf("%s; %s", workload, runs);
}

int chart_only_candidate(const Comparison *comparison)
{
    return comparison->series->len == 2 ? (int)(1 - comparison->baseline) : -1;
}

char *chart_spread_title(const Comparison *comparison, const Metric *metric, const char *what)
{
    guint least = 0, most = 0, known = 0;
    for (guint i = 0; metric && i < comparison->series->len; i++) {
        double mean = metric->values[i].mean;
        if (!isfinite(mean))
            continue;
        least = known == 0 || mean < metric->values[least].mean ? i : least;
        most = known == 0 || mean > metric->values[most].mean ? i : most;
        known++;
    }
    if (known < 2)
        return NULL;
    g_autofree char *low = words_value(metric->unit, metric->values[least].mean),
                    *high = words_value(metric->unit, metric->values[most].mean);
    if (g_str_equal(low, high) && known == comparison->series->len)
        return g_strdup_printf(_("%s: %s on all"), what, low);
    return g_strdup_printf(_("%1$s: from %2$s on %3$s to %4$s on %5$s"), what, low, comparison_label(comparison, least), high,
                           comparison_label(comparison, most));
}

char *chart_latency_tick(double ns)
{
    return units_without_zeros(units_format_ns(ns));
}

char *chart_rate_tick(double rate)
{
    return units_without_zeros(units_format_rate(rate));
}

char *chart_ratio_tick(double ratio)
{
    return g_strdup_printf("%g", ratio);
}

char *chart_percentile_tick(double percent)
{
    return percent == 0 ? g_strdup(_("min")) : percent >= 100 ? g_strdup(_("max")) : units_format_percentile(percent);
}

char *chart_percent_tick(double percent)
{
    return g_strdup_printf("%.4g%%", percent);
}
