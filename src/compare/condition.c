#include "compare/condition.h"
#include "compare/compare.h"

#include "base/error.h"
#include "base/translate.h"
#include "base/units.h"
#include "model/words.h"

#include <string.h>

typedef struct {
    char *label, *job, *direction, *metric; /* NULL: any */
    char operation;
    double value, tolerance; /* tolerance NAN when none was given */
    gboolean is_sure;
} Condition;

static void condition_clear(Condition *condition)
{
    g_free(condition->label);
    g_free(condition->job);
    g_free(condition->direction);
    g_free(condition->metric);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Condition, condition_clear)

/* "0.66", "2/3" or "66%". */
static double parse_ratio(const char *text, const char **end)
{
    gsize used = 0;
    while (*text == ' ')
        text++;
    double value = units_number_parse(text, strlen(text), &used);
    text += used;
    if (used && *text == '/') {
        gsize more = 0;
        double below = units_number_parse(text + 1, strlen(text + 1), &more);
        value = more && below > 0 ? value / below : NAN;
        text += 1 + more;
    } else if (used && *text == '%') {
        value /= 100;
        text++;
    }
    while (*text == ' ')
        text++;
    *end = text;
    return used ? value : NAN;
}

static gboolean parse_tail(Condition *condition, const char *rest)
{
    condition->tolerance = NAN;
    const char *sign = g_str_has_prefix(rest, "±") ? "±" : g_str_has_prefix(rest, "+-") ? "+-" : NULL;
    if (sign)
        condition->tolerance = parse_ratio(rest + strlen(sign), &rest);
    if (g_str_equal(rest, "sure")) {
        condition->is_sure = TRUE;
        return TRUE;
    }
    return *rest == '\0';
}

/* Takes the name and the dot from the front of *rest when they stand there. */
static gboolean take_name(const char **rest, const char *name, char **taken)
{
    if (!g_str_has_prefix(*rest, name) || (*rest)[strlen(name)] != '.')
        return FALSE;
    *taken = g_strdup(name);
    *rest += strlen(name) + 1;
    return TRUE;
}

/* [LABEL.][JOB.][DIRECTION.]METRIC; labels and jobs may hold dots, as p99.9 does. */
static gboolean parse_names(Condition *condition, const Comparison *comparison, const char *names)
{
    const char *rest = names;
    for (guint i = 0; i < comparison->series->len && !condition->label; i++)
        take_name(&rest, comparison_label(comparison, i), &condition->label);
    for (guint i = 0; i < comparison->streams->len && !condition->job; i++)
        take_name(&rest, ((const Stream *)comparison->streams->pdata[i])->job, &condition->job);
    for (int kind = 0; kind < DIRECTION_COUNT && !condition->direction; kind++)
        take_name(&rest, direction_name((DirectionKind)kind), &condition->direction);
    condition->metric = g_strdup(rest);
    return *rest != '\0';
}

static gboolean parse(Condition *condition, const Comparison *comparison, const char *text, const char *operations,
                      GError **error)
{
    gsize names = strcspn(text, "<>=");
    const char *rest = text + names + (text[names] ? 1 : 0);
    g_autofree char *left = g_strstrip(g_strndup(text, names));
    condition->operation = text[names];
    condition->value = text[names] ? parse_ratio(rest, &rest) : NAN;
    if (text[names] && strchr(operations, text[names]) && isfinite(condition->value) &&
        parse_names(condition, comparison, left) && parse_tail(condition, rest))
        return TRUE;
    g_set_error(error, TROUBLE, TROUBLE_USAGE,
                _("\"%s\" cannot be understood; something like \"write.bw %c 0.9\" was expected, a ratio to the baseline"),
                text, operations[0]);
    return FALSE;
}

/* A ratio that a condition speaks of. */
typedef struct {
    const Metric *metric;
    guint series;
    const MetricRatio *ratio;
} Match;

static gboolean is_meant(const Condition *condition, const Metric *metric)
{
    return g_str_equal(metric->id, condition->metric) && (!condition->job || g_str_equal(condition->job, metric->job)) &&
           (!condition->direction || g_str_equal(condition->direction, direction_name(metric->kind)));
}

