#include "cli/internal.h"
#include "cli/version.h"

#include "base/error.h"
#include "base/file.h"
#include "base/units.h"
#include "read/reader.h"
#include "run/fio.h"
#include "run/manifest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static Workload workload = WORKLOAD_DEFAULT;
static char *output, *fio_path;
static int repeats = 3;
static gboolean is_dry_run;

static const GOptionEntry options[] = {
    {"repeat", 0, 0, G_OPTION_ARG_INT, &repeats, "runs on each mount, in turn (default 3)", "N"},
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "the folder for all that is kept (default: a new one here)",
     "DIR"},
    {"fio", 0, 0, G_OPTION_ARG_FILENAME, &fio_path, "the fio to use (default: the one in PATH)", "PATH"},
    {"dry-run", 0, 0, G_OPTION_ARG_NONE, &is_dry_run, "print what would be done, do nothing", NULL},
    {"name", 0, 0, G_OPTION_ARG_STRING, &workload.name, "fio's name (default 1io)", "NAME"},
    {"filename", 0, 0, G_OPTION_ARG_STRING, &workload.filename, "the test file, made in each mount (default io.speedtest)",
     "NAME"},
    {"runtime", 0, 0, G_OPTION_ARG_INT, &workload.runtime_s, "seconds of a run (default 30)", "S"},
    {"direct", 0, 0, G_OPTION_ARG_INT, &workload.direct, "1: O_DIRECT (the default), 0: through the page cache", "0|1"},
    {"bs", 0, 0, G_OPTION_ARG_STRING, &workload.bs, "block size (default 8k)", "SIZE"},
    {"rw", 0, 0, G_OPTION_ARG_STRING, &workload.rw, "fio's rw (default write)", "KIND"},
    {"size", 0, 0, G_OPTION_ARG_STRING, &workload.size, "size of the test file (default 4G)", "SIZE"},
    {"numjobs", 0, 0, G_OPTION_ARG_INT, &workload.numjobs, "threads (default 60)", "N"},
    {"iodepth", 0, 0, G_OPTION_ARG_INT, &workload.iodepth, "fio's iodepth (default 4)", "N"},
    {"ioengine", 0, 0, G_OPTION_ARG_STRING, &workload.engine, "fio's ioengine (default sync)", "NAME"},
    {"thread", 0, 0, G_OPTION_ARG_INT, &workload.thread, "1: threads (the default), 0: processes", "0|1"},
    {"group_reporting", 0, 0, G_OPTION_ARG_INT, &workload.group_reporting,
     "1: one sum over the jobs (the default), 0: each job by itself", "0|1"},
    {"time_based", 0, 0, G_OPTION_ARG_NONE, &workload.is_time_based, "run for the whole runtime, over the file again",
     NULL},
    COMPARE_ENTRIES,
    SETTINGS_ENTRIES,
    G_OPTION_ENTRY_NULL,
};

static gboolean add_mounts(Manifest *manifest, char **arguments, int count, GError **error)
{
    for (int i = 0; i < count; i++) {
        const char *equals = strchr(arguments[i], '=');
        g_autofree char *label = equals ? g_strndup(arguments[i], (gsize)(equals - arguments[i]))
                                        : g_path_get_basename(arguments[i]);
        const char *path = equals ? equals + 1 : arguments[i];
        for (guint j = 0; j < manifest->mounts->len; j++) {
            if (g_str_equal(((ManifestMount *)manifest->mounts->pdata[j])->label, label)) {
                g_set_error(error, TROUBLE, TROUBLE_USAGE, "the label %s is given twice; write LABEL=DIR", label);
                return FALSE;
            }
        }
        ManifestMount *mount = manifest_add_mount(manifest, label, path);
        mount->facts = probe_mount(path, workload.filename, units_size_parse(workload.size), error);
        if (!mount->facts)
            return FALSE;
        g_free(mount->path);
        mount->path = g_strdup(mount->facts->real_path);
    }
    return TRUE;
}

static void add_steps(Manifest *manifest)
{
    g_autoptr(GArray) order = plan_order(manifest->mounts->len, (guint)repeats);
    for (guint i = 0; i < order->len; i++) {
        PlanStep step = g_array_index(order, PlanStep, i);
        const ManifestMount *mount = manifest->mounts->pdata[step.mount];
        manifest_add_step(manifest, mount->label, step.repeat);
    }
}

static gboolean make_folder(const char *folder, GError **error)
{
    if (mkdir(folder, 0755) == 0)
        return TRUE;
    int reason = errno;
    g_autoptr(GDir) entries = reason == EEXIST ? g_dir_open(folder, 0, NULL) : NULL;
    if (entries && !g_dir_read_name(entries))
        return TRUE;
    g_set_error(error, TROUBLE, TROUBLE_FILE, "%s: %s", folder,
                entries ? "is not empty; name a new folder with -o, nothing is overwritten" : g_strerror(reason));
    return FALSE;
}

