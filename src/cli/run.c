#include "cli/archive_parts.h"
#include "cli/internal.h"
#include "cli/run_parts.h"
#include "cli/version.h"

#include "base/error.h"
#include "base/file.h"
#include "base/translate.h"
#include "base/units.h"
#include "compare/compare.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Beyond this many rounds --until gives up. */
#define ROUNDS_MAX 200

static Workload asked = WORKLOAD_ASKED_NOTHING, workload;
static char *output, *fio_path, *preset, *job_path, *order_word, *engine_word, *until_word, *budget_word, *resume, *clean, *clients_word;
static char **sweeps, **extra, **tags;
static char *note;
static gboolean archives;
static int repeats = 3, warm_up, seed = 1;
static double pause_s, until_percent, budget_s;
static gboolean is_dry_run, drops_caches, reuses_file, remounts, calibrates, per_job, allows_not_mounted, allows_same;
static PlanOrder order;
static char *job_text;

static const GOptionEntry options[] = {
    {"repeat", 0, 0, G_OPTION_ARG_INT, &repeats, N_("runs on each mount (default 3)"), "N"},
    {"order", 0, 0, G_OPTION_ARG_STRING, &order_word, N_("interleaved (A B, B A …, the default), sequential or random"), "ORDER"},
    {"seed", 0, 0, G_OPTION_ARG_INT, &seed, N_("of the random order (default 1)"), "N"},
    {"pause", 0, 0, G_OPTION_ARG_DOUBLE, &pause_s, N_("seconds between the runs (default 0)"), "S"},
    {"warm-up", 0, 0, G_OPTION_ARG_INT, &warm_up, N_("a first run of so many seconds on each mount that does not count"), "S"},
    {"calibrate", 0, 0, G_OPTION_ARG_NONE, &calibrates, N_("first measure the first mount against itself: the noise floor"), NULL},
    {"until", 0, 0, G_OPTION_ARG_STRING, &until_word, N_("go on in rounds until the ratio's interval is that narrow: 3%"), "PERCENT"},
    {"budget", 0, 0, G_OPTION_ARG_STRING, &budget_word, N_("the longest that --until may take: 20m (default 1h)"), "TIME"},
    {"drop-caches", 0, 0, G_OPTION_ARG_NONE, &drops_caches, N_("drop the kernel's caches before each run (root)"), NULL},
    {"remount", 0, 0, G_OPTION_ARG_NONE, &remounts, N_("unmount and mount again before each run (root)"), NULL},
    {"reuse-file", 0, 0, G_OPTION_ARG_NONE, &reuses_file, N_("one test file for all runs on a mount, not a fresh one each"), NULL},
    {"per-job", 0, 0, G_OPTION_ARG_NONE, &per_job, N_("keep the jobs apart: slowest job, fairness"), NULL},
    {"sweep", 0, 0, G_OPTION_ARG_STRING_ARRAY, &sweeps, N_("measure at each value: numjobs=1,4,16,60 (may repeat)"), "KEY=LIST"},
    {"preset", 0, 0, G_OPTION_ARG_STRING, &preset, N_("sync60 (the default), randread, randwrite, randrw70, seqread1m, fsync-log"), "NAME"},
    {"job", 0, 0, G_OPTION_ARG_FILENAME, &job_path, N_("a job file of fio instead of the options below"), "FILE"},
    {"fio-option", 0, 0, G_OPTION_ARG_STRING_ARRAY, &extra, N_("any other option of fio (may repeat)"), "NAME=VALUE"},
    {"engine", 0, 0, G_OPTION_ARG_STRING, &engine_word, N_("fio, builtin, or auto: builtin where there is no fio (the default)"), "WHICH"},
    {"client", 0, 0, G_OPTION_ARG_STRING, &clients_word, N_("run on these hosts, where \"fio --server\" waits"), "HOST[:PORT],…"},
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_("the folder for all that is kept (default: a new one here)"), "DIR"},
    {"archive", 0, 0, G_OPTION_ARG_NONE, &archives, N_("add all to the archive at the end ($FIOCOMPARE_ARCHIVE, or the default one)"), NULL},
    {"tag", 0, 0, G_OPTION_ARG_STRING_ARRAY, &tags, N_("a tag in the archive: ticket=OPS-12 (may repeat)"), "KEY=VALUE"},
    {"note", 0, 0, G_OPTION_ARG_STRING, &note, N_("a note in the archive"), "TEXT"},
    {"resume", 0, 0, G_OPTION_ARG_FILENAME, &resume, N_("go on with a run that broke off"), "DIR"},
    {"clean-up", 0, 0, G_OPTION_ARG_FILENAME, &clean, N_("only remove the test files that this run left behind"), "DIR"},
    {"allow-not-mounted", 0, 0, G_OPTION_ARG_NONE, &allows_not_mounted, N_("measure a folder that is no mount of its own"), NULL},
    {"allow-same-filesystem", 0, 0, G_OPTION_ARG_NONE, &allows_same, N_("measure two folders of one file system"), NULL},
    {"fio", 0, 0, G_OPTION_ARG_FILENAME, &fio_path, N_("the fio to use (default: the one in PATH)"), "PATH"},
    {"dry-run", 0, 0, G_OPTION_ARG_NONE, &is_dry_run, N_("print what would be done, do nothing"), NULL},
    {"name", 0, 0, G_OPTION_ARG_STRING, &asked.name, N_("fio's name (default 1io)"), "NAME"},
    {"filename", 0, 0, G_OPTION_ARG_STRING, &asked.filename, N_("the test file, made in each mount (default io.speedtest)"), "NAME"},
    {"runtime", 0, 0, G_OPTION_ARG_INT, &asked.runtime_s, N_("seconds of a run (default 30)"), "S"},
    {"ramp_time", 0, 0, G_OPTION_ARG_INT, &asked.ramp_s, N_("seconds before the clock starts (default 0)"), "S"},
    {"direct", 0, 0, G_OPTION_ARG_INT, &asked.direct, N_("1: O_DIRECT (the default), 0: through the page cache"), "0|1"},
    {"bs", 0, 0, G_OPTION_ARG_STRING, &asked.bs, N_("block size (default 8k)"), "SIZE"},
    {"rw", 0, 0, G_OPTION_ARG_STRING, &asked.rw, N_("fio's rw (default write)"), "KIND"},
    {"rwmixread", 0, 0, G_OPTION_ARG_INT, &asked.rwmixread, N_("share of reads in a mix, in percent"), "N"},
    {"size", 0, 0, G_OPTION_ARG_STRING, &asked.size, N_("size of the test file (default 4G)"), "SIZE"},
    {"numjobs", 0, 0, G_OPTION_ARG_INT, &asked.numjobs, N_("threads (default 60)"), "N"},
    {"iodepth", 0, 0, G_OPTION_ARG_INT, &asked.iodepth, N_("fio's iodepth (default 4)"), "N"},
    {"ioengine", 0, 0, G_OPTION_ARG_STRING, &asked.engine, N_("fio's ioengine (default sync)"), "NAME"},
    {"fsync", 0, 0, G_OPTION_ARG_INT, &asked.fsync, N_("fsync after so many writes (default 0: never)"), "N"},
    {"thread", 0, 0, G_OPTION_ARG_INT, &asked.thread, N_("1: threads (the default), 0: processes"), "0|1"},
    {"group_reporting", 0, 0, G_OPTION_ARG_INT, &asked.group_reporting, N_("1: one sum over the jobs (the default), 0: each job by itself"), "0|1"},
    {"time_based", 0, 0, G_OPTION_ARG_NONE, &asked.is_time_based, N_("run for the whole runtime, over the file again"), NULL},
    COMPARE_ENTRIES,
    SETTINGS_ENTRIES,
    G_OPTION_ENTRY_NULL,
};

