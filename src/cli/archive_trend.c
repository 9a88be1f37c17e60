/* A figure over time: the table, the spark line, where it changed, and the chart. */
#include "cli/archive_parts.h"
#include "cli/version.h"

#include "base/error.h"
#include "base/file.h"
#include "base/translate.h"
#include "base/units.h"
#include "chart/trend.h"
#include "compare/changes.h"
#include "compare/compare.h"
#include "model/words.h"
#include "report/trend_page.h"

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

/* "changed with @36, 2026-02-05: x 0.850 [0.838, 0.862] (99.3 MiB/s, then 84.4 MiB/s)"; the caller frees it. */
static char *change_told(const Trend *trend, const Change *change)
{
    const Run *run = &g_array_index(trend->runs, Run, change->at);
    g_autofree char *words = change_words(trend, change), *before = words_value(trend->unit, change->before),
                    *after = words_value(trend->unit, change->after);
    return g_strdup_printf(_("changed with @%lld, %s (%s, then %s)"), (long long)run->first->entry.id, words, before, after);
}

static void print_changes(const Trend *trend)
{
    for (guint i = 0; i < trend->changes->len; i++) {
        g_autofree char *told = change_told(trend, &g_array_index(trend->changes, Change, i));
        printf("%s\n", told);
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

/* "nfs: 1io write throughput" */
static char *trend_name(const Trend *trend)
{
    g_autofree char *metric = metric_title(trend->metric);
    int kind = direction_parse(trend->direction, strlen(trend->direction));
    return g_strdup_printf("%s%s%s %s %s", trend->label ? trend->label : "", trend->label ? ": " : "", trend->job,
                           kind < 0 ? trend->direction : direction_words((DirectionKind)kind), metric);
}

/* What is seen: "nfs: 1io write throughput: 0.850 times what it was, since 2026-02-05". */
static char *trend_title(const Trend *trend)
{
    g_autofree char *name = trend_name(trend);
    guint count = trend->runs->len;
    if (trend->changes->len == 0)
        return g_strdup_printf(count < 2 * CHANGES_SHORTEST ? _("%s: %u runs, too few to tell a change from noise")
                                                            : _("%s: no change of level in %u runs"), name, count);
    const Change *last = &g_array_index(trend->changes, Change, trend->changes->len - 1);
    g_autofree char *ratio = units_format_ratio(last->ratio);
    g_autofree char *when = g_strndup(g_array_index(trend->runs, Run, last->at).when, 10);
    return g_strdup_printf(_("%s: %s times what it was, since %s"), name, ratio, when);
}

static MetricUnit format_unit;
static char *format_tick(double value)
{
    return units_without_zeros(words_value(format_unit, value));
}

static ChartTable *tabulate(const Trend *trend)
{
    static const ChartColumn shapes[][6] = {
#define COLUMNS(unit)                                                                                                     \
    {{N_("result"), COLUMN_TEXT}, {N_("measured"), COLUMN_TEXT}, {N_("value"), unit}, {N_("from"), unit}, {N_("to"), unit}, {N_("tags"), COLUMN_TEXT}}
        [UNIT_BYTES_PER_S] = COLUMNS(COLUMN_RATE), [UNIT_IOPS] = COLUMNS(COLUMN_NUMBER), [UNIT_NS] = COLUMNS(COLUMN_NS),
        [UNIT_PERCENT] = COLUMNS(COLUMN_PERCENT), [UNIT_COUNT] = COLUMNS(COLUMN_NUMBER)};
#undef COLUMNS
    ChartTable *table = chart_table_new(shapes[trend->unit], G_N_ELEMENTS(shapes[0]));
    for (guint i = 0; i < trend->runs->len; i++) {
        const Run *run = &g_array_index(trend->runs, Run, i);
        g_autofree char *id = g_strdup_printf("@%" G_GINT64_FORMAT, run->first->entry.id);
        chart_table_add_text(table, id);
        chart_table_add_text(table, run->when);
        chart_table_add(table, run->value);
        chart_table_add(table, run->repeats > 1 ? run->low : NAN);
        chart_table_add(table, run->repeats > 1 ? run->high : NAN);
        chart_table_add_text(table, run->first->entry.tags ? run->first->entry.tags : "");
    }
    return table;
}

/* What the chart shows, and where it is from; the caller frees it. */
static char *origin_of(const Trend *trend)
{
    g_autoptr(ChartTable) table = tabulate(trend);
    g_autofree ChartInput *inputs = g_new0(ChartInput, trend->runs->len);
    for (guint i = 0; i < trend->runs->len; i++) {
        const StoreEntry *entry = &g_array_index(trend->runs, Run, i).first->entry;
        inputs[i] = (ChartInput){entry->label, entry->path, entry->sha256, entry->report};
    }
    ChartOrigin origin = {FIOCOMPARE_VERSION, settings_command_line};
    ChartFacts facts = {"trend", trend->job, trend->direction, NULL, inputs, trend->runs->len, table};
    return chart_origin_format(&facts, &origin);
}

/* The height of options is set to what the picture needs. */
static Canvas *draw(const Trend *trend, const char *title, ChartOptions *options)
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
    g_autofree char *subtitle =
        g_strdup_printf(P_("%u runs, %s to %s; %u change of level", "%u runs, %s to %s; %u changes of level", trend->changes->len),
                        trend->runs->len, (char *)words->pdata[0], (char *)words->pdata[trend->runs->len - 1], trend->changes->len);
    format_unit = trend->unit;
    TrendChart chart = {title, subtitle, trend->unit == UNIT_BYTES_PER_S ? 1024 : 10, format_tick, points, trend->runs->len, levels,
                        trend->changes->len ? trend->changes->len + 1 : 0, (const TrendNote *)trend->notes->data, MIN(trend->notes->len, NOTES_MAX)};
    options->height = chart_trend_height(chart.note_count);
    Canvas *canvas = canvas_new(options);
    chart_draw_trend(canvas, &chart);
    return canvas;
}

static GBytes *picture_of(const Trend *trend, ChartOptions *options, GError **error)
{
    g_autofree char *title = trend_title(trend), *origin = origin_of(trend);
    options->title = title;
    options->origin = origin;
    g_autoptr(Canvas) canvas = draw(trend, title, options);
    return chart_finish(canvas, options, title, "c-", error);
}

static GBytes *page_of(const Trend *trend, GError **error)
{
    ChartOptions options = trend_page_chart_options();
    g_autofree char *title = trend_title(trend), *templates = templates_folder();
    g_autoptr(ChartTable) table = tabulate(trend);
    g_autoptr(GPtrArray) changes = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < trend->changes->len; i++)
        g_ptr_array_add(changes, change_told(trend, &g_array_index(trend->changes, Change, i)));
    for (guint i = 0; i < trend->notes->len; i++)
        g_ptr_array_add(changes, g_strdup(g_array_index(trend->notes, TrendNote, i).words));
    if (trend->changes->len == 0)
        g_ptr_array_add(changes, g_strdup(title));
    TrendPage page = {FIOCOMPARE_VERSION, settings_command_line, title, changes, table};
    g_autoptr(Canvas) canvas = draw(trend, title, &options);
    char *text = trend_page_format(&page, canvas, templates, error);
    return text ? g_bytes_new_take(text, strlen(text)) : NULL;
}

