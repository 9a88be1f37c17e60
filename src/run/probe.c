#include "run/probe.h"

#include "base/error.h"
#include "base/translate.h"
#include "base/units.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/quota.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
    char problem[512]; /* empty when all is well */
    char real_path[4096];
    double free_bytes, size_bytes, value;
    guint64 device, inode;
} Answer;

/* Fills the answer; runs in the child. */
typedef void (*TaskFunction)(const ProbeTask *task, Answer *answer);

G_GNUC_PRINTF(2, 3)
static void tell(Answer *answer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_vsnprintf(answer->problem, sizeof answer->problem, format, arguments);
    va_end(arguments);
}

/* What the quota leaves; only block devices have one that can be asked for here. */
static double quota_left(dev_t device)
{
    g_autofree char *path = g_strdup_printf("/dev/block/%u:%u", major(device), minor(device));
    struct dqblk quota;
    if (quotactl((int)QCMD((unsigned)Q_GETQUOTA, USRQUOTA), path, (int)getuid(), (char *)&quota) != 0 || quota.dqb_bhardlimit == 0)
        return INFINITY;
    double limit = (double)quota.dqb_bhardlimit * 1024;
    return fmax(limit - (double)quota.dqb_curspace, 0);
}

/* A file without a name where the file system can do that, else one with a name that is gone at once. */
static void try_direct(const ProbeTask *task, Answer *answer)
{
    g_autofree char *name = g_strdup_printf("%s/.fiocompare-%d", task->path, (int)getpid());
    int fd = open(task->path, O_TMPFILE | O_WRONLY | O_DIRECT | O_CLOEXEC, 0600);
    if (fd < 0) {
        int made = open(name, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (made < 0) {
            tell(answer, _("no file can be made there: %s"), g_strerror(errno));
            return;
        }
        close(made);
        fd = open(name, O_WRONLY | O_DIRECT | O_NOFOLLOW | O_CLOEXEC);
        int reason = errno;
        unlink(name);
        errno = reason;
    }
    if (fd < 0)
        tell(answer, _("refuses O_DIRECT (%s); use --direct 0 on all mounts, or mount it so that direct I/O is allowed"),
             g_strerror(errno));
    else
        close(fd);
}

static void look(const ProbeTask *task, Answer *answer)
{
    struct stat status, file_status;
    struct statvfs system;
    if (stat(task->path, &status) != 0) {
        tell(answer, _("cannot be used: %s"), g_strerror(errno));
        return;
    }
    if (!S_ISDIR(status.st_mode)) {
        tell(answer, _("is no folder; name the folder where the mount is"));
        return;
    }
    if (!realpath(task->path, answer->real_path) || statvfs(task->path, &system) != 0) {
        tell(answer, _("cannot be examined: %s"), g_strerror(errno));
        return;
    }
    answer->device = status.st_dev;
    answer->size_bytes = (double)system.f_blocks * (double)system.f_frsize;
    answer->free_bytes = fmin((double)system.f_bavail * (double)system.f_frsize, quota_left(status.st_dev));
    g_autofree char *file = g_build_filename(task->path, task->filename, NULL);
    gboolean is_there = lstat(file, &file_status) == 0;
    if (is_there && !task->file_may_exist)
        tell(answer, _("already holds %s, which fiocompare did not make and will not touch; choose another name with "
                     "--filename, or remove it yourself"),
             task->filename);
    else if (system.f_flag & ST_RDONLY)
        tell(answer, _("is mounted read-only"));
    else if (access(task->path, W_OK | X_OK) != 0)
        tell(answer, _("is not writable for you: %s"), g_strerror(errno));
    else if (task->direct && !task->is_dry)
        try_direct(task, answer);
}

static void reserve(const ProbeTask *task, Answer *answer)
{
    g_autofree char *file = g_build_filename(task->path, task->filename, NULL);
    struct stat status;
    int fd = open(file, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0) {
        tell(answer, errno == EEXIST ? _("%s exists now and is not ours") : _("%s cannot be made: %s"), task->filename,
             g_strerror(errno));
        return;
    }
    off_t size = (off_t)task->size_bytes;
    gboolean is_full = size > 0 && fallocate(fd, 0, 0, size) != 0 && (errno == ENOSPC || errno == EDQUOT);
    if (is_full || ftruncate(fd, size) != 0 || fstat(fd, &status) != 0) {
        tell(answer, _("there is no room for %s: %s"), task->filename, g_strerror(errno));
        unlink(file);
        close(fd);
        return;
    }
    answer->device = status.st_dev;
    answer->inode = status.st_ino;
    close(fd);
}

/* answer->device and inode come in as what is expected; 0: anything. */
static void remove_file(const ProbeTask *task, Answer *answer)
{
    g_autofree char *file = g_build_filename(task->path, task->filename, NULL);
    struct stat status;
    if (lstat(file, &status) != 0) {
        if (errno != ENOENT)
            tell(answer, _("%s cannot be looked at: %s"), task->filename, g_strerror(errno));
        return;
    }
    gboolean is_other = answer->inode != 0 && (answer->inode != status.st_ino || answer->device != status.st_dev);
    if (!S_ISREG(status.st_mode) || is_other)
        tell(answer, _("%s is not the file that the run made any more and was left alone"), task->filename);
    else if (unlink(file) != 0)
        tell(answer, _("%s cannot be removed: %s"), task->filename, g_strerror(errno));
}

static void identify(const ProbeTask *task, Answer *answer)
{
    g_autofree char *file = g_build_filename(task->path, task->filename, NULL);
    struct stat status;
    if (lstat(file, &status) != 0) {
        tell(answer, _("%s cannot be looked at: %s"), task->filename, g_strerror(errno));
        return;
    }
    answer->device = status.st_dev;
    answer->inode = status.st_ino;
}

static void drain(const ProbeTask *task, Answer *answer)
{
    int fd = open(task->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    gint64 start = g_get_monotonic_time();
    if (fd < 0 || syncfs(fd) != 0)
        tell(answer, _("cannot be synchronised: %s"), g_strerror(errno));
    answer->value = (double)(g_get_monotonic_time() - start) / 1e6;
    if (fd >= 0)
        close(fd);
}

static void count_blocks(const ProbeTask *task, Answer *answer)
{
    g_autofree char *file = g_build_filename(task->path, task->filename, NULL);
    struct stat status;
    if (stat(file, &status) != 0)
        tell(answer, _("%s cannot be looked at: %s"), task->filename, g_strerror(errno));
    else
        answer->value = status.st_size > 0 ? (double)status.st_blocks * 512 / (double)status.st_size : 0;
}

static gboolean read_answer(int fd, Answer *answer, int limit_ms)
{
    gsize have = 0;
    gint64 end = g_get_monotonic_time() + (gint64)limit_ms * 1000;
    while (have < sizeof *answer) {
        int left = (int)((end - g_get_monotonic_time()) / 1000);
        struct pollfd wait = {fd, POLLIN, 0};
        if (left <= 0)
            return FALSE;
        int ready = poll(&wait, 1, left);
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0)
            return FALSE;
        ssize_t got = read(fd, (char *)answer + have, sizeof *answer - have);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return FALSE;
        have += (gsize)got;
    }
    return TRUE;
}

/* A child that hangs in the kernel cannot be killed: it is left to itself. */
static void end_child(pid_t child)
{
    kill(child, SIGKILL);
    for (int i = 0; i < 20; i++) {
        if (waitpid(child, NULL, WNOHANG) != 0)
            return;
        g_usleep(10000);
    }
}

static gboolean ask(TaskFunction function, const ProbeTask *task, Answer *answer, GError **error)
{
    int ends[2], limit = task->limit_ms > 0 ? task->limit_ms : PROBE_LIMIT_MS;
    answer->problem[0] = '\0';
    if (pipe2(ends, O_CLOEXEC) != 0) {
        g_set_error(error, TROUBLE, TROUBLE_RUN, _("%s: no pipe: %s"), task->path, g_strerror(errno));
        return FALSE;
    }
    pid_t child = fork();
    if (child == 0) {
        function(task, answer);
        ssize_t written = write(ends[1], answer, sizeof *answer);
        _exit(written == (ssize_t)sizeof *answer ? 0 : 1);
    }
    close(ends[1]);
    gboolean is_answered = child > 0 && read_answer(ends[0], answer, limit);
    close(ends[0]);
    if (child > 0)
        end_child(child);
    if (!is_answered)
        g_set_error(error, TROUBLE, TROUBLE_RUN,
                    _("%s: the mount does not answer within %d s; is its server dead? Nothing more was tried on it"),
                    task->path, limit / 1000);
    else if (answer->problem[0])
        g_set_error(error, TROUBLE, TROUBLE_RUN, "%s: %s", task->path, answer->problem);
    return is_answered && !answer->problem[0];
}

/* The queue belongs to the whole disk, one folder up from a partition. */
static char *find_scheduler(guint64 device)
{
    static const char *const places[] = {"queue/scheduler", "../queue/scheduler"};
    for (gsize i = 0; i < G_N_ELEMENTS(places); i++) {
        g_autofree char *path =
            g_strdup_printf("/sys/dev/block/%u:%u/%s", major((dev_t)device), minor((dev_t)device), places[i]);
        char *text = NULL;
        if (g_file_get_contents(path, &text, NULL, NULL))
            return g_strstrip(text);
    }
    return NULL;
}

static gboolean is_below(const char *path, const char *point)
{
    gsize length = strlen(point);
    return g_str_equal(point, "/") ||
           (g_str_has_prefix(path, point) && (path[length] == '/' || path[length] == '\0'));
}

/* A blank in a path is written \\040 there. The last line whose mount point is the longest prefix of the path (proc(5)). */
void mount_facts_find(MountFacts *facts, const char *mountinfo)
{
    g_auto(GStrv) lines = g_strsplit(mountinfo, "\n", -1);
    gsize best = 0;
    for (int i = 0; lines[i]; i++) {
        g_auto(GStrv) halves = g_strsplit(lines[i], " - ", 2);
        g_auto(GStrv) left = g_strsplit(halves[0] ? halves[0] : "", " ", -1);
        if (!halves[0] || !halves[1] || g_strv_length(left) < 6)
            continue;
        g_auto(GStrv) right = g_strsplit(halves[1], " ", 3);
        g_autofree char *point = g_strcompress(left[4]);
        gsize length = strlen(point);
        if (!is_below(facts->real_path, point) || length < best || g_strv_length(right) < 3)
            continue;
        best = length;
        g_free(facts->type);
        g_free(facts->source);
        g_free(facts->options);
        g_free(facts->mount_point);
        g_free(facts->root);
        facts->type = g_strdup(right[0]);
        facts->source = g_strcompress(right[1]);
        facts->options = g_strdup_printf("%s,%s", left[5], right[2]);
        facts->root = g_strcompress(left[3]);
        facts->mount_point = g_steal_pointer(&point);
    }
}

gboolean mount_facts_is_mount(const MountFacts *facts)
{
    return !facts->mount_point || g_str_equal(facts->mount_point, facts->real_path);
}

const char *mount_facts_family(const MountFacts *facts)
{
    static const struct {
        const char *type, *family;
    } families[] = {{"fuse.glusterfs", "GlusterFS (FUSE)"}, {"fuse.ceph-fuse", "CephFS (FUSE)"}, {"ceph", "CephFS"},
                    {"nfs", "NFS"}, {"nfs4", "NFS"}, {"cifs", "SMB"}, {"smb3", "SMB"}, {"fuse.sshfs", "sshfs (FUSE)"}};
    for (gsize i = 0; i < G_N_ELEMENTS(families); i++)
        if (g_str_equal(families[i].type, facts->type))
            return families[i].family;
    return g_str_has_prefix(facts->type, "fuse") && !g_str_equal(facts->type, "fuseblk") ? "FUSE" : facts->type;
}

MountFacts *probe_mount(const ProbeTask *task, GError **error)
{
    Answer answer = {.free_bytes = 0};
    if (!ask(look, task, &answer, error))
        return NULL;
    if (answer.free_bytes < task->size_bytes) {
        g_autofree char *has = units_format_bytes(answer.free_bytes), *needs = units_format_bytes(task->size_bytes);
        g_set_error(error, TROUBLE, TROUBLE_RUN,
                    _("%s: only %s are free for you, the test file needs %s; use a smaller --size"), task->path, has, needs);
        return NULL;
    }
    MountFacts *facts = g_new0(MountFacts, 1);
    facts->real_path = g_strdup(answer.real_path);
    facts->free_bytes = answer.free_bytes;
    facts->size_bytes = answer.size_bytes;
    facts->device = answer.device;
    facts->scheduler = find_scheduler(answer.device);
    g_autofree char *mountinfo = NULL;
    if (g_file_get_contents("/proc/self/mountinfo", &mountinfo, NULL, NULL))
        mount_facts_find(facts, mountinfo);
    if (!facts->type) { /* a chroot may not see the mount that it lies on */
        facts->type = g_strdup("unknown");
        facts->source = g_strdup("unknown");
        facts->options = g_strdup("unknown");
    }
    return facts;
}

void mount_facts_free(MountFacts *facts)
{
    if (!facts)
        return;
    g_free(facts->real_path);
    g_free(facts->source);
    g_free(facts->type);
    g_free(facts->options);
    g_free(facts->root);
    g_free(facts->mount_point);
    g_free(facts->scheduler);
    g_free(facts);
}

gboolean probe_reserve(const ProbeTask *task, FileIdentity *identity, GError **error)
{
    Answer answer = {.inode = 0};
    gboolean is_made = ask(reserve, task, &answer, error);
    *identity = (FileIdentity){answer.device, answer.inode};
    return is_made;
}

gboolean probe_remove(const ProbeTask *task, const FileIdentity *identity, GError **error)
{
    Answer answer = {.device = identity ? identity->device : 0, .inode = identity ? identity->inode : 0};
    return ask(remove_file, task, &answer, error);
}

gboolean probe_identity(const ProbeTask *task, FileIdentity *identity, GError **error)
{
    Answer answer = {.inode = 0};
    gboolean is_there = ask(identify, task, &answer, error);
    *identity = (FileIdentity){answer.device, answer.inode};
    return is_there;
}

gboolean probe_drain(const ProbeTask *task, double *seconds, GError **error)
{
    Answer answer = {.value = 0};
    gboolean is_done = ask(drain, task, &answer, error);
    *seconds = is_done ? answer.value : NAN;
    return is_done;
}

gboolean probe_blocks(const ProbeTask *task, double *share, GError **error)
{
    Answer answer = {.value = 0};
    gboolean is_done = ask(count_blocks, task, &answer, error);
    *share = is_done ? answer.value : NAN;
    return is_done;
}
