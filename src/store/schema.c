/* Opening an archive: whose file it is, and the steps from one version of the tables to the next. */
#include "store/internal.h"

#include "base/translate.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define APPLICATION_ID 0x66696f63 /* "fioc" */
#define BUSY_LIMIT_MS 60000

/* Each step leads from the version before to its own, the first from an empty file. Never change one that was published. */
static const char *const steps[] = {
    "CREATE TABLE blob(id INTEGER PRIMARY KEY, sha256 BLOB NOT NULL UNIQUE, size INTEGER NOT NULL, dictionary INTEGER NOT NULL,"
    " zstd BLOB NOT NULL);"
    "CREATE TABLE folder(id INTEGER PRIMARY KEY, path TEXT, added INTEGER NOT NULL);"
    "CREATE TABLE member(folder INTEGER NOT NULL REFERENCES folder ON DELETE CASCADE, name TEXT NOT NULL,"
    " blob INTEGER NOT NULL REFERENCES blob, PRIMARY KEY(folder, name)) WITHOUT ROWID;"
    "CREATE INDEX member_blob ON member(blob);"
    "CREATE TABLE place(id INTEGER PRIMARY KEY, host TEXT, kernel TEXT, mount_point TEXT, source TEXT, type TEXT, options TEXT);"
    "CREATE UNIQUE INDEX place_all ON place(ifnull(host,''), ifnull(kernel,''), ifnull(mount_point,''), ifnull(source,''),"
    " ifnull(type,''), ifnull(options,''));"
    "CREATE TABLE workload(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);"
    "CREATE TABLE result(id INTEGER PRIMARY KEY, blob INTEGER NOT NULL REFERENCES blob, report INTEGER NOT NULL, label TEXT,"
    " time REAL, added INTEGER NOT NULL, path TEXT, format TEXT, fio TEXT, workload INTEGER REFERENCES workload,"
    " place INTEGER REFERENCES place, folder INTEGER REFERENCES folder, note TEXT, UNIQUE(blob, report));"
    "CREATE INDEX result_label ON result(label, time);"
    "CREATE INDEX result_time ON result(time);"
    "CREATE INDEX result_folder ON result(folder);"
    "CREATE TABLE tag(result INTEGER NOT NULL REFERENCES result ON DELETE CASCADE, key TEXT NOT NULL, value TEXT NOT NULL,"
    " PRIMARY KEY(result, key)) WITHOUT ROWID;"
    "CREATE INDEX tag_value ON tag(key, value);"
    "CREATE TABLE stream(id INTEGER PRIMARY KEY, job TEXT NOT NULL, direction TEXT NOT NULL, UNIQUE(job, direction));"
    "CREATE TABLE quantity(id INTEGER PRIMARY KEY, name TEXT NOT NULL, unit TEXT NOT NULL, UNIQUE(name, unit));"
    "CREATE TABLE metric(result INTEGER NOT NULL REFERENCES result ON DELETE CASCADE, stream INTEGER NOT NULL REFERENCES stream,"
    " quantity INTEGER NOT NULL REFERENCES quantity, value REAL NOT NULL, PRIMARY KEY(result, quantity, stream)) WITHOUT ROWID;"
    "CREATE VIEW results AS SELECT r.id, r.label, datetime(r.time, 'unixepoch') AS time, datetime(r.added, 'unixepoch') AS added,"
    " p.host, p.kernel, p.mount_point, p.source, p.type, p.options AS mount_options, w.text AS workload, r.fio, r.format, r.path,"
    " r.report, r.folder, r.note, lower(hex(b.sha256)) AS sha256, b.size AS raw_bytes,"
    " (SELECT group_concat(key || '=' || value, ' ') FROM tag WHERE result = r.id) AS tags"
    " FROM result r JOIN blob b ON b.id = r.blob LEFT JOIN place p ON p.id = r.place LEFT JOIN workload w ON w.id = r.workload;"
    "CREATE VIEW metrics AS SELECT m.result AS id, r.label, datetime(r.time, 'unixepoch') AS time, s.job, s.direction,"
    " q.name AS metric, q.unit, m.value FROM metric m JOIN result r ON r.id = m.result JOIN stream s ON s.id = m.stream"
    " JOIN quantity q ON q.id = m.quantity;",
    "CREATE TABLE baseline(name TEXT PRIMARY KEY, result INTEGER NOT NULL REFERENCES result, added INTEGER NOT NULL);",
    /* A file that was added alone has no folder: a page less to write for it. */
    "DROP INDEX result_folder; CREATE INDEX result_folder ON result(folder) WHERE folder IS NOT NULL;",
};
#define VERSION ((int)G_N_ELEMENTS(steps))

