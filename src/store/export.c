/* The whole archive as plain files, in a folder or a tar file. */
#include "store/export.h"

#include "store/internal.h"

#include "base/translate.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <string.h>

/* "run-3/one/01.fio", "file-6f272c87/nfs.json": no name leads out of the folder, none comes twice. */
static char *name_of(const StoreFile *file)
{
    g_auto(GStrv) parts = g_strsplit(file->name, "/", -1);
    gboolean is_safe = *file->name && *file->name != '/' && !g_strv_contains((const char *const *)parts, "..");
    g_autofree char *base = g_path_get_basename(file->name);
    if (file->folder && is_safe)
        return g_strdup_printf("run-%" G_GINT64_FORMAT "/%s", file->folder, file->name);
    return g_strdup_printf("file-%.12s/%s", file->sha256, *base == '/' || *base == '.' ? "raw" : base);
}

typedef struct {
    struct archive *tar; /* NULL: a folder */
    const char *path;
} Target;

static gboolean put_in_tar(const Target *target, const char *name, GBytes *raw, GError **error)
{
    gsize size = 0;
    const void *data = g_bytes_get_data(raw, &size);
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_pathname(entry, name);
    archive_entry_set_size(entry, (la_int64_t)size);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    gboolean is_good = archive_write_header(target->tar, entry) == ARCHIVE_OK &&
                       archive_write_data(target->tar, data, size) == (la_ssize_t)size;
    archive_entry_free(entry);
    if (!is_good)
        g_set_error(error, TROUBLE, TROUBLE_FILE, _("%s: cannot be written: %s"), target->path, archive_error_string(target->tar));
    return is_good;
}

static gboolean put_in_folder(const Target *target, const char *name, GBytes *raw, GError **error)
{
    g_autofree char *path = g_build_filename(target->path, name, NULL), *folder = g_path_get_dirname(path);
    gsize size = 0;
    const char *data = g_bytes_get_data(raw, &size);
    if (g_file_test(path, G_FILE_TEST_EXISTS)) {
        g_set_error(error, TROUBLE, TROUBLE_FILE, _("%s: is there already and was left alone"), path);
        return FALSE;
    }
    if (g_mkdir_with_parents(folder, 0755) != 0) {
        g_set_error(error, TROUBLE, TROUBLE_FILE, _("%s: cannot be made: %s"), folder, g_strerror(errno));
        return FALSE;
    }
    return g_file_set_contents(path, data, (gssize)size, error);
}

static gboolean put_all(Store *store, const Target *target, guint *count, GError **error)
{
    g_autoptr(GPtrArray) files = store_files(store, error);
    for (guint i = 0; files && i < files->len; i++) {
        const StoreFile *file = files->pdata[i];
        g_autofree char *name = name_of(file);
        g_autoptr(GBytes) raw = store_raw(store, file->sha256, error);
        if (!raw || !(target->tar ? put_in_tar : put_in_folder)(target, name, raw, error))
            return FALSE;
        (*count)++;
    }
    return files != NULL;
}

gboolean store_export(Store *store, const char *path, guint *count, GError **error)
{
    Target target = {NULL, path};
    *count = 0;
    if (!g_str_has_suffix(path, ".tar"))
        return put_all(store, &target, count, error);
    if (g_file_test(path, G_FILE_TEST_EXISTS)) {
        g_set_error(error, TROUBLE, TROUBLE_FILE, _("%s: is there already and was left alone"), path);
        return FALSE;
    }
    target.tar = archive_write_new();
    archive_write_set_format_pax_restricted(target.tar);
    gboolean is_good = archive_write_open_filename(target.tar, path) == ARCHIVE_OK;
    if (!is_good)
        g_set_error(error, TROUBLE, TROUBLE_FILE, _("%s: cannot be written: %s"), path, archive_error_string(target.tar));
    is_good = is_good && put_all(store, &target, count, error);
    if (archive_write_close(target.tar) != ARCHIVE_OK && is_good) {
        g_set_error(error, TROUBLE, TROUBLE_FILE, _("%s: cannot be written: %s"), path, archive_error_string(target.tar));
        is_good = FALSE;
    }
    archive_write_free(target.tar);
    return is_good;
}
