#include "run/plan.h"

#include "base/error.h"
#include "base/suggest.h"
#include "base/translate.h"
#include "base/units.h"

#include <math.h>
#include <string.h>

#define CLASSIC                                                                                                       \
    .name = "1io", .filename = "io.speedtest", .bs = "8k", .rw = "write", .size = "4G", .engine = "sync",             \
    .runtime_s = 30, .direct = 1, .numjobs = 60, .iodepth = 4, .thread = 1, .group_reporting = 1,                     \
    .rwmixread = WORKLOAD_UNSET

#define OTHER(bs_, rw_, jobs_, depth_, engine_)                                                                       \
    .name = "1io", .filename = "io.speedtest", .bs = bs_, .rw = rw_, .size = "4G", .engine = engine_,                 \
    .runtime_s = 30, .direct = 1, .numjobs = jobs_, .iodepth = depth_, .thread = 1, .group_reporting = 1,             \
    .is_time_based = TRUE

const Preset presets[] = {
    {"sync60", N_("60 threads, sync engine, 8 KiB sequential writes into one file"), {CLASSIC}},
    {"randread", N_("16 threads, 4 KiB random reads"), {OTHER("4k", "randread", 16, 1, "sync"), .rwmixread = WORKLOAD_UNSET}},
    {"randwrite", N_("16 threads, 4 KiB random writes"), {OTHER("4k", "randwrite", 16, 1, "sync"), .rwmixread = WORKLOAD_UNSET}},
    {"randrw70", N_("16 threads, 4 KiB random, 70% reads"), {OTHER("4k", "randrw", 16, 1, "sync"), .rwmixread = 70}},
    {"seqread1m", N_("1 thread, 1 MiB sequential reads"), {OTHER("1m", "read", 1, 1, "sync"), .rwmixread = WORKLOAD_UNSET}},
    {"fsync-log", N_("1 thread, 4 KiB writes, each followed by fsync, as a database's log"),
     {.name = "1io", .filename = "io.speedtest", .bs = "4k", .rw = "write", .size = "1G", .engine = "sync", .runtime_s = 30,
      .direct = 0, .numjobs = 1, .iodepth = 1, .thread = 1, .group_reporting = 1, .is_time_based = TRUE, .fsync = 1,
      .rwmixread = WORKLOAD_UNSET}},
    {NULL, NULL, {NULL}},
};

static gboolean refuse(GError **error, const char *what, const char *expected)
{
    g_set_error(error, TROUBLE, TROUBLE_USAGE, _("%s: %s was expected"), what, expected);
    return FALSE;
}

static const Preset *find_preset(const char *id, GError **error)
{
    const char *known[16] = {NULL};
    g_autoptr(GString) list = g_string_new(NULL);
    for (guint i = 0; presets[i].id; i++) {
        if (!id || g_str_equal(presets[i].id, id))
            return &presets[i];
        known[i] = presets[i].id;
        g_string_append_printf(list, "%s%s", i ? ", " : "", presets[i].id);
    }
    g_autofree char *question = suggest_question(id, known);
    g_set_error(error, TROUBLE, TROUBLE_USAGE, _("--preset %s: there are %s%s"), id, list->str,
                question);
    return NULL;
}

gboolean workload_make(Workload *workload, const char *preset, const Workload *asked, GError **error)
{
    const Preset *found = find_preset(preset, error);
    if (!found)
        return FALSE;
    *workload = found->workload;
    const char **texts[] = {&workload->name, &workload->filename, &workload->bs, &workload->rw, &workload->size, &workload->engine};
    const char *asked_texts[] = {asked->name, asked->filename, asked->bs, asked->rw, asked->size, asked->engine};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
        if (asked_texts[i])
            *texts[i] = asked_texts[i];
    int *numbers[] = {&workload->runtime_s, &workload->ramp_s, &workload->direct, &workload->numjobs, &workload->iodepth,
                      &workload->thread, &workload->group_reporting, &workload->fsync, &workload->rwmixread};
    const int asked_numbers[] = {asked->runtime_s, asked->ramp_s, asked->direct, asked->numjobs, asked->iodepth,
                                 asked->thread, asked->group_reporting, asked->fsync, asked->rwmixread};
    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++)
        if (asked_numbers[i] != WORKLOAD_UNSET)
            *numbers[i] = asked_numbers[i];
    workload->is_time_based = workload->is_time_based || asked->is_time_based;
    workload->extra = asked->extra;
    workload->job_file = asked->job_file;
    return TRUE;
}