static gboolean refuse(GError **error, const char *format, const char *a, const char *b)
{
    g_autofree char *first = g_strdup(a);
    g_set_error(error, TROUBLE, TROUBLE_USAGE, "%s%s%s", first, format, b);
    return FALSE;
}

/* "20m", "1h", "90" in seconds; NAN when it is none. */
static double parse_duration(const char *text)
{
    gsize used = 0;
    double number = units_number_parse(text, strlen(text), &used);
    const char *unit = text + used;
    double factor = !*unit || g_str_equal(unit, "s") ? 1 : g_str_equal(unit, "m") ? 60 : g_str_equal(unit, "h") ? 3600 : NAN;
    return used ? number * factor : NAN;
}

static gboolean read_until(GError **error)
{
    gsize used = 0;
    budget_s = until_word ? 3600 : 0;
    if (budget_word)
        budget_s = parse_duration(budget_word);
    if (budget_word && !(budget_s > 0))
        return refuse(error, _(": a time such as 20m or 1h was expected"), "--budget ", budget_word);
    if (!until_word)
        return TRUE;
    until_percent = units_number_parse(until_word, strlen(until_word), &used);
    if (!used || !(until_percent > 0 && until_percent < 100) || (until_word[used] && !g_str_equal(until_word + used, "%")))
        return refuse(error, _(": a percentage such as 3% was expected"), "--until ", until_word);
    if (repeats < 2)
        return refuse(error, _(": --repeat 2 at least was expected; one run has no interval"), "--until ", until_word);
    return TRUE;
}

