/* Adding to the archive, changing and removing; each change is one transaction. */
#include "store/internal.h"

#include "base/translate.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void store_entry_texts(StoreEntry *entry, char ***texts)
{
    char **all[STORE_ENTRY_TEXTS] = {&entry->sha256, &entry->label, &entry->path, &entry->format, &entry->fio, &entry->workload, &entry->note,
                                     &entry->tags, &entry->host, &entry->kernel, &entry->mount_point, &entry->source, &entry->type,
                                     &entry->mount_options};
    memcpy(texts, all, sizeof all);
}

void store_entry_clear(StoreEntry *entry)
{
    char **texts[STORE_ENTRY_TEXTS];
    store_entry_texts(entry, texts);
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
        g_clear_pointer(texts[i], g_free);
}

void store_entry_free(gpointer entry)
{
    if (entry)
        store_entry_clear(entry);
    g_free(entry);
}

void store_metric_free(gpointer metric)
{
    StoreMetric *item = metric;
    g_free(item->job);
    g_free(item->direction);
    g_free(item->name);
    g_free(item->unit);
    g_free(item);
}

static gint64 now_s(void)
{
    return g_get_real_time() / G_USEC_PER_SEC;
}

/* The number of the blob, stored now or before; 0 with error set. */
static gint64 keep_blob(Store *store, const StoreBlob *blob, GError **error)
{
    static const char find[] = "SELECT id FROM blob WHERE sha256 = unhex_(?)";
    gint64 id = store_number(store, error, find, "s", blob->sha256);
    if (id != 0)
        return MAX(id, 0);
    if (!store_do(store, error, "INSERT INTO blob(sha256, size, dictionary, zstd) VALUES(unhex_(?), ?, ?, ?)", "siib", blob->sha256,
                  (gint64)blob->size, (gint64)blob->dictionary, blob->packed))
        return 0;
    return sqlite3_last_insert_rowid(store->db);
}

/* The number of a row of a table of texts, made when it is not there; -1 with error set. */
static gint64 keep_place(Store *store, const StoreEntry *entry, GError **error)
{
    static const char insert[] = "INSERT INTO place(host, kernel, mount_point, source, type, options) VALUES(?,?,?,?,?,?)";
    static const char find[] = "SELECT id FROM place WHERE ifnull(host,'') = ifnull(?,'') AND ifnull(kernel,'') = ifnull(?,'') AND"
                               " ifnull(mount_point,'') = ifnull(?,'') AND ifnull(source,'') = ifnull(?,'') AND"
                               " ifnull(type,'') = ifnull(?,'') AND ifnull(options,'') = ifnull(?,'')";
    gint64 id = store_number(store, error, find, "ssssss", entry->host, entry->kernel, entry->mount_point, entry->source, entry->type,
                             entry->mount_options);
    if (id != 0)
        return id;
    return store_do(store, error, insert, "ssssss", entry->host, entry->kernel, entry->mount_point, entry->source, entry->type,
                    entry->mount_options)
               ? sqlite3_last_insert_rowid(store->db)
               : -1;
}

static gint64 keep_workload(Store *store, const char *text, GError **error)
{
    gint64 id = store_number(store, error, "SELECT id FROM workload WHERE text = ifnull(?,'')", "s", text);
    if (id != 0)
        return id;
    return store_do(store, error, "INSERT INTO workload(text) VALUES(ifnull(?,''))", "s", text) ? sqlite3_last_insert_rowid(store->db) : -1;
}

/* A table of pairs of texts, whose rows are never removed. */
typedef struct {
    const char *name, *find, *insert;
} PairTable;

static const PairTable streams = {"stream", "SELECT id FROM stream WHERE job = ? AND direction = ?",
                                  "INSERT INTO stream(job, direction) VALUES(?,?)"};
static const PairTable quantities = {"quantity", "SELECT id FROM quantity WHERE name = ? AND unit = ?",
                                     "INSERT INTO quantity(name, unit) VALUES(?,?)"};

/* The number of the pair, made when it is not there; -1 with error set. */
static gint64 keep_pair(Store *store, const PairTable *table, const char *first, const char *second, GError **error)
{
    g_autofree char *key = g_strjoin("\n", table->name, first, second, NULL);
    gint64 *known = g_hash_table_lookup(store->numbers, key);
    if (known)
        return *known;
    gint64 id = store_number(store, error, table->find, "ss", first, second);
    if (id == 0)
        id = store_do(store, error, table->insert, "ss", first, second) ? sqlite3_last_insert_rowid(store->db) : -1;
    if (id > 0)
        g_hash_table_insert(store->numbers, g_steal_pointer(&key), g_memdup2(&id, sizeof id));
    return id;
}

