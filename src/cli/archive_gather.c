/* From files and run folders to what the archive keeps: bytes, entries, figures. Reading, comparing and compressing go on in
 * all processors; the archive itself is written by one. */
#include "cli/archive_parts.h"

#include "base/error.h"
#include "base/file.h"
#include "base/translate.h"
#include "compare/compare.h"
#include "read/reader.h"
#include "run/manifest.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* So many files are told as done together, after one wait for the disk. */
#define BATCH 128
#define BATCH_FIRST 16

typedef struct {
    const char *argument;
    char *label, *path, *member;          /* member: its name in the folder of a run, NULL for a file alone */
    const Manifest *manifest;             /* of that folder */
    const ManifestStep *step;             /* NULL: only the bytes are kept */
    gint64 *folder;
    StoreBlob *blob;
    gboolean is_bulk;  /* one of so many that packing fast counts more than packing small */
    GPtrArray *pieces; /* of Piece */
    GError *error;
} Load;

static void piece_free(gpointer data)
{
    Piece *piece = data;
    store_entry_clear(&piece->entry);
    g_clear_pointer(&piece->metrics, g_ptr_array_unref);
    g_free(piece);
}

static void load_free(gpointer data)
{
    Load *load = data;
    g_free(load->label);
    g_free(load->path);
    g_free(load->member);
    store_blob_free(load->blob);
    g_clear_pointer(&load->pieces, g_ptr_array_unref);
    g_clear_error(&load->error);
    g_free(load);
}

/* The time that the report tells, as JSON has it, or as text prints it (in local time); NAN: it tells none. */
static double time_of(const Result *result)
{
    struct tm parts = {.tm_isdst = -1};
    if (result->timestamp_ms > 0)
        return result->timestamp_ms / 1000;
    if (!result->time_text || !strptime(result->time_text, "%a %b %d %H:%M:%S %Y", &parts))
        return NAN;
    return (double)mktime(&parts);
}

static char *workload_of(const Result *result)
{
    static const char *const names[] = {"rw", "bs", "size", "numjobs", "iodepth", "ioengine", "direct", "fsync", "rwmixread", "runtime"};
    g_autoptr(GString) text = g_string_new(NULL);
    const Job *job = result->jobs->len ? result->jobs->pdata[0] : NULL;
    if (job)
        g_string_append(text, job->name);
    for (gsize i = 0; job && i < G_N_ELEMENTS(names); i++) {
        const char *value = job_option(result, job, names[i]);
        if (value)
            g_string_append_printf(text, " %s=%s", names[i], value);
    }
    return g_strdup(text->str);
}

static GPtrArray *metrics_of(const Comparison *comparison)
{
    GPtrArray *list = g_ptr_array_new_with_free_func(store_metric_free);
    for (guint i = 0; i < comparison->metrics->len; i++) {
        const Metric *metric = comparison->metrics->pdata[i];
        if (!isfinite(metric->values[0].mean))
            continue;
        StoreMetric *item = g_new0(StoreMetric, 1);
        item->job = g_strdup(metric->job);
        item->direction = g_strdup(direction_name(metric->kind));
        item->name = g_strdup(metric->id);
        item->unit = g_strdup(metric_unit_name(metric->unit));
        item->value = metric->values[0].mean;
        g_ptr_array_add(list, item);
    }
    return list;
}

/* The figures are those that "compare" would show for this report alone. */
static Piece *piece_of(Result *result, const char *path)
{
    Piece *piece = g_new0(Piece, 1);
    CompareOptions options;
    GPtrArray *series = g_ptr_array_new_with_free_func((GDestroyNotify)series_free);
    Series *one = series_new("");
    piece->entry.report = result->source.report;
    piece->entry.time_s = time_of(result);
    piece->entry.path = g_strdup(path);
    piece->entry.format = g_strdup(result->source.format);
    piece->entry.fio = g_strdup(result->fio_version);
    piece->entry.workload = workload_of(result);
    g_ptr_array_add(one->results, result);
    g_ptr_array_add(series, one);
    gboolean is_good = settings_compare_options(&options, NULL);
    options.only_metrics = TRUE;
    g_autoptr(Comparison) comparison = is_good ? compare_series(series, &options, NULL) : NULL;
    piece->metrics = comparison ? metrics_of(comparison) : g_ptr_array_new_with_free_func(store_metric_free);
    return piece;
}

GPtrArray *archive_read_pieces(GBytes *raw, const char *path, GError **error)
{
    g_autoptr(GPtrArray) results = reader_read_bytes(raw, path, error);
    if (!results)
        return NULL;
    GPtrArray *pieces = g_ptr_array_new_with_free_func(piece_free);
    while (results->len)
        g_ptr_array_add(pieces, piece_of(g_ptr_array_steal_index(results, 0), path));
    return pieces;
}

static const char *manifest_fact(const Manifest *manifest, const char *name)
{
    for (guint i = 0; i + 1 < manifest->facts->len; i += 2)
        if (g_str_equal(manifest->facts->pdata[i], name))
            return manifest->facts->pdata[i + 1];
    return NULL;
}