static gboolean add_mount(Manifest *manifest, const char *argument, GError **error)
{
    const char *equals = strchr(argument, '=');
    g_autofree char *label = equals ? g_strndup(argument, (gsize)(equals - argument)) : g_path_get_basename(argument);
    const char *path = equals ? equals + 1 : argument;
    if (manifest_mount(manifest, label))
        return refuse(error, _(" is given twice; write LABEL=DIR"), _("the label "), label);
    ManifestMount *mount = manifest_add_mount(manifest, label, path);
    if (clients_word && *path == '/')
        return TRUE;
    if (clients_word)
        return refuse(error, _(": with --client a folder of those hosts was expected, from the root on: /mnt/nfs"), "", path);
    ProbeTask task = {.path = path, .filename = workload.filename, .size_bytes = units_size_parse(workload.size),
                      .direct = workload.direct && !workload.job_file, .is_dry = is_dry_run};
    mount->facts = probe_mount(&task, error);
    if (!mount->facts) {
        g_autofree char *absolute = g_canonicalize_filename(path, NULL);
        g_autofree char *owner = manifest_find_owner(absolute, workload.filename);
        if (owner)
            g_prefix_error(error, _("a run that broke off left its test file; \"fiocompare run --clean-up %s\" removes it, "
                                  "\"--resume %s\" goes on: "), owner, owner);
        return FALSE;
    }
    g_free(mount->path);
    mount->path = g_strdup(mount->facts->real_path);
    return TRUE;
}

/* A mount that failed leaves an empty folder on the system disk; that would be measured without a word. */
static gboolean check_mount(const Manifest *manifest, const ManifestMount *mount, GError **error)
{
    if (!allows_not_mounted && !mount_facts_is_mount(mount->facts)) {
        g_set_error(error, TROUBLE, TROUBLE_USAGE,
                    _("%s is no mount: it lies on %s (%s on %s). If something should be mounted there, it is not; if you mean the "
                    "folder, add --allow-not-mounted"), mount->path, mount->facts->mount_point, mount->facts->type,
                    mount->facts->source);
        return FALSE;
    }
    for (guint i = 0; i < manifest->mounts->len && !allows_same; i++) {
        const ManifestMount *other = manifest->mounts->pdata[i];
        if (other == mount)
            break;
        if (other->facts->device == mount->facts->device) {
            g_set_error(error, TROUBLE, TROUBLE_USAGE,
                        _("%s and %s are one file system: it would be compared with itself. If that is meant, add "
                        "--allow-same-filesystem (for the noise of one mount: --calibrate)"), other->label, mount->label);
            return FALSE;
        }
    }
    return !remounts || probe_can_remount(mount->facts, error);
}

