/* The archive for other tools: raw bytes, OpenMetrics, CSV, JSON lines. */
#include "cli/archive_parts.h"

#include "base/error.h"
#include "base/file.h"
#include "base/translate.h"
#include "store/export.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The names after OpenMetrics: base units, the unit at the end of the name (OpenMetrics 1.0, section "Units and Base Units"). */
static const struct {
    const char *unit, *suffix;
    double factor;
} units[] = {{"bytes_per_s", "bytes_per_second", 1}, {"ns", "seconds", 1e-9}, {"iops", "operations_per_second", 1},
             {"percent", "ratio", 0.01}, {"count", "", 1}};

static gsize unit_index(const char *unit)
{
    for (gsize i = 0; i < G_N_ELEMENTS(units); i++)
        if (g_str_equal(units[i].unit, unit))
            return i;
    return G_N_ELEMENTS(units) - 1;
}

static gboolean is_percentile(const char *name)
{
    return *name == 'p' && g_ascii_isdigit(name[1]);
}

static char *family_of(const StoreMetric *metric)
{
    const char *suffix = units[unit_index(metric->unit)].suffix;
    g_autofree char *name = g_strcanon(g_strdup(is_percentile(metric->name) ? "latency" : metric->name),
                                       "abcdefghijklmnopqrstuvwxyz0123456789_", '_');
    return g_strdup_printf("fiocompare_%s%s%s", name, *suffix ? "_" : "", suffix);
}

static void append_label(GString *text, const char *name, const char *value)
{
    if (!value || !*value)
        return;
    g_string_append_printf(text, "%s%s=\"", text->str[text->len - 1] == '{' ? "" : ",", name);
    for (; *value; value++)
        g_string_append_printf(text, *value == '\\' ? "\\\\" : *value == '"' ? "\\\"" : *value == '\n' ? "\\n" : "%c", *value);
    g_string_append_c(text, '"');
}

static void append_sample(GString *text, const StoreEntry *entry, const StoreMetric *metric, const char *family)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE], time[G_ASCII_DTOSTR_BUF_SIZE], quantile[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree char *id = g_strdup_printf("%" G_GINT64_FORMAT, entry->id);
    g_string_append_printf(text, "%s{", family);
    append_label(text, "result", id);
    append_label(text, "label", entry->label);
    append_label(text, "job", metric->job);
    append_label(text, "direction", metric->direction);
    append_label(text, "host", entry->host);
    append_label(text, "mount_type", entry->type);
    if (is_percentile(metric->name)) /* ten digits: 0.999, not 0.99899999999999 */
        append_label(text, "quantile", g_ascii_formatd(quantile, sizeof quantile, "%.10g", g_ascii_strtod(metric->name + 1, NULL) / 100));
    g_string_append_printf(text, "} %s", g_ascii_formatd(number, sizeof number, "%.12g", metric->value * units[unit_index(metric->unit)].factor));
    if (isfinite(entry->time_s))
        g_string_append_printf(text, " %s", g_ascii_formatd(time, sizeof time, "%.3f", entry->time_s));
    g_string_append_c(text, '\n');
}

/* All samples of a family stand together. */
static char *open_metrics(Store *store, const GPtrArray *entries, GError **error)
{
    g_autoptr(GHashTable) families = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GPtrArray) names = g_ptr_array_new(), texts = g_ptr_array_new();
    for (guint i = 0; i < entries->len; i++) {
        const StoreEntry *entry = entries->pdata[i];
        g_autoptr(GPtrArray) metrics = store_metrics(store, entry->id, error);
        for (guint j = 0; metrics && j < metrics->len; j++) {
            const StoreMetric *metric = metrics->pdata[j];
            char *family = family_of(metric);
            GString *text = g_hash_table_lookup(families, family);
            if (!text) {
                const char *suffix = units[unit_index(metric->unit)].suffix;
                text = g_string_new(NULL);
                g_string_append_printf(text, "# TYPE %s gauge\n", family);
                if (*suffix)
                    g_string_append_printf(text, "# UNIT %s %s\n", family, suffix);
                g_hash_table_insert(families, family, text);
                g_ptr_array_add(names, family);
                g_ptr_array_add(texts, text);
                append_sample(text, entry, metric, family);
                continue;
            }
            append_sample(text, entry, metric, family);
            g_free(family);
        }
    }
    GString *all = g_string_new(NULL);
    for (guint i = 0; i < texts->len; i++) {
        GString *text = texts->pdata[i];
        g_string_append_len(all, text->str, (gssize)text->len);
        g_string_free(text, TRUE);
    }
    g_string_append(all, "# EOF\n");
    return g_string_free(all, FALSE);
}

static char *csv(Store *store, const GPtrArray *entries, GError **error)
{
    GString *text = g_string_new("result,label,time,host,mount_type,workload,fio,job,direction,metric,unit,value\r\n");
    for (guint i = 0; i < entries->len; i++) {
        const StoreEntry *entry = entries->pdata[i];
        g_autoptr(GPtrArray) metrics = store_metrics(store, entry->id, error);
        g_autofree char *time = archive_time(entry->time_s);
        for (guint j = 0; metrics && j < metrics->len; j++) {
            const StoreMetric *metric = metrics->pdata[j];
            char number[G_ASCII_DTOSTR_BUF_SIZE];
            const char *cells[] = {entry->label, time, entry->host, entry->type, entry->workload, entry->fio, metric->job, metric->direction,
                                   metric->name, metric->unit};
            g_string_append_printf(text, "%" G_GINT64_FORMAT ",", entry->id);
            for (gsize k = 0; k < G_N_ELEMENTS(cells); k++)
                text_append_csv_cell(text, cells[k], FALSE);
            g_string_append_printf(text, "%s\r\n", g_ascii_formatd(number, sizeof number, "%.10g", metric->value));
        }
    }
    return g_string_free(text, FALSE);
}