static int write_output(const Trend *trend, const char *path, const ArchiveOptions *options)
{
    GError *error = NULL;
    ChartOptions chart;
    gboolean is_page = g_str_has_suffix(path, ".html");
    int status = chart_target("archive trend", is_page ? ".svg" : path, options->theme, &chart);
    if (status)
        return status;
    g_autoptr(GBytes) content = is_page ? page_of(trend, &error) : picture_of(trend, &chart, &error);
    gsize length = 0;
    const char *data = content ? g_bytes_get_data(content, &length) : NULL;
    if (data && file_write(path, data, length, &error))
        return 0;
    g_prefix_error(&error, "%s: ", path);
    return trouble(error);
}

static int write_outputs(const GPtrArray *trends, const ArchiveOptions *options)
{
    int status = 0;
    if (options->outputs && trends->len > 1)
        return trouble_text(_("archive trend: %u series would lie in one chart; choose one with --label, --job or write.NAME"), trends->len);
    for (char **path = options->outputs; path && *path && !status; path++)
        status = write_output(trends->pdata[0], *path, options);
    return status;
}

static void print_trend(const Trend *trend)
{
    g_autofree char *name = trend_name(trend), *line = spark_line(trend, 80, settings_terminal().is_utf8);
    printf("%s\n%s\n", name, line);
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
    return write_outputs(trends, options);
}
