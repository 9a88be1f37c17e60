/* A figure over time: the table, the spark line, where it changed, and the chart. */
#include "cli/archive_parts.h"
#include "cli/version.h"

#include "base/error.h"
#include "base/file.h"
#include "base/language.h"
#include "base/translate.h"
#include "base/units.h"
#include "chart/trend.h"
#include "compare/changes.h"
#include "model/words.h"
#include "report/charts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* On the chart; the table has them all. */
#define NOTES_MAX 8
#define CHANGES_ON_CHART 6

/* One run: its repeats (the reports of one folder with one label) together. */
typedef struct {
    const StorePoint *first;
    guint repeats;
    double value, low, high; /* geometric mean and range of the repeats */
    char *when, *about;
} Run;

typedef struct {
    const char *label, *job, *direction, *metric;
    MetricUnit unit;
    GArray *runs;    /* of Run */
    GArray *changes; /* of Change */
    GArray *notes;   /* of TrendNote */
} Trend;

static void trend_free(gpointer data)
{
    Trend *trend = data;
    for (guint i = 0; i < trend->runs->len; i++) {
        g_free(g_array_index(trend->runs, Run, i).when);
        g_free(g_array_index(trend->runs, Run, i).about);
    }
    for (guint i = 0; i < trend->notes->len; i++)
        g_free((char *)g_array_index(trend->notes, TrendNote, i).words);
    g_array_unref(trend->runs);
    g_array_unref(trend->notes);
    g_clear_pointer(&trend->changes, g_array_unref);
    g_free(trend);
}

static Trend *trend_of(GPtrArray *trends, const StorePoint *point, const char *metric)
{
    MetricUnit unit = metric_unit_parse(point->unit);
    for (guint i = 0; i < trends->len; i++) {
        Trend *trend = trends->pdata[i];
        if (g_strcmp0(trend->label, point->entry.label) == 0 && g_str_equal(trend->job, point->job) &&
            g_str_equal(trend->direction, point->direction) && trend->unit == unit)
            return trend;
    }
    Trend *trend = g_new0(Trend, 1);
    *trend = (Trend){point->entry.label, point->job, point->direction, metric, unit, g_array_new(FALSE, FALSE, sizeof(Run)), NULL,
                     g_array_new(FALSE, FALSE, sizeof(TrendNote))};
    g_ptr_array_add(trends, trend);
    return trend;
}

static void add_point(Trend *trend, const StorePoint *point)
{
    Run *last = trend->runs->len ? &g_array_index(trend->runs, Run, trend->runs->len - 1) : NULL;
    if (!(point->value > 0)) /* no logarithm, and nothing that was measured */
        return;
    if (last && point->entry.folder && last->first->entry.folder == point->entry.folder) {
        last->value = exp((log(last->value) * last->repeats + log(point->value)) / (last->repeats + 1));
        last->low = fmin(last->low, point->value);
        last->high = fmax(last->high, point->value);
        last->repeats++;
        return;
    }
    Run run = {point, 1, point->value, point->value, point->value, NULL, NULL};
    g_array_append_val(trend->runs, run);
}

static void note_difference(GString *words, const char *name, const char *before, const char *after)
{
    if (!before || !after || g_str_equal(before, after))
        return;
    g_string_append_printf(words, "%s%s: %s -> %s", words->len ? "; " : "", name, before, after);
}

static void finish(Trend *trend)
{
    g_autofree double *values = g_new(double, MAX(trend->runs->len, 1));
    for (guint i = 0; i < trend->runs->len; i++) {
        Run *run = &g_array_index(trend->runs, Run, i);
        const StoreEntry *now = &run->first->entry, *before = i ? &g_array_index(trend->runs, Run, i - 1).first->entry : now;
        g_autofree char *value = words_value(trend->unit, run->value);
        g_autoptr(GString) words = g_string_new(NULL);
        values[i] = run->value;
        run->when = archive_time(now->time_s);
        run->about = g_strdup_printf("@%" G_GINT64_FORMAT " %s: %s%s", now->id, run->when, value,
                                     run->repeats > 1 ? _(" (mean of repeats)") : "");
        note_difference(words, _("kernel"), before->kernel, now->kernel);
        note_difference(words, "fio", before->fio, now->fio);
        note_difference(words, _("mount options"), before->mount_options, now->mount_options);
        note_difference(words, _("type"), before->type, now->type);
        note_difference(words, _("source"), before->source, now->source);
        note_difference(words, _("host"), before->host, now->host);
        note_difference(words, _("workload"), before->workload, now->workload);
        TrendNote note = {i, g_strdup_printf("%.10s %s", run->when, words->str)};
        if (words->len)
            g_array_append_val(trend->notes, note);
        else
            g_free((char *)note.words);
    }
    trend->changes = changes_find(values, trend->runs->len, settings_confidence / 100);
}

