#include "run/probe.h"

#include "base/error.h"
#include "base/units.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
    const char *path, *filename;
    gboolean direct;
} Task;

typedef struct {
    char problem[512]; /* empty when all is well */
    char real_path[4096];
    double free_bytes;
} Answer;

/* Fills the answer; runs in the child. */
typedef void (*TaskFunction)(const Task *task, Answer *answer);

G_GNUC_PRINTF(2, 3)
static void tell(Answer *answer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_vsnprintf(answer->problem, sizeof answer->problem, format, arguments);
    va_end(arguments);
}

static void look(const Task *task, Answer *answer)
{
    struct stat status;
    struct statvfs system;
    if (stat(task->path, &status) != 0) {
        tell(answer, "cannot be used: %s", g_strerror(errno));
        return;
    }
    if (!S_ISDIR(status.st_mode)) {
        tell(answer, "is no folder; name the folder where the mount is");
        return;
    }
    if (!realpath(task->path, answer->real_path) || statvfs(task->path, &system) != 0) {
        tell(answer, "cannot be examined: %s", g_strerror(errno));
        return;
    }
    answer->free_bytes = (double)system.f_bavail * (double)system.f_frsize;
    g_autofree char *file = g_build_filename(task->path, task->filename, NULL);
    if (lstat(file, &status) == 0)
        tell(answer, "already holds %s, which fiocompare did not make and will not touch; choose another name with "
                     "--filename, or remove it yourself",
             task->filename);
    else if (system.f_flag & ST_RDONLY)
        tell(answer, "is mounted read-only");
    else if (access(task->path, W_OK | X_OK) != 0)
        tell(answer, "is not writable for you: %s", g_strerror(errno));
}

static void reserve(const Task *task, Answer *answer)
{
    g_autofree char *file = g_build_filename(task->path, task->filename, NULL);
    int fd = open(file, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0) {
        tell(answer, errno == EEXIST ? "%s exists now and is not ours" : "%s cannot be made: %s", task->filename,
             g_strerror(errno));
        return;
    }
    close(fd);
    fd = task->direct ? open(file, O_WRONLY | O_DIRECT | O_NOFOLLOW | O_CLOEXEC) : -1;
    if (task->direct && fd < 0) {
        tell(answer, "refuses O_DIRECT (%s); use --direct 0 on all mounts, or mount it so that direct I/O is allowed",
             g_strerror(errno));
        unlink(file);
    }
    if (fd >= 0)
        close(fd);
}

static void remove_file(const Task *task, Answer *answer)
{
    g_autofree char *file = g_build_filename(task->path, task->filename, NULL);
    struct stat status;
    if (lstat(file, &status) != 0) {
        if (errno != ENOENT)
            tell(answer, "%s cannot be looked at: %s", task->filename, g_strerror(errno));
        return;
    }
    if (!S_ISREG(status.st_mode))
        tell(answer, "%s is no plain file any more and was left alone", task->filename);
    else if (unlink(file) != 0)
        tell(answer, "%s cannot be removed: %s", task->filename, g_strerror(errno));
}

static gboolean read_answer(int fd, Answer *answer)
{
    gsize have = 0;
    gint64 end = g_get_monotonic_time() + PROBE_LIMIT_MS * 1000;
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

static gboolean ask(TaskFunction function, const Task *task, Answer *answer, GError **error)
{
    int ends[2];
    memset(answer, 0, sizeof *answer);
    if (pipe2(ends, O_CLOEXEC) != 0) {
        g_set_error(error, TROUBLE, TROUBLE_RUN, "%s: no pipe: %s", task->path, g_strerror(errno));
        return FALSE;
    }
    pid_t child = fork();
    if (child == 0) {
        function(task, answer);
        ssize_t written = write(ends[1], answer, sizeof *answer);
        _exit(written == (ssize_t)sizeof *answer ? 0 : 1);
    }
    close(ends[1]);
    gboolean is_answered = child > 0 && read_answer(ends[0], answer);
    close(ends[0]);
    if (child > 0)
        end_child(child);
    if (!is_answered)
        g_set_error(error, TROUBLE, TROUBLE_RUN,
                    "%s: the mount does not answer within %d s; is its server dead? Nothing more was tried on it",
                    task->path, PROBE_LIMIT_MS / 1000);
    else if (answer->problem[0])
        g_set_error(error, TROUBLE, TROUBLE_RUN, "%s: %s", task->path, answer->problem);
    return is_answered && !answer->problem[0];
}

/* A blank in a path is written \\040 there. The last line whose mount point is the longest prefix of the path (proc(5)). Reads /proc only. */
static void find_mount(MountFacts *facts)
{
    g_autofree char *content = NULL;
    if (!g_file_get_contents("/proc/self/mountinfo", &content, NULL, NULL))
        return;
    g_auto(GStrv) lines = g_strsplit(content, "\n", -1);
    gsize best = 0;
    for (int i = 0; lines[i]; i++) {
        g_auto(GStrv) halves = g_strsplit(lines[i], " - ", 2);
        g_auto(GStrv) left = g_strsplit(halves[0] ? halves[0] : "", " ", -1);
        if (!halves[0] || !halves[1] || g_strv_length(left) < 6)
            continue;
        g_auto(GStrv) right = g_strsplit(halves[1], " ", 3);
        g_autofree char *point = g_strcompress(left[4]);
        gsize length = strlen(point);
        gboolean is_prefix = g_str_equal(point, "/") ||
                             (g_str_has_prefix(facts->real_path, point) &&
                              (facts->real_path[length] == '/' || facts->real_path[length] == '\0'));
        if (!is_prefix || length < best || g_strv_length(right) < 3)
            continue;
        best = length;
        g_free(facts->type);
        g_free(facts->source);
        g_free(facts->options);
        g_free(facts->mount_point);
        facts->type = g_strdup(right[0]);
        facts->source = g_strcompress(right[1]);
        facts->options = g_strdup_printf("%s,%s", left[5], right[2]);
        facts->mount_point = g_steal_pointer(&point);
    }
}

MountFacts *probe_mount(const char *path, const char *filename, double size_bytes, GError **error)
{
    Task task = {path, filename, FALSE};
    Answer answer;
    if (!ask(look, &task, &answer, error))
        return NULL;
    if (answer.free_bytes < size_bytes) {
        g_autofree char *has = units_format_bytes(answer.free_bytes), *needs = units_format_bytes(size_bytes);
        g_set_error(error, TROUBLE, TROUBLE_RUN, "%s: only %s are free, the test file needs %s; use a smaller --size",
                    path, has, needs);
        return NULL;
    }
    MountFacts *facts = g_new0(MountFacts, 1);
    facts->real_path = g_strdup(answer.real_path);
    facts->free_bytes = answer.free_bytes;
    find_mount(facts);
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
    g_free(facts->mount_point);
    g_free(facts);
}

gboolean probe_reserve(const char *path, const char *filename, gboolean direct, GError **error)
{
    Task task = {path, filename, direct};
    Answer answer;
    return ask(reserve, &task, &answer, error);
}

gboolean probe_remove(const char *path, const char *filename, GError **error)
{
    Task task = {path, filename, FALSE};
    Answer answer;
    return ask(remove_file, &task, &answer, error);
}
