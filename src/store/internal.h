/* What the parts of the archive share. */
#ifndef STORE_INTERNAL_H
#define STORE_INTERNAL_H

#include "store/store.h"

#include "base/error.h"

#include <sqlite3.h>

struct Store {
    sqlite3 *db;
    GHashTable *idle; /* statements that were prepared before, by their text, which is SQLite's */
    GHashTable *numbers; /* of rows of texts that are never removed: text to gint64 *; empty after a rollback */
    char *path;
};

/* The text fields of an entry, in the order of the columns that query.c asks for. */
#define STORE_ENTRY_TEXTS 14
void store_entry_texts(StoreEntry *entry, char ***texts);

/* Sets the error from SQLite's last one; FALSE always. */
gboolean store_trouble(const Store *store, const char *what, GError **error);
gboolean store_run(Store *store, const char *sql, GError **error);

/* A statement bound by a format: s text (NULL: null), i gint64, d double (NAN: null), b GBytes *. NULL with error set. */
sqlite3_stmt *store_prepare(Store *store, GError **error, const char *sql, const char *format, ...);
/* Ends its use and keeps it for the next one; NULL is ignored. */
void store_release(Store *store, sqlite3_stmt *statement);
/* Runs it to its end and releases it; FALSE with error set. */
gboolean store_finish(Store *store, sqlite3_stmt *statement, GError **error);
/* Prepare and finish. */
gboolean store_do(Store *store, GError **error, const char *sql, const char *format, ...);
/* The first column of the first row, 0 when there is none; -1 with error set. */
gint64 store_number(Store *store, GError **error, const char *sql, const char *format, ...);

/* Ends the transaction with COMMIT, or ROLLBACK when it went wrong or the commit does. */
gboolean store_end(Store *store, gboolean is_good, GError **error);
/* Valid UTF-8 whatever a damaged file holds; NULL for NULL, and of a column that must have a text "". The caller frees it. */
char *store_column_text(sqlite3_stmt *statement, int column);
char *store_column_given(sqlite3_stmt *statement, int column);
double store_column_number(sqlite3_stmt *statement, int column);

/* pack.c: zstd with a dictionary made of what fio's JSON+ repeats in every file. */
#define PACK_PLAIN 0
#define PACK_FIO_JSON 1
GBytes *pack(GBytes *raw, gboolean is_bulk, int *dictionary);
/* dictionary.c: its text; the caller frees it. */
GString *pack_dictionary(void);
/* NULL when the bytes are damaged. */
GBytes *unpack(GBytes *packed, int dictionary, gsize size);

#endif
