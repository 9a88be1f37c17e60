#include "read/internal.h"

#include "base/error.h"
#include "base/file.h"
#include "base/translate.h"

#include <archive.h>
#include <archive_entry.h>
#include <string.h>

static gboolean is_compressed(const guint8 *data, gsize size)
{
    static const struct {
        const char *magic;
        gsize length;
    } kinds[] = {{"\x1f\x8b", 2}, {"\x28\xb5\x2f\xfd", 4}, {"\xfd" "7zXZ", 5}, {"BZh", 3}};
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (size > 10 && memcmp(data, kinds[i].magic, kinds[i].length) == 0)
            return TRUE;
    return FALSE;
}

static GBytes *read_entry(struct archive *archive, GError **error)
{
    struct archive_entry *entry;
    g_autoptr(GByteArray) content = g_byte_array_new();
    guint8 chunk[65536];
    if (archive_read_next_header(archive, &entry) != ARCHIVE_OK) {
        g_set_error(error, TROUBLE, TROUBLE_FORMAT, _("is damaged: compressed data cannot be unpacked (%s)"),
                    archive_error_string(archive) ? archive_error_string(archive) : _("no reason given"));
        return NULL;
    }
    for (;;) {
        la_ssize_t got = archive_read_data(archive, chunk, sizeof chunk);
        if (got == 0)
            break;
        if (got < 0) {
            g_set_error(error, TROUBLE, TROUBLE_FORMAT, _("is damaged: compressed data breaks off (%s)"),
                        archive_error_string(archive) ? archive_error_string(archive) : _("no reason given"));
            return NULL;
        }
        if (content->len + (gsize)got > FILE_CEILING_BYTES) {
            g_set_error(error, TROUBLE, TROUBLE_FORMAT,
                        _("unpacks to more than %u MiB, the ceiling for one input; refused"),
                        (guint)(FILE_CEILING_BYTES >> 20));
            return NULL;
        }
        g_byte_array_append(content, chunk, (guint)got);
    }
    return g_byte_array_free_to_bytes(g_steal_pointer(&content));
}

static GBytes *decompress(GBytes *bytes, GError **error)
{
    gsize size = 0;
    const void *data = g_bytes_get_data(bytes, &size);
    struct archive *archive = archive_read_new();
    archive_read_support_filter_gzip(archive);
    archive_read_support_filter_bzip2(archive);
    archive_read_support_filter_xz(archive);
    archive_read_support_filter_zstd(archive);
    archive_read_support_format_raw(archive);
    GBytes *content = NULL;
    if (archive_read_open_memory(archive, data, size) == ARCHIVE_OK)
        content = read_entry(archive, error);
    else
        g_set_error(error, TROUBLE, TROUBLE_FORMAT, _("is damaged: %s"), archive_error_string(archive));
    archive_read_free(archive);
    return content;
}

static GBytes *from_utf16(const guint8 *data, gsize size, const char *encoding, GError **error)
{
    gsize written = 0;
    g_autoptr(GError) reason = NULL;
    char *text = g_convert((const char *)data, (gssize)(size & ~(gsize)1), "UTF-8", encoding, NULL, &written,
                           &reason);
    if (!text) {
        g_set_error(error, TROUBLE, TROUBLE_FORMAT, _("is damaged UTF-16 text: %s"), reason->message);
        return NULL;
    }
    return g_bytes_new_take(text, written);
}

static void tabs_to_blanks(char *text, gsize size)
{
    for (gsize i = 0; i < size; i++)
        text[i] = text[i] == '\t' ? ' ' : text[i];
}

/* Escape sequences of terminals (ECMA-48) go, no-break spaces and tabs become blanks. */
static GBytes *clean(GBytes *bytes)
{
    gsize size = 0;
    const char *data = g_bytes_get_data(bytes, &size);
    gboolean has_escapes = memchr(data, '\033', size) || (memchr(data, '\302', size) && memmem(data, size, "\302\240", 2));
    if (!has_escapes && !memchr(data, '\t', size))
        return g_bytes_ref(bytes);
    char *text = g_memdup2(data, size);
    tabs_to_blanks(text, size);
    if (!has_escapes)
        return g_bytes_new_take(text, size);
    gsize length = 0;
    for (gsize i = 0; i < size; i++) {
        if (text[i] == '\033' && i + 1 < size && text[i + 1] == '[') {
            for (i += 2; i < size && (text[i] < '@' || text[i] > '~') && text[i] != '\n'; i++) {
            }
        } else if (text[i] == '\302' && i + 1 < size && text[i + 1] == '\240') {
            text[length++] = ' ';
            i++;
        } else {
            text[length++] = text[i];
        }
    }
    return g_bytes_new_take(text, length);
}

/* fio prints ASCII: a look at eight bytes at a time is much faster than a validation. */
static gboolean is_ascii(const guint8 *data, gsize size)
{
    guint64 seen = 0, word;
    gsize i = 0;
    for (; i + sizeof word <= size; i += sizeof word) {
        memcpy(&word, data + i, sizeof word);
        seen |= word;
    }
    for (; i < size; i++)
        seen |= (guint64)data[i];
    return (seen & G_GUINT64_CONSTANT(0x8080808080808080)) == 0;
}

static GBytes *to_utf8(GBytes *bytes, GPtrArray *notes, GError **error)
{
    gsize size = 0;
    const guint8 *data = g_bytes_get_data(bytes, &size);
    if (size >= 2 && data[0] == 0xff && data[1] == 0xfe)
        return from_utf16(data + 2, size - 2, "UTF-16LE", error);
    if (size >= 2 && data[0] == 0xfe && data[1] == 0xff)
        return from_utf16(data + 2, size - 2, "UTF-16BE", error);
    if (size >= 4 && data[0] && !data[1] && data[2] && !data[3])
        return from_utf16(data, size, "UTF-16LE", error);
    const guint8 *zero = memchr(data, 0, size);
    if (zero) {
        g_set_error(error, TROUBLE, TROUBLE_FORMAT,
                    _("is a binary file (a zero byte at offset %zu), fio's output was expected"),
                    (gsize)(zero - data));
        return NULL;
    }
    gsize skip = size >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    if (is_ascii(data + skip, size - skip) ||
        g_utf8_validate((const char *)data + skip, (gssize)(size - skip), NULL))
        return g_bytes_new_from_bytes(bytes, skip, size - skip);
    g_ptr_array_add(notes, g_strdup("invalid_utf8"));
    char *valid = g_utf8_make_valid((const char *)data + skip, (gssize)(size - skip));
    return g_bytes_new_take(valid, strlen(valid));
}

GBytes *unwrap(GBytes *bytes, GPtrArray *notes, GError **error)
{
    g_autoptr(GBytes) plain = g_bytes_ref(bytes);
    for (int layer = 0; layer < 3; layer++) {
        gsize size = 0;
        const guint8 *data = g_bytes_get_data(plain, &size);
        if (!is_compressed(data, size))
            break;
        GBytes *inner = decompress(plain, error);
        if (!inner)
            return NULL;
        g_bytes_unref(plain);
        plain = inner;
    }
    g_autoptr(GBytes) text = to_utf8(plain, notes, error);
    if (!text)
        return NULL;
    GBytes *page = unwrap_html(text);
    if (page) {
        g_bytes_unref(text);
        text = page;
    }
    return clean(text);
}