static gboolean add_mounts(Manifest *manifest, char **arguments, int count, GError **error)
{
    for (int i = 0; i < count; i++)
        if (!add_mount(manifest, arguments[i], error))
            return FALSE;
    for (guint i = 0; i < manifest->mounts->len && !clients_word; i++)
        if (!check_mount(manifest, manifest->mounts->pdata[i], error))
            return FALSE;
    return TRUE;
}

static gboolean choose_engine(Manifest *manifest, gboolean *is_builtin, GError **error)
{
    static const char *const words[] = {"auto", "fio", "builtin", NULL};
    const char *word = engine_word ? engine_word : "auto";
    g_autoptr(GError) missing = NULL;
    if (!g_strv_contains(words, word))
        return refuse(error, _(": fio, builtin or auto was expected"), "--engine ", word);
    *is_builtin = g_str_equal(word, "builtin");
    if (!*is_builtin) {
        manifest->fio_path = fio_path ? g_canonicalize_filename(fio_path, NULL) : g_strdup("fio");
        manifest->fio_version = fio_version(manifest->fio_path, &missing);
        gboolean may_do_without = g_str_equal(word, "auto") && !fio_path && !clients_word && !workload.job_file;
        if (!manifest->fio_version && !may_do_without) {
            g_propagate_error(error, g_steal_pointer(&missing));
            return FALSE;
        }
        *is_builtin = manifest->fio_version == NULL;
        if (*is_builtin)
            fprintf(stderr, _("fiocompare: there is no fio here: the built-in engine is used (apt-get install fio brings fio)\n"));
    }
    manifest->engine = g_strdup(*is_builtin ? "builtin" : "fio");
    if (!*is_builtin)
        return workload.job_file || fio_has_engine(manifest->fio_path, workload.engine, error);
    g_free(manifest->fio_path);
    manifest->fio_path = g_strdup("/proc/self/exe");
    manifest->fio_version = g_strdup("fiocompare-" FIOCOMPARE_VERSION);
    if (workload.job_file || clients_word || (workload.extra && *workload.extra))
        return refuse(error, _("the built-in engine knows neither --job nor --client nor --fio-option; install fio"), "", "");
    return TRUE;
}

/* The user's job file with our file name in it; its size is that of the test file. */
static gboolean read_job_file(GError **error)
{
    g_autoptr(GBytes) bytes = job_path ? file_read(job_path, error) : NULL;
    gsize size = 0;
    const char *data = bytes ? g_bytes_get_data(bytes, &size) : NULL;
    g_autofree char *text = data ? g_strndup(data, size) : NULL;
    double size_bytes = 0;
    if (!job_path)
        return TRUE;
    job_text = text ? plan_job_file(text, workload.filename, &size_bytes, error) : NULL;
    if (!job_text)
        g_prefix_error(error, _("--job %s: "), job_path);
    else if (size_bytes > 0 && !asked.size)
        workload.size = g_strdup_printf("%.0f", size_bytes);
    return job_text != NULL;
}

static void add_round(Drive *drive, guint round)
{
    g_autoptr(GRand) random = g_rand_new_with_seed((guint32)seed + round);
    for (guint i = 0; i < drive->cells->len; i++) {
        g_autoptr(GArray) mounts = plan_round(drive->manifest->mounts->len, round, order, random);
        for (guint j = 0; j < mounts->len; j++) {
            const ManifestMount *mount = drive->manifest->mounts->pdata[g_array_index(mounts, guint, j)];
            manifest_add_step(drive->manifest, STEP_MEASURE, mount->label, ((const PlanCell *)drive->cells->pdata[i])->name, round, 0);
        }
    }
}

