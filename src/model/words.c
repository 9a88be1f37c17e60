#include "model/words.h"

#include "base/translate.h"
#include "base/units.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    double ratio;
    const char *words;
} fractions[] = {{1.0 / 2, N_("about half of")},        {1.0 / 3, N_("about a third of")},  {2.0 / 3, N_("about two thirds of")},
                 {1.0 / 4, N_("about a quarter of")},   {3.0 / 4, N_("about three quarters of")}, {1.0 / 5, N_("about a fifth of")},
                 {1.0 / 10, N_("about a tenth of")},    {2, N_("about twice")}};

char *words_ratio(double ratio)
{
    if (!isfinite(ratio))
        return g_strdup(_("not comparable with"));
    if (ratio >= 0.98 && ratio <= 1.02)
        return g_strdup(_("about the same as"));
    for (gsize i = 0; i < G_N_ELEMENTS(fractions); i++)
        if (fabs(ratio - fractions[i].ratio) <= 0.02 * ratio)
            return g_strdup(_(fractions[i].words));
    if (ratio >= 0.1 && ratio < 1)
        return g_strdup_printf(_("%.0f%% of"), 100 * ratio);
    g_autofree char *number = units_format_number(ratio < 1 ? 100 * ratio : ratio, ratio < 0.1 || ratio >= 10 ? 2 : 3);
    return ratio < 1 ? g_strdup_printf(_("%s%% of"), number) : g_strdup_printf(_("%s times"), number);
}

char *words_value(MetricUnit unit, double value)
{
    switch (unit) {
    case UNIT_BYTES_PER_S:
        return units_format_rate(value);
    case UNIT_NS:
        return units_format_ns(value);
    case UNIT_PERCENT:
        return units_format_percent(value);
    default:
        return units_format_count(value);
    }
}

char *words_interval(const MetricRatio *ratio)
{
    g_autofree char *value = units_format_ratio(ratio->ratio);
    if (!isfinite(ratio->ratio) || !isfinite(ratio->low) || !isfinite(ratio->high))
        return g_steal_pointer(&value);
    g_autofree char *low = units_format_ratio(ratio->low), *high = units_format_ratio(ratio->high);
    if (ratio->verdict == VERDICT_NONE)
        return g_steal_pointer(&value);
    if (ratio->verdict == VERDICT_ONE_RUN)
        return ratio->high / ratio->low > 1.005 ? g_strdup_printf(_("between %s and %s"), low, high)
                                                : g_steal_pointer(&value);
    return g_strdup_printf("%s [%s, %s]", value, low, high);
}

char *words_metric_value(const Metric *metric, guint series)
{
    const MetricValue *value = &metric->values[series];
    g_autofree char *words = words_value(metric->unit, value->mean);
    return isfinite(value->mean) && metric->ratios[series].is_few_samples ? g_strconcat(words, " *", NULL)
                                                                          : g_steal_pointer(&words);
}

const char *words_sign(Verdict verdict)
{
    static const char *const signs[] = {
        [VERDICT_NONE] = "", [VERDICT_ONE_RUN] = "", [VERDICT_BETTER] = "+", [VERDICT_WORSE] = "-", [VERDICT_SAME] = "=", [VERDICT_UNCLEAR] = "?"};
    return signs[verdict];
}

const char *words_metric_short(const Metric *metric)
{
    static const char *const names[][2] = {{"iops", "IOPS"}, {"mean", N_("mean")}, {"stdev", N_("stdev")}, {"p50", N_("median")},
                                           {"max", N_("longest")}, {"sync", N_("mean sync")}};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        if (g_str_equal(metric->id, names[i][0]))
            return _(names[i][1]);
    return metric->id[0] == 'p' && g_ascii_isdigit(metric->id[1]) ? metric->id : metric->title;
}

char *words_bounds(const MetricRatio *ratio)
{
    if (!isfinite(ratio->low) || !isfinite(ratio->high) || ratio->verdict == VERDICT_NONE)
        return g_strdup("");
    g_autofree char *low = units_format_ratio(ratio->low), *high = units_format_ratio(ratio->high);
    if (ratio->verdict != VERDICT_ONE_RUN)
        return g_strdup_printf("[%s, %s]", low, high);
    return ratio->high / ratio->low > 1.005 ? g_strdup_printf(_("%s to %s"), low, high) : g_strdup("");
}

char *words_noise(const Metric *metric)
{
    return isfinite(metric->noise_percent) ? g_strdup_printf("± %.1f%%", metric->noise_percent) : g_strdup("");
}

char *words_fraction(const MetricRatio *ratio)
{
    if (!ratio->fraction)
        return g_strdup("");
    if (ratio->fraction[0] == 'a')
        return g_strdup(_("about the same"));
    const char *slash = strchr(ratio->fraction, '/');
    gboolean is_whole = slash == NULL;
    if (slash && atoi(slash + 1) > 6)
        return g_strdup(""); /* nobody thinks in sevenths */
    if (slash && ratio->ratio > 5) {
        g_autofree char *number = units_format_number(ratio->ratio, 2); /* nor in 29 thirds */
        return g_strdup_printf(_("about %s times"), number);
    }
    return g_strdup_printf(is_whole ? _("about %s times") : _("about %s"), ratio->fraction);
}

const char *direction_words(DirectionKind kind)
{
    return _(direction_name(kind));
}

char *words_stream(const char *job, DirectionKind kind)
{
    return g_strdup_printf("%s %s", job, direction_words(kind));
}

char *words_verdict(const MetricRatio *ratio)
{
    if (ratio->verdict == VERDICT_UNCLEAR && ratio->runs_needed > 0)
        return g_strdup_printf(_("%s (try %u runs)"), _(verdict_name(ratio->verdict)), ratio->runs_needed);
    return g_strdup(_(verdict_name(ratio->verdict)));
}
