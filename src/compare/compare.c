#include "compare/compare.h"
#include "compare/internal.h"

#include "base/error.h"
#include "base/translate.h"

CompareOptions compare_options_default(void)
{
    return (CompareOptions){.confidence = 0.95, .threshold = 0.02, .link_bytes_per_s = NAN};
}

static gboolean find_baseline(Comparison *comparison, GError **error)
{
    const char *wanted = comparison->options.baseline;
    g_autoptr(GString) labels = g_string_new(NULL);
    for (guint i = 0; i < comparison->series->len; i++) {
        const char *label = comparison_label(comparison, i);
        g_string_append_printf(labels, "%s%s", i ? ", " : "", label);
        if (!wanted || g_str_equal(label, wanted)) {
            comparison->baseline = i;
            return TRUE;
        }
    }
    g_set_error(error, TROUBLE, TROUBLE_USAGE, _("--baseline %s: no series has this label; there are %s"), wanted,
                labels->str);
    return FALSE;
}

Comparison *compare_series(GPtrArray *series, const CompareOptions *options, GError **error)
{
    g_autoptr(Comparison) comparison = comparison_new(series, options);
    if (!find_baseline(comparison, error))
        return NULL;
    match_streams(comparison);
    make_distributions(comparison);
    make_metrics(comparison);
    for (guint i = 0; i < comparison->streams->len; i++)
        make_order_effects(comparison, comparison->streams->pdata[i]);
    return g_steal_pointer(&comparison);
}

gboolean percentile_is_supported(double percent, double samples)
{
    return isnan(samples) || samples * (100 - percent) / 100 >= 10 - 1e-9;
}

void compare_add_noise(Comparison *comparison, const Comparison *calibration)
{
    guint other = 1 - calibration->baseline;
    for (guint i = 0; i < comparison->metrics->len && calibration->series->len == 2; i++) {
        Metric *metric = comparison->metrics->pdata[i];
        const Metric *same = comparison_metric(calibration, metric->job, (int)metric->kind, metric->id);
        const MetricRatio *ratio = same ? &same->ratios[other] : NULL;
        if (ratio && ratio->low > 0 && isfinite(ratio->high) && ratio->verdict != VERDICT_ONE_RUN)
            metric->noise_percent = 100 * expm1(fmax(fabs(log(ratio->low)), fabs(log(ratio->high))));
        else if (ratio && ratio->ratio > 0)
            metric->noise_percent = 100 * expm1(fabs(log(ratio->ratio)));
    }
}

gboolean compare_is_narrow(const Comparison *comparison, double percent)
{
    gboolean any = FALSE;
    for (guint i = 0; i < comparison->metrics->len; i++) {
        const Metric *metric = comparison->metrics->pdata[i];
        for (guint j = 0; j < comparison->series->len && g_str_equal(metric->id, "bw"); j++) {
            const MetricRatio *ratio = &metric->ratios[j];
            if (j == comparison->baseline)
                continue;
            any = TRUE;
            gboolean is_interval = ratio->verdict != VERDICT_ONE_RUN && ratio->verdict != VERDICT_NONE && ratio->low > 0;
            if (!is_interval || sqrt(ratio->high / ratio->low) > 1 + percent / 100)
                return FALSE;
        }
    }
    return any;
}
