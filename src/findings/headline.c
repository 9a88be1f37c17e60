/* The answer in a sentence for a manager, and in a paragraph for an engineer. */
#include "findings/internal.h"

#include "base/translate.h"
#include "base/units.h"

#include <string.h>

static const MetricRatio *ratio_of(const Metric *metric, guint series)
{
    return metric && isfinite(metric->ratios[series].ratio) ? &metric->ratios[series] : NULL;
}

static char *pair_words(const Comparison *comparison, const Metric *metric, guint series)
{
    g_autofree char *own = words_value(metric->unit, metric->values[series].mean),
                    *base = words_value(metric->unit, metric->values[comparison->baseline].mean);
    return g_strdup_printf(_("%s against %s"), own, base);
}

const Finding *voiding_finding(const Comparison *comparison, guint series)
{
    const char *own = comparison_label(comparison, series);
    const char *base = comparison_label(comparison, comparison->baseline);
    for (guint i = 0; i < comparison->findings->len; i++) {
        const Finding *finding = comparison->findings->pdata[i];
        if (finding->severity == SEVERITY_INVALID && finding->series &&
            (g_str_equal(finding->series, own) || g_str_equal(finding->series, base)))
            return finding;
    }
    return NULL;
}

/* What is void gets no verdict, however clear its numbers look. */
static void withdraw_verdicts(Comparison *comparison)
{
    for (guint i = 0; i < comparison->series->len; i++) {
        if (i == comparison->baseline || !voiding_finding(comparison, i))
            continue;
        for (guint j = 0; j < comparison->metrics->len; j++)
            ((Metric *)comparison->metrics->pdata[j])->ratios[i].verdict = VERDICT_NONE;
    }
}

/* "nfs has about two thirds of native's write throughput" */
static char *throughput_clause(const Comparison *comparison, const Stream *stream, const Metric *metric, guint series)
{
    const MetricRatio *ratio = ratio_of(metric, series);
    const char *base = comparison_label(comparison, comparison->baseline);
    const char *own = comparison_label(comparison, series);
    g_autofree char *pair = pair_words(comparison, metric, series);
    g_autofree char *words = words_ratio(ratio->ratio);
    g_autofree char *interval = words_interval(ratio);
    g_autofree char *number = ratio->verdict == VERDICT_ONE_RUN ? units_format_ratio(ratio->ratio) : g_strdup(interval);
    const char *direction = direction_words(stream->kind);
    if (ratio->verdict == VERDICT_ONE_RUN && ratio->ratio >= 0.98 && ratio->ratio <= 1.02)
        return g_strdup_printf(_("%1$s has about the same %2$s throughput as %3$s (%4$s; %5$s)"), own, direction, base, number, pair);
    switch (ratio->verdict) {
    case VERDICT_SAME:
        return g_strdup_printf(_("%s and %s have the same %s throughput within %.2g%% (%s; %s)"), own, base, direction,
                               100 * comparison->options.threshold, number, pair);
    case VERDICT_UNCLEAR:
        return g_strdup_printf(_("whether %s or %s has more %s throughput cannot be told from these runs (%s; %s)"), own,
                               base, direction, number, pair);
    default:
        return g_strdup_printf(_("%1$s has %2$s %3$s's %4$s throughput (%5$s; %6$s)"), own, words, base, direction, number, pair);
    }
}

/* The tail tells another story than the throughput: that belongs into the sentence. */
static char *tail_clause(const Comparison *comparison, const Stream *stream, guint series, double throughput)
{
    const Metric *tail = comparison_metric(comparison, stream->job, (int)stream->kind, "p99");
    const MetricRatio *ratio = ratio_of(tail, series);
    if (!ratio || ratio->verdict == VERDICT_UNCLEAR || ratio->verdict == VERDICT_NONE)
        return g_strdup("");
    gboolean is_better = ratio->high < 0.9, is_worse = ratio->low > 1.1;
    g_autofree char *pair = pair_words(comparison, tail, series);
    if (is_better && throughput < 0.98)
        return g_strdup_printf(_(", but its slowest 1%% wait less: p99 is %s"), pair);
    if (is_worse && throughput > 1.02)
        return g_strdup_printf(_(", but its slowest 1%% wait longer: p99 is %s"), pair);
    if (is_worse && throughput >= 0.98)
        return g_strdup_printf(_(", but its slowest 1%% wait longer: p99 is %s"), pair);
    return g_strdup("");
}

