/* Asking the archive. */
#include "store/internal.h"

#include "base/file.h"
#include "base/translate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS                                                                                                       \
    "r.id, r.report, r.time, r.added, ifnull(r.folder, 0), lower(hex(b.sha256)), r.label, r.path, r.format, r.fio, w.text, r.note,"  \
    " (SELECT group_concat(key || '=' || value, ' ') FROM tag WHERE result = r.id),"                                                \
    " p.host, p.kernel, p.mount_point, p.source, p.type, p.options"
#define TABLES " FROM result r JOIN blob b ON b.id = r.blob LEFT JOIN place p ON p.id = r.place LEFT JOIN workload w ON w.id = r.workload"
#define COLUMN_COUNT (5 + STORE_ENTRY_TEXTS)

static void read_entry(sqlite3_stmt *row, StoreEntry *entry)
{
    char **texts[STORE_ENTRY_TEXTS];
    store_entry_texts(entry, texts);
    entry->id = sqlite3_column_int64(row, 0);
    entry->report = (guint)sqlite3_column_int64(row, 1);
    entry->time_s = store_column_number(row, 2);
    entry->added_s = sqlite3_column_int64(row, 3);
    entry->folder = sqlite3_column_int64(row, 4);
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
        *texts[i] = store_column_text(row, (int)i + 5);
    entry->sha256 = entry->sha256 ? entry->sha256 : g_strdup("");
}

/* The conditions of a filter; their values are bound by filter_bind in the same order. */
static GString *filter_sql(const StoreFilter *filter)
{
    GString *sql = g_string_new(" WHERE 1");
    if (filter->label)
        g_string_append(sql, " AND r.label = ?");
    if (filter->host)
        g_string_append(sql, " AND p.host = ?");
    if (filter->type)
        g_string_append(sql, " AND p.type = ?");
    if (filter->workload)
        g_string_append(sql, " AND instr(w.text, ?)");
    if (isfinite(filter->since_s))
        g_string_append(sql, " AND r.time >= ?");
    if (isfinite(filter->until_s))
        g_string_append(sql, " AND r.time < ?");
    if (filter->folder)
        g_string_append(sql, " AND r.folder = ?");
    for (char **tag = filter->tags; tag && *tag; tag++)
        g_string_append(sql, strchr(*tag, '=') ? " AND r.id IN (SELECT result FROM tag WHERE key = ? AND value = ?)"
                                               : " AND r.id IN (SELECT result FROM tag WHERE key = ?)");
    return sql;
}

static int filter_bind(const StoreFilter *filter, sqlite3_stmt *statement, int at)
{
    const char *texts[] = {filter->label, filter->host, filter->type, filter->workload};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
        if (texts[i])
            sqlite3_bind_text(statement, at++, texts[i], -1, SQLITE_TRANSIENT);
    if (isfinite(filter->since_s))
        sqlite3_bind_double(statement, at++, filter->since_s);
    if (isfinite(filter->until_s))
        sqlite3_bind_double(statement, at++, filter->until_s);
    if (filter->folder)
        sqlite3_bind_int64(statement, at++, filter->folder);
    for (char **tag = filter->tags; tag && *tag; tag++) {
        const char *equals = strchr(*tag, '=');
        sqlite3_bind_text(statement, at++, *tag, equals ? (int)(equals - *tag) : -1, SQLITE_TRANSIENT);
        if (equals)
            sqlite3_bind_text(statement, at++, equals + 1, -1, SQLITE_TRANSIENT);
    }
    return at;
}

/* Calls take for each row; FALSE with error set. */
static gboolean each_row(Store *store, sqlite3_stmt *statement, void (*take)(sqlite3_stmt *, GPtrArray *), GPtrArray *list,
                         GError **error)
{
    int code = SQLITE_ERROR;
    while (statement && (code = sqlite3_step(statement)) == SQLITE_ROW)
        take(statement, list);
    gboolean is_good = statement && (code == SQLITE_DONE || store_trouble(store, "archive", error));
    store_release(store, statement);
    return is_good;
}

