/* What the machine tells around a run: pressure, NFS calls, caches. */
#ifndef RUN_SYSTEM_H
#define RUN_SYSTEM_H

#include <glib.h>

/* Microseconds since boot in which some (all) tasks waited for I/O, from /proc/pressure/io; NAN where the kernel has none. */
typedef struct {
    double some_us, full_us;
} IoPressure;
IoPressure system_io_pressure(void);

/* Calls of an NFS mount by name ("READ", "WRITE" …) to their number, as /proc/self/mountstats has them; the caller frees the
 * table. NULL when the mount is not there or no NFS. mountstats is the text; NULL: read it. */
GHashTable *system_nfs_calls(const char *mount_point, const char *mountstats);
/* "WRITE 1200, COMMIT 3": what grew from one to the other; NULL when nothing is known. The caller frees it. */
char *system_nfs_growth(GHashTable *before, GHashTable *after);

/* Lets the kernel forget clean pages, directory entries and inodes; root only. */
gboolean system_drop_caches(GError **error);

#endif
