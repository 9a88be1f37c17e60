#include "cli/internal.h"

#include "base/error.h"
#include "base/file.h"
#include "base/translate.h"
#include "compare/compare.h"
#include "findings/findings.h"
#include "read/reader.h"
#include "run/manifest.h"
#include "store/store.h"

#include <stdlib.h>
#include <string.h>

/* "FILE#2" names a report unless a file has just that name. */
static char *split_number(const char *argument, guint *number)
{
    const char *hash = strrchr(argument, '#');
    *number = 0;
    if (!hash || !g_ascii_isdigit(hash[1]) || hash[1 + strspn(hash + 1, "0123456789")] ||
        g_file_test(argument, G_FILE_TEST_EXISTS))
        return g_strdup(argument);
    *number = (guint)g_ascii_strtoull(hash + 1, NULL, 10);
    return g_strndup(argument, (gsize)(hash - argument));
}

/* One report out of the archive's bytes. */
static Result *read_entry(Store *store, const StoreEntry *entry, GError **error)
{
    g_autoptr(GBytes) raw = store_raw(store, entry->sha256, error);
    g_autoptr(GPtrArray) results = raw ? reader_read_bytes(raw, entry->path ? entry->path : entry->sha256, error) : NULL;
    for (guint i = 0; results && i < results->len; i++) {
        if (((const Result *)results->pdata[i])->source.report != entry->report)
            continue;
        Result *result = g_ptr_array_steal_index(results, i);
        return result;
    }
    if (results)
        g_set_error(error, TROUBLE, TROUBLE_FORMAT, _("@%lld: report %u is not found in its file any more"),
                    (long long)entry->id, entry->report);
    return NULL;
}

static gboolean is_reference(const char *argument)
{
    return *argument == '@' && !g_file_test(argument, G_FILE_TEST_EXISTS);
}

/* "@12", "@NAME", "@LABEL~1". */
static GPtrArray *read_reference(const char *argument, GError **error)
{
    g_autofree char *path = settings_archive_path();
    g_autoptr(Store) store = store_open(path, STORE_READ, error);
    StoreEntry *entry = store ? store_find(store, argument, error) : NULL;
    Result *result = entry ? read_entry(store, entry, error) : NULL;
    store_entry_free(entry);
    if (!result)
        return NULL;
    GPtrArray *results = g_ptr_array_new_with_free_func((GDestroyNotify)result_free);
    g_ptr_array_add(results, result);
    return results;
}

GPtrArray *inputs_read_results(const char *argument, GError **error)
{
    guint number;
    if (is_reference(argument))
        return read_reference(argument, error);
    g_autofree char *path = split_number(argument, &number);
    g_autoptr(GPtrArray) results = reader_read_file(path, error);
    if (!results)
        return NULL;
    gboolean is_named = !g_str_equal(path, argument);
    if (is_named && (number == 0 || number > results->len)) {
        g_set_error(error, TROUBLE, TROUBLE_USAGE, _("%s: there is no report %u, the file holds %u (#1 to #%u)"), path,
                    number, results->len, results->len);
        return NULL;
    }
    if (is_named) {
        while (results->len > number)
            g_ptr_array_remove_index(results, results->len - 1);
        while (number-- > 1)
            g_ptr_array_remove_index(results, 0);
    }
    return g_steal_pointer(&results);
}

static void read_in_thread(gpointer data, gpointer user_data)
{
    InputRead *read = data;
    (void)user_data;
    read->results = inputs_read_results(read->argument, &read->error);
}

/* Standard input can be read only once, and only in order: such a list is read by one thread. */
static guint threads_for(char **arguments, int count)
{
    for (int i = 0; i < count; i++)
        if (arguments[i][0] == '-')
            return 1;
    return CLAMP(g_get_num_processors(), 1, 16);
}

InputRead *inputs_read_many(char **arguments, int count)
{
    InputRead *reads = g_new0(InputRead, count);
    guint threads = threads_for(arguments, count);
    GThreadPool *pool = count > 4 && threads > 1 ? g_thread_pool_new(read_in_thread, NULL, (int)threads, TRUE, NULL) : NULL;
    for (int i = 0; i < count; i++) {
        reads[i].argument = arguments[i];
        if (pool)
            g_thread_pool_push(pool, &reads[i], NULL);
        else
            read_in_thread(&reads[i], NULL);
    }
    if (pool)
        g_thread_pool_free(pool, FALSE, TRUE);
    return reads;
}