static GPtrArray *collect(Store *store, sqlite3_stmt *statement, void (*take)(sqlite3_stmt *, GPtrArray *), GDestroyNotify release,
                          GError **error)
{
    g_autoptr(GPtrArray) list = g_ptr_array_new_with_free_func(release);
    return each_row(store, statement, take, list, error) ? g_steal_pointer(&list) : NULL;
}

static void take_entry(sqlite3_stmt *row, GPtrArray *list)
{
    StoreEntry *entry = g_new0(StoreEntry, 1);
    read_entry(row, entry);
    g_ptr_array_add(list, entry);
}

static void reverse(GPtrArray *list)
{
    for (guint i = 0; i < list->len / 2; i++) {
        gpointer other = list->pdata[i];
        list->pdata[i] = list->pdata[list->len - 1 - i];
        list->pdata[list->len - 1 - i] = other;
    }
}

/* All that match, with more columns and tables after an entry's own. */
static GPtrArray *select_entries(Store *store, const StoreFilter *filter, const char *columns, const char *tables,
                                 void (*take)(sqlite3_stmt *, GPtrArray *), GDestroyNotify release, GError **error)
{
    g_autoptr(GString) where = filter_sql(filter);
    g_autofree char *limit = filter->last ? g_strdup_printf(" LIMIT %u", filter->last) : g_strdup("");
    g_autofree char *sql =
        g_strconcat("SELECT " COLUMNS, columns, TABLES, tables, where->str, " ORDER BY r.time DESC, r.id DESC", limit, NULL);
    sqlite3_stmt *statement = store_prepare(store, error, sql, NULL);
    if (statement)
        filter_bind(filter, statement, 1);
    GPtrArray *list = collect(store, statement, take, release, error);
    if (list)
        reverse(list);
    return list;
}

GPtrArray *store_list(Store *store, const StoreFilter *filter, GError **error)
{
    return select_entries(store, filter, "", "", take_entry, store_entry_free, error);
}

static void summary_free(gpointer data)
{
    StoreSummary *summary = data;
    store_entry_clear(&summary->entry);
    g_free(summary->job);
    g_free(summary->direction);
    g_free(summary);
}

static void take_summary(sqlite3_stmt *row, GPtrArray *list)
{
    StoreSummary *summary = g_new0(StoreSummary, 1);
    read_entry(row, &summary->entry);
    summary->job = store_column_text(row, COLUMN_COUNT);
    summary->direction = store_column_text(row, COLUMN_COUNT + 1);
    summary->bw_bytes_per_s = store_column_number(row, COLUMN_COUNT + 2);
    summary->p50_ns = store_column_number(row, COLUMN_COUNT + 3);
    g_ptr_array_add(list, summary);
}

GPtrArray *store_summaries(Store *store, const StoreFilter *filter, GError **error)
{
    static const char tables[] =
        " LEFT JOIN metric bw ON bw.result = r.id AND bw.quantity = (SELECT id FROM quantity WHERE name = 'bw')"
        " AND bw.stream = (SELECT stream FROM metric WHERE result = r.id AND quantity = bw.quantity ORDER BY value DESC, stream LIMIT 1)"
        " LEFT JOIN metric p50 ON p50.result = r.id AND p50.quantity = (SELECT id FROM quantity WHERE name = 'p50')"
        " AND p50.stream = bw.stream LEFT JOIN stream s ON s.id = bw.stream";
    return select_entries(store, filter, ", s.job, s.direction, bw.value, p50.value", tables, take_summary, summary_free, error);
}

static StoreEntry *entry_of(Store *store, gint64 id, GError **error)
{
    sqlite3_stmt *statement = store_prepare(store, error, "SELECT " COLUMNS TABLES " WHERE r.id = ?", "i", id);
    g_autoptr(GPtrArray) list = collect(store, statement, take_entry, store_entry_free, error);
    if (list && list->len)
        return g_ptr_array_steal_index(list, 0);
    if (list)
        g_set_error(error, TROUBLE, TROUBLE_USAGE, _("@%lld: there is no such result in %s"), (long long)id, store->path);
    return NULL;
}

