/* Raw reports, compressed: zstd with a checksum, JSON+ with a dictionary. */
#include "store/internal.h"

#include "base/file.h"

#include <string.h>
#include <zstd.h>

/* The best that is still faster than reading fio's JSON; both measured with "make bench". */
#define LEVEL 9
/* Large files hold their own repetitions. */
#define LARGE_BYTES (1 << 20)

static ZSTD_CDict *for_packing;
static ZSTD_DDict *for_unpacking;

static void make_dictionaries(void)
{
    static gsize is_made;
    if (!g_once_init_enter(&is_made))
        return;
    GString *text = pack_dictionary();
    for_packing = ZSTD_createCDict(text->str, text->len, LEVEL);
    for_unpacking = ZSTD_createDDict(text->str, text->len);
    g_string_free(text, TRUE);
    g_once_init_leave(&is_made, 1);
}

GBytes *pack(GBytes *raw, int *dictionary)
{
    gsize size = 0;
    const char *data = g_bytes_get_data(raw, &size);
    gsize room = ZSTD_compressBound(size);
    char *packed = g_malloc(room);
    ZSTD_CCtx *context = ZSTD_createCCtx();
    *dictionary = size < LARGE_BYTES && size && memchr(data, '{', MIN(size, 65536)) ? PACK_FIO_JSON : PACK_PLAIN;
    make_dictionaries();
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, size < LARGE_BYTES ? LEVEL : 3);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    if (*dictionary == PACK_FIO_JSON)
        ZSTD_CCtx_refCDict(context, for_packing);
    gsize length = ZSTD_compress2(context, packed, room, data, size);
    ZSTD_freeCCtx(context);
    g_assert(!ZSTD_isError(length)); /* the room is enough by zstd's own word */
    return g_bytes_new_take(g_realloc(packed, length), length);
}

GBytes *unpack(GBytes *packed, int dictionary, gsize size)
{
    gsize length = 0;
    const void *data = g_bytes_get_data(packed, &length);
    if (dictionary < PACK_PLAIN || dictionary > PACK_FIO_JSON || ZSTD_getFrameContentSize(data, length) != size)
        return NULL;
    make_dictionaries();
    ZSTD_DCtx *context = ZSTD_createDCtx();
    if (dictionary == PACK_FIO_JSON)
        ZSTD_DCtx_refDDict(context, for_unpacking);
    char *raw = g_malloc(size + 1);
    gsize found = ZSTD_decompressDCtx(context, raw, size, data, length);
    ZSTD_freeDCtx(context);
    if (!ZSTD_isError(found) && found == size)
        return g_bytes_new_take(raw, size);
    g_free(raw);
    return NULL;
}

StoreBlob *store_blob_new(GBytes *raw)
{
    StoreBlob *blob = g_new0(StoreBlob, 1);
    blob->size = g_bytes_get_size(raw);
    blob->sha256 = file_sha256(raw);
    blob->packed = pack(raw, &blob->dictionary);
    return blob;
}

void store_blob_free(StoreBlob *blob)
{
    if (!blob)
        return;
    g_free(blob->sha256);
    g_clear_pointer(&blob->packed, g_bytes_unref);
    g_free(blob);
}
