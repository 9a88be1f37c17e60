/* Touches a mount only from a child with a time limit: a dead server must not hang the tool. */
#ifndef RUN_PROBE_H
#define RUN_PROBE_H

#include <glib.h>

#define PROBE_LIMIT_MS 5000

typedef struct {
    char *real_path;    /* absolute, without links */
    double free_bytes;  /* for an ordinary user */
    char *source, *type, *options; /* from /proc/self/mountinfo; "unknown" when not found */
    char *mount_point;             /* NULL when not found */
} MountFacts;

void mount_facts_free(MountFacts *facts);

/* Looks at the folder: that it is there, writable, has room for size_bytes, and that no file of that name is in it.
 * NULL with error set, saying what is wrong and what to do. Writes nothing. */
MountFacts *probe_mount(const char *path, const char *filename, double size_bytes, GError **error);

/* Makes the empty file, which must not exist yet, so that the name is ours; with direct, opened as O_DIRECT to see
 * whether the mount allows it. On failure nothing is left behind. */
gboolean probe_reserve(const char *path, const char *filename, gboolean direct, GError **error);

/* Removes the file that the run made. */
gboolean probe_remove(const char *path, const char *filename, GError **error);

#endif