static void add_steps(Drive *drive)
{
    const Manifest *manifest = drive->manifest;
    const char *first_cell = ((const PlanCell *)drive->cells->pdata[0])->name;
    for (guint i = 0; i < manifest->mounts->len && warm_up > 0; i++)
        manifest_add_step(drive->manifest, STEP_WARM_UP, ((const ManifestMount *)manifest->mounts->pdata[i])->label, first_cell, 1, 0);
    for (guint i = 1; calibrates && i <= (guint)repeats; i++)
        for (guint side = 0; side < 2; side++)
            manifest_add_step(drive->manifest, STEP_CALIBRATE, ((const ManifestMount *)manifest->mounts->pdata[0])->label, first_cell, i,
                              i % 2 ? side : 1 - side);
    if (order != ORDER_SEQUENTIAL) {
        for (guint round = 1; round <= (guint)repeats; round++)
            add_round(drive, round);
        return;
    }
    for (guint i = 0; i < manifest->mounts->len; i++)
        for (guint j = 0; j < drive->cells->len; j++)
            for (guint round = 1; round <= (guint)repeats; round++)
                manifest_add_step(drive->manifest, STEP_MEASURE, ((const ManifestMount *)manifest->mounts->pdata[i])->label,
                                  ((const PlanCell *)drive->cells->pdata[j])->name, round, 0);
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
                entries ? _("is not empty; name a new folder with -o, nothing is overwritten") : g_strerror(reason));
    return FALSE;
}

/* Runs what waits; gives the exit status so far. */
static int run_steps(Drive *drive)
{
    int status = 0;
    for (guint i = 0; i < drive->manifest->steps->len; i++) {
        ManifestStep *step = drive->manifest->steps->pdata[i];
        g_autoptr(GError) error = NULL;
        if (!g_str_equal(step->state, "waiting"))
            continue;
        if (fio_was_interrupted() || manifest_mount(drive->manifest, step->label)->is_excluded) {
            step->state = "skipped";
            continue;
        }
        if (drive_step(drive, step, &error) != FIO_DONE)
            status = EXIT_TROUBLE;
        run_tell_step(drive, step);
    }
    return fio_was_interrupted() ? EXIT_INTERRUPTED : status;
}

static gboolean is_narrow(const char *folder)
{
    char *inputs[] = {(char *)folder};
    g_autoptr(Comparison) comparison = inputs_compare(inputs, 1, NULL);
    return comparison && compare_is_narrow(comparison, until_percent);
}

/* On in rounds until the answer is narrow enough, or the time would not last for another. */
static int run_until(Drive *drive, int status, gint64 start)
{
    for (guint round = (guint)repeats + 1; until_word && status == 0 && round <= ROUNDS_MAX; round++) {
        double spent = (double)(g_get_monotonic_time() - start) / 1e6;
        if (is_narrow(drive->folder))
            break;
        guint before = drive->manifest->steps->len;
        add_round(drive, round);
        if (spent + run_seconds_left(drive) > budget_s) {
            g_ptr_array_set_size(drive->manifest->steps, (int)before);
            fprintf(stderr, _("fiocompare: the budget of %.0f s is spent before the interval is within %g%%\n"), budget_s, until_percent);
            break;
        }
        status = run_steps(drive);
    }
    return status;
}

static gboolean report(const char *folder, GError **error)
{
    char *inputs[] = {(char *)folder};
    g_autoptr(Comparison) comparison = inputs_compare(inputs, 1, error);
    if (!comparison)
        return FALSE;
    TerminalStyle style = settings_terminal();
    g_autofree char *table = text_format_terminal(comparison, &style);
    g_autofree char *path = g_build_filename(folder, "report.html", NULL);
    char *paths[] = {path, NULL};
    g_autoptr(ReportContext) context = outputs_context(comparison);
    facts_add(context, folder);
    fputs(table, stdout);
    if (!outputs_write(comparison, paths, context, NULL, error))
        return FALSE;
    printf(_("\nreport: %s\n"), path);
    return TRUE;
}

static char *default_folder(void)
{
    g_autoptr(GDateTime) now = g_date_time_new_now_local();
    return g_date_time_format(now, "fiocompare-%Y%m%d-%H%M%S");
}

/* On somebody else's machine a name that nobody has cannot overwrite anything. */
static void choose_filename(void)
{
    if (!clients_word)
        return;
    g_autofree char *id = g_uuid_string_random();
    workload.filename = g_strdup_printf("fiocompare-%.8s.speedtest", id);
}

