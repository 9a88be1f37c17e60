#include "compare/compare.h"
#include "compare/internal.h"

#include "base/error.h"

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
    g_set_error(error, TROUBLE, TROUBLE_USAGE, "--baseline %s: no series has this label; there are %s", wanted,
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
    return g_steal_pointer(&comparison);
}

gboolean percentile_is_supported(double percent, double samples)
{
    return isnan(samples) || samples * (100 - percent) / 100 >= 10 - 1e-9;
}
