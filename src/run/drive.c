#include "run/drive.h"
#include "run/internal.h"

#include "base/error.h"
#include "base/file.h"
#include "base/translate.h"
#include "base/units.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DRAIN_LIMIT_S 900

static const Workload *workload_of(const Drive *drive, const ManifestStep *step)
{
    for (guint i = 0; i < drive->cells->len; i++) {
        const PlanCell *cell = drive->cells->pdata[i];
        if (g_str_equal(cell->name, step->cell))
            return &cell->workload;
    }
    return &((const PlanCell *)drive->cells->pdata[0])->workload;
}

/* A warm-up is the workload itself, only shorter or longer. */
static Workload effective_workload(const Drive *drive, const ManifestStep *step)
{
    Workload workload = *workload_of(drive, step);
    if (step->kind == STEP_WARM_UP) {
        workload.runtime_s = drive->warm_up_s;
        workload.is_time_based = TRUE;
    }
    return workload;
}

double drive_step_seconds(const Drive *drive, const ManifestStep *step)
{
    Workload workload = effective_workload(drive, step);
    return plan_run_seconds(&workload);
}

/* Our own program is the engine where fio is not used. */
static char **with_engine(char **arguments)
{
    g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
    g_strv_builder_add(builder, arguments[0]);
    g_strv_builder_add(builder, "engine");
    for (char **argument = arguments + 1; *argument; argument++)
        g_strv_builder_add(builder, *argument);
    g_strfreev(arguments);
    return g_strv_builder_end(builder);
}

/* Where the job file of the step's mount lies, for fio as a client. */
static char *drive_client_job(const Drive *drive, const ManifestStep *step)
{
    g_autofree char *raw = g_build_filename(drive->folder, step->file, NULL);
    g_autofree char *parent = g_path_get_dirname(raw), *path = g_build_filename(parent, "client.job", NULL);
    return g_canonicalize_filename(path, NULL);
}

static gboolean write_client_job(const Drive *drive, const ManifestStep *step, GError **error)
{
    Workload workload = effective_workload(drive, step);
    const ManifestMount *mount = manifest_mount(drive->manifest, step->label);
    g_autofree char *path = drive_client_job(drive, step);
    g_autofree char *text = plan_client_job(&workload, mount->path, drive->manifest->filename);
    return file_write(path, text, strlen(text), error);
}

char **drive_arguments(const Drive *drive, const ManifestStep *step, const char *output)
{
    Workload workload = effective_workload(drive, step);
    g_autofree char *job = drive->clients ? drive_client_job(drive, step) : NULL;
    if (job)
        workload.job_file = job;
    char **arguments = plan_fio_arguments(&workload, drive->manifest->fio_path, output, drive->clients);
    return drive->is_builtin ? with_engine(arguments) : arguments;
}

static ProbeTask probe_task(const Drive *drive, const ManifestMount *mount)
{
    return (ProbeTask){.path = mount->path, .filename = drive->manifest->filename};
}

/* The file that stays for all runs is made by the first. */
static gboolean has_kept_file(const Drive *drive, const ManifestMount *mount)
{
    return drive->reuse_file && mount->identity.inode != 0;
}

static gboolean lay_out(const Drive *drive, const ManifestMount *mount, ManifestStep *step, GError **error)
{
    Workload workload = effective_workload(drive, step);
    if (!workload_reads(&workload))
        return TRUE;
    char **arguments = with_engine(plan_layout_arguments(&workload, "/proc/self/exe"));
    /* A megabyte a second is as slow as anything that one would compare. */
    double limit = 120 + units_size_parse(workload.size) / 1048576;
    FioTask task = {arguments, mount->path, NULL, limit, NULL, NULL};
    gint64 start = g_get_monotonic_time();
    FioOutcome outcome = fio_run(&task, NULL, error);
    g_strfreev(arguments);
    step->layout_s = (double)(g_get_monotonic_time() - start) / 1e6;
    if (outcome != FIO_DONE) {
        g_prefix_error(error, _("laying out the file: "));
        return FALSE;
    }
    ProbeTask probe = probe_task(drive, mount);
    double share = NAN;
    if (probe_blocks(&probe, &share, NULL) && share < 0.5)
        fprintf(stderr, _("fiocompare: %s: only %.0f%% of the test file lies in blocks; reads of holes, or of compressed data, cost "
                        "the storage nothing\n"), step->label, 100 * share);
    return TRUE;
}

