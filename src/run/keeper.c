/* The process between us and fio. It gets a signal when we die, however that happens, and takes fio and all that fio forked
 * with it: fio's jobs are sessions of their own and would run on. Everything here runs after fork: no memory is asked for. */
#include "run/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t must_end, must_ask;

static void on_end(int number)
{
    (void)number;
    must_end = 1;
}

static void on_ask(int number)
{
    (void)number;
    must_ask = 1;
}

/* fio's main process is gone: what it forked is ours now (subreaper). */
static void kill_children(void)
{
    char path[64], list[4096];
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = fd >= 0 ? read(fd, list, sizeof list - 1) : -1;
    if (fd >= 0)
        close(fd);
    if (size <= 0)
        return;
    list[size] = '\0';
    for (char *at = list, *end; *at; at = end) {
        long child = strtol(at, &end, 10);
        if (end == at)
            break;
        if (child > 0)
            kill((pid_t)child, SIGKILL);
    }
}

static void become_fio(const FioTask *task, int output, int report, pid_t keeper)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    if (getppid() != keeper)
        _exit(127);
    if (chdir(task->folder) == 0 && dup2(output, STDOUT_FILENO) >= 0 && dup2(output, STDERR_FILENO) >= 0) {
        int null = open("/dev/null", O_RDONLY);
        dup2(null, STDIN_FILENO);
        execvp(task->arguments[0], task->arguments);
    }
    KeeperReport answer = {errno, 0};
    if (write(report, &answer, sizeof answer) < 0)
        _exit(126);
    _exit(127);
}

void keeper_run(const FioTask *task, int output, int report, pid_t parent)
{
    struct sigaction end = {.sa_handler = on_end}, ask = {.sa_handler = on_ask};
    KeeperReport answer = {0, 0};
    setpgid(0, 0); /* Ctrl-C goes to us alone, we pass it on */
    sigaction(SIGTERM, &end, NULL);
    sigaction(SIGINT, &ask, NULL);
    signal(SIGHUP, SIG_IGN);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t keeper = getpid(), fio = getppid() == parent ? fork() : -1;
    if (fio == 0)
        become_fio(task, output, report, keeper);
    close(output);
    gboolean is_over = fio < 0;
    while (!is_over || must_end) {
        int status = 0;
        pid_t ended = waitpid(is_over ? -1 : fio, &status, WNOHANG); /* a wait that blocks could miss a signal */
        if (ended == fio) {
            answer.status = status;
            is_over = TRUE;
        }
        if (ended < 0 && errno == ECHILD)
            break;
        if (must_ask && !is_over)
            kill(fio, SIGINT);
        must_ask = 0;
        if (must_end && !is_over)
            kill(fio, SIGKILL);
        if (must_end && is_over)
            kill_children();
        if (!is_over || must_end)
            usleep(20000);
    }
    kill_children();
    if (write(report, &answer, sizeof answer) < 0)
        _exit(126);
    _exit(0);
}