typedef struct {
    gint64 stream, quantity;
    double value;
} MetricRow;

static int by_key(const void *a, const void *b)
{
    const MetricRow *x = a, *y = b;
    return x->quantity != y->quantity ? (x->quantity > y->quantity) - (x->quantity < y->quantity)
                                      : (x->stream > y->stream) - (x->stream < y->stream);
}

/* The figures that are known, with the numbers of their names (of MetricRow), in the order of the table's key, so that it grows
 * at its end; NULL with error set. */
static GArray *number_metrics(Store *store, const GPtrArray *metrics, GError **error)
{
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(MetricRow));
    for (guint i = 0; metrics && i < metrics->len; i++) {
        const StoreMetric *metric = metrics->pdata[i];
        if (!isfinite(metric->value))
            continue;
        MetricRow row = {keep_pair(store, &streams, metric->job, metric->direction, error), -1, metric->value};
        row.quantity = row.stream < 0 ? -1 : keep_pair(store, &quantities, metric->name, metric->unit, error);
        if (row.quantity < 0)
            return NULL;
        g_array_append_val(rows, row);
    }
    if (rows->len)
        qsort(rows->data, rows->len, sizeof(MetricRow), by_key);
    return g_steal_pointer(&rows);
}

/* So many with one statement, which SQLite keeps prepared. */
#define ROWS_AT_ONCE 32

static gboolean keep_metrics(Store *store, gint64 id, const GPtrArray *metrics, GError **error)
{
    g_autoptr(GArray) rows = number_metrics(store, metrics, error);
    for (guint from = 0; rows && from < rows->len; from += ROWS_AT_ONCE) {
        guint count = MIN(ROWS_AT_ONCE, rows->len - from);
        g_autoptr(GString) sql = g_string_new("INSERT INTO metric(result, stream, quantity, value) VALUES");
        for (guint i = 0; i < count; i++)
            g_string_append(sql, i ? ",(?,?,?,?)" : "(?,?,?,?)");
        sqlite3_stmt *statement = store_prepare(store, error, sql->str, NULL);
        for (guint i = 0; statement && i < count; i++) {
            const MetricRow *row = &g_array_index(rows, MetricRow, from + i);
            int at = 4 * (int)i;
            sqlite3_bind_int64(statement, at + 1, id);
            sqlite3_bind_int64(statement, at + 2, row->stream);
            sqlite3_bind_int64(statement, at + 3, row->quantity);
            sqlite3_bind_double(statement, at + 4, row->value);
        }
        if (!store_finish(store, statement, error))
            return FALSE;
    }
    return rows != NULL;
}

static gboolean keep_tags(Store *store, gint64 id, char **tags, GError **error)
{
    for (; tags && *tags; tags++) {
        const char *equals = strchr(*tags, '=');
        g_autofree char *key = g_strndup(*tags, equals ? (gsize)(equals - *tags) : strlen(*tags));
        if (!store_do(store, error, "INSERT OR REPLACE INTO tag(result, key, value) VALUES(?,?,?)", "iss", id, key,
                      equals ? equals + 1 : ""))
            return FALSE;
    }
    return TRUE;
}

static gboolean keep_result(Store *store, StoreEntry *entry, gint64 blob, const GPtrArray *metrics, GError **error)
{
    gint64 place = keep_place(store, entry, error), workload = place < 0 ? -1 : keep_workload(store, entry->workload, error);
    if (workload < 0)
        return FALSE;
    entry->added_s = now_s();
    if (!store_do(store, error, "INSERT INTO result(blob, report, label, time, added, path, format, fio, workload, place, folder, note)"
                                " VALUES(?,?,?,?,?,?,?,?,?,?,nullif(?,0),?)",
                  "iisdisssiiis", blob, (gint64)entry->report, entry->label, entry->time_s, entry->added_s, entry->path, entry->format,
                  entry->fio, workload, place, entry->folder, entry->note))
        return FALSE;
    entry->id = sqlite3_last_insert_rowid(store->db);
    return keep_metrics(store, entry->id, metrics, error);
}

gboolean store_add(Store *store, StoreEntry *entry, const StoreBlob *blob, const GPtrArray *metrics, char **tags,
                   gboolean *was_there, GError **error)
{
    if (!store_do(store, error, "BEGIN IMMEDIATE", NULL))
        return FALSE;
    gint64 blob_id = keep_blob(store, blob, error);
    gint64 id = blob_id ? store_number(store, error, "SELECT id FROM result WHERE blob = ? AND report = ?", "ii", blob_id,
                                       (gint64)entry->report)
                        : -1;
    *was_there = id > 0;
    entry->id = MAX(id, 0);
    gboolean is_good = id > 0 || (id == 0 && keep_result(store, entry, blob_id, metrics, error));
    if (is_good && *was_there && entry->folder)
        is_good = store_do(store, error, "UPDATE result SET folder = ? WHERE id = ?", "ii", entry->folder, id);
    return store_end(store, is_good && keep_tags(store, entry->id, tags, error), error);
}