static gboolean upgrade(Store *store, GError **error)
{
    if (!store_run(store, "BEGIN IMMEDIATE", error))
        return FALSE;
    gint64 version = store_number(store, error, "PRAGMA user_version", NULL);
    gboolean is_good = version >= 0;
    for (gint64 i = version; is_good && i < VERSION; i++)
        is_good = store_run(store, steps[i], error);
    g_autofree char *mark = g_strdup_printf("PRAGMA user_version=%d; PRAGMA application_id=%d", VERSION, APPLICATION_ID);
    return store_end(store, is_good && (version >= VERSION || store_run(store, mark, error)), error);
}

/* Another program's file is left as it is. All three numbers are of one moment: another process may just be making the tables. */
static gboolean check_owner(Store *store, StoreMode mode, GError **error)
{
    if (!store_run(store, "BEGIN", error))
        return FALSE;
    /* Both have a sign, which means nothing. */
    gint64 version = store_number(store, error, "SELECT user_version & 0xffffffff FROM pragma_user_version", NULL);
    gint64 owner = version < 0 ? -1 : store_number(store, error, "SELECT application_id & 0xffffffff FROM pragma_application_id", NULL);
    gint64 tables = owner < 0 ? -1 : store_number(store, error, "SELECT count(*) FROM sqlite_master", NULL);
    if (!store_end(store, tables >= 0, error))
        return FALSE;
    gboolean is_new = tables == 0 && owner == 0 && version == 0;
    if (!is_new && owner != APPLICATION_ID)
        g_set_error(error, TROUBLE, TROUBLE_FORMAT, _("%s: is an SQLite file of another program, not an archive of fiocompare; it was "
                                                      "left alone"), store->path);
    else if (version > VERSION)
        g_set_error(error, TROUBLE, TROUBLE_FORMAT, _("%s: was made by a newer fiocompare (version %lld of the tables, this one knows up to "
                                                      "%d); use that one"), store->path, (long long)version, VERSION);
    else if (is_new && mode == STORE_READ)
        g_set_error(error, TROUBLE, TROUBLE_FORMAT, _("%s: is empty, not an archive"), store->path);
    else if (version < VERSION && mode == STORE_READ && !is_new)
        g_set_error(error, TROUBLE, TROUBLE_FORMAT, _("%s: was made by an older fiocompare and must be brought up to date first: "
                                                      "\"fiocompare archive reparse\" does that, when the file can be written"),
                    store->path);
    else
        return TRUE;
    return FALSE;
}

/* Several processes may switch a new file at the same moment; SQLite then does not wait by itself. */
static gboolean use_wal(Store *store, GError **error)
{
    gint64 limit = g_get_monotonic_time() + (gint64)BUSY_LIMIT_MS * 1000;
    while (sqlite3_exec(store->db, "PRAGMA journal_mode=WAL", NULL, NULL, NULL) != SQLITE_OK) {
        if (sqlite3_errcode(store->db) != SQLITE_BUSY || g_get_monotonic_time() > limit)
            return store_trouble(store, "archive", error);
        g_usleep(5000);
    }
    return store_run(store, "PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=10000", error);
}

/* SQLite itself would say no more than that it cannot open the file. Its folder must take the companions. */
static gboolean can_write(const char *path, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(path);
    const char *refused = access(folder, W_OK) != 0 ? folder : access(path, F_OK) == 0 && access(path, W_OK) != 0 ? path : NULL;
    if (refused)
        g_set_error(error, TROUBLE, TROUBLE_FILE, _("%s: the archive cannot be written: %s"), refused, g_strerror(errno));
    return !refused;
}

static gboolean make_folder(const char *path, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(path);
    if (g_mkdir_with_parents(folder, 0700) == 0)
        return TRUE;
    g_set_error(error, TROUBLE, TROUBLE_FILE, _("%s: cannot be made: %s"), folder, g_strerror(errno));
    return FALSE;
}