static gboolean read_workload(GError **error)
{
    CompareOptions compare;
    asked.extra = extra;
    asked.job_file = job_path;
    if (per_job)
        asked.group_reporting = 0;
    if (!settings_apply(error) || !settings_compare_options(&compare, error) ||
        !workload_make(&workload, preset, &asked, error) || !workload_check(&workload, error) ||
        !plan_order_parse(order_word ? order_word : "interleaved", &order, error) || !read_until(error))
        return FALSE;
    choose_filename();
    if (!read_job_file(error))
        return FALSE;
    if (repeats < 1 || repeats > 1000) {
        g_set_error(error, TROUBLE, TROUBLE_USAGE, _("run: --repeat %d: 1 to 1000 was expected"), repeats);
        return FALSE;
    }
    if (!(pause_s >= 0 && pause_s <= 86400) || warm_up < 0 || warm_up > 86400) {
        g_set_error(error, TROUBLE, TROUBLE_USAGE, _("run: --pause and --warm-up: 0 to 86400 seconds were expected"));
        return FALSE;
    }
    if ((drops_caches || remounts) && getuid() != 0) {
        g_set_error(error, TROUBLE, TROUBLE_USAGE, _("run: --drop-caches and --remount need root"));
        return FALSE;
    }
    if (remounts && reuses_file) {
        g_set_error(error, TROUBLE, TROUBLE_USAGE, _("run: --remount and --reuse-file exclude each other"));
        return FALSE;
    }
    return TRUE;
}

static int prepare(Drive *drive, int argc, char **argv)
{
    GError *error = NULL;
    Manifest *manifest = drive->manifest;
    if (!read_workload(&error))
        return trouble(error);
    if (argc < 2)
        return trouble_text(_("run: name at least one folder: run native=/mnt/a nfs=/mnt/b"));
    if (!choose_engine(manifest, &drive->is_builtin, &error) || !add_mounts(manifest, argv + 1, argc - 1, &error))
        return trouble(error);
    drive->cells = plan_cells(&workload, sweeps, &error);
    if (!drive->cells)
        return trouble(error);
    manifest->filename = g_strdup(workload.filename);
    manifest->order = g_strdup(order_word ? order_word : "interleaved");
    manifest->seed = (guint32)seed;
    manifest->command = g_strdupv(settings_arguments);
    drive->warm_up_s = warm_up;
    drive->pause_s = pause_s;
    drive->drop_caches = drops_caches;
    drive->remount = remounts;
    drive->reuse_file = reuses_file;
    drive->progress = run_show_progress;
    drive->clients = clients_word ? g_strsplit(g_strdelimit(g_strdup(clients_word), ":", ';'), ",", -1) : NULL;
    for (char **client = drive->clients; client && *client; client++)
        g_strdelimit(*client, ";", ','); /* fio writes HOST,PORT */
    manifest_add_environment(manifest);
    return 0;
}

static int run_all(Drive *drive)
{
    GError *error = NULL;
    gint64 start = g_get_monotonic_time();
    g_autofree char *left = NULL;
    if (!manifest_write(drive->manifest, drive->folder, &error))
        return trouble(error);
    manifest_remember(drive->folder);
    fio_catch_signals();
    int status = run_until(drive, run_steps(drive), start);
    drive_clean(drive->manifest, &left);
    if (left)
        trouble_text(_("a test file is still there: %s"), left);
    if (!manifest_write(drive->manifest, drive->folder, &error))
        return trouble(error);
    gboolean any_done = FALSE;
    for (guint i = 0; i < drive->manifest->steps->len; i++)
        any_done = any_done || ((const ManifestStep *)drive->manifest->steps->pdata[i])->is_done;
    if (!any_done)
        return status == EXIT_INTERRUPTED ? status
                                          : trouble_text(_("no run was finished; what there is lies in %s"), drive->folder);
    if (!report(drive->folder, &error)) {
        trouble(error);
        return status ? status : EXIT_TROUBLE;
    }
    int kept = archives ? archive_keep_run(drive->folder, tags, note) : 0;
    return status ? status : kept;
}

