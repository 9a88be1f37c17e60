#include "run/fio.h"
#include "run/internal.h"

#include "base/error.h"
#include "base/translate.h"
#include "base/units.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* fio ends its threads on SIGINT and still prints its report. */
#define GRACE_S 8
/* After SIGKILL only a thread inside the kernel is left. */
#define KILL_S 5
#define SAID_MAX 16384

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

void fio_sleep(double seconds)
{
    gint64 end = g_get_monotonic_time() + (gint64)(seconds * 1e6);
    while (!fio_was_interrupted() && g_get_monotonic_time() < end)
        g_usleep((gulong)CLAMP(end - g_get_monotonic_time(), 1, 100000));
}

/* The sum of the numbers in "r=12.3MiB/s,w=5MiB/s" or "r=3150,w=1288 IOPS". */
static double sum_of(const char *text, gboolean is_rate)
{
    double sum = 0;
    g_auto(GStrv) parts = g_strsplit(text, ",", -1);
    for (int i = 0; parts[i]; i++) {
        const char *equals = strchr(parts[i], '=');
        gsize used = 0, length;
        if (!equals)
            continue;
        double value = units_number_parse(equals + 1, strlen(equals + 1), &used);
        const char *suffix = equals + 1 + used;
        length = strcspn(suffix, " ");
        double factor = is_rate ? units_byte_factor(suffix, length, 1024) : units_count_factor(suffix, length);
        if (used && isfinite(factor))
            sum += value * factor;
    }
    return sum;
}

void fio_read_status(const char *line, FioStatus *status)
{
    g_auto(GStrv) groups = g_strsplit(line, "[", -1);
    for (int i = 1; groups[0] && groups[i]; i++) {
        char *end = strchr(groups[i], ']');
        if (!end || !strchr(groups[i], '='))
            continue;
        *end = '\0';
        if (strstr(groups[i], "/s"))
            status->bytes_per_s = sum_of(groups[i], TRUE);
        else if (strstr(groups[i], "IOPS"))
            status->iops = sum_of(groups[i], FALSE);
    }
}

typedef struct {
    pid_t keeper;
    int said_fd;
    GString *line, *said; /* the line that is not ended yet; what is no status */
    FioStatus status;
    gboolean is_over;
    double asked_s, killed_s; /* when it was asked to end; negative: not yet */
    gboolean is_late;
} Watch;

static double seconds_since(gint64 start)
{
    return (double)(g_get_monotonic_time() - start) / 1e6;
}

static void end_line(Watch *watch)
{
    if (g_str_has_prefix(watch->line->str, "Jobs: "))
        fio_read_status(watch->line->str, &watch->status);
    else if (watch->line->len > 0 && watch->said->len < SAID_MAX)
        g_string_append_printf(watch->said, "%s\n", watch->line->str);
    g_string_truncate(watch->line, 0);
}

/* fio ends a status by going back to the start of its line. */
static void listen(Watch *watch)
{
    char buffer[4096];
    ssize_t got;
    while ((got = read(watch->said_fd, buffer, sizeof buffer)) > 0) {
        for (ssize_t i = 0; i < got; i++) {
            if (buffer[i] == '\n' || buffer[i] == '\r')
                end_line(watch);
            else if (watch->line->len < SAID_MAX && buffer[i] != '\0')
                g_string_append_c(watch->line, buffer[i]);
        }
    }
    if (strstr(watch->line->str, "IOPS]")) /* a status that waits for its end */
        fio_read_status(watch->line->str, &watch->status);
}

static void press(Watch *watch, double now)
{
    if (watch->asked_s < 0) {
        kill(watch->keeper, SIGINT);
        watch->asked_s = now;
    } else if (watch->killed_s < 0 && now - watch->asked_s > GRACE_S) {
        kill(watch->keeper, SIGTERM);
        watch->killed_s = now;
    }
}

static void watch_keeper(Watch *watch, const FioTask *task)
{
    gint64 start = g_get_monotonic_time();
    for (;;) {
        int status = 0;
        pid_t ended = waitpid(watch->keeper, &status, WNOHANG);
        double now = seconds_since(start);
        listen(watch);
        watch->is_over = ended == watch->keeper;
        if (watch->is_over || (watch->killed_s >= 0 && now - watch->killed_s > KILL_S))
            break;
        watch->is_late = watch->is_late || now > task->limit_s;
        if (fio_was_interrupted() || watch->is_late)
            press(watch, now);
        watch->status.elapsed_s = now;
        if (task->progress)
            task->progress(&watch->status, task->data);
        g_usleep(100000);
    }
    end_line(watch);
}

