/* What the parts of the archive's command share. */
#ifndef CLI_ARCHIVE_PARTS_H
#define CLI_ARCHIVE_PARTS_H

#include "cli/internal.h"

#include "store/store.h"

typedef struct {
    char *label, *note, *since, *until, *host, *type, *workload, *job, *format, *theme;
    char **tags, **outputs;
    int last;
    gboolean yes;
} ArchiveOptions;

/* The filter that the options ask for; texts are borrowed. FALSE with error set. */
gboolean archive_filter(const ArchiveOptions *options, StoreFilter *filter, GError **error);

/* archive_gather.c: a report's entry, figures and bytes. */
typedef struct {
    StoreEntry entry;
    GPtrArray *metrics; /* of StoreMetric */
} Piece;
/* The reports of bytes that lie at path (an array of Piece); NULL with error set. */
GPtrArray *archive_read_pieces(GBytes *raw, const char *path, GError **error);

/* archive_gather.c: adds each of "[LABEL=]FILE" and the folders of runs, and says so a line each. Gives the exit
 * status. */
int archive_add_all(Store *store, char **arguments, int count, const ArchiveOptions *options);

/* archive_gather.c: a run's folder, once it is done; says what was added where. */
int archive_keep_run(const char *folder, char **tags, const char *note);

/* archive_export.c */
int archive_export(Store *store, char **references, int count, const ArchiveOptions *options);
/* archive_trend.c */
int archive_trend(Store *store, const char *metric, const ArchiveOptions *options);

/* "2026-12-04 02:42", "" when not known; the caller frees it. */
char *archive_time(double seconds);

#endif