/* All that the condition speaks of: every job, direction and candidate that it does not name (of Match). NULL with error set when
 * none is there. */
static GArray *find_matches(const Condition *condition, const Comparison *comparison, const char *text, GError **error)
{
    g_autoptr(GArray) matches = g_array_new(FALSE, FALSE, sizeof(Match));
    gboolean any_metric = FALSE, any_ratio = FALSE;
    for (guint i = 0; i < comparison->metrics->len; i++) {
        const Metric *metric = comparison->metrics->pdata[i];
        for (guint j = 0; is_meant(condition, metric) && j < comparison->series->len; j++) {
            Match match = {metric, j, &metric->ratios[j]};
            any_metric = TRUE;
            if (j == comparison->baseline || (condition->label && !g_str_equal(condition->label, comparison_label(comparison, j))))
                continue;
            any_ratio = any_ratio || isfinite(match.ratio->ratio);
            g_array_append_val(matches, match);
        }
    }
    if (!any_metric)
        g_set_error(error, TROUBLE, TROUBLE_USAGE,
                    _("\"%s\": there is no metric %s%s%s here (bw, iops, mean, stdev, p50, p99, max …)"), text,
                    condition->direction ? condition->direction : "", condition->direction ? "." : "",
                    condition->metric);
    else if (!any_ratio)
        g_set_error(error, TROUBLE, TROUBLE_USAGE, _("\"%s\": no series has a ratio of %s"), text, condition->metric);
    return any_ratio ? g_steal_pointer(&matches) : NULL;
}

static gboolean holds(const Condition *condition, const MetricRatio *ratio)
{
    if (!isfinite(ratio->ratio) || (condition->is_sure && ratio->verdict == VERDICT_ONE_RUN))
        return FALSE;
    if (condition->operation == '<')
        return (condition->is_sure ? ratio->high : ratio->ratio) < condition->value;
    return (condition->is_sure ? ratio->low : ratio->ratio) > condition->value;
}

/* "nfs: 1io write throughput is 0.663 times the baseline's" */
static char *match_words(const Comparison *comparison, const Match *match)
{
    const char *label = comparison_label(comparison, match->series);
    g_autofree char *stream = words_stream(match->metric->job, match->metric->kind);
    g_autofree char *interval = words_interval(match->ratio), *number = units_format_ratio(match->ratio->ratio);
    if (!isfinite(match->ratio->ratio))
        return g_strdup_printf(_("%s: %s %s is missing"), label, stream, match->metric->title);
    return g_strdup_printf(_("%s: %s %s is %s times the baseline's%s%s"), label, stream, match->metric->title, number,
                           g_str_equal(interval, number) ? "" : ", ", g_str_equal(interval, number) ? "" : interval);
}

ConditionAnswer condition_check(const Comparison *comparison, const char *text, char **reason, GError **error)
{
    g_auto(Condition) condition = {0};
    g_autoptr(GArray) matches =
        parse(&condition, comparison, text, "<>", error) ? find_matches(&condition, comparison, text, error) : NULL;
    const Match *nearest = NULL, *unclear = NULL;
    for (guint i = 0; matches && i < matches->len; i++) {
        const Match *match = &g_array_index(matches, Match, i);
        if (holds(&condition, match->ratio)) {
            *reason = match_words(comparison, match);
            return CONDITION_TRUE;
        }
        if (match->ratio->verdict == VERDICT_NONE || !isfinite(match->ratio->ratio))
            unclear = unclear ? unclear : match;
        else if (!nearest || (match->ratio->ratio < nearest->ratio->ratio) == (condition.operation == '<'))
            nearest = match;
    }
    if (!matches)
        return CONDITION_WRONG;
    g_autofree char *words = match_words(comparison, unclear ? unclear : nearest);
    *reason = unclear ? g_strdup_printf(_("%s; there is no verdict on it"), words) : g_steal_pointer(&words);
    return unclear ? CONDITION_UNDECIDED : CONDITION_FALSE;
}

