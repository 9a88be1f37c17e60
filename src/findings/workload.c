/* Whether like was compared with like, and whether the workload is what its author may think it is. */
#include "findings/internal.h"

#include "base/translate.h"
#include "base/units.h"

#include <string.h>

/* Options that make another workload when they differ. numbers are compared as sizes. */
static const struct {
    const char *name;
    const char *assumed; /* fio's default, told as assumed */
} compared_options[] = {{"rw", NULL},       {"bs", "4k"},     {"ioengine", NULL}, {"iodepth", "1"}, {"direct", "0"},
                        {"numjobs", NULL},  {"size", NULL},   {"runtime", NULL},  {"fsync", "0"},  {"rate", "0"},
                        {"rate_iops", "0"}, {"thinktime", "0"}, {"rwmixread", NULL}, {"end_fsync", "0"}};

static char *option_words(const StreamRun *run, const char *name)
{
    const char *value = run_option(run, name);
    if (g_str_equal(name, "numjobs") && isfinite(run_jobs(run)))
        return g_strdup_printf("%.0f", run_jobs(run));
    return g_strdup(value);
}

static gboolean values_equal(const char *a, const char *b)
{
    double x = units_size_parse(a), y = units_size_parse(b);
    return g_str_equal(a, b) || (isfinite(x) && x == y);
}

static void compare_option(const StreamRun *base, const StreamRun *other, gsize index, GString *differences)
{
    const char *name = compared_options[index].name;
    g_autofree char *a = option_words(base, name), *b = option_words(other, name);
    gboolean both_have_options = base->job->options->len > 2 && other->job->options->len > 2;
    if (a && b && values_equal(a, b))
        return;
    if ((!a || !b) && (!both_have_options || !compared_options[index].assumed || a == b))
        return;
    const char *assumed = compared_options[index].assumed;
    if ((!a && values_equal(assumed, b)) || (!b && values_equal(a, assumed)))
        return;
    g_string_append_printf(differences, _("%s%s %s%s against %s%s"), differences->len ? ", " : "", name,
                           a ? a : assumed, a ? "" : _(" (fio's default)"), b ? b : assumed,
                           b ? "" : _(" (fio's default)"));
}

static void look_at_options(Comparison *comparison, const char *id, const Stream *stream, guint series,
                            const StreamRun *base, const StreamRun *run)
{
    g_autoptr(GString) differences = g_string_new(NULL);
    (void)stream;
    for (gsize k = 0; k < G_N_ELEMENTS(compared_options); k++)
        compare_option(base, run, k, differences);
    if (differences->len)
        add_finding(comparison, id, SEVERITY_INVALID, comparison_label(comparison, series),
                    g_strdup(_("Not like for like: the workloads differ")), g_strdup(differences->str), NULL,
                    _("run the same workload on both"));
}

static void look_at_differences(Comparison *comparison, const char *id)
{
    each_pair(comparison, id, look_at_options);
}

static gboolean depth_was_one(const Job *job)
{
    for (guint i = 0; i < job->depths->len; i++) {
        const Depth *depth = &g_array_index(job->depths, Depth, i);
        if (g_str_equal(depth->level, "1"))
            return depth->percent >= 99.9;
    }
    return FALSE;
}

static void look_at_depth(Comparison *comparison, const char *id, const Stream *stream, guint series,
                          const StreamRun *run)
{
    (void)stream;
    (void)series;
    double depth = run_number(run, "iodepth");
    const char *engine = run_option(run, "ioengine");
    if (!(depth > 1) || !depth_was_one(run->job))
        return;
    double jobs = run_jobs(run);
    g_autofree char *in_flight =
        isfinite(jobs) ? g_strdup_printf(P_("; %.0f job kept %.0f I/O in flight", "; %.0f jobs kept %.0f I/Os in flight",
                                            (gulong)jobs), jobs, jobs)
                       : g_strdup("");
    g_autofree char *command = corrected_command(run, "ioengine", "ioengine=libaio");
    g_autofree char *check = g_strdup_printf(_("intended? For a real queue use ioengine=libaio or io_uring%s%s"),
                                             command ? ": " : "", command ? command : "");
    add_finding(comparison, id, SEVERITY_NOTE, NULL,
                g_strdup_printf(_("iodepth=%.0f had no effect"), depth),
                g_strdup_printf(_("fio's depth line says 1=100%%: never more than one I/O a job was under way%s%s%s%s"),
                                engine ? " (ioengine=" : "", engine ? engine : "", engine ? ")" : "", in_flight),
                engine && !engine_is_synchronous(engine) ? NULL : _("a synchronous engine waits for each I/O"), check);
}

static void look_at_depths(Comparison *comparison, const char *id)
{
    each_first_run(comparison, id, look_at_depth);
}

