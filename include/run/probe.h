/* Touches a mount only from a child with a time limit: a dead server must not hang the tool. */
#ifndef RUN_PROBE_H
#define RUN_PROBE_H

#include <glib.h>

#define PROBE_LIMIT_MS 5000

typedef struct {
    char *real_path;    /* absolute, without links */
    double free_bytes;  /* for an ordinary user, within the quota */
    double size_bytes;
    guint64 device;     /* st_dev: equal for two folders of one file system */
    char *source, *type, *options; /* from /proc/self/mountinfo; "unknown" when not found */
    char *root;                    /* the part of the file system that is mounted, "/" for all of it; NULL when not found */
    char *mount_point;             /* NULL when not found */
    char *scheduler;               /* of the backing block device, NULL when there is none */
} MountFacts;

void mount_facts_free(MountFacts *facts);
/* Whether the folder is the top of a mount; TRUE also where that cannot be seen. */
gboolean mount_facts_is_mount(const MountFacts *facts);
/* "GlusterFS (FUSE)", "NFS", "FUSE", or the type itself; static or borrowed. */
const char *mount_facts_family(const MountFacts *facts);

typedef struct {
    const char *path, *filename;
    double size_bytes;
    gboolean direct;     /* O_DIRECT is tried, with a file that has no name or is gone at once */
    gboolean is_dry;     /* nothing at all is made */
    gboolean file_may_exist; /* a file that is known to be ours */
    int limit_ms;
} ProbeTask;

/* Looks at the folder: that it is there, writable, has room, allows direct I/O, and that no file of that name is in it.
 * NULL with error set, saying what is wrong and what to do. Leaves nothing behind. */
MountFacts *probe_mount(const ProbeTask *task, GError **error);

/* What tells our file from one that somebody else put in its place. */
typedef struct {
    guint64 device, inode;
} FileIdentity;

/* Makes the file, which must not exist yet, so that the name is ours, with room for size_bytes as fio asks for it (fallocate
 * where the file system knows it): a file of its size is used by fio as it is, a shorter one would be replaced. On failure
 * nothing is left behind. */
gboolean probe_reserve(const ProbeTask *task, FileIdentity *identity, GError **error);

/* Who the file of that name is now. */
gboolean probe_identity(const ProbeTask *task, FileIdentity *identity, GError **error);

/* Removes the file that the run made; a file of another identity is left alone (identity NULL: any plain file). */
gboolean probe_remove(const ProbeTask *task, const FileIdentity *identity, GError **error);

/* Writes everything out that is still in memory (syncfs); *seconds is how long it took. limit_ms of the task is the
 * longest that is waited for. */
gboolean probe_drain(const ProbeTask *task, double *seconds, GError **error);

/* Whether the file has blocks for all its bytes; *share is what is there (0 to 1). */
gboolean probe_blocks(const ProbeTask *task, double *share, GError **error);

/* Unmounts and mounts again, so that no cache of the mount survives. Root only. When it cannot be mounted again the
 * message has the command. */
gboolean probe_remount(const MountFacts *facts, GError **error);
/* Whether that could be done: by its type and what is mounted there. FALSE with error set. */
gboolean probe_can_remount(const MountFacts *facts, GError **error);

/* For tests: fills source, type, options, root and mount point for facts->real_path from a text as /proc/self/mountinfo. */
void mount_facts_find(MountFacts *facts, const char *mountinfo);

#endif