static ConditionAnswer answer_of(const Condition *condition, const MetricRatio *ratio)
{
    double low = condition->value, high = condition->value;
    if (ratio->verdict == VERDICT_ONE_RUN || ratio->verdict == VERDICT_NONE || !isfinite(ratio->ratio))
        return CONDITION_UNDECIDED;
    if (condition->operation == '<')
        return ratio->high < high ? CONDITION_TRUE : ratio->low >= high ? CONDITION_FALSE : CONDITION_UNDECIDED;
    if (condition->operation == '>')
        return ratio->low > low ? CONDITION_TRUE : ratio->high <= low ? CONDITION_FALSE : CONDITION_UNDECIDED;
    if (isfinite(condition->tolerance)) {
        low -= condition->tolerance;
        high += condition->tolerance;
        if (ratio->high < low || ratio->low > high)
            return CONDITION_FALSE;
        return ratio->low >= low && ratio->high <= high ? CONDITION_TRUE : CONDITION_UNDECIDED;
    }
    if (ratio->high < low || ratio->low > high)
        return CONDITION_FALSE;
    return ratio->low > 0.9 * high && ratio->high < 1.1 * low ? CONDITION_TRUE : CONDITION_UNDECIDED;
}

/* "consistent with 2/3, not with 3/4": the simple fractions that the interval holds, and the nearest it does not. */
static char *fractions_words(const MetricRatio *ratio)
{
    double inside = 0, outside = 0;
    int inside_q = 0, outside_q = 0;
    for (int q = 1; q <= 5; q++) {
        for (int p = 1; p <= 3 * q; p++) {
            double value = (double)p / q;
            gboolean is_inside = value >= ratio->low && value <= ratio->high;
            if (is_inside && !inside_q) {
                inside = p;
                inside_q = q;
            }
            if (!is_inside && (!outside_q || fabs(value - ratio->ratio) < fabs(outside / outside_q - ratio->ratio))) {
                outside = p;
                outside_q = q;
            }
        }
    }
    if (!inside_q || !outside_q)
        return g_strdup("");
    return g_strdup_printf(_(": consistent with %.0f/%d, not with %.0f/%d"), inside, inside_q, outside, outside_q);
}

/* "supported, 0.665 [0.66, 0.67]: consistent with 2/3, not with 3/4" */
static char *claim_words(ConditionAnswer answer, const MetricRatio *ratio)
{
    static const char *const words[] = {N_("refuted"), N_("supported"), N_("undecided")};
    g_autofree char *interval = words_interval(ratio), *fractions = fractions_words(ratio);
    if (!isfinite(ratio->ratio))
        return g_strdup(_("undecided, the ratio is missing"));
    return ratio->verdict == VERDICT_ONE_RUN ? g_strdup_printf(_("undecided, the ratio is %s from one run each"), interval)
                                             : g_strdup_printf("%s, %s%s", _(words[answer]), interval, fractions);
}

/* Of several the one that is least good for the claim. */
static gboolean is_worse(ConditionAnswer answer, ConditionAnswer than)
{
    static const int ranks[] = {[CONDITION_TRUE] = 0, [CONDITION_UNDECIDED] = 1, [CONDITION_FALSE] = 2};
    return ranks[answer] > ranks[than];
}

ConditionAnswer claim_check(const Comparison *comparison, const char *text, char **reason, GError **error)
{
    g_auto(Condition) condition = {0};
    g_autoptr(GArray) matches =
        parse(&condition, comparison, text, "=<>", error) ? find_matches(&condition, comparison, text, error) : NULL;
    if (!matches)
        return CONDITION_WRONG;
    const Match *worst = &g_array_index(matches, Match, 0);
    ConditionAnswer answer = answer_of(&condition, worst->ratio);
    for (guint i = 1; i < matches->len; i++) {
        const Match *match = &g_array_index(matches, Match, i);
        ConditionAnswer own = answer_of(&condition, match->ratio);
        if (is_worse(own, answer)) {
            answer = own;
            worst = match;
        }
    }
    g_autofree char *words = claim_words(answer, worst->ratio), *stream = words_stream(worst->metric->job, worst->metric->kind);
    *reason = matches->len == 1 ? g_steal_pointer(&words)
                                : g_strdup_printf("%s, %s: %s", comparison_label(comparison, worst->series), stream, words);
    return answer;
}