/* At most so many columns; each shows the mean of its runs. */
static char *spark_line(const Trend *trend, guint columns, gboolean is_utf8)
{
    static const char *const blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}, *const plain[] = {"_", ".", "-", "~", "=", "+", "*", "#"};
    g_autoptr(GString) line = g_string_new(NULL);
    guint count = trend->runs->len, width = MIN(columns, count);
    double low = INFINITY, high = -INFINITY;
    for (guint i = 0; i < count; i++) {
        low = fmin(low, g_array_index(trend->runs, Run, i).value);
        high = fmax(high, g_array_index(trend->runs, Run, i).value);
    }
    for (guint i = 0; i < width; i++) {
        guint from = (guint)((guint64)i * count / width), to = (guint)((guint64)(i + 1) * count / width);
        double sum = 0;
        for (guint j = from; j < to; j++)
            sum += g_array_index(trend->runs, Run, j).value / (to - from);
        guint level = high > low ? (guint)CLAMP((sum - low) / (high - low) * 8, 0, 7) : 3;
        g_string_append(line, (is_utf8 ? blocks : plain)[level]);
    }
    return g_strdup(line->str);
}

static char *change_words(const Trend *trend, const Change *change)
{
    const Run *run = &g_array_index(trend->runs, Run, change->at);
    g_autofree char *ratio = units_format_ratio(change->ratio), *low = units_format_ratio(change->low), *high = units_format_ratio(change->high);
    return isfinite(change->low) ? g_strdup_printf("%.10s: x %s [%s, %s]", run->when, ratio, low, high)
                                 : g_strdup_printf("%.10s: x %s", run->when, ratio);
}

static void print_changes(const Trend *trend)
{
    for (guint i = 0; i < trend->changes->len; i++) {
        const Change *change = &g_array_index(trend->changes, Change, i);
        const Run *run = &g_array_index(trend->runs, Run, change->at);
        g_autofree char *words = change_words(trend, change), *before = words_value(trend->unit, change->before),
                        *after = words_value(trend->unit, change->after);
        printf(_("changed with @%lld, %s (%s, then %s)\n"), (long long)run->first->entry.id, words, before, after);
    }
    if (trend->changes->len == 0)
        printf(trend->runs->len < 2 * CHANGES_SHORTEST ? _("%u runs are too few to tell a change of level from noise (%u needed)\n")
                                                       : _("no change of level is seen in %u runs\n"), trend->runs->len, 2 * CHANGES_SHORTEST);
    for (guint i = 0; i < trend->notes->len; i++)
        printf(_("from then on  %s\n"), g_array_index(trend->notes, TrendNote, i).words);
}

static void print_table(const Trend *trend)
{
    static const char *const heads[] = {N_("result"), ">", N_("measured"), "", N_("value"), ">", N_("repeats"), ">", N_("range"), "", N_("tags"), ""};
    guint from = trend->runs->len > 20 ? trend->runs->len - 20 : 0;
    g_autoptr(GPtrArray) cells = g_ptr_array_new_with_free_func(g_free);
    for (guint i = from; i < trend->runs->len; i++) {
        const Run *run = &g_array_index(trend->runs, Run, i);
        g_autofree char *low = words_value(trend->unit, run->low), *high = words_value(trend->unit, run->high);
        char *row[] = {g_strdup_printf("@%" G_GINT64_FORMAT, run->first->entry.id), g_strdup(run->when), words_value(trend->unit, run->value),
                       g_strdup_printf("%u", run->repeats), run->repeats > 1 ? g_strdup_printf(_("%s to %s"), low, high) : NULL,
                       g_strdup(run->first->entry.tags)};
        for (gsize j = 0; j < G_N_ELEMENTS(row); j++)
            g_ptr_array_add(cells, row[j]);
    }
    g_autofree char *text = text_format_columns(heads, G_N_ELEMENTS(heads) / 2, cells);
    printf("%s\n", text);
    if (from)
        printf(_("(the newest 20 of %u runs)\n"), trend->runs->len);
}

static char *trend_title(const Trend *trend)
{
    return g_strdup_printf("%s%s%s %s %s", trend->label ? trend->label : "", trend->label ? ": " : "", trend->job, trend->direction, trend->metric);
}