static char *series_clause(const Comparison *comparison, const Stream *stream, guint series)
{
    const char *own = comparison_label(comparison, series);
    const Metric *metric = comparison_metric(comparison, stream->job, (int)stream->kind, "bw");
    const Finding *finding = voiding_finding(comparison, series);
    const MetricRatio *ratio = ratio_of(metric, series);
    if (finding) {
        g_autofree char *number = ratio ? units_format_ratio(ratio->ratio) : NULL;
        g_autofree char *reason = g_str_equal(finding->series, own) ? g_strdup(finding->title)
                                                                    : g_strdup_printf("%s: %s", finding->series, finding->title);
        return number ? g_strdup_printf(_("there is no verdict on %s (%s; %s throughput ratio %s)"), own, reason,
                                        direction_words(stream->kind), number)
                      : g_strdup_printf(_("there is no verdict on %s (%s)"), own, reason);
    }
    if (!ratio)
        return g_strdup_printf(_("%s cannot be compared: a throughput is missing"), own);
    g_autofree char *clause = throughput_clause(comparison, stream, metric, series);
    g_autofree char *tail = tail_clause(comparison, stream, series, metric->ratios[series].ratio);
    gboolean is_huge = ratio->ratio >= 20 || ratio->ratio <= 0.05;
    return g_strconcat(clause, tail, is_huge ? _(", a difference too large to be believed at once") : "", NULL);
}

static void append_metric(const Comparison *comparison, GString *text, const Stream *stream, guint series,
                          const char *id, const char *title)
{
    const Metric *metric = comparison_metric(comparison, stream->job, (int)stream->kind, id);
    const MetricRatio *ratio = ratio_of(metric, series);
    if (!ratio)
        return;
    g_autofree char *pair = pair_words(comparison, metric, series), *interval = words_interval(ratio);
    g_string_append(text, text->len ? "; " : "");
    g_string_append_printf(text, _("%s %s (ratio %s)"), title, pair, interval);
}

static void add_sentence(Comparison *comparison, const char *sentence)
{
    char *summary = g_strconcat(comparison->summary ? comparison->summary : "", sentence, NULL);
    g_free(comparison->summary);
    comparison->summary = summary;
}

void add_point(Comparison *comparison, const Stream *stream, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *words = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    gboolean is_named = stream && comparison->streams->len > 1;
    g_autofree char *name = is_named ? words_stream(stream->job, stream->kind) : NULL;
    char *point = is_named ? g_strdup_printf(_("%s: %s"), name, words) : g_steal_pointer(&words);
    add_sentence(comparison, point);
    g_ptr_array_add(comparison->points, g_strchomp(point)); /* a space between sentences is the language's own */
}