/* A fresh run: its folder, its steps, its job file. */
static int run_fresh(Drive *drive)
{
    GError *error = NULL;
    g_autofree char *folder = output ? g_strdup(output) : default_folder();
    g_autofree char *job = job_path ? g_build_filename(folder, "workload.fio", NULL) : NULL;
    g_autofree char *absolute = job ? g_canonicalize_filename(job, NULL) : NULL;
    drive->folder = folder;
    for (guint i = 0; job && i < drive->cells->len; i++)
        ((PlanCell *)drive->cells->pdata[i])->workload.job_file = absolute;
    add_steps(drive);
    drive->manifest->arguments = drive_arguments(drive, drive->manifest->steps->pdata[0], NULL);
    if (is_dry_run)
        return run_dry(drive, &workload, until_word ? budget_s : 0);
    if (!make_folder(folder, &error) || (job_text && !file_write(job, job_text, strlen(job_text), &error)))
        return trouble(error);
    return run_all(drive);
}

static int run_clean(const char *folder)
{
    GError *error = NULL;
    g_autoptr(Manifest) manifest = manifest_read(folder, &error);
    g_autofree char *left = NULL;
    if (!manifest)
        return trouble(error);
    guint removed = drive_clean(manifest, &left);
    if (left)
        return trouble_text("%s", left);
    printf(P_("%u test file of the run in %s removed\n", "%u test files of the run in %s removed\n", removed), removed, folder);
    return 0;
}

/* The options of the run that broke off count again; its mounts are where they were. */
static int run_resume(const char *folder)
{
    GError *error = NULL;
    g_autoptr(Manifest) old = manifest_read(folder, &error);
    g_autoptr(Manifest) manifest = manifest_new(FIOCOMPARE_VERSION);
    Drive drive = {.manifest = manifest, .folder = folder};
    g_autofree char *left = NULL;
    if (!old)
        return trouble(error);
    int count = (int)g_strv_length(old->command) - 1;
    char **words = old->command + 1;
    if (count < 1 || !command_parse(&command_run, &count, &words))
        return trouble_text(_("%s: its manifest does not tell how it was started"), folder);
    resume = NULL;
    drive_clean(old, &left);
    g_autoptr(GPtrArray) arguments = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(arguments, g_strdup("run"));
    for (guint i = 0; i < old->mounts->len; i++) {
        const ManifestMount *mount = old->mounts->pdata[i];
        g_ptr_array_add(arguments, g_strdup_printf("%s=%s", mount->label, mount->path));
    }
    int status = prepare(&drive, (int)arguments->len, (char **)arguments->pdata);
    if (status)
        return status;
    g_autofree char *job = g_build_filename(folder, "workload.fio", NULL), *absolute = g_canonicalize_filename(job, NULL);
    for (guint i = 0; job_path && i < drive.cells->len; i++)
        ((PlanCell *)drive.cells->pdata[i])->workload.job_file = absolute;
    g_strfreev(manifest->command);
    manifest->command = g_strdupv(old->command);
    manifest->arguments = g_strdupv(old->arguments);
    while (old->steps->len) {
        ManifestStep *step = g_ptr_array_steal_index(old->steps, 0);
        if (!step->is_done)
            step->state = "waiting";
        step->identity.inode = 0;
        g_ptr_array_add(manifest->steps, step);
    }
    return run_all(&drive);
}

static int run(int argc, char **argv)
{
    if (clean)
        return run_clean(clean);
    if (resume)
        return run_resume(resume);
    g_autoptr(Manifest) manifest = manifest_new(FIOCOMPARE_VERSION);
    Drive drive = {.manifest = manifest};
    int status = prepare(&drive, argc, argv);
    return status ? status : run_fresh(&drive);
}

const Command command_run = {"run", "[LABEL=]DIR...", N_("Drives a workload on each mount, then compares."), options, run, FALSE};