static MetricUnit format_unit;
static char *format_tick(double value)
{
    return words_value(format_unit, value);
}

/* What the chart shows, and where it is from; the caller frees it. */
static char *origin_of(const Trend *trend)
{
    ColumnUnit unit = trend->unit == UNIT_BYTES_PER_S ? COLUMN_RATE : trend->unit == UNIT_NS ? COLUMN_NS
                                                                  : trend->unit == UNIT_PERCENT ? COLUMN_PERCENT : COLUMN_NUMBER;
    const ChartColumn columns[] = {{N_("result"), COLUMN_TEXT}, {N_("measured"), COLUMN_TEXT}, {N_("value"), unit},
                                   {N_("from"), unit}, {N_("to"), unit}};
    g_autoptr(ChartTable) table = chart_table_new(columns, G_N_ELEMENTS(columns));
    g_autofree ChartInput *inputs = g_new0(ChartInput, trend->runs->len);
    for (guint i = 0; i < trend->runs->len; i++) {
        const Run *run = &g_array_index(trend->runs, Run, i);
        const StoreEntry *entry = &run->first->entry;
        g_autofree char *id = g_strdup_printf("@%" G_GINT64_FORMAT, entry->id);
        inputs[i] = (ChartInput){entry->label, entry->path, entry->sha256, entry->report};
        chart_table_add_text(table, id);
        chart_table_add_text(table, run->when);
        chart_table_add(table, run->value);
        chart_table_add(table, run->low);
        chart_table_add(table, run->high);
    }
    ChartOrigin origin = {FIOCOMPARE_VERSION, settings_command_line};
    ChartFacts facts = {"trend", trend->job, trend->direction, NULL, inputs, trend->runs->len, table};
    return chart_origin_format(&facts, &origin);
}

static GBytes *draw(const Trend *trend, const ChartOptions *options, GError **error)
{
    g_autofree TrendPoint *points = g_new0(TrendPoint, trend->runs->len);
    g_autofree TrendLevel *levels = g_new0(TrendLevel, trend->changes->len + 1);
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < trend->runs->len; i++) {
        const Run *run = &g_array_index(trend->runs, Run, i);
        g_ptr_array_add(words, g_strndup(run->when, 10));
        points[i] = (TrendPoint){run->value, run->low, run->high, words->pdata[words->len - 1], run->about};
    }
    for (guint i = 0; i <= trend->changes->len; i++) {
        const Change *begin = i ? &g_array_index(trend->changes, Change, i - 1) : NULL;
        const Change *end = i < trend->changes->len ? &g_array_index(trend->changes, Change, i) : NULL;
        double value = begin ? begin->after : end ? end->before : NAN;
        if (begin)
            g_ptr_array_add(words, change_words(trend, begin));
        levels[i] = (TrendLevel){begin ? begin->at : 0, end ? end->at : trend->runs->len, value,
                                 begin && i <= CHANGES_ON_CHART ? words->pdata[words->len - 1] : NULL};
    }
    g_autofree char *title = trend_title(trend), *origin = origin_of(trend);
    g_autofree char *subtitle =
        g_strdup_printf(P_("%u runs, %s to %s; %u change of level", "%u runs, %s to %s; %u changes of level", trend->changes->len),
                        trend->runs->len, (char *)words->pdata[0], (char *)words->pdata[trend->runs->len - 1], trend->changes->len);
    format_unit = trend->unit;
    TrendChart chart = {title, subtitle, trend->unit == UNIT_BYTES_PER_S ? 1024 : 10, format_tick, points, trend->runs->len, levels,
                        trend->changes->len ? trend->changes->len + 1 : 0, (const TrendNote *)trend->notes->data, MIN(trend->notes->len, NOTES_MAX)};
    ChartOptions titled = *options;
    titled.title = title;
    titled.origin = origin;
    titled.height = chart_trend_height(chart.note_count);
    g_autoptr(Canvas) canvas = canvas_new(&titled);
    chart_draw_trend(canvas, &chart);
    return chart_finish(canvas, &titled, subtitle, "c-", error);
}