static Series *series_of(GPtrArray *series, const char *label)
{
    for (guint i = 0; i < series->len; i++)
        if (g_str_equal(((Series *)series->pdata[i])->label, label))
            return series->pdata[i];
    Series *fresh = series_new(label);
    g_ptr_array_add(series, fresh);
    return fresh;
}

/* The file's name without folder and ending. */
static char *label_of_path(const char *path)
{
    char *label = g_path_get_basename(path);
    char *dot = strchr(label + 1, '.');
    if (dot)
        *dot = '\0';
    return label;
}

static gboolean label_is_taken(const GPtrArray *series, const char *label)
{
    for (guint i = 0; i < series->len; i++)
        if (g_str_equal(((const Series *)series->pdata[i])->label, label))
            return TRUE;
    return FALSE;
}

/* Files named without a label are no repeats of each other, even when their names are alike. */
static char *unused_label(const GPtrArray *series, char *wanted)
{
    char *label = wanted;
    for (guint i = 2; label_is_taken(series, label); i++) {
        if (label != wanted)
            g_free(label);
        label = g_strdup_printf("%s-%u", wanted, i);
    }
    if (label != wanted)
        g_free(wanted);
    return label;
}

static void add_results(GPtrArray *series, const char *label, const char *path, GPtrArray *results)
{
    guint count = results->len;
    for (guint i = 0; i < count; i++) {
        Result *result = g_ptr_array_steal_index(results, 0);
        g_autofree char *own = NULL;
        if (count == 1)
            own = label ? g_strdup(label) : unused_label(series, label_of_path(path));
        else if (label)
            own = g_strdup_printf("%s#%u", label, i + 1);
        else if (result->source.heading)
            own = unused_label(series, g_strdup(result->source.heading));
        else
            own = unused_label(series, g_strdup_printf("#%u", i + 1));
        g_ptr_array_add(series_of(series, own)->results, result);
    }
}

static void add_mount_info(GPtrArray *series, const Manifest *manifest)
{
    for (guint i = 0; i < manifest->mounts->len; i++) {
        const ManifestMount *mount = manifest->mounts->pdata[i];
        if (!label_is_taken(series, mount->label))
            continue;
        MountInfo *info = &series_of(series, mount->label)->mount;
        char **fields[] = {&info->path, &info->mount_point, &info->type, &info->source};
        const char *values[] = {mount->path, mount->facts->mount_point, mount->facts->type, mount->facts->source};
        for (gsize j = 0; j < G_N_ELEMENTS(fields); j++) {
            g_free(*fields[j]);
            *fields[j] = g_strdup(values[j]);
        }
    }
}

static Result *read_step(const char *folder, const ManifestStep *step, double order, GError **error)
{
    g_autofree char *path = g_build_filename(folder, step->file, NULL);
    g_autoptr(GPtrArray) results = reader_read_file(path, error);
    if (!results)
        return NULL;
    Result *result = g_ptr_array_steal_index(results, 0);
    result->source.order = order;
    result->source.drain_s = step->drain_s;
    return result;
}

static gboolean add_steps(GPtrArray *series, const char *folder, const Manifest *manifest, GError **error)
{
    guint read = 0, order = 0;
    for (guint i = 0; i < manifest->steps->len; i++) {
        const ManifestStep *step = manifest->steps->pdata[i];
        order += step->is_done;
        if (!step->is_done || step->kind != STEP_MEASURE)
            continue;
        Result *result = read_step(folder, step, order, error);
        if (!result)
            return FALSE;
        g_ptr_array_add(series_of(series, step->label)->results, result);
        read++;
    }
    if (read == 0)
        g_set_error(error, TROUBLE, TROUBLE_FORMAT, _("%s: no run in it was finished"), folder);
    return read > 0;
}

/* A mount against itself, when the folder's run began with that: two series, else NULL. */
static GPtrArray *read_calibration(const char *folder)
{
    static const char *const labels[] = {"itself", "again"};
    g_autoptr(Manifest) manifest = manifest_read(folder, NULL);
    g_autoptr(GPtrArray) series = g_ptr_array_new_with_free_func((GDestroyNotify)series_free);
    for (guint side = 0; manifest && side < 2; side++) {
        Series *one = series_new(labels[side]);
        g_ptr_array_add(series, one);
        for (guint i = 0; i < manifest->steps->len; i++) {
            const ManifestStep *step = manifest->steps->pdata[i];
            Result *result = step->is_done && step->kind == STEP_CALIBRATE && step->side == side
                                 ? read_step(folder, step, NAN, NULL) : NULL;
            if (result)
                g_ptr_array_add(one->results, result);
        }
        if (one->results->len == 0)
            return NULL;
    }
    return manifest ? g_steal_pointer(&series) : NULL;
}