StoreEntry *store_find(Store *store, const char *reference, GError **error)
{
    reference += *reference == '@';
    if (*reference && !reference[strspn(reference, "0123456789")])
        return entry_of(store, g_ascii_strtoll(reference, NULL, 10), error);
    const char *tilde = strrchr(reference, '~');
    gboolean has_step = tilde && tilde[1] && !tilde[1 + strspn(tilde + 1, "0123456789")];
    g_autofree char *label = g_strndup(reference, has_step ? (gsize)(tilde - reference) : strlen(reference));
    gint64 step = has_step ? g_ascii_strtoll(tilde + 1, NULL, 10) : 0;
    gint64 id = has_step ? 0 : store_number(store, error, "SELECT result FROM baseline WHERE name = ?", "s", label);
    if (id == 0)
        id = store_number(store, error, "SELECT id FROM result WHERE label = ? ORDER BY time DESC, id DESC LIMIT 1 OFFSET ?", "si",
                          label, step);
    if (id > 0)
        return entry_of(store, id, error);
    gint64 all = id < 0 ? -1 : store_number(store, error, "SELECT count(*) FROM result WHERE label = ?", "s", label);
    if (all == 0)
        g_set_error(error, TROUBLE, TROUBLE_USAGE, _("@%s: there is no baseline and no label of that name in %s"), reference, store->path);
    else if (all > 0)
        g_set_error(error, TROUBLE, TROUBLE_USAGE, _("@%s: there are only %lld results of label %s"), reference,
                    (long long)all, label);
    return NULL;
}

GBytes *store_raw(Store *store, const char *sha256, GError **error)
{
    sqlite3_stmt *row = store_prepare(store, error, "SELECT zstd, dictionary, size FROM blob WHERE sha256 = unhex_(?)", "s", sha256);
    if (!row)
        return NULL;
    g_autoptr(GBytes) raw = NULL;
    int code = sqlite3_step(row);
    if (code == SQLITE_ROW) {
        g_autoptr(GBytes) packed = g_bytes_new(sqlite3_column_blob(row, 0), (gsize)sqlite3_column_bytes(row, 0));
        raw = unpack(packed, sqlite3_column_int(row, 1), (gsize)sqlite3_column_int64(row, 2));
    }
    g_autofree char *found = raw ? file_sha256(raw) : NULL;
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        store_trouble(store, "archive", error);
    else if (g_strcmp0(found, sha256) != 0)
        g_set_error(error, TROUBLE, TROUBLE_FORMAT, _("%s: the raw file %s is %s"), store->path, sha256,
                    code == SQLITE_DONE ? _("not there") : _("damaged: its bytes do not have that SHA-256 any more"));
    store_release(store, row);
    return g_strcmp0(found, sha256) == 0 ? g_steal_pointer(&raw) : NULL;
}

static void take_metric(sqlite3_stmt *row, GPtrArray *list)
{
    StoreMetric *metric = g_new0(StoreMetric, 1);
    char **texts[] = {&metric->job, &metric->direction, &metric->name, &metric->unit};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
        *texts[i] = store_column_given(row, (int)i);
    metric->value = sqlite3_column_double(row, 4);
    g_ptr_array_add(list, metric);
}

GPtrArray *store_metrics(Store *store, gint64 id, GError **error)
{
    sqlite3_stmt *statement =
        store_prepare(store, error, "SELECT s.job, s.direction, q.name, q.unit, m.value FROM metric m JOIN stream s ON s.id = m.stream"
                                    " JOIN quantity q ON q.id = m.quantity WHERE m.result = ? ORDER BY m.stream, m.quantity", "i", id);
    return collect(store, statement, take_metric, store_metric_free, error);
}

static void point_free(gpointer data)
{
    StorePoint *point = data;
    store_entry_clear(&point->entry);
    g_free(point->job);
    g_free(point->direction);
    g_free(point->unit);
    g_free(point);
}

static void take_point(sqlite3_stmt *row, GPtrArray *list)
{
    StorePoint *point = g_new0(StorePoint, 1);
    read_entry(row, &point->entry);
    point->job = store_column_given(row, COLUMN_COUNT);
    point->direction = store_column_given(row, COLUMN_COUNT + 1);
    point->unit = store_column_given(row, COLUMN_COUNT + 2);
    point->value = sqlite3_column_double(row, COLUMN_COUNT + 3);
    g_ptr_array_add(list, point);
}