/* A page with the picture and its numbers. */
static GBytes *page_of(const Trend *trend, GBytes *picture)
{
    static const char head[] =
        "<!DOCTYPE html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"
        "<title>%s</title><style>body{font:15px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#1b1b1b;"
        "background:#fff}table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:left;border-bottom:1px solid #ddd}"
        "svg{max-width:100%%;height:auto}</style></head><body><main><h1>%s</h1>\n";
    GString *page = g_string_new(NULL);
    gsize length = 0;
    const char *svg = g_bytes_get_data(picture, &length), *start = g_strstr_len(svg, (gssize)length, "<svg");
    g_autofree char *title = trend_title(trend), *escaped = g_markup_escape_text(title, -1);
    g_string_append_printf(page, head, language_tag(), escaped, escaped);
    if (start)
        g_string_append_len(page, start, (gssize)(length - (gsize)(start - svg)));
    g_string_append_printf(page, "<h2>%s</h2><ul>", _("What changed"));
    for (guint i = 0; i < trend->changes->len; i++) {
        g_autofree char *words = change_words(trend, &g_array_index(trend->changes, Change, i));
        g_string_append_printf(page, "<li>%s</li>", words);
    }
    for (guint i = 0; i < trend->notes->len; i++) {
        g_autofree char *words = g_markup_escape_text(g_array_index(trend->notes, TrendNote, i).words, -1);
        g_string_append_printf(page, "<li>%s</li>", words);
    }
    g_string_append_printf(page, "</ul><h2>%s</h2><table><thead><tr><th>%s</th><th>%s</th><th>%s</th></tr></thead><tbody>\n", _("The runs"),
                           _("result"), _("measured"), _("value"));
    for (guint i = 0; i < trend->runs->len; i++) {
        const Run *run = &g_array_index(trend->runs, Run, i);
        g_autofree char *value = words_value(trend->unit, run->value);
        g_string_append_printf(page, "<tr><td>@%" G_GINT64_FORMAT "</td><td>%s</td><td>%s</td></tr>\n", run->first->entry.id, run->when, value);
    }
    g_string_append(page, "</tbody></table></main></body></html>\n");
    return g_string_free_to_bytes(page);
}

static int write_chart(const GPtrArray *trends, const ArchiveOptions *options)
{
    GError *error = NULL;
    ChartOptions chart;
    gboolean is_page = g_str_has_suffix(options->output, ".html");
    int status = chart_target("archive trend", is_page ? ".svg" : options->output, options->theme, &chart);
    if (status)
        return status;
    if (trends->len > 1)
        return trouble_text(_("archive trend: %u series would lie in one chart; choose one with --label, --job or write.NAME"), trends->len);
    g_autoptr(GBytes) picture = draw(trends->pdata[0], &chart, &error);
    g_autoptr(GBytes) content = !picture ? NULL : is_page ? page_of(trends->pdata[0], picture) : g_bytes_ref(picture);
    gsize length = 0;
    const char *data = content ? g_bytes_get_data(content, &length) : NULL;
    if (!data || !file_write(options->output, data, length, &error)) {
        g_prefix_error(&error, "%s: ", options->output);
        return trouble(error);
    }
    return 0;
}

static void print_trend(const Trend *trend)
{
    g_autofree char *title = trend_title(trend), *line = spark_line(trend, 80, settings_terminal().is_utf8);
    printf("%s\n%s\n", title, line);
    print_table(trend);
    print_changes(trend);
    printf("\n");
}

int archive_trend(Store *store, const char *metric, const ArchiveOptions *options)
{
    GError *error = NULL;
    StoreFilter filter;
    g_auto(GStrv) parts = g_strsplit(metric, ".", 2);
    gboolean has_direction = parts[1] && direction_parse(parts[0], strlen(parts[0])) >= 0;
    const char *name = has_direction ? parts[1] : metric;
    g_autoptr(GPtrArray) points =
        archive_filter(options, &filter, &error) ? store_series(store, &filter, name, has_direction ? parts[0] : NULL, options->job, &error) : NULL;
    if (!points)
        return trouble(error);
    g_autoptr(GPtrArray) trends = g_ptr_array_new_with_free_func(trend_free);
    for (guint i = 0; i < points->len; i++)
        add_point(trend_of(trends, points->pdata[i], name), points->pdata[i]);
    for (guint i = trends->len; i > 0; i--) {
        if (((Trend *)trends->pdata[i - 1])->runs->len == 0)
            g_ptr_array_remove_index(trends, i - 1);
        else
            finish(trends->pdata[i - 1]);
    }
    if (trends->len == 0)
        return trouble_text(_("archive trend %s: no result that matches has such a figure; the names are those of \"compare --format json\": "
                            "bw, iops, mean, p99, write.p99.9"), metric);
    for (guint i = 0; i < trends->len; i++)
        print_trend(trends->pdata[i]);
    return options->output ? write_chart(trends, options) : 0;
}