/* SQLite has hex() but, in this version, no way back. */
static void unhex(sqlite3_context *context, int count, sqlite3_value **values)
{
    const char *text = (const char *)sqlite3_value_text(values[0]);
    unsigned char bytes[32];
    gsize length = text && count == 1 ? strlen(text) / 2 : 0;
    for (gsize i = 0; i < MIN(length, sizeof bytes); i++)
        bytes[i] = (unsigned char)(g_ascii_xdigit_value(text[2 * i]) * 16 + g_ascii_xdigit_value(text[2 * i + 1]));
    sqlite3_result_blob(context, bytes, (int)MIN(length, sizeof bytes), SQLITE_TRANSIENT);
}

static void close_file(Store *store)
{
    g_hash_table_remove_all(store->idle);
    sqlite3_close(store->db);
    store->db = NULL;
}

static void finalize(gpointer statement)
{
    sqlite3_finalize(statement);
}

static gboolean open_file(Store *store, StoreMode mode, gboolean is_frozen, GError **error)
{
    g_autofree char *escaped = g_uri_escape_string(store->path, "/", TRUE);
    g_autofree char *uri = g_strdup_printf("file:%s%s", escaped, is_frozen ? "?immutable=1" : "");
    int access = mode == STORE_READ ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    int flags = access | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(uri, &store->db, flags, NULL) != SQLITE_OK)
        return store_trouble(store, "cannot be opened", error);
    sqlite3_busy_timeout(store->db, BUSY_LIMIT_MS);
    sqlite3_create_function(store->db, "unhex_", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, unhex, NULL, NULL);
    return store_run(store, "PRAGMA foreign_keys=ON; PRAGMA trusted_schema=OFF", error);
}

/* A file on a read-only medium cannot have SQLite's companions beside it; without a log of changes it is whole as it is. */
static gboolean open_for_reading(Store *store, GError **error)
{
    g_autofree char *log = g_strconcat(store->path, "-wal", NULL);
    g_autoptr(GError) first = NULL;
    if (open_file(store, STORE_READ, FALSE, &first) && store_number(store, &first, "SELECT count(*) FROM sqlite_master", NULL) >= 0)
        return TRUE;
    int code = store->db ? sqlite3_errcode(store->db) : SQLITE_ERROR;
    if ((code != SQLITE_CANTOPEN && code != SQLITE_READONLY) || g_file_test(log, G_FILE_TEST_EXISTS) ||
        !g_file_test(store->path, G_FILE_TEST_EXISTS)) {
        g_propagate_error(error, g_steal_pointer(&first));
        return FALSE;
    }
    close_file(store);
    return open_file(store, STORE_READ, TRUE, error);
}

static gboolean open_for_writing(Store *store, GError **error)
{
    return make_folder(store->path, error) && can_write(store->path, error) && open_file(store, STORE_WRITE, FALSE, error) &&
           check_owner(store, STORE_WRITE, error) && use_wal(store, error) && upgrade(store, error);
}

Store *store_open(const char *path, StoreMode mode, GError **error)
{
    Store *store = g_new0(Store, 1);
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); /* nobody asks for it, and each allocation would take a lock; fails after the first */
    store->idle = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, finalize);
    store->numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    store->path = g_canonicalize_filename(path, NULL);
    if (mode == STORE_READ && !g_file_test(store->path, G_FILE_TEST_EXISTS)) {
        g_set_error(error, TROUBLE, TROUBLE_FILE, _("%s: there is no archive yet; \"fiocompare archive add\" makes one"), store->path);
    } else if (mode == STORE_READ ? open_for_reading(store, error) && check_owner(store, mode, error)
                                  : open_for_writing(store, error)) {
        return store;
    }
    store_close(store);
    return NULL;
}

void store_close(Store *store)
{
    if (!store)
        return;
    close_file(store);
    g_hash_table_unref(store->idle);
    g_hash_table_unref(store->numbers);
    g_free(store->path);
    g_free(store);
}

const char *store_path(const Store *store)
{
    return store->path;
}

char *store_default_path(void)
{
    return g_build_filename(g_get_user_data_dir(), "fiocompare", "archive.db", NULL);
}