GPtrArray *store_series(Store *store, const StoreFilter *filter, const char *metric, const char *direction, const char *job,
                        GError **error)
{
    g_autoptr(GString) where = filter_sql(filter);
    g_autofree char *limit = filter->last ? g_strdup_printf(" LIMIT %u", filter->last) : g_strdup("");
    g_autofree char *sql =
        g_strconcat("SELECT " COLUMNS ", s.job, s.direction, q.unit, m.value" TABLES
                    " CROSS JOIN quantity q ON q.name = ? CROSS JOIN metric m ON m.result = r.id AND m.quantity = q.id"
                    " CROSS JOIN stream s ON s.id = m.stream",
                    where->str, " AND s.direction = ifnull(?, s.direction) AND s.job = ifnull(?, s.job)"
                    " ORDER BY r.time DESC, r.id DESC, s.id DESC", limit, NULL);
    sqlite3_stmt *statement = store_prepare(store, error, sql, "s", metric);
    if (statement) {
        int at = filter_bind(filter, statement, 2);
        sqlite3_bind_text(statement, at, direction, -1, SQLITE_TRANSIENT);
        sqlite3_bind_text(statement, at + 1, job, -1, SQLITE_TRANSIENT);
    }
    GPtrArray *list = collect(store, statement, take_point, point_free, error);
    if (list)
        reverse(list);
    return list;
}

static void baseline_free(gpointer data)
{
    g_free(((StoreBaseline *)data)->name);
    g_free(data);
}

static void take_baseline(sqlite3_stmt *row, GPtrArray *list)
{
    StoreBaseline *baseline = g_new0(StoreBaseline, 1);
    baseline->name = store_column_given(row, 0);
    baseline->id = sqlite3_column_int64(row, 1);
    baseline->set_s = sqlite3_column_int64(row, 2);
    g_ptr_array_add(list, baseline);
}

GPtrArray *store_baselines(Store *store, GError **error)
{
    sqlite3_stmt *statement = store_prepare(store, error, "SELECT name, result, added FROM baseline ORDER BY name", NULL);
    return collect(store, statement, take_baseline, baseline_free, error);
}

static void file_free(gpointer data)
{
    StoreFile *file = data;
    g_free(file->name);
    g_free(file->sha256);
    g_free(file);
}

static void take_file(sqlite3_stmt *row, GPtrArray *list)
{
    StoreFile *file = g_new0(StoreFile, 1);
    file->folder = sqlite3_column_int64(row, 0);
    file->name = store_column_given(row, 1);
    file->sha256 = store_column_given(row, 2);
    g_ptr_array_add(list, file);
}

GPtrArray *store_files(Store *store, GError **error)
{
    static const char sql[] =
        "SELECT m.folder, m.name, lower(hex(b.sha256)) FROM member m JOIN blob b ON b.id = m.blob"
        " UNION ALL SELECT 0, min(ifnull(r.path, '')), lower(hex(b.sha256)) FROM result r JOIN blob b ON b.id = r.blob"
        " WHERE r.folder IS NULL GROUP BY b.id";
    return collect(store, store_prepare(store, error, sql, NULL), take_file, file_free, error);
}

static void take_line(sqlite3_stmt *row, GPtrArray *list)
{
    g_ptr_array_add(list, store_column_given(row, 0));
}

char *store_integrity(Store *store)
{
    g_autoptr(GError) error = NULL;
    sqlite3_stmt *check = store_prepare(store, &error, "PRAGMA integrity_check(20)", NULL);
    g_autoptr(GPtrArray) lines = collect(store, check, take_line, g_free, &error);
    if (!lines)
        return g_strdup(error->message);
    if (lines->len == 1 && g_str_equal(lines->pdata[0], "ok"))
        return NULL;
    g_ptr_array_add(lines, NULL);
    return g_strjoinv("; ", (char **)lines->pdata);
}