static gboolean make_ready(Drive *drive, ManifestMount *mount, ManifestStep *step, GError **error)
{
    ProbeTask probe = probe_task(drive, mount);
    if (drive->remount && !has_kept_file(drive, mount) && !probe_remount(mount->facts, error)) {
        mount->is_excluded = TRUE;
        return FALSE;
    }
    if (!has_kept_file(drive, mount)) {
        Workload workload = effective_workload(drive, step);
        probe.size_bytes = workload_reads(&workload) ? 0 : units_size_parse(workload.size);
        if (!probe_reserve(&probe, &step->identity, error))
            return FALSE;
        if (drive->reuse_file)
            mount->identity = step->identity;
        if (!manifest_write(drive->manifest, drive->folder, error) || !lay_out(drive, mount, step, error))
            return FALSE;
    }
    return !drive->drop_caches || system_drop_caches(error);
}

typedef struct {
    const Drive *drive;
    const ManifestStep *step;
    double expected_s;
} Watching;

static void pass_on(const FioStatus *status, gpointer data)
{
    const Watching *watching = data;
    if (watching->drive->progress)
        watching->drive->progress(watching->drive, watching->step, status, watching->expected_s);
}

static void note_pressure(ManifestStep *step, const IoPressure *before, double seconds)
{
    IoPressure after = system_io_pressure();
    step->pressure_some_percent = fmin((after.some_us - before->some_us) / seconds / 1e4, 100);
    step->pressure_full_percent = fmin((after.full_us - before->full_us) / seconds / 1e4, 100);
}

static void note_drain(const Drive *drive, const ManifestMount *mount, ManifestStep *step)
{
    Workload workload = effective_workload(drive, step);
    ProbeTask probe = probe_task(drive, mount);
    probe.limit_ms = DRAIN_LIMIT_S * 1000;
    if (workload_writes(&workload))
        probe_drain(&probe, &step->drain_s, NULL);
}

/* What an earlier attempt left stays, under another name. */
static gboolean make_room(const char *raw, GError **error)
{
    g_autofree char *parent = g_path_get_dirname(raw);
    if (g_mkdir_with_parents(parent, 0755) != 0) {
        g_set_error(error, TROUBLE, TROUBLE_FILE, "%s: %s", parent, g_strerror(errno));
        return FALSE;
    }
    for (guint i = 1; g_file_test(raw, G_FILE_TEST_EXISTS); i++) {
        g_autofree char *aside = g_strdup_printf("%s.earlier-%u", raw, i);
        if (!g_file_test(aside, G_FILE_TEST_EXISTS) && rename(raw, aside) != 0)
            break;
    }
    return TRUE;
}

static FioOutcome run_workload(Drive *drive, const ManifestMount *mount, ManifestStep *step, const char *raw, GError **error)
{
    g_autofree char *absolute = g_canonicalize_filename(raw, NULL);
    g_auto(GStrv) arguments = drive_arguments(drive, step, absolute);
    Watching watching = {drive, step, drive_step_seconds(drive, step)};
    FioTask task = {arguments, drive->clients ? drive->folder : mount->path, absolute, watching.expected_s * 3 + 120, pass_on, &watching};
    GHashTable *before = system_nfs_calls(mount->facts ? mount->facts->mount_point : NULL, NULL), *after;
    IoPressure pressure = system_io_pressure();
    gint64 start = g_get_monotonic_time();
    if (getloadavg(&step->load_average, 1) != 1)
        step->load_average = NAN;
    g_autofree char *said = NULL;
    FioOutcome outcome = fio_run(&task, &said, error);
    if (outcome == FIO_DONE && drive->clients && !clients_check(raw, drive->clients, said, error))
        outcome = FIO_FAILED;
    note_pressure(step, &pressure, (double)(g_get_monotonic_time() - start) / 1e6);
    if (outcome == FIO_DONE && !drive->clients)
        note_drain(drive, mount, step);
    after = outcome == FIO_HUNG ? NULL : system_nfs_calls(mount->facts ? mount->facts->mount_point : NULL, NULL);
    step->nfs_calls = system_nfs_growth(before, after);
    g_clear_pointer(&before, g_hash_table_unref);
    g_clear_pointer(&after, g_hash_table_unref);
    return outcome;
}