static FioOutcome judge(const Watch *watch, const FioTask *task, const KeeperReport *report, GError **error)
{
    if (!watch->is_over) {
        g_set_error(error, TROUBLE, TROUBLE_RUN,
                    _("fio (under process %d) hangs in the kernel and cannot be ended; the mount is left alone from here on"),
                    (int)watch->keeper);
        return FIO_HUNG;
    }
    if (report->exec_error) {
        g_set_error(error, TROUBLE, TROUBLE_RUN, _("%s cannot be started: %s"), task->arguments[0],
                    g_strerror(report->exec_error));
        return FIO_FAILED;
    }
    if (fio_was_interrupted()) {
        g_set_error(error, TROUBLE, TROUBLE_RUN, _("interrupted"));
        return FIO_INTERRUPTED;
    }
    if (watch->is_late) {
        g_set_error(error, TROUBLE, TROUBLE_RUN, _("fio did not end within %.0f s and was ended; does the mount hang?"),
                    task->limit_s);
        return FIO_HUNG;
    }
    if (WIFSIGNALED(report->status)) {
        g_set_error(error, TROUBLE, TROUBLE_RUN, _("fio was killed by signal %d (%s)"), WTERMSIG(report->status),
                    g_strsignal(WTERMSIG(report->status)));
        return FIO_FAILED;
    }
    if (WEXITSTATUS(report->status) == 0)
        return FIO_DONE;
    g_autofree char *first = g_strndup(watch->said->str, strcspn(watch->said->str, "\n"));
    g_set_error(error, TROUBLE, TROUBLE_RUN, _("fio ended with exit status %d%s%s%s%s"), WEXITSTATUS(report->status),
                *first ? ": " : "", first, task->output ? _("; what it printed is in ") : "", task->output ? task->output : "");
    return FIO_FAILED;
}

/* A name that exists already is not overwritten. */
static gboolean make_output(const char *path, GError **error)
{
    int output = path ? open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644) : -1;
    if (path && output < 0) {
        g_set_error(error, TROUBLE, TROUBLE_FILE, _("%s: cannot be made: %s"), path, g_strerror(errno));
        return FALSE;
    }
    if (output >= 0)
        close(output);
    return TRUE;
}

/* What fio said is evidence too, where there is no report. */
static void keep_said(const FioTask *task, const Watch *watch)
{
    g_autofree char *printed = NULL;
    gsize length = 0;
    if (task->output && watch->said->len && g_file_get_contents(task->output, &printed, &length, NULL) && length == 0)
        g_file_set_contents(task->output, watch->said->str, (gssize)watch->said->len, NULL);
}

FioOutcome fio_run(const FioTask *task, char **said, GError **error)
{
    int report[2], talk[2];
    if (said)
        *said = NULL;
    if (!make_output(task->output, error))
        return FIO_FAILED;
    if (pipe2(report, O_CLOEXEC | O_NONBLOCK) != 0 || pipe2(talk, O_CLOEXEC) != 0) {
        g_set_error(error, TROUBLE, TROUBLE_RUN, _("no pipe for fio: %s"), g_strerror(errno));
        return FIO_FAILED;
    }
    pid_t parent = getpid();
    Watch watch = {.keeper = fork(), .said_fd = talk[0], .asked_s = -1, .killed_s = -1};
    if (watch.keeper == 0)
        keeper_run(task, talk[1], report[1], parent);
    close(report[1]);
    close(talk[1]);
    fcntl(talk[0], F_SETFL, O_NONBLOCK);
    watch.status = (FioStatus){0, NAN, NAN};
    watch.line = g_string_new(NULL);
    watch.said = g_string_new(NULL);
    KeeperReport answer = {0, 0};
    FioOutcome outcome = FIO_FAILED;
    if (watch.keeper < 0) {
        g_set_error(error, TROUBLE, TROUBLE_RUN, _("no process for fio: %s"), g_strerror(errno));
    } else {
        watch_keeper(&watch, task);
        if (read(report[0], &answer, sizeof answer) != (ssize_t)sizeof answer)
            answer = (KeeperReport){0, SIGKILL}; /* the keeper itself was killed */
        keep_said(task, &watch);
        outcome = judge(&watch, task, &answer, error);
    }
    close(report[0]);
    close(talk[0]);
    g_string_free(watch.line, TRUE);
    char *words = g_string_free(watch.said, FALSE);
    if (said)
        *said = words;
    else
        g_free(words);
    return outcome;
}

static char *output_of(const char *fio, const char *argument, gboolean *is_good, GError **error)
{
    char *arguments[] = {(char *)fio, (char *)argument, NULL};
    char *output = NULL;
    int status = 0;
    *is_good = g_spawn_sync(NULL, arguments, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &output, NULL,
                            &status, error) &&
               status == 0;
    return output;
}

char *fio_version(const char *fio, GError **error)
{
    g_autoptr(GError) reason = NULL;
    gboolean is_good = FALSE;
    g_autofree char *output = output_of(fio, "--version", &is_good, &reason);
    if (reason) {
        g_set_error(error, TROUBLE, TROUBLE_RUN,
                    _("%s cannot be started (%s); install it (apt-get install fio), name it with --fio PATH, or take the "
                    "built-in engine (--engine builtin)"), fio, reason->message);
        return NULL;
    }
    g_strstrip(output);
    if (!g_str_has_prefix(output, "fio-") || !is_good) {
        g_set_error(error, TROUBLE, TROUBLE_RUN, _("%s is no fio: --version prints \"%.60s\", \"fio-3.33\" or the like "
                                                 "was expected"),
                    fio, output);
        return NULL;
    }
    return g_steal_pointer(&output);
}

gboolean fio_has_engine(const char *fio, const char *engine, GError **error)
{
    gboolean is_good = FALSE;
    g_autofree char *output = output_of(fio, "--enghelp", &is_good, NULL);
    if (!is_good || !strstr(output, "vailable IO engines"))
        return TRUE;
    g_auto(GStrv) lines = g_strsplit(output, "\n", -1);
    for (int i = 0; lines[i]; i++)
        if (g_str_equal(g_strstrip(lines[i]), engine))
            return TRUE;
    g_set_error(error, TROUBLE, TROUBLE_RUN, _("--ioengine %s: this fio has no such engine; \"fio --enghelp\" lists them"), engine);
    return FALSE;
}
