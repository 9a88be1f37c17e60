#include "run/fio.h"

#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* fio ends its threads on SIGINT and still prints its report. */
#define GRACE_S 8
/* After SIGKILL only a thread inside the kernel is left. */
#define KILL_S 5

static volatile sig_atomic_t interrupted;

static void remember(int signal_number)
{
    interrupted = signal_number;
}

void fio_catch_signals(void)
{
    struct sigaction action = {.sa_handler = remember};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

gboolean fio_was_interrupted(void)
{
    return interrupted != 0;
}

/* In the child: nothing here may allocate. */
static void become_fio(const FioTask *task, int output, int report, pid_t parent)
{
    setpgid(0, 0); /* Ctrl-C goes to us alone, we pass it on */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    if (getppid() != parent)
        _exit(127);
    if (chdir(task->folder) == 0 && dup2(output, STDOUT_FILENO) >= 0 && dup2(output, STDERR_FILENO) >= 0) {
        int null = open("/dev/null", O_RDONLY);
        dup2(null, STDIN_FILENO);
        execvp(task->arguments[0], task->arguments);
    }
    int reason = errno;
    if (write(report, &reason, sizeof reason) < 0)
        _exit(126);
    _exit(127);
}

typedef struct {
    pid_t child;
    int status;
    gboolean is_over;
    double asked_s, killed_s; /* when it was asked to end; negative: not yet */
    gboolean is_late;
} Watch;

static double seconds_since(gint64 start)
{
    return (double)(g_get_monotonic_time() - start) / 1e6;
}

static void press(Watch *watch, double now)
{
    if (watch->asked_s < 0) {
        kill(watch->child, SIGINT);
        watch->asked_s = now;
    } else if (watch->killed_s < 0 && now - watch->asked_s > GRACE_S) {
        kill(-watch->child, SIGKILL);
        watch->killed_s = now;
    }
}

static void watch_child(Watch *watch, const FioTask *task)
{
    gint64 start = g_get_monotonic_time();
    for (;;) {
        pid_t ended = waitpid(watch->child, &watch->status, WNOHANG);
        double now = seconds_since(start);
        watch->is_over = ended == watch->child;
        if (watch->is_over || (watch->killed_s >= 0 && now - watch->killed_s > KILL_S))
            return;
        watch->is_late = watch->is_late || now > task->limit_s;
        if (fio_was_interrupted() || watch->is_late)
            press(watch, now);
        if (task->progress)
            task->progress(now, task->data);
        g_usleep(100000);
    }
}

static FioOutcome judge(const Watch *watch, const FioTask *task, int exec_error, GError **error)
{
    if (!watch->is_over) {
        g_set_error(error, TROUBLE, TROUBLE_RUN,
                    "fio (process %d) hangs in the kernel and cannot be ended; the mount is left alone from here on",
                    (int)watch->child);
        return FIO_HUNG;
    }
    if (exec_error) {
        g_set_error(error, TROUBLE, TROUBLE_RUN, "%s cannot be started: %s", task->arguments[0],
                    g_strerror(exec_error));
        return FIO_FAILED;
    }
    if (fio_was_interrupted()) {
        g_set_error(error, TROUBLE, TROUBLE_RUN, "interrupted");
        return FIO_INTERRUPTED;
    }
    if (watch->is_late) {
        g_set_error(error, TROUBLE, TROUBLE_RUN, "fio did not end within %.0f s and was ended; does the mount hang?",
                    task->limit_s);
        return FIO_HUNG;
    }
    if (WIFSIGNALED(watch->status)) {
        g_set_error(error, TROUBLE, TROUBLE_RUN, "fio was killed by signal %d (%s)", WTERMSIG(watch->status),
                    g_strsignal(WTERMSIG(watch->status)));
        return FIO_FAILED;
    }
    if (WEXITSTATUS(watch->status) != 0) {
        g_set_error(error, TROUBLE, TROUBLE_RUN, "fio ended with exit status %d; what it printed is in %s",
                    WEXITSTATUS(watch->status), task->output);
        return FIO_FAILED;
    }
    return FIO_DONE;
}

FioOutcome fio_run(const FioTask *task, GError **error)
{
    int report[2];
    int output = open(task->output, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
    if (output < 0 || pipe2(report, O_CLOEXEC | O_NONBLOCK) != 0) {
        g_set_error(error, TROUBLE, TROUBLE_FILE, "%s: cannot be made: %s", task->output, g_strerror(errno));
        if (output >= 0)
            close(output);
        return FIO_FAILED;
    }
    pid_t parent = getpid();
    Watch watch = {.child = fork(), .asked_s = -1, .killed_s = -1};
    if (watch.child == 0)
        become_fio(task, output, report[1], parent);
    close(output);
    close(report[1]);
    int exec_error = 0;
    FioOutcome outcome = FIO_FAILED;
    if (watch.child < 0) {
        g_set_error(error, TROUBLE, TROUBLE_RUN, "no process for fio: %s", g_strerror(errno));
    } else {
        watch_child(&watch, task);
        if (read(report[0], &exec_error, sizeof exec_error) != (ssize_t)sizeof exec_error)
            exec_error = 0;
        outcome = judge(&watch, task, exec_error, error);
    }
    close(report[0]);
    return outcome;
}

char *fio_version(const char *fio, GError **error)
{
    char *arguments[] = {(char *)fio, (char *)"--version", NULL};
    g_autofree char *output = NULL;
    g_autoptr(GError) reason = NULL;
    int status = 0;
    gboolean is_started = g_spawn_sync(NULL, arguments, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL,
                                       NULL, &output, NULL, &status, &reason);
    if (!is_started) {
        g_set_error(error, TROUBLE, TROUBLE_RUN,
                    "%s cannot be started (%s); install it (apt-get install fio) or name it with --fio PATH", fio,
                    reason->message);
        return NULL;
    }
    g_strstrip(output);
    if (!g_str_has_prefix(output, "fio-") || status != 0) {
        g_set_error(error, TROUBLE, TROUBLE_RUN, "%s is no fio: --version prints \"%.60s\", \"fio-3.33\" or the like "
                                                 "was expected",
                    fio, output);
        return NULL;
    }
    return g_steal_pointer(&output);
}