static void set_text(char **field, const char *value)
{
    g_free(*field);
    *field = g_strdup(value);
}

static void add_place(StoreEntry *entry, const Load *load)
{
    const ManifestMount *mount = manifest_mount((Manifest *)load->manifest, load->step->label);
    set_text(&entry->host, manifest_fact(load->manifest, "host"));
    set_text(&entry->kernel, manifest_fact(load->manifest, "kernel"));
    if (!mount || !mount->facts)
        return;
    set_text(&entry->mount_point, mount->facts->mount_point);
    set_text(&entry->source, mount->facts->source);
    set_text(&entry->type, mount->facts->type);
    set_text(&entry->mount_options, mount->facts->options);
}

static void read_load(gpointer data, gpointer user_data)
{
    Load *load = data;
    struct stat facts;
    (void)user_data;
    g_autoptr(GBytes) raw = file_read(load->path, &load->error);
    if (!raw) {
        g_prefix_error(&load->error, "%s: ", load->path);
        return;
    }
    if (!load->member || load->step)
        load->pieces = archive_read_pieces(raw, load->path, &load->error);
    if (load->error)
        return;
    load->blob = store_blob_new(raw, load->is_bulk);
    double changed_s = stat(load->path, &facts) == 0 && S_ISREG(facts.st_mode) ? (double)facts.st_mtime : NAN;
    for (guint i = 0; load->pieces && i < load->pieces->len; i++) {
        StoreEntry *entry = &((Piece *)load->pieces->pdata[i])->entry;
        entry->label = g_strdup(load->label);
        if (!isfinite(entry->time_s))
            entry->time_s = changed_s;
        if (load->step)
            add_place(entry, load);
    }
}

static Load *add_load(GPtrArray *loads, const char *argument, const char *label, char *path)
{
    Load *load = g_new0(Load, 1);
    load->argument = argument;
    load->label = g_strdup(label);
    load->path = path;
    g_ptr_array_add(loads, load);
    return load;
}

/* A manifest is only believed about files below its own folder. */
static gboolean is_below(const char *name)
{
    g_auto(GStrv) parts = g_strsplit(name, "/", -1);
    return *name != '/' && !g_strv_contains((const char *const *)parts, "..");
}

/* The manifest comes last: a folder that has one is whole. */
static void add_folder_loads(GPtrArray *loads, const char *argument, Manifest *manifest, gint64 *folder)
{
    for (guint i = 0; i <= manifest->steps->len; i++) {
        const ManifestStep *step = i < manifest->steps->len ? manifest->steps->pdata[i] : NULL;
        const char *name = step ? step->file : "manifest.json";
        g_autofree char *path = g_build_filename(argument, name, NULL);
        if (!is_below(name) || !g_file_test(path, G_FILE_TEST_IS_REGULAR))
            continue;
        gboolean is_measured = step && step->is_done && step->kind == STEP_MEASURE;
        Load *load = add_load(loads, argument, is_measured ? step->label : NULL, g_steal_pointer(&path));
        load->member = g_strdup(name);
        load->manifest = manifest;
        load->step = is_measured ? step : NULL;
        load->folder = folder;
    }
}

static gboolean add_argument(GPtrArray *loads, GPtrArray *manifests, GPtrArray *folders, const char *argument, const char *label,
                             GError **error)
{
    g_autofree char *record = g_build_filename(argument, "manifest.json", NULL);
    if (g_file_test(record, G_FILE_TEST_EXISTS)) {
        Manifest *manifest = manifest_read(argument, error);
        if (!manifest)
            return FALSE;
        gint64 *folder = g_new0(gint64, 1);
        g_ptr_array_add(manifests, manifest);
        g_ptr_array_add(folders, folder);
        add_folder_loads(loads, argument, manifest, folder);
        return TRUE;
    }
    const char *equals = strchr(argument, '=');
    gboolean has_label = equals && equals > argument && !g_file_test(argument, G_FILE_TEST_EXISTS);
    g_autofree char *own = has_label ? g_strndup(argument, (gsize)(equals - argument)) : NULL;
    const char *path = has_label ? equals + 1 : argument;
    g_autofree char *base = g_path_get_basename(path);
    base[strcspn(base + 1, ".") + 1] = '\0';
    add_load(loads, argument, own ? own : label ? label : base, g_strdup(path));
    return TRUE;
}

static void tell(GString *said, const StoreEntry *entry, gboolean was_there)
{
    g_string_append_printf(said, "@%" G_GINT64_FORMAT "  %s  %s#%u%s%s\n", entry->id, entry->label ? entry->label : "", entry->path,
                           entry->report, was_there ? "  " : "", was_there ? _("(was there already)") : "");
}