static void add_series_points(Comparison *comparison, const Stream *stream, guint series)
{
    static const char *const rows[][2] = {{"iops", "IOPS"}, {"mean", N_("mean latency")}, {"stdev", N_("standard deviation")},
                                          {"p50", N_("median")}, {"p99", "p99"}, {"max", N_("longest")}};
    g_autoptr(GString) figures = g_string_new(NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        append_metric(comparison, figures, stream, series, rows[i][0], _(rows[i][1]));
    g_autofree char *name = words_stream(stream->job, stream->kind);
    if (figures->len) { /* no point of its own: the table says it */
        g_autofree char *sentence = g_strdup_printf(_("%s, %s against %s: %s. "), name, comparison_label(comparison, series),
                                                    comparison_label(comparison, comparison->baseline), figures->str);
        add_sentence(comparison, sentence);
    }
    const Curve *curve = &g_array_index(stream->curves, Curve, series);
    if (isfinite(curve->faster_chance))
        add_point(comparison, stream,
                  curve->is_approximate ? _("One I/O on %s is faster than one on %s with a chance of about %.0f%%. ")
                                        : _("One I/O on %s is faster than one on %s with a chance of %.0f%%. "),
                  comparison_label(comparison, series), comparison_label(comparison, comparison->baseline),
                  100 * curve->faster_chance);
    const Metric *spread = comparison_metric(comparison, stream->job, (int)stream->kind, "stdev");
    const MetricRatio *ratio = ratio_of(spread, series);
    if (ratio && (ratio->high < 0.67 || ratio->low > 1.5))
        add_point(comparison, stream, _("%s is steadier than %s. "),
                  comparison_label(comparison, ratio->high < 0.67 ? series : comparison->baseline),
                  comparison_label(comparison, ratio->high < 0.67 ? comparison->baseline : series));
}

static void add_finding_points(Comparison *comparison)
{
    static const char *const told[] = {"job-error", "implausible", "unequal-workload", "two-populations", "curves-cross",
                                       "one-run"};
    for (gsize i = 0; i < G_N_ELEMENTS(told); i++) {
        for (guint j = 0; j < comparison->told->len; j++) {
            const Finding *finding = comparison->told->pdata[j];
            if (!g_str_equal(finding->id, told[i]))
                continue;
            if (g_str_equal(told[i], "one-run"))
                add_point(comparison, NULL, "%s", _("One run each: run-to-run noise is unknown. "));
            else if (strchr(finding->evidence, '\n'))
                add_point(comparison, NULL, _("%s, %s. "), finding->series, finding->title);
            else
                add_point(comparison, NULL, _("%s%s%s: %s. "), finding->series ? finding->series : "",
                          finding->series ? ", " : "", finding->title, finding->evidence);
        }
    }
}

static void capitalize(GString *text)
{
    static const char *const beginnings[] = {"whether ", "there is no ", "against ", "all "};
    for (gsize i = 0; i < G_N_ELEMENTS(beginnings); i++)
        if (g_str_has_prefix(text->str, beginnings[i]))
            text->str[0] = g_ascii_toupper(text->str[0]);
}

/* So long a sentence may be; what does not fit any more is counted. */
#define HEADLINE_BYTES 700

static gboolean has_several_jobs(const Comparison *comparison)
{
    const Stream *first = comparison->streams->pdata[0];
    for (guint i = 1; i < comparison->streams->len; i++)
        if (!g_str_equal(first->job, ((const Stream *)comparison->streams->pdata[i])->job))
            return TRUE;
    return FALSE;
}

/* Where there are several jobs, the clause says of which. */
static void add_clause(const Comparison *comparison, GString *headline, guint *left_out, const char *job, const char *clause)
{
    g_autofree char *whole = has_several_jobs(comparison) ? g_strdup_printf("%s: %s", job, clause) : g_strdup(clause);
    if (headline->len >= HEADLINE_BYTES)
        ++*left_out;
    else if (!strstr(headline->str, whole))
        g_string_append_printf(headline, "%s%s", headline->len ? "; " : "", whole);
}

static void add_stream(Comparison *comparison, GString *headline, guint *left_out, const Stream *stream)
{
    g_autofree char *ranking = comparison->series->len >= RANKING_FROM ? ranking_clause(comparison, stream) : NULL;
    if (ranking) {
        add_clause(comparison, headline, left_out, stream->job, ranking);
        add_ranking_points(comparison, stream);
        return;
    }
    for (guint i = 0; i < comparison->series->len; i++) {
        if (i == comparison->baseline)
            continue;
        g_autofree char *clause = series_clause(comparison, stream, i);
        add_clause(comparison, headline, left_out, stream->job, clause);
        add_series_points(comparison, stream, i);
    }
}

void make_headline(Comparison *comparison)
{
    g_autoptr(GString) headline = g_string_new(NULL);
    guint left_out = 0;
    withdraw_verdicts(comparison);
    for (guint i = 0; i < comparison->streams->len; i++)
        add_stream(comparison, headline, &left_out, comparison->streams->pdata[i]);
    if (left_out)
        g_string_append_printf(headline, _("; %u more below"), left_out);
    if (comparison->streams->len == 0)
        g_string_append(headline, _("no job of the baseline did any I/O, so there is nothing to compare"));
    else if (comparison->series->len == 1)
        g_string_append_printf(headline, _("%s alone: name a second series to compare it with"),
                               comparison_label(comparison, 0));
    g_string_append(headline, _("."));
    capitalize(headline);
    add_finding_points(comparison);
    add_sentence(comparison, "");
    g_strchomp(comparison->summary);
    comparison->headline = g_strdup(headline->str);
}