gboolean workload_reads(const Workload *workload)
{
    static const char *const kinds[] = {"read", "randread", "rw", "readwrite", "randrw", NULL};
    return !workload->job_file && g_strv_contains(kinds, workload->rw);
}

gboolean workload_writes(const Workload *workload)
{
    static const char *const kinds[] = {"read", "randread", NULL};
    return !g_strv_contains(kinds, workload->rw);
}

/* What an own option of fio must not do: name other files, or run commands. fio's command line takes a beginning of a name for
 * the name; "verify" is an option of its own. */
static gboolean is_dangerous(const char *name)
{
    static const char *const dangerous[] = {"filename", "directory", "filename_format", "opendir", "exec_prerun", "exec_postrun",
                                            "output", "client", "server", "write_bw_log", "write_lat_log", "write_iops_log",
                                            "write_hist_log", "write_iolog", "read_iolog", "log_store_compressed", "include",
                                            "unlink", "unlink_each_loop", "aux-path", "daemonize", "trigger", "trigger-file",
                                            "trigger-timeout", "trigger-remote", "verify_state_save", "mmapfile", "iomem", "mem",
                                            "write_barrier_log", "cgroup", NULL};
    g_autofree char *lower = g_ascii_strdown(name, -1);
    for (gsize i = 0; dangerous[i]; i++)
        if (g_str_equal(dangerous[i], lower) || (strlen(lower) > 2 && g_str_has_prefix(dangerous[i], lower)))
            return !g_str_equal(lower, "verify");
    return FALSE;
}

