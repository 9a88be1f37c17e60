#include "compare/condition.h"
#include "compare/compare.h"

#include "base/error.h"
#include "base/translate.h"
#include "base/units.h"
#include "model/words.h"

#include <string.h>

typedef struct {
    char *label, *direction, *metric;
    char operation;
    double value, tolerance; /* tolerance NAN when none was given */
    gboolean is_sure;
} Condition;

static void condition_clear(Condition *condition)
{
    g_free(condition->label);
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

/* Names from the right: METRIC, DIRECTION.METRIC, LABEL.DIRECTION.METRIC (a label may hold dots; p99.9 too). */
static gboolean parse_names(Condition *condition, const Comparison *comparison, const char *names)
{
    const char *rest = names;
    for (guint i = 0; i < comparison->series->len; i++) {
        const char *label = comparison_label(comparison, i);
        if (g_str_has_prefix(names, label) && names[strlen(label)] == '.') {
            condition->label = g_strdup(label);
            rest = names + strlen(label) + 1;
        }
    }
    for (int kind = 0; kind < DIRECTION_COUNT; kind++) {
        const char *direction = direction_name((DirectionKind)kind);
        if (g_str_has_prefix(rest, direction) && rest[strlen(direction)] == '.') {
            condition->direction = g_strdup(direction);
            rest += strlen(direction) + 1;
        }
    }
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

static const Metric *find_metric(const Condition *condition, const Comparison *comparison, const char *text,
                                 GError **error)
{
    int kind = condition->direction ? direction_parse(condition->direction, strlen(condition->direction)) : -1;
    const Metric *metric = comparison_metric(comparison, NULL, kind, condition->metric);
    if (!metric)
        g_set_error(error, TROUBLE, TROUBLE_USAGE,
                    _("\"%s\": there is no metric %s%s%s here (bw, iops, mean, stdev, p50, p99, max …)"), text,
                    condition->direction ? condition->direction : "", condition->direction ? "." : "",
                    condition->metric);
    return metric;
}

static gboolean holds(const Condition *condition, const MetricRatio *ratio)
{
    if (condition->operation == '<')
        return (condition->is_sure ? ratio->high : ratio->ratio) < condition->value;
    return (condition->is_sure ? ratio->low : ratio->ratio) > condition->value;
}

ConditionAnswer condition_check(const Comparison *comparison, const char *text, char **reason, GError **error)
{
    g_auto(Condition) condition = {0};
    if (!parse(&condition, comparison, text, "<>", error))
        return CONDITION_WRONG;
    const Metric *metric = find_metric(&condition, comparison, text, error);
    if (!metric)
        return CONDITION_WRONG;
    gboolean any = FALSE;
    for (guint i = 0; i < comparison->series->len; i++) {
        const char *label = comparison_label(comparison, i);
        const MetricRatio *ratio = &metric->ratios[i];
        if (i == comparison->baseline || (condition.label && !g_str_equal(condition.label, label)) ||
            !isfinite(ratio->ratio))
            continue;
        any = TRUE;
        gboolean only_one = condition.is_sure && ratio->verdict == VERDICT_ONE_RUN;
        if (only_one || !holds(&condition, ratio))
            continue;
        g_autofree char *interval = words_interval(ratio), *number = units_format_ratio(ratio->ratio);
        *reason = g_strdup_printf(_("%s: %s of the baseline is %s%s%s"), label, metric->title, number,
                                  g_str_equal(interval, number) ? "" : ", ",
                                  g_str_equal(interval, number) ? "" : interval);
        return CONDITION_TRUE;
    }
    if (any)
        return CONDITION_FALSE;
    g_set_error(error, TROUBLE, TROUBLE_USAGE, _("\"%s\": no series has a ratio of %s"), text, condition.metric);
    return CONDITION_WRONG;
}

static ConditionAnswer answer_of(const Condition *condition, const MetricRatio *ratio)
{
    double low = condition->value, high = condition->value;
    if (ratio->verdict == VERDICT_ONE_RUN || ratio->verdict == VERDICT_NONE)
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

ConditionAnswer claim_check(const Comparison *comparison, const char *text, char **reason, GError **error)
{
    static const char *const words[] = {N_("refuted"), N_("supported"), N_("undecided")};
    g_auto(Condition) condition = {0};
    if (!parse(&condition, comparison, text, "=<>", error))
        return CONDITION_WRONG;
    const Metric *metric = find_metric(&condition, comparison, text, error);
    if (!metric)
        return CONDITION_WRONG;
    for (guint i = 0; i < comparison->series->len; i++) {
        const MetricRatio *ratio = &metric->ratios[i];
        if (i == comparison->baseline || !isfinite(ratio->ratio) ||
            (condition.label && !g_str_equal(condition.label, comparison_label(comparison, i))))
            continue;
        ConditionAnswer answer = answer_of(&condition, ratio);
        g_autofree char *interval = words_interval(ratio), *fractions = fractions_words(ratio);
        *reason = ratio->verdict == VERDICT_ONE_RUN
                      ? g_strdup_printf(_("undecided, the ratio is %s from one run each"), interval)
                      : g_strdup_printf("%s, %s%s", _(words[answer]), interval, fractions);
        return answer;
    }
    g_set_error(error, TROUBLE, TROUBLE_USAGE, _("\"%s\": no series has a ratio of %s"), text, condition.metric);
    return CONDITION_WRONG;
}