typedef struct {
    const ManifestStep *step;
    double expected_s;
    gboolean is_terminal;
} Progress;

static void show_progress(double elapsed_s, gpointer data)
{
    const Progress *progress = data;
    if (!progress->is_terminal)
        return;
    int filled = (int)CLAMP(elapsed_s / progress->expected_s * 30, 0, 30);
    fprintf(stderr, "\r%-16.16s run %u of %d  [%.*s%.*s] %3.0f of about %.0f s ", progress->step->label,
            progress->step->repeat, repeats, filled, "##############################", 30 - filled,
            "..............................", elapsed_s, progress->expected_s);
}

static ManifestMount *mount_of(const Manifest *manifest, const ManifestStep *step)
{
    for (guint i = 0; i < manifest->mounts->len; i++) {
        ManifestMount *mount = manifest->mounts->pdata[i];
        if (g_str_equal(mount->label, step->label))
            return mount;
    }
    return NULL;
}

static void settle_step(ManifestStep *step, FioOutcome outcome, const char *raw, GError *error)
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

static FioOutcome run_step(const Manifest *manifest, ManifestStep *step, const char *folder, GError **error)
{
    ManifestMount *mount = mount_of(manifest, step);
    g_autofree char *raw = g_build_filename(folder, step->file, NULL);
    g_autofree char *raw_folder = g_path_get_dirname(raw);
    g_autofree char *absolute = g_canonicalize_filename(raw, NULL);
    Progress progress = {step, workload.runtime_s + 1, isatty(STDERR_FILENO)};
    FioTask task = {manifest->arguments, mount->path, absolute, workload.runtime_s * 3 + 120, show_progress, &progress};
    if (g_mkdir_with_parents(raw_folder, 0755) != 0) {
        g_set_error(error, TROUBLE, TROUBLE_FILE, "%s: %s", raw_folder, g_strerror(errno));
        return FIO_FAILED;
    }
    if (!probe_reserve(mount->path, workload.filename, workload.direct, error))
        return FIO_FAILED;
    step->state = "running";
    step->started = manifest_now();
    if (getloadavg(&step->load_average, 1) != 1)
        step->load_average = 0;
    FioOutcome outcome = fio_run(&task, error);
    settle_step(step, outcome, raw, error ? *error : NULL);
    mount->is_excluded = outcome == FIO_HUNG;
    g_autoptr(GError) left_over = NULL;
    if (!probe_remove(mount->path, workload.filename, &left_over))
        fprintf(stderr, "fiocompare: %s: the test file %s is still there: %s\n", step->label, workload.filename,
                left_over->message);
    return outcome;
}

static void tell_step(const ManifestStep *step, const char *why)
{
    gboolean is_terminal = isatty(STDERR_FILENO);
    fprintf(stderr, "%s%s, run %u of %d: %s%s%s\n", is_terminal ? "\r\033[K" : "", step->label, step->repeat, repeats,
            step->state, why ? ": " : "", why ? why : "");
}

/* Runs all steps; gives the exit status so far. */
static int run_steps(Manifest *manifest, const char *folder)
{
    int status = 0;
    for (guint i = 0; i < manifest->steps->len; i++) {
        ManifestStep *step = manifest->steps->pdata[i];
        g_autoptr(GError) error = NULL, unwritten = NULL;
        if (fio_was_interrupted() || mount_of(manifest, step)->is_excluded) {
            step->state = "skipped";
        } else {
            FioOutcome outcome = run_step(manifest, step, folder, &error);
            if (outcome != FIO_DONE && g_str_equal(step->state, "waiting")) {
                step->state = "failed";
                step->message = g_strdup(error->message);
            }
            if (outcome != FIO_DONE)
                status = EXIT_TROUBLE;
            tell_step(step, error ? error->message : NULL);
        }
        if (!manifest_write(manifest, folder, &unwritten))
            status = trouble(g_steal_pointer(&unwritten));
    }
    return fio_was_interrupted() ? EXIT_INTERRUPTED : status;
}