static void look_at_file(Comparison *comparison, const char *id, const Stream *stream, guint series,
                         const StreamRun *run)
{
    (void)stream;
    (void)series;
    const char *filename = run_option(run, "filename");
    double jobs = run_jobs(run);
    if (!filename || !(jobs > 1) || strchr(filename, ':') || g_str_has_prefix(filename, "/dev/"))
        return;
    const char *size = run_option(run, "size");
    gboolean is_plain = size && !size[strspn(size, "0123456789")];
    g_autofree char *bytes = is_plain ? units_without_zeros(units_format_bytes(units_size_parse(size))) : NULL;
    g_autofree char *command = corrected_command(run, "filename", "directory=.");
    g_autofree char *check = g_strdup_printf(_("intended? For a file a job leave filename out and set directory%s%s"),
                                             command ? ": " : "", command ? command : "");
    add_finding(comparison, id, SEVERITY_NOTE, NULL, g_strdup_printf(_("All %.0f jobs share one file"), jobs),
                g_strdup_printf(_("filename=%s: every job goes over the same offsets; the data set is %s, not %.0f times "
                                "that, and the jobs may wait for each other's locks"),
                                filename, bytes ? bytes : size ? size : _("one file"), jobs),
                NULL, check);
}

static void look_at_files(Comparison *comparison, const char *id)
{
    each_first_run(comparison, id, look_at_file);
}

static void look_at_buffering(Comparison *comparison, const char *id, const Stream *stream, guint series,
                              const StreamRun *run)
{
    const char *direct = run_option(run, "direct");
    gboolean knows_options = run->job->options->len > 4 || direct;
    gboolean is_synced = run_option(run, "fsync") || run_option(run, "fdatasync") || run_option(run, "end_fsync") ||
                         run_option(run, "sync");
    gboolean is_buffered = knows_options && (!direct || g_str_equal(direct, "0"));
    if (!is_buffered || is_synced || !(run->direction->total_ios > 0) ||
        g_strcmp0(run_option(run, "ioengine"), "null") == 0)
        return;
    const Latency *latency = direction_percentiles(run->direction, NULL);
    Figure median = latency ? latency_percentile(latency, 50) : figure_missing();
    g_autofree char *words = units_format_ns(median.value);
    g_autofree char *name = words_stream(stream->job, stream->kind);
    add_finding(comparison, id, SEVERITY_CAUTION, comparison_label(comparison, series),
                g_strdup_printf(_("%s: buffered, the page cache may have answered"), name),
                figure_is_known(median)
                    ? g_strdup_printf(_("direct=0%s; half of the I/Os took under %s"), direct ? "" : _(" (fio's default)"),
                                      words)
                    : g_strdup_printf(_("direct=0%s"), direct ? "" : _(" (fio's default)")),
                NULL,
                stream->kind == DIRECTION_READ ? _("use direct=1, or a size well above the memory")
                                               : _("use direct=1, or end_fsync=1 so that the flush is in the rate"));
}

static void look_at_caches(Comparison *comparison, const char *id)
{
    each_first_run(comparison, id, look_at_buffering);
}

/* Smaller than the memory of any server: caches hold all of it, on either side of the mount. */
#define SMALL_DATA_SET_BYTES 1073741824.0

static void look_at_size(Comparison *comparison, const char *id, const Stream *stream, guint series,
                         const StreamRun *run)
{
    double size = run_number(run, "size");
    double moved = run->direction->io_bytes.value;
    const char *direct = run_option(run, "direct");
    const char *engine = run_option(run, "ioengine");
    gboolean is_read = stream->kind == DIRECTION_READ;
    if (!isfinite(size) || size >= SMALL_DATA_SET_BYTES || !is_read ||
        (g_strcmp0(direct, "1") == 0 && moved < 4 * size && moved > 0.5 * SMALL_DATA_SET_BYTES) ||
        g_strcmp0(engine, "null") == 0)
        return;
    g_autofree char *words = units_format_bytes(size);
    g_autofree char *name = words_stream(stream->job, stream->kind);
    add_finding(comparison, id, SEVERITY_NOTE, comparison_label(comparison, series),
                g_strdup_printf(_("%s: a small data set"), name),
                g_strdup_printf(_("size=%s fits into the memory of any server, so caches may hold all of it"), words), NULL,
                _("use a size well above the memory of client and server"));
}

static void look_at_sizes(Comparison *comparison, const char *id)
{
    each_first_run(comparison, id, look_at_size);
}

static void look_at_load(Comparison *comparison, const char *id, const Stream *stream, guint series,
                         const StreamRun *run)
{
    static const char *const limits[] = {"rate", "rate_iops", "thinktime", "rate_min", "flow"};
    (void)stream;
    for (gsize i = 0; i < G_N_ELEMENTS(limits); i++) {
        const char *value = run_option(run, limits[i]);
        if (value && !g_str_equal(value, "0"))
            add_finding(comparison, id, SEVERITY_CAUTION, comparison_label(comparison, series),
                        g_strdup(_("The load was limited")),
                        g_strdup_printf(_("%s=%s: the throughput is what was asked for, not what the mount can do"),
                                        limits[i], value),
                        NULL, NULL);
    }
}

static void look_at_loads(Comparison *comparison, const char *id)
{
    each_first_run(comparison, id, look_at_load);
}