static void settle(ManifestStep *step, FioOutcome outcome, const char *raw, const GError *error)
{
    static const char *const states[] = {"done", "failed", "hung", "interrupted"};
    g_autoptr(GBytes) bytes = file_read(raw, NULL);
    step->state = states[outcome];
    step->is_done = outcome == FIO_DONE;
    step->ended = manifest_now();
    step->sha256 = bytes ? file_sha256(bytes) : NULL;
    if (error)
        step->message = g_strdup(error->message);
}

static void remove_file(const Drive *drive, const ManifestMount *mount, ManifestStep *step)
{
    g_autoptr(GError) left_over = NULL;
    ProbeTask probe = probe_task(drive, mount);
    if (step->identity.inode == 0 || drive->reuse_file)
        return;
    if (mount->is_excluded)
        fprintf(stderr, _("fiocompare: %s: the test file %s is still there; the mount is touched no more\n"), step->label,
                drive->manifest->filename);
    else if (!probe_remove(&probe, &step->identity, &left_over))
        fprintf(stderr, _("fiocompare: %s: the test file %s is still there: %s\n"), step->label, drive->manifest->filename,
                left_over->message);
    else
        step->identity.inode = 0;
}

FioOutcome drive_step(Drive *drive, ManifestStep *step, GError **error)
{
    ManifestMount *mount = manifest_mount(drive->manifest, step->label);
    g_autofree char *raw = g_build_filename(drive->folder, step->file, NULL);
    g_autoptr(GError) reason = NULL, unwritten = NULL;
    FioOutcome outcome = FIO_FAILED;
    if (drive->has_run_before)
        fio_sleep(drive->pause_s);
    drive->has_run_before = TRUE;
    g_clear_pointer(&step->message, g_free);
    g_clear_pointer(&step->ended, g_free);
    g_clear_pointer(&step->started, g_free);
    step->state = "running";
    step->started = manifest_now();
    if (make_room(raw, &reason) &&
        (drive->clients ? write_client_job(drive, step, &reason) : make_ready(drive, mount, step, &reason)))
        outcome = run_workload(drive, mount, step, raw, &reason);
    else if (fio_was_interrupted())
        outcome = FIO_INTERRUPTED;
    mount->is_excluded = mount->is_excluded || outcome == FIO_HUNG;
    settle(step, outcome, raw, reason);
    if (!drive->clients)
        remove_file(drive, mount, step);
    if (!manifest_write(drive->manifest, drive->folder, &unwritten) && !reason) {
        reason = g_steal_pointer(&unwritten);
        outcome = FIO_FAILED;
    }
    if (reason)
        g_propagate_error(error, g_steal_pointer(&reason));
    return outcome;
}

static void clean_one(const char *path, const char *filename, const FileIdentity *identity, GString *left, guint *removed)
{
    ProbeTask probe = {.path = path, .filename = filename};
    FileIdentity now;
    g_autoptr(GError) error = NULL;
    if (identity->inode == 0 || !probe_identity(&probe, &now, NULL) || memcmp(&now, identity, sizeof now) != 0)
        return;
    if (probe_remove(&probe, identity, &error))
        ++*removed;
    else
        g_string_append_printf(left, "%s%s", left->len ? "; " : "", error->message);
}

guint drive_clean(const Manifest *manifest, char **left)
{
    g_autoptr(GString) words = g_string_new(NULL);
    guint removed = 0;
    for (guint i = 0; i < manifest->mounts->len && manifest->filename; i++) {
        const ManifestMount *mount = manifest->mounts->pdata[i];
        if (mount->is_excluded || !mount->path)
            continue;
        clean_one(mount->path, manifest->filename, &mount->identity, words, &removed);
        for (guint j = 0; j < manifest->steps->len; j++) {
            const ManifestStep *step = manifest->steps->pdata[j];
            if (g_str_equal(step->label, mount->label))
                clean_one(mount->path, manifest->filename, &step->identity, words, &removed);
        }
    }
    *left = words->len ? g_strdup(words->str) : NULL;
    return removed;
}