static void add_noise(Comparison *comparison, char **arguments, int count)
{
    for (int i = 0; i < count; i++) {
        g_autofree char *path = g_build_filename(arguments[i], "manifest.json", NULL);
        GPtrArray *series = g_file_test(path, G_FILE_TEST_EXISTS) ? read_calibration(arguments[i]) : NULL;
        if (!series)
            continue;
        CompareOptions options = comparison->options;
        options.baseline = NULL;
        g_autoptr(Comparison) calibration = compare_series(series, &options, NULL);
        if (calibration)
            compare_add_noise(comparison, calibration);
        return;
    }
}

static gboolean add_folder(GPtrArray *series, const char *folder, GError **error)
{
    Manifest *manifest = manifest_read(folder, error);
    gboolean is_added = manifest && add_steps(series, folder, manifest, error);
    if (is_added)
        add_mount_info(series, manifest);
    manifest_free(manifest);
    return is_added;
}

/* "@run:3": all measured runs of an archived folder, by their labels. */
static gboolean add_archived_folder(GPtrArray *series, const char *argument, GError **error)
{
    g_autofree char *path = settings_archive_path();
    g_autoptr(Store) store = store_open(path, STORE_READ, error);
    StoreFilter filter = STORE_FILTER_ALL;
    filter.folder = g_ascii_strtoll(argument + strlen("@run:"), NULL, 10);
    g_autoptr(GPtrArray) entries = store && filter.folder > 0 ? store_list(store, &filter, error) : NULL;
    if (store && (filter.folder <= 0 || (entries && entries->len == 0)))
        g_set_error(error, TROUBLE, TROUBLE_USAGE, _("%s: there is no such run in %s"), argument, path);
    if (!entries || entries->len == 0)
        return FALSE;
    for (guint i = 0; i < entries->len; i++) {
        const StoreEntry *entry = entries->pdata[i];
        Result *result = read_entry(store, entry, error);
        if (!result)
            return FALSE;
        result->source.order = i + 1;
        g_ptr_array_add(series_of(series, entry->label ? entry->label : "")->results, result);
    }
    return TRUE;
}

static gboolean add_argument(GPtrArray *series, const char *argument, GError **error)
{
    if (is_reference(argument) && g_str_has_prefix(argument, "@run:"))
        return add_archived_folder(series, argument, error);
    const char *equals = strchr(argument, '=');
    gboolean has_label = equals && equals > argument && !g_file_test(argument, G_FILE_TEST_EXISTS);
    g_autofree char *label = has_label ? g_strndup(argument, (gsize)(equals - argument)) : NULL;
    const char *path = has_label ? equals + 1 : argument;
    g_autofree char *manifest = g_build_filename(path, "manifest.json", NULL);
    if (!has_label && g_file_test(manifest, G_FILE_TEST_EXISTS))
        return add_folder(series, path, error);
    g_autoptr(GPtrArray) results = inputs_read_results(path, error);
    if (!results)
        return FALSE;
    add_results(series, label, path, results);
    return TRUE;
}

GPtrArray *inputs_read_series(char **arguments, int count, GError **error)
{
    g_autoptr(GPtrArray) series = g_ptr_array_new_with_free_func((GDestroyNotify)series_free);
    for (int i = 0; i < count; i++)
        if (!add_argument(series, arguments[i], error))
            return NULL;
    return g_steal_pointer(&series);
}

Comparison *inputs_compare(char **arguments, int count, GError **error)
{
    GPtrArray *series = inputs_read_series(arguments, count, error);
    CompareOptions options;
    if (!series)
        return NULL;
    if (!settings_compare_options(&options, error)) {
        g_ptr_array_unref(series);
        return NULL;
    }
    settings_redact_series(series);
    Comparison *comparison = compare_series(series, &options, error);
    if (!comparison)
        return NULL;
    add_noise(comparison, arguments, count);
    findings_make(comparison);
    return comparison;
}