gint64 store_add_folder(Store *store, const char *path, GError **error)
{
    return store_do(store, error, "INSERT INTO folder(path, added) VALUES(?,?)", "si", path, now_s())
               ? sqlite3_last_insert_rowid(store->db)
               : 0;
}

gboolean store_add_member(Store *store, gint64 folder, const char *name, const StoreBlob *blob, GError **error)
{
    if (!store_do(store, error, "BEGIN IMMEDIATE", NULL))
        return FALSE;
    gint64 id = keep_blob(store, blob, error);
    return store_end(store, id && store_do(store, error, "INSERT OR REPLACE INTO member(folder, name, blob) VALUES(?,?,?)", "isi",
                                           folder, name, id), error);
}

/* Waits for the file as a whole, through a descriptor of its own. SQLite's locks are on other files, so closing it loses none. */
static gboolean wait_for(const char *path, gboolean is_folder, GError **error)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | (is_folder ? O_DIRECTORY : 0));
    gboolean is_good = file >= 0 && (is_folder ? fsync(file) : fdatasync(file)) == 0;
    if (!is_good && (errno != ENOENT || is_folder))
        g_set_error(error, TROUBLE, TROUBLE_FILE, _("%s: cannot be waited for: %s"), path, g_strerror(errno));
    gboolean is_missing = file < 0 && errno == ENOENT && !is_folder;
    if (file >= 0)
        close(file);
    return is_good || is_missing;
}

/* What was committed stands in the log of changes (a checkpoint waits by itself for what it moves out of it). Without such a log
 * each commit waited for the disk. */
gboolean store_sync(const Store *store, GError **error)
{
    g_autofree char *log = g_strconcat(store->path, "-wal", NULL), *folder = g_path_get_dirname(store->path);
    return wait_for(log, FALSE, error) && wait_for(folder, TRUE, error);
}

gboolean store_set_metrics(Store *store, gint64 id, const GPtrArray *metrics, GError **error)
{
    if (!store_do(store, error, "BEGIN IMMEDIATE", NULL))
        return FALSE;
    return store_end(store, store_do(store, error, "DELETE FROM metric WHERE result = ?", "i", id) &&
                                keep_metrics(store, id, metrics, error), error);
}

gboolean store_remove(Store *store, gint64 id, GError **error)
{
    gint64 named = store_number(store, error, "SELECT count(*) FROM baseline WHERE result = ?", "i", id);
    if (named > 0)
        g_set_error(error, TROUBLE, TROUBLE_USAGE, _("@%lld is a baseline; \"archive baseline remove NAME\" first"),
                    (long long)id);
    if (named || !store_do(store, error, "BEGIN IMMEDIATE", NULL))
        return FALSE;
    gboolean is_good = store_do(store, error, "DELETE FROM result WHERE id = ?", "i", id) &&
                       store_do(store, error, "DELETE FROM folder WHERE id NOT IN (SELECT folder FROM result WHERE folder IS NOT NULL)", NULL) &&
                       store_do(store, error, "DELETE FROM blob WHERE id NOT IN (SELECT blob FROM result) AND id NOT IN (SELECT blob FROM "
                                              "member)", NULL);
    return store_end(store, is_good, error);
}

gboolean store_annotate(Store *store, gint64 id, const char *label, const char *note, char **tags, GError **error)
{
    if (!store_do(store, error, "BEGIN IMMEDIATE", NULL))
        return FALSE;
    gboolean is_good = store_do(store, error, "UPDATE result SET label = ifnull(?, label), note = ifnull(?, note) WHERE id = ?", "ssi",
                                label, note, id) && keep_tags(store, id, tags, error);
    return store_end(store, is_good, error);
}

gboolean store_set_baseline(Store *store, const char *name, gint64 id, GError **error)
{
    return store_do(store, error, "INSERT OR REPLACE INTO baseline(name, result, added) VALUES(?,?,?)", "sii", name, id, now_s());
}

gboolean store_remove_baseline(Store *store, const char *name, GError **error)
{
    if (!store_do(store, error, "DELETE FROM baseline WHERE name = ?", "s", name))
        return FALSE;
    if (sqlite3_changes(store->db) == 0)
        g_set_error(error, TROUBLE, TROUBLE_USAGE, _("there is no baseline %s"), name);
    return sqlite3_changes(store->db) > 0;
}