static gboolean keep(Store *store, const Load *load, const ArchiveOptions *options, GString *said, GError **error)
{
    if (load->folder && *load->folder == 0)
        *load->folder = store_add_folder(store, load->argument, error);
    if (load->folder && *load->folder == 0)
        return FALSE;
    for (guint i = 0; load->pieces && i < load->pieces->len; i++) {
        Piece *piece = load->pieces->pdata[i];
        gboolean was_there = FALSE;
        piece->entry.note = g_strdup(options->note);
        piece->entry.folder = load->folder ? *load->folder : 0;
        if (!store_add(store, &piece->entry, load->blob, piece->metrics, options->tags, &was_there, error))
            return FALSE;
        tell(said, &piece->entry, was_there);
    }
    return !load->folder || store_add_member(store, *load->folder, load->member, load->blob, error);
}

/* A batch that is stored, and waits for the disk in a thread of its own while the next one is written. */
typedef struct {
    Store *store;
    GString *said;
    GThread *thread;
    GError *error;
} Pending;

static gpointer wait_for_disk(gpointer data)
{
    Pending *pending = data;
    store_sync(pending->store, &pending->error);
    return NULL;
}

static void begin_wait(Pending *pending)
{
    pending->thread = pending->said->len ? g_thread_new("sync", wait_for_disk, pending) : NULL;
}

/* What stands in said was stored for good before it is printed. */
static int end_wait(Pending *pending)
{
    if (pending->thread)
        g_thread_join(pending->thread);
    pending->thread = NULL;
    if (!pending->error)
        fputs(pending->said->str, stdout);
    fflush(stdout);
    g_string_truncate(pending->said, 0);
    return pending->error ? trouble(g_steal_pointer(&pending->error)) : 0;
}

/* The first batches are small, so that writing begins soon. */
static guint batch_end(const GPtrArray *loads, guint from)
{
    return MIN(from + CLAMP(from, BATCH_FIRST, BATCH), loads->len);
}

/* Begins to read a batch in the background; NULL when there are no files left. */
static GThreadPool *begin_batch(GPtrArray *loads, guint from)
{
    if (from >= loads->len)
        return NULL;
    GThreadPool *pool = g_thread_pool_new(read_load, NULL, (int)CLAMP(g_get_num_processors(), 1, 16), FALSE, NULL);
    for (guint i = from; i < batch_end(loads, from); i++)
        g_thread_pool_push(pool, loads->pdata[i], NULL);
    return pool;
}

static int keep_batch(Store *store, GPtrArray *loads, guint from, const ArchiveOptions *options, GString *said)
{
    int status = 0;
    GError *error = NULL;
    for (guint i = from; i < batch_end(loads, from) && !error; i++) {
        Load *load = loads->pdata[i];
        if (load->error)
            status = trouble(g_steal_pointer(&load->error));
        else
            keep(store, load, options, said, &error);
        g_clear_pointer(&load->pieces, g_ptr_array_unref);
        g_clear_pointer(&load->blob, store_blob_free);
    }
    return error ? trouble(error) : status;
}

/* While a batch is written the next one is read, and the one before waits for the disk. */
static int keep_all(Store *store, GPtrArray *loads, const ArchiveOptions *options)
{
    int status = 0;
    GThreadPool *reading = begin_batch(loads, 0);
    Pending pending = {.store = store, .said = g_string_new(NULL)};
    for (guint from = 0; reading; from = batch_end(loads, from)) {
        g_autoptr(GString) said = g_string_new(NULL);
        g_thread_pool_free(reading, FALSE, TRUE);
        reading = begin_batch(loads, batch_end(loads, from));
        int kept = keep_batch(store, loads, from, options, said), waited = end_wait(&pending);
        status = kept ? kept : waited ? waited : status;
        g_string_assign(pending.said, said->str);
        begin_wait(&pending);
    }
    int waited = end_wait(&pending);
    g_string_free(pending.said, TRUE);
    return waited ? waited : status;
}

int archive_add_all(Store *store, char **arguments, int count, const ArchiveOptions *options)
{
    g_autoptr(GPtrArray) loads = g_ptr_array_new_with_free_func(load_free),
                         manifests = g_ptr_array_new_with_free_func((GDestroyNotify)manifest_free),
                         folders = g_ptr_array_new_with_free_func(g_free);
    GError *error = NULL;
    int status = 0;
    for (int i = 0; i < count; i++)
        if (!add_argument(loads, manifests, folders, arguments[i], options->label, &error))
            status = trouble(g_steal_pointer(&error));
    for (guint i = 0; i < loads->len; i++)
        ((Load *)loads->pdata[i])->is_bulk = loads->len > BATCH;
    int kept = keep_all(store, loads, options);
    return kept ? kept : status;
}

int archive_keep_run(const char *folder, char **tags, const char *note)
{
    GError *error = NULL;
    g_autofree char *path = settings_archive_path();
    ArchiveOptions options = {.tags = tags, .note = (char *)note};
    g_autoptr(Store) store = store_open(path, STORE_WRITE, &error);
    if (!store)
        return trouble(error);
    printf(_("archived in %s:\n"), path);
    return archive_add_all(store, (char **)&folder, 1, &options);
}
