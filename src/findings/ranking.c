/* Many series against one baseline: who came out where, instead of a sentence for each. */
#include "findings/internal.h"

#include "base/translate.h"
#include "base/units.h"

#include <stdlib.h>

typedef struct {
    guint series;
    double ratio;
} Place;

static int by_ratio(const void *a, const void *b)
{
    double x = ((const Place *)a)->ratio, y = ((const Place *)b)->ratio;
    return (x > y) - (x < y);
}

/* The series whose ratio is known and not void, the baseline with 1 among them; the least first. */
static GArray *places(const Comparison *comparison, const Metric *metric)
{
    GArray *list = g_array_new(FALSE, FALSE, sizeof(Place));
    for (guint i = 0; metric && i < comparison->series->len; i++) {
        gboolean is_base = i == comparison->baseline;
        Place place = {i, is_base ? 1 : metric->ratios[i].ratio};
        if (isfinite(place.ratio) && isfinite(metric->values[i].mean) && (is_base || !voiding_finding(comparison, i)))
            g_array_append_val(list, place);
    }
    qsort(list->data, list->len, sizeof(Place), by_ratio);
    return list;
}

/* "3 better, 6 worse, 2 the same"; empty for one run each, which has no verdicts. */
static char *count_verdicts(const Comparison *comparison, const Metric *metric)
{
    static const Verdict verdicts[] = {VERDICT_BETTER, VERDICT_WORSE, VERDICT_SAME, VERDICT_UNCLEAR};
    GString *text = g_string_new(NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(verdicts); i++) {
        guint count = 0;
        for (guint j = 0; j < comparison->series->len; j++)
            count += j != comparison->baseline && metric->ratios[j].verdict == verdicts[i];
        if (count)
            g_string_append_printf(text, "%s%u %s", text->len ? ", " : "", count, _(verdict_name(verdicts[i])));
    }
    return g_string_free(text, FALSE);
}

/* "s7 (1.23 [1.20, 1.25]; 330 MiB/s)", "s0 itself" of the baseline */
static char *placed(const Comparison *comparison, const Metric *metric, guint series)
{
    const char *label = comparison_label(comparison, series);
    if (series == comparison->baseline)
        return g_strdup_printf(_("%s itself"), label);
    g_autofree char *value = words_metric_value(metric, series);
    const MetricRatio *ratio = &metric->ratios[series];
    g_autofree char *number = ratio->verdict == VERDICT_ONE_RUN ? units_format_ratio(ratio->ratio) : words_interval(ratio);
    return g_strdup_printf("%s (%s; %s)", label, number, value);
}

static gboolean are_all_the_same(const Comparison *comparison, const Metric *metric)
{
    for (guint i = 0; i < comparison->series->len; i++)
        if (i != comparison->baseline && metric->ratios[i].verdict != VERDICT_SAME)
            return FALSE;
    return TRUE;
}

/* ", no verdict on s4, s5" */
static char *left_out(const Comparison *comparison, const GArray *list)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < comparison->series->len; i++) {
        gboolean is_in = FALSE;
        for (guint j = 0; j < list->len; j++)
            is_in = is_in || g_array_index(list, Place, j).series == i;
        if (!is_in)
            g_string_append_printf(text, "%s%s", text->len ? ", " : "", comparison_label(comparison, i));
    }
    char *clause = text->len ? g_strdup_printf(_("; there is no verdict on %s"), text->str) : g_strdup("");
    g_string_free(text, TRUE);
    return clause;
}

char *ranking_clause(const Comparison *comparison, const Stream *stream)
{
    const Metric *metric = comparison_metric(comparison, stream->job, (int)stream->kind, "bw");
    g_autoptr(GArray) list = places(comparison, metric);
    if (list->len < 2)
        return NULL;
    const Place *least = &g_array_index(list, Place, 0), *most = &g_array_index(list, Place, list->len - 1);
    const char *base = comparison_label(comparison, comparison->baseline), *direction = direction_words(stream->kind);
    guint candidates = comparison->series->len - 1;
    g_autofree char *value = words_metric_value(metric, comparison->baseline);
    if (are_all_the_same(comparison, metric)) {
        g_autofree char *low = units_format_ratio(least->ratio), *high = units_format_ratio(most->ratio);
        return g_strdup_printf(_("all %u have the same %s throughput as %s within %.2g%% (%s to %s of its %s)"), candidates,
                               direction, base, 100 * comparison->options.threshold, low, high, value);
    }
    g_autofree char *first = placed(comparison, metric, most->series), *last = placed(comparison, metric, least->series),
                    *counts = count_verdicts(comparison, metric), *rest = left_out(comparison, list);
    g_autofree char *verdicts = *counts ? g_strdup_printf(_("; of the %u, %s"), candidates, counts) : g_strdup("");
    return g_strdup_printf(_("against %1$s's %2$s throughput of %3$s: the most on %4$s, the least on %5$s%6$s%7$s"), base, direction,
                           value, first, last, verdicts, rest);
}

static void append_place(const Comparison *comparison, const Metric *metric, const Place *place, GString *text)
{
    const MetricRatio *ratio = &metric->ratios[place->series];
    g_autofree char *number = place->series == comparison->baseline ? g_strdup("1")
                              : ratio->verdict == VERDICT_ONE_RUN   ? units_format_ratio(ratio->ratio)
                                                                    : words_interval(ratio);
    g_string_append_printf(text, "%s%s %s", text->len ? ", " : "", comparison_label(comparison, place->series), number);
}

void add_ranking_points(Comparison *comparison, const Stream *stream)
{
    static const char *const ids[] = {"bw", "p99"};
    const char *base = comparison_label(comparison, comparison->baseline);
    g_autofree char *name = words_stream(stream->job, stream->kind);
    for (gsize i = 0; i < G_N_ELEMENTS(ids); i++) {
        const Metric *metric = comparison_metric(comparison, stream->job, (int)stream->kind, ids[i]);
        g_autoptr(GArray) list = places(comparison, metric);
        g_autoptr(GString) text = g_string_new(NULL);
        for (guint j = 0; j < list->len; j++)
            append_place(comparison, metric,
                         &g_array_index(list, Place, metric->higher_is_better ? list->len - 1 - j : j), text);
        if (list->len > 1)
            add_point(comparison, NULL,
                      metric->higher_is_better ? _("%s, throughput over %s's, most first: %s. ")
                                               : _("%s, p99 over %s's, shortest first: %s. "),
                      name, base, text->str);
    }
}