static char *json_line(const StoreEntry *entry, const GPtrArray *metrics)
{
    const char *facts[] = {"label", entry->label, "path", entry->path, "sha256", entry->sha256, "format", entry->format, "fio", entry->fio,
                           "workload", entry->workload, "host", entry->host, "kernel", entry->kernel, "mount_point", entry->mount_point,
                           "source", entry->source, "type", entry->type, "mount_options", entry->mount_options, "tags", entry->tags, "note",
                           entry->note};
    cJSON *object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "result", (double)entry->id);
    cJSON_AddNumberToObject(object, "report", entry->report);
    if (isfinite(entry->time_s))
        cJSON_AddNumberToObject(object, "time_s", entry->time_s);
    for (gsize i = 0; i < G_N_ELEMENTS(facts); i += 2)
        if (facts[i + 1])
            cJSON_AddStringToObject(object, facts[i], facts[i + 1]);
    cJSON *list = cJSON_AddArrayToObject(object, "metrics");
    for (guint i = 0; i < metrics->len; i++) {
        const StoreMetric *metric = metrics->pdata[i];
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "job", metric->job);
        cJSON_AddStringToObject(item, "direction", metric->direction);
        cJSON_AddStringToObject(item, "metric", metric->name);
        cJSON_AddStringToObject(item, "unit", metric->unit);
        cJSON_AddNumberToObject(item, "value", metric->value);
        cJSON_AddItemToArray(list, item);
    }
    char *line = cJSON_PrintUnformatted(object);
    cJSON_Delete(object);
    return line;
}

static char *json_lines(Store *store, const GPtrArray *entries, GError **error)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < entries->len; i++) {
        const StoreEntry *entry = entries->pdata[i];
        g_autoptr(GPtrArray) metrics = store_metrics(store, entry->id, error);
        char *line = metrics ? json_line(entry, metrics) : NULL;
        g_string_append_printf(text, "%s%s", line ? line : "", line ? "\n" : "");
        cJSON_free(line);
    }
    return g_string_free(text, FALSE);
}

/* Where to; NULL: standard output. */
static const char *output_of(const ArchiveOptions *options)
{
    return options->outputs ? options->outputs[0] : NULL;
}

static int write_text(const ArchiveOptions *options, const char *text, gsize length)
{
    GError *error = NULL;
    const char *output = output_of(options);
    if (!output) {
        fwrite(text, 1, length, stdout);
        return fflush(stdout) == 0 ? 0 : trouble_text(_("standard output cannot be written"));
    }
    if (file_write(output, text, length, &error))
        return 0;
    g_prefix_error(&error, "%s: ", output);
    return trouble(error);
}

static int export_raw(Store *store, char **references, int count, const ArchiveOptions *options)
{
    GError *error = NULL;
    guint files = 0;
    const char *output = output_of(options);
    if (count == 0 && !output)
        return trouble_text(_("archive export: name a result (@12), or where the whole archive shall go: -o FOLDER/ or FILE.tar"));
    if (count == 0) {
        if (!store_export(store, output, &files, &error))
            return trouble(error);
        printf(_("%u files written to %s\n"), files, output);
        return 0;
    }
    if (count > 1)
        return trouble_text(_("archive export: one result at a time was expected; without one all are written"));
    StoreEntry *entry = store_find(store, references[0], &error);
    g_autoptr(GBytes) raw = entry ? store_raw(store, entry->sha256, &error) : NULL;
    store_entry_free(entry);
    if (!raw)
        return trouble(error);
    gsize length = 0;
    const char *data = g_bytes_get_data(raw, &length);
    return write_text(options, data, length);
}

static GPtrArray *chosen(Store *store, char **references, int count, const ArchiveOptions *options, GError **error)
{
    StoreFilter filter;
    if (count == 0)
        return archive_filter(options, &filter, error) ? store_list(store, &filter, error) : NULL;
    g_autoptr(GPtrArray) entries = g_ptr_array_new_with_free_func(store_entry_free);
    for (int i = 0; i < count; i++) {
        StoreEntry *entry = store_find(store, references[i], error);
        if (!entry)
            return NULL;
        g_ptr_array_add(entries, entry);
    }
    return g_steal_pointer(&entries);
}

int archive_export(Store *store, char **references, int count, const ArchiveOptions *options)
{
    static const struct {
        const char *name;
        char *(*make)(Store *store, const GPtrArray *entries, GError **error);
    } formats[] = {{"openmetrics", open_metrics}, {"csv", csv}, {"jsonl", json_lines}};
    GError *error = NULL;
    if (output_of(options) && options->outputs[1])
        return trouble_text(_("archive export: one -o was expected"));
    if (!options->format || g_str_equal(options->format, "raw"))
        return export_raw(store, references, count, options);
    for (gsize i = 0; i < G_N_ELEMENTS(formats); i++) {
        if (!g_str_equal(formats[i].name, options->format))
            continue;
        g_autoptr(GPtrArray) entries = chosen(store, references, count, options, &error);
        g_autofree char *text = entries ? formats[i].make(store, entries, &error) : NULL;
        if (error)
            return trouble(error);
        return write_text(options, text, strlen(text));
    }
    return trouble_text(_("archive export: --format %s: raw, openmetrics, csv or jsonl was expected"), options->format);
}