static void add_facts(ReportContext *context, const Manifest *manifest)
{
    for (guint i = 0; i < manifest->mounts->len; i++) {
        const ManifestMount *mount = manifest->mounts->pdata[i];
        g_autofree char *size = units_format_bytes(mount->facts->free_bytes);
        g_autofree char *value = g_strdup_printf("%s: %s on %s (%s), %s free", mount->path, mount->facts->type,
                                                 mount->facts->source, mount->facts->options, size);
        report_context_add_fact(context, mount->label, value);
    }
    for (guint i = 0; i + 1 < manifest->facts->len; i += 2)
        report_context_add_fact(context, manifest->facts->pdata[i], manifest->facts->pdata[i + 1]);
    g_autoptr(GString) order = g_string_new(NULL);
    for (guint i = 0; i < manifest->steps->len; i++) {
        const ManifestStep *step = manifest->steps->pdata[i];
        g_string_append_printf(order, "%s%s", i ? ", " : "", step->label);
        if (!step->is_done)
            g_string_append_printf(order, " (%s)", step->state);
    }
    g_autofree char *command = g_strjoinv(" ", manifest->arguments);
    report_context_add_fact(context, "order of runs", order->str);
    report_context_add_fact(context, "fio command", command);
    report_context_add_fact(context, "started", manifest->created);
}

static gboolean report(const Manifest *manifest, const char *folder, GError **error)
{
    char *inputs[] = {(char *)folder};
    GPtrArray *series = inputs_read_series(inputs, 1, error);
    if (!series)
        return FALSE;
    g_autoptr(Comparison) comparison = settings_compare(series, error);
    if (!comparison)
        return FALSE;
    TerminalStyle style = settings_terminal();
    g_autofree char *table = text_format_terminal(comparison, &style);
    g_autofree char *path = g_build_filename(folder, "report.html", NULL);
    char *paths[] = {path, NULL};
    g_autoptr(ReportContext) context = outputs_context(comparison);
    add_facts(context, manifest);
    fputs(table, stdout);
    if (!outputs_write(comparison, paths, context, NULL, error))
        return FALSE;
    printf("\nreport: %s\n", path);
    return TRUE;
}

static int dry_run(const Manifest *manifest)
{
    g_autofree char *command = g_strjoinv(" ", manifest->arguments);
    g_autofree char *size = units_format_bytes(units_size_parse(workload.size));
    for (guint i = 0; i < manifest->steps->len; i++) {
        const ManifestStep *step = manifest->steps->pdata[i];
        printf("%u. %s (in %s): %s\n", i + 1, step->label, mount_of(manifest, step)->path, command);
    }
    printf("about %d s in all; %s of space on each mount\n",
           (int)manifest->steps->len * (workload.runtime_s + 1), size);
    return 0;
}

static char *default_folder(void)
{
    g_autoptr(GDateTime) now = g_date_time_new_now_local();
    return g_date_time_format(now, "fiocompare-%Y%m%d-%H%M%S");
}

static int prepare(Manifest *manifest, int argc, char **argv)
{
    GError *error = NULL;
    CompareOptions compare;
    if (!settings_apply(&error) || !settings_compare_options(&compare, &error) || !workload_check(&workload, &error))
        return trouble(error);
    if (repeats < 1 || repeats > 1000)
        return trouble_text("run: --repeat %d: 1 to 1000 was expected", repeats);
    if (argc < 2)
        return trouble_text("run: name at least one folder: run native=/mnt/a nfs=/mnt/b");
    manifest->fio_path = fio_path ? g_canonicalize_filename(fio_path, NULL) : g_strdup("fio");
    manifest->fio_version = fio_version(manifest->fio_path, &error);
    if (!manifest->fio_version || !add_mounts(manifest, argv + 1, argc - 1, &error))
        return trouble(error);
    manifest->arguments = plan_fio_arguments(&workload, manifest->fio_path);
    manifest_add_environment(manifest);
    add_steps(manifest);
    return 0;
}

static int run_all(Manifest *manifest)
{
    GError *error = NULL;
    g_autofree char *folder = output ? g_strdup(output) : default_folder();
    if (!make_folder(folder, &error) || !manifest_write(manifest, folder, &error))
        return trouble(error);
    fio_catch_signals();
    int status = run_steps(manifest, folder);
    gboolean any_done = FALSE;
    for (guint i = 0; i < manifest->steps->len; i++)
        any_done = any_done || ((const ManifestStep *)manifest->steps->pdata[i])->is_done;
    if (!any_done)
        return status == EXIT_INTERRUPTED ? status : trouble_text("no run was finished; what there is lies in %s", folder);
    if (!report(manifest, folder, &error)) {
        trouble(error);
        return status ? status : EXIT_TROUBLE;
    }
    return status;
}

static int run(int argc, char **argv)
{
    Manifest *manifest = manifest_new(FIOCOMPARE_VERSION);
    int status = prepare(manifest, argc, argv);
    if (status == 0)
        status = is_dry_run ? dry_run(manifest) : run_all(manifest);
    manifest_free(manifest);
    return status;
}

const Command command_run = {"run", "[LABEL=]DIR...", "Drives a workload on each mount, then compares.", options, run};
