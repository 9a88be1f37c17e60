#include "base/error.h"
#include "base/file.h"
#include "base/translate.h"

#include <errno.h>
#include <fcntl.h>
#include <nettle/sha2.h>
#include <sys/stat.h>
#include <unistd.h>

static gboolean kind_is_readable(int fd, GError **error)
{
    struct stat status;
    if (fstat(fd, &status) != 0) {
        g_set_error(error, TROUBLE, TROUBLE_FILE, _("cannot be examined: %s"), g_strerror(errno));
        return FALSE;
    }
    if (S_ISDIR(status.st_mode)) {
        g_set_error(error, TROUBLE, TROUBLE_FILE,
                    _("is a folder, a file with fio's output was expected; name the files in it"));
        return FALSE;
    }
    if (S_ISBLK(status.st_mode)) {
        g_set_error(error, TROUBLE, TROUBLE_FILE, _("is a block device, fio's output was expected"));
        return FALSE;
    }
    return TRUE;
}

static GBytes *descriptor_read(int fd, GError **error)
{
    g_autoptr(GByteArray) content = g_byte_array_new();
    guint8 chunk[65536];
    for (;;) {
        ssize_t got = read(fd, chunk, sizeof chunk);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            g_set_error(error, TROUBLE, TROUBLE_FILE, _("cannot be read: %s"), g_strerror(errno));
            return NULL;
        }
        if (got == 0)
            break;
        if (content->len + (gsize)got > FILE_CEILING_BYTES) {
            g_set_error(error, TROUBLE, TROUBLE_FILE,
                        _("is larger than %u MiB, the ceiling for one input; split it"),
                        (guint)(FILE_CEILING_BYTES >> 20));
            return NULL;
        }
        g_byte_array_append(content, chunk, (guint)got);
    }
    return g_byte_array_free_to_bytes(g_steal_pointer(&content));
}

GBytes *file_read(const char *path, GError **error)
{
    if (g_str_equal(path, "-"))
        return descriptor_read(STDIN_FILENO, error);
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) {
        g_set_error(error, TROUBLE, TROUBLE_FILE, _("cannot be opened: %s"), g_strerror(errno));
        return NULL;
    }
    GBytes *bytes = kind_is_readable(fd, error) ? descriptor_read(fd, error) : NULL;
    close(fd);
    return bytes;
}

gboolean file_write(const char *path, const char *content, gsize length, GError **error)
{
    g_autoptr(GError) reason = NULL;
    if (g_file_set_contents_full(path, content, (gssize)length, G_FILE_SET_CONTENTS_CONSISTENT, 0644,
                                 &reason))
        return TRUE;
    g_set_error(error, TROUBLE, TROUBLE_FILE, _("cannot be written: %s"), reason->message);
    return FALSE;
}

char *file_sha256(GBytes *bytes)
{
    gsize size = 0;
    const guint8 *data = g_bytes_get_data(bytes, &size);
    guint8 digest[SHA256_DIGEST_SIZE];
    struct sha256_ctx context; /* nettle's is several times as fast as GLib's */
    sha256_init(&context);
    sha256_update(&context, size, data);
    sha256_digest(&context, sizeof digest, digest);
    GString *text = g_string_sized_new(2 * sizeof digest + 1);
    for (gsize i = 0; i < sizeof digest; i++)
        g_string_append_printf(text, "%02x", digest[i]);
    return g_string_free(text, FALSE);
}