static gboolean check_extra(char **extra, GError **error)
{
    for (; extra && *extra; extra++) {
        const char *dashes = *extra + strspn(*extra, "-");
        g_autofree char *name = g_strndup(dashes, strcspn(dashes, "="));
        if (!*name)
            return refuse(error, "--fio-option", _("NAME=VALUE"));
        if (is_dangerous(name)) {
            g_set_error(error, TROUBLE, TROUBLE_USAGE, _("--fio-option %s: could touch files that are not ours; fiocompare sets the "
                                                       "file itself"), *extra);
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean check_range(GError **error, const char *name, int value, int low, int high)
{
    if (value >= low && value <= high)
        return TRUE;
    g_set_error(error, TROUBLE, TROUBLE_USAGE, _("--%s %d: %d to %d was expected"), name, value, low, high);
    return FALSE;
}

gboolean workload_check(const Workload *workload, GError **error)
{
    static const char *const directions[] = {"read", "write", "randread", "randwrite", "rw", "readwrite",
                                             "randrw", "trim", "randtrim", "trimwrite", NULL};
    const char *filename = workload->filename;
    if (!*filename || strchr(filename, '/') || strchr(filename, ':') || g_str_equal(filename, ".") ||
        g_str_equal(filename, ".."))
        return refuse(error, "--filename", _("a plain file name without / and : (it is put into each mount)"));
    if (!*workload->name)
        return refuse(error, "--name", _("a name"));
    if (!g_strv_contains(directions, workload->rw))
        return refuse(error, "--rw", _("read, write, randread, randwrite, rw, randrw, trim, randtrim or trimwrite"));
    if (!(units_size_parse(workload->size) >= 4096))
        return refuse(error, "--size", _("a size such as 4G"));
    if (!(units_size_parse(workload->bs) >= 1))
        return refuse(error, "--bs", _("a block size such as 8k"));
    return check_range(error, "runtime", workload->runtime_s, 1, 7 * 86400) &&
           check_range(error, "ramp_time", workload->ramp_s, 0, 86400) &&
           check_range(error, "numjobs", workload->numjobs, 1, 4096) &&
           check_range(error, "iodepth", workload->iodepth, 1, 65536) &&
           check_range(error, "direct", workload->direct, 0, 1) && check_range(error, "thread", workload->thread, 0, 1) &&
           check_range(error, "group_reporting", workload->group_reporting, 0, 1) &&
           check_range(error, "fsync", workload->fsync, 0, 1 << 30) &&
           check_range(error, "rwmixread", workload->rwmixread, WORKLOAD_UNSET, 100) && check_extra(workload->extra, error);
}

static void add(GPtrArray *list, char *argument)
{
    if (argument)
        g_ptr_array_add(list, argument);
}

static void add_workload(GPtrArray *list, const Workload *workload)
{
    add(list, g_strdup_printf("-name=%s", workload->name));
    add(list, g_strdup_printf("-filename=%s", workload->filename));
    add(list, g_strdup_printf("-runtime=%d", workload->runtime_s));
    add(list, g_strdup_printf("-direct=%d", workload->direct));
    add(list, g_strdup_printf("-bs=%s", workload->bs));
    add(list, g_strdup_printf("-rw=%s", workload->rw));
    add(list, g_strdup_printf("-size=%s", workload->size));
    add(list, workload->thread ? g_strdup("-thread") : NULL);
    add(list, workload->group_reporting ? g_strdup("-group_reporting") : NULL);
    add(list, g_strdup_printf("-numjobs=%d", workload->numjobs));
    add(list, g_strdup_printf("--iodepth=%d", workload->iodepth));
    add(list, g_strdup_printf("-ioengine=%s", workload->engine));
    add(list, workload->is_time_based ? g_strdup("-time_based") : NULL);
    add(list, workload->ramp_s > 0 ? g_strdup_printf("-ramp_time=%d", workload->ramp_s) : NULL);
    add(list, workload->fsync > 0 ? g_strdup_printf("-fsync=%d", workload->fsync) : NULL);
    add(list, workload->rwmixread >= 0 ? g_strdup_printf("-rwmixread=%d", workload->rwmixread) : NULL);
    for (char **extra = workload->extra; extra && *extra; extra++)
        add(list, g_strdup_printf("--%s", *extra + strspn(*extra, "-")));
}

static char **take_arguments(GPtrArray *list)
{
    g_ptr_array_add(list, NULL);
    return (char **)g_ptr_array_free(list, FALSE);
}

char **plan_fio_arguments(const Workload *workload, const char *fio, const char *output, char **clients)
{
    GPtrArray *list = g_ptr_array_new();
    add(list, g_strdup(fio));
    for (char **client = clients; client && *client; client++) {
        add(list, g_strdup_printf("--client=%s", *client));
        add(list, g_strdup(workload->job_file));
    }
    if (!clients && workload->job_file)
        add(list, g_strdup(workload->job_file));
    else if (!clients)
        add_workload(list, workload);
    /* What is printed, not what is done: text and JSON+ of one run in one file. fio as a client prints one of them. */
    add(list, g_strdup(clients ? "--output-format=json+" : "--output-format=normal,json+"));
    add(list, g_strdup(clients ? "--eta=never" : "--eta=always"));
    add(list, output ? g_strdup_printf("--output=%s", output) : NULL);
    return take_arguments(list);
}

char **plan_layout_arguments(const Workload *workload, const char *fio)
{
    GPtrArray *list = g_ptr_array_new();
    Workload layout = *workload;
    layout.rw = "read";
    layout.engine = "sync";
    layout.fsync = 0;
    layout.numjobs = 1;
    layout.rwmixread = WORKLOAD_UNSET;
    layout.extra = NULL;
    add(list, g_strdup(fio));
    add_workload(list, &layout);
    add(list, g_strdup("--create_only=1"));
    return take_arguments(list);
}

char *plan_job_file(const char *text, const char *filename, double *size_bytes, GError **error)
{
    *size_bytes = 0;
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_autoptr(GString) out = g_string_new(NULL);
    guint sections = 0;
    g_string_append_printf(out, "[global]\nfilename=%s\n\n", filename);
    for (guint i = 0; lines[i]; i++) {
        g_autofree char *line = g_strstrip(g_strdup(lines[i]));
        g_autofree char *name = g_strchomp(g_strndup(line, strcspn(line, "= ")));
        if (*line == '[')
            sections += g_ascii_strncasecmp(line, "[global]", 8) != 0;
        if (is_dangerous(name)) {
            g_set_error(error, TROUBLE, TROUBLE_USAGE, _("line %u: \"%s\" could touch files that are not ours; remove it, fiocompare "
                                                       "sets the file itself (--filename)"), i + 1, name);
            return NULL;
        }
        if (g_str_equal(name, "size") || g_str_equal(name, "filesize"))
            *size_bytes = fmax(*size_bytes, units_size_parse(line + strcspn(line, "=") + 1));
        g_string_append(out, lines[i]);
        if (lines[i + 1])
            g_string_append_c(out, '\n');
    }
    if (sections == 0) {
        g_set_error(error, TROUBLE, TROUBLE_FORMAT, _("holds no job: a section such as [job] was expected"));
        return NULL;
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}

char *plan_client_job(const Workload *workload, const char *folder, const char *filename)
{
    g_autoptr(GPtrArray) list = g_ptr_array_new_with_free_func(g_free);
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "[%s]\ndirectory=%s\nunlink=1\n", workload->name, folder);
    Workload named = *workload;
    named.filename = filename;
    add_workload(list, &named);
    for (guint i = 0; i < list->len; i++) {
        const char *option = (const char *)list->pdata[i] + strspn(list->pdata[i], "-");
        if (!g_str_has_prefix(option, "name="))
            g_string_append_printf(text, "%s\n", option);
    }
    return g_string_free(text, FALSE);
}

static void cell_free(gpointer data)
{
    PlanCell *cell = data;
    g_free(cell->name);
    g_ptr_array_unref(cell->owned);
    g_free(cell);
}

static PlanCell *cell_new(const Workload *workload, const char *name)
{
    PlanCell *cell = g_new0(PlanCell, 1);
    cell->name = g_strdup(name);
    cell->workload = *workload;
    cell->owned = g_ptr_array_new_with_free_func(g_free);
    return cell;
}

static gboolean set_swept(PlanCell *cell, const char *key, const char *value, GError **error)
{
    Workload *workload = &cell->workload;
    const struct {
        const char *key;
        int *number;
        const char **text;
    } fields[] = {{"numjobs", &workload->numjobs, NULL}, {"iodepth", &workload->iodepth, NULL}, {"bs", NULL, &workload->bs},
                  {"rw", NULL, &workload->rw}, {"rwmixread", &workload->rwmixread, NULL}, {"ioengine", NULL, &workload->engine}};
    for (gsize i = 0; i < G_N_ELEMENTS(fields); i++) {
        if (!g_str_equal(fields[i].key, key))
            continue;
        char *copy = g_strdup(value);
        g_ptr_array_add(cell->owned, copy);
        if (fields[i].text)
            *fields[i].text = copy;
        else
            *fields[i].number = (int)g_ascii_strtoll(value, NULL, 10);
        return TRUE;
    }
    g_set_error(error, TROUBLE, TROUBLE_USAGE, _("--sweep %s: numjobs, iodepth, bs, rw, rwmixread or ioengine can be swept"), key);
    return FALSE;
}

/* Each of the cells once for each value. */
static GPtrArray *multiply(GPtrArray *cells, const char *sweep, GError **error)
{
    GPtrArray *all = g_ptr_array_new_with_free_func(cell_free);
    const char *equals = strchr(sweep, '=');
    g_autofree char *key = equals ? g_strndup(sweep, (gsize)(equals - sweep)) : NULL;
    g_auto(GStrv) values = g_strsplit(equals ? equals + 1 : "", ",", -1);
    gboolean is_good = equals && values[0];
    if (!is_good)
        refuse(error, "--sweep", _("KEY=VALUE,VALUE such as numjobs=1,4,16"));
    for (guint i = 0; is_good && i < cells->len; i++) {
        const PlanCell *cell = cells->pdata[i];
        for (char **value = values; is_good && *value; value++) {
            g_autofree char *name = g_strdup_printf("%s%s%s=%s", cell->name, *cell->name ? " " : "", key, *value);
            PlanCell *fresh = cell_new(&cell->workload, name);
            g_ptr_array_add(all, fresh);
            is_good = set_swept(fresh, key, *value, error) && workload_check(&fresh->workload, error);
        }
    }
    if (is_good)
        return all;
    g_ptr_array_unref(all);
    return NULL;
}

GPtrArray *plan_cells(const Workload *workload, char **sweeps, GError **error)
{
    g_autoptr(GPtrArray) kept = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
    GPtrArray *cells = g_ptr_array_new_with_free_func(cell_free);
    g_ptr_array_add(cells, cell_new(workload, ""));
    for (; sweeps && *sweeps; sweeps++) {
        GPtrArray *more = multiply(cells, *sweeps, error);
        g_ptr_array_add(kept, cells);
        if (!more)
            return NULL;
        cells = more;
    }
    /* A swept job has a name of its own, so that equal ones are compared; texts of former factors are copied. */
    for (guint i = 0; i < cells->len; i++) {
        PlanCell *cell = cells->pdata[i];
        const char **texts[] = {&cell->workload.bs, &cell->workload.rw, &cell->workload.engine};
        for (gsize j = 0; j < G_N_ELEMENTS(texts); j++) {
            char *copy = g_strdup(*texts[j]);
            g_ptr_array_add(cell->owned, copy);
            *texts[j] = copy;
        }
        if (!*cell->name)
            continue;
        char *name = g_strdup_printf("%s %s", workload->name, cell->name);
        g_ptr_array_add(cell->owned, name);
        cell->workload.name = name;
    }
    return cells;
}

gboolean plan_order_parse(const char *word, PlanOrder *order, GError **error)
{
    static const char *const words[] = {"interleaved", "sequential", "random"};
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        if (g_str_equal(words[i], word)) {
            *order = (PlanOrder)i;
            return TRUE;
        }
    }
    g_set_error(error, TROUBLE, TROUBLE_USAGE, _("--order %s: interleaved, sequential or random was expected"), word);
    return FALSE;
}

GArray *plan_round(guint mounts, guint round, PlanOrder order, GRand *random)
{
    GArray *places = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < mounts; i++) {
        guint mount = order == ORDER_INTERLEAVED && round % 2 == 0 ? mounts - 1 - i : i;
        g_array_append_val(places, mount);
    }
    for (guint i = mounts; order == ORDER_RANDOM && i > 1; i--) { /* Fisher and Yates */
        guint j = (guint)g_rand_int_range(random, 0, (gint32)i);
        guint swap = g_array_index(places, guint, i - 1);
        g_array_index(places, guint, i - 1) = g_array_index(places, guint, j);
        g_array_index(places, guint, j) = swap;
    }
    return places;
}

double plan_run_seconds(const Workload *workload)
{
    return workload->runtime_s + workload->ramp_s + 1;
}