static void look_at_versions(Comparison *comparison, const char *id)
{
    const Result *base = NULL;
    for (guint i = 0; i < comparison->series->len; i++) {
        const Series *series = comparison->series->pdata[i];
        for (guint j = 0; j < series->results->len; j++) {
            const Result *result = series->results->pdata[j];
            if (!base || !base->fio_version || !result->fio_version) {
                base = base ? base : result;
                continue;
            }
            if (!g_str_equal(base->fio_version, result->fio_version))
                add_finding(comparison, id, SEVERITY_CAUTION, series->label, g_strdup(_("Different versions of fio")),
                            g_strdup_printf(_("%s against %s: the engines and the meaning of some fields changed "
                                            "between versions"),
                                            base->fio_version, result->fio_version),
                            NULL, _("run both with one fio"));
        }
    }
}

static gboolean names_direction(const char *name, const char *word)
{
    g_autofree char *lower = g_ascii_strdown(name, -1);
    const char *at = strstr(lower, word);
    return at && (at == lower || !g_ascii_isalpha(at[-1]) || g_str_has_prefix(lower, "rand") ||
                  g_str_has_prefix(lower, "seq"));
}

/* A job called "rand-write" that reads: a copied command line. */
static void look_at_name(Comparison *comparison, const char *id, const Stream *stream, guint series,
                         const StreamRun *run)
{
    gboolean says_read = names_direction(run->job->name, "read"), says_write = names_direction(run->job->name, "write");
    gboolean reads = run->job->directions[DIRECTION_READ] != NULL, writes = run->job->directions[DIRECTION_WRITE] != NULL;
    if (says_read == says_write || reads == writes)
        return;
    if ((says_write && reads) || (says_read && writes))
        add_finding(comparison, id, SEVERITY_CAUTION, comparison_label(comparison, series),
                    g_strdup_printf(_("Job \"%s\" did something else than its name says"), stream->job),
                    g_strdup(reads ? _("it only did reads") : _("it only did writes")),
                    _("a command line was copied and not changed"), NULL);
}

static void look_at_names(Comparison *comparison, const char *id)
{
    each_first_run(comparison, id, look_at_name);
}

static void look_at_block_size(Comparison *comparison, const char *id, const Stream *stream, guint series,
                               const StreamRun *run)
{
    const char *bs = run_option(run, "bs");
    double said = bs && !strpbrk(bs, ",-.") ? units_size_parse(bs) : NAN;
    double seen = run->direction->io_bytes.value / run->direction->total_ios;
    if (!isfinite(said) || !isfinite(seen) || said <= 0 || run->direction->total_ios < 10 ||
        run_option(run, "bssplit") || run_option(run, "bsrange") || run_option(run, "kb_base") ||
        (seen > said * 0.95 && seen < said * 1.05) || run->job->error > 0 || run->job->total_errors > 0)
        return;
    g_autofree char *words = units_format_bytes(seen);
    g_autofree char *name = words_stream(stream->job, stream->kind);
    add_finding(comparison, id, SEVERITY_CAUTION, comparison_label(comparison, series),
                g_strdup_printf(_("%s: the block size does not fit the counts"), name),
                g_strdup_printf(_("bs=%s, but bytes divided by I/Os give %s"), bs, words), NULL, NULL);
}

static void look_at_block_sizes(Comparison *comparison, const char *id)
{
    each_first_run(comparison, id, look_at_block_size);
}

/* Neither options nor a job definition: whether like was compared with like cannot be told. */
static void look_at_unknown(Comparison *comparison, const char *id, const Stream *stream, guint series,
                            const StreamRun *run)
{
    (void)stream;
    if (run_option(run, "rw") || run_option(run, "bs") || run->result->source.command_line)
        return;
    add_finding(comparison, id, SEVERITY_NOTE, comparison_label(comparison, series),
                g_strdup(_("The workload is not known")),
                g_strdup(_("the report says neither block size nor options; whether both sides ran the same cannot be "
                         "checked")),
                NULL, _("keep the whole output, or use --output-format=json+"));
}

static void look_at_unknowns(Comparison *comparison, const char *id)
{
    each_first_run(comparison, id, look_at_unknown);
}

static void look_at_concurrency(Comparison *comparison, const char *id)
{
    for (guint i = 0; i < comparison->series->len; i++) {
        const Series *series = comparison->series->pdata[i];
        const Result *result = series->results->pdata[0];
        if (!result->totals_concurrent)
            add_finding(comparison, id, SEVERITY_NOTE, series->label,
                        g_strdup(_("The jobs did not run at the same time")),
                        g_strdup(_("they are compared one by one; a sum of their rates would be one that never was")),
                        NULL, NULL);
    }
}

const Rule workload_rules[] = {
    {"unequal-workload", look_at_differences},
    {"versions-differ", look_at_versions},
    {"iodepth-without-effect", look_at_depths},
    {"shared-file", look_at_files},
    {"cache-possible", look_at_caches},
    {"small-data-set", look_at_sizes},
    {"different-offered-load", look_at_loads},
    {"name-and-workload-disagree", look_at_names},
    {"block-size-disagrees", look_at_block_sizes},
    {"workload-unknown", look_at_unknowns},
    {"not-concurrent", look_at_concurrency},
    {NULL, NULL},
};
