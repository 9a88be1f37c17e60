/* SQLite, with errors as the rest of the program has them. */
#include "store/internal.h"

#include "base/translate.h"

#include <math.h>
#include <stdarg.h>

gboolean store_trouble(const Store *store, const char *what, GError **error)
{
    int code = sqlite3_errcode(store->db);
    const char *hint = code == SQLITE_FULL                                 ? _("; nothing of it was stored, what was there before is whole")
                       : code == SQLITE_READONLY                           ? _("; the file or its folder cannot be written")
                       : code == SQLITE_CORRUPT || code == SQLITE_NOTADB ? _("; the file is damaged or no archive")
                                                                           : "";
    g_set_error(error, TROUBLE, TROUBLE_FILE, "%s: %s: %s%s", store->path, what, sqlite3_errmsg(store->db), hint);
    return FALSE;
}

gboolean store_run(Store *store, const char *sql, GError **error)
{
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK || store_trouble(store, "archive", error);
}

static void bind(sqlite3_stmt *statement, const char *format, va_list *values)
{
    for (int i = 1; format && *format; i++, format++) {
        if (*format == 's')
            sqlite3_bind_text(statement, i, va_arg(*values, const char *), -1, SQLITE_TRANSIENT);
        else if (*format == 'i')
            sqlite3_bind_int64(statement, i, va_arg(*values, gint64));
        else if (*format == 'd') /* SQLite stores NAN as NULL */
            sqlite3_bind_double(statement, i, va_arg(*values, double));
        else {
            gsize length = 0;
            const void *data = g_bytes_get_data(va_arg(*values, GBytes *), &length);
            sqlite3_bind_blob64(statement, i, data, length, SQLITE_TRANSIENT);
        }
    }
}

static sqlite3_stmt *prepare(Store *store, GError **error, const char *sql, const char *format, va_list *values)
{
    sqlite3_stmt *statement = g_hash_table_lookup(store->idle, sql);
    if (statement) {
        g_hash_table_steal(store->idle, sql);
    } else if (sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) != SQLITE_OK) {
        store_trouble(store, "archive", error);
        return NULL;
    }
    bind(statement, format, values);
    return statement;
}

void store_release(Store *store, sqlite3_stmt *statement)
{
    if (!statement)
        return;
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    g_hash_table_replace(store->idle, (gpointer)sqlite3_sql(statement), statement);
}

sqlite3_stmt *store_prepare(Store *store, GError **error, const char *sql, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    sqlite3_stmt *statement = prepare(store, error, sql, format, &values);
    va_end(values);
    return statement;
}

gboolean store_finish(Store *store, sqlite3_stmt *statement, GError **error)
{
    int code;
    if (!statement)
        return FALSE;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    }
    gboolean is_good = code == SQLITE_DONE || store_trouble(store, "archive", error);
    store_release(store, statement);
    return is_good;
}

gboolean store_do(Store *store, GError **error, const char *sql, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    sqlite3_stmt *statement = prepare(store, error, sql, format, &values);
    va_end(values);
    return store_finish(store, statement, error);
}

gint64 store_number(Store *store, GError **error, const char *sql, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    sqlite3_stmt *statement = prepare(store, error, sql, format, &values);
    va_end(values);
    if (!statement)
        return -1;
    int code = sqlite3_step(statement);
    gint64 number = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : code == SQLITE_DONE ? 0 : -1;
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        store_trouble(store, "archive", error);
    else if (number < 0) {
        number = -1;
        g_set_error(error, TROUBLE, TROUBLE_FORMAT, _("%s: holds a negative number where an archive has none; it is damaged"), store->path);
    }
    store_release(store, statement);
    return number;
}

gboolean store_end(Store *store, gboolean is_good, GError **error)
{
    if (is_good && store_do(store, error, "COMMIT", NULL))
        return TRUE;
    sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    g_hash_table_remove_all(store->numbers);
    return FALSE;
}

char *store_column_text(sqlite3_stmt *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return text ? g_utf8_make_valid(text, -1) : NULL;
}

char *store_column_given(sqlite3_stmt *statement, int column)
{
    char *text = store_column_text(statement, column);
    return text ? text : g_strdup("");
}

double store_column_number(sqlite3_stmt *statement, int column)
{
    return sqlite3_column_type(statement, column) == SQLITE_NULL ? NAN : sqlite3_column_double(statement, column);
}
