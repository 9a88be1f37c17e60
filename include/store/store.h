/* The archive: one SQLite file that keeps raw reports byte for byte, and their figures in tables for plain SQL
 * (docs/archive.md). Knows nothing of formats: bytes and figures are handed in. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <glib.h>

typedef struct Store Store;

typedef enum { STORE_READ, STORE_WRITE } StoreMode;

/* STORE_WRITE makes the file and its folder where they are missing and brings an older schema up to date; STORE_READ changes
 * nothing, and works on a file that cannot be written. NULL with error set for a file that is no archive, one of a newer
 * version, and one that cannot be opened. Waits up to a minute for other processes that write. */
Store *store_open(const char *path, StoreMode mode, GError **error);
void store_close(Store *store);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Store, store_close)
const char *store_path(const Store *store);
/* $XDG_DATA_HOME/fiocompare/archive.db; the caller frees it. */
char *store_default_path(void);

typedef struct {
    char *job, *direction, *name, *unit; /* "1io", "write", "p99", "ns" */
    double value;
} StoreMetric;

/* One report. Texts are owned; NULL and NAN: not known. */
typedef struct {
    gint64 id;      /* 0: not stored yet */
    guint report;   /* of its file, from 1 */
    double time_s;  /* when it was measured, since 1970 */
    gint64 added_s, folder; /* folder: 0 for a file that was added alone */
    char *sha256, *label, *path, *format, *fio, *workload, *note, *tags; /* tags: "site=b ticket=OPS-12", only read */
    char *host, *kernel, *mount_point, *source, *type, *mount_options;
} StoreEntry;
void store_entry_clear(StoreEntry *entry);
void store_entry_free(gpointer entry);

/* Bytes made ready to be stored: compressed (for one of many files fast, else a sixth smaller) and hashed; can be done in any
 * thread. */
typedef struct {
    char *sha256;
    gsize size;
    int dictionary;
    GBytes *packed;
} StoreBlob;
StoreBlob *store_blob_new(GBytes *raw, gboolean is_bulk);
void store_blob_free(StoreBlob *blob);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(StoreBlob, store_blob_free)

/* Adds a report in a transaction of its own, with its figures (of StoreMetric) and tags ("key=value", NULL-terminated, or
 * NULL). entry->id is set; *was_there is TRUE when the same report of the same bytes was stored already, which then only gains
 * the tags. It lasts through a crash of the machine after store_sync. */
gboolean store_add(Store *store, StoreEntry *entry, const StoreBlob *blob, const GPtrArray *metrics, char **tags,
                   gboolean *was_there, GError **error);
/* A run's folder, whose files are kept with their names; gives its number, 0 with error set. */
gint64 store_add_folder(Store *store, const char *path, GError **error);
gboolean store_add_member(Store *store, gint64 folder, const char *name, const StoreBlob *blob, GError **error);
/* What was added before may be lost when the power fails until this came back with TRUE. May run in another thread than the one that
 * goes on adding. */
gboolean store_sync(const Store *store, GError **error);

/* All that is not NULL, 0 or NAN must hold. */
typedef struct {
    const char *label, *host, *type, *workload; /* type: of the mount; workload: a part of its text */
    char **tags;                                /* "key=value", NULL-terminated */
    double since_s, until_s;
    gint64 folder;
    guint last; /* only so many, the newest */
} StoreFilter;
#define STORE_FILTER_ALL {.since_s = NAN, .until_s = NAN}

/* The reports (of StoreEntry) in the order of their time. */
GPtrArray *store_list(Store *store, const StoreFilter *filter, GError **error);
typedef struct {
    StoreEntry entry;
    char *job, *direction;        /* of its greatest throughput; NULL when it has none */
    double bw_bytes_per_s, p50_ns; /* NAN: not known */
} StoreSummary;
/* As store_list, each (of StoreSummary) with the figures one looks at first. */
GPtrArray *store_summaries(Store *store, const StoreFilter *filter, GError **error);
/* With or without an @ before it: "12", "NAME" of a baseline, "LABEL" (its newest report), "LABEL~1" (the one before). NULL with error set. */
StoreEntry *store_find(Store *store, const char *reference, GError **error);
/* The bytes as they were added; NULL with error set when they are damaged, naming what. */
GBytes *store_raw(Store *store, const char *sha256, GError **error);
/* Figures of a report (of StoreMetric). */
GPtrArray *store_metrics(Store *store, gint64 id, GError **error);
gboolean store_set_metrics(Store *store, gint64 id, const GPtrArray *metrics, GError **error);
void store_metric_free(gpointer metric);

typedef struct {
    StoreEntry entry;
    char *job, *direction, *unit;
    double value;
} StorePoint;
/* The figure of all reports that match (of StorePoint), in the order of time; last counts figures. direction or job NULL: any. */
GPtrArray *store_series(Store *store, const StoreFilter *filter, const char *metric, const char *direction, const char *job,
                        GError **error);

gboolean store_remove(Store *store, gint64 id, GError **error);
/* What is not NULL is set. */
gboolean store_annotate(Store *store, gint64 id, const char *label, const char *note, char **tags, GError **error);

typedef struct {
    char *name;
    gint64 id, set_s;
} StoreBaseline;
gboolean store_set_baseline(Store *store, const char *name, gint64 id, GError **error);
gboolean store_remove_baseline(Store *store, const char *name, GError **error);
GPtrArray *store_baselines(Store *store, GError **error);

typedef struct {
    gint64 folder; /* 0: no file of a folder */
    char *name, *sha256; /* name: in the folder, or as it was added */
} StoreFile;
/* All files (of StoreFile). */
GPtrArray *store_files(Store *store, GError **error);
/* What SQLite itself finds wrong with the file, NULL when nothing is; the caller frees it. */
char *store_integrity(Store *store);

#endif
