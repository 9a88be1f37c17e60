/* Raw reports, compressed: zstd with a checksum, JSON+ with a dictionary. */
#include "store/internal.h"

#include "base/file.h"

#include <string.h>
#include <zstd.h>

/* One report is packed as small as zstd can; of many, each so fast that reading fio's JSON takes longer ("make bench"). */
#define LEVEL 19
#define LEVEL_BULK 1
/* Large files hold their own repetitions. */
#define LARGE_BYTES (1 << 20)

static ZSTD_CDict *packing_dictionary(gboolean is_bulk)
{
    static gsize made[2];
    gsize *own = &made[is_bulk ? 1 : 0];
    if (g_once_init_enter(own)) {
        GString *text = pack_dictionary();
        g_once_init_leave(own, (gsize)ZSTD_createCDict(text->str, text->len, is_bulk ? LEVEL_BULK : LEVEL));
        g_string_free(text, TRUE);
    }
    return (ZSTD_CDict *)*own;
}

static ZSTD_DDict *unpacking_dictionary(void)
{
    static gsize made;
    if (g_once_init_enter(&made)) {
        GString *text = pack_dictionary();
        g_once_init_leave(&made, (gsize)ZSTD_createDDict(text->str, text->len));
        g_string_free(text, TRUE);
    }
    return (ZSTD_DDict *)made;
}

static void free_context(gpointer context)
{
    ZSTD_freeCCtx(context);
}

/* Of the thread, because its tables cost more to make than a report to pack. */
static ZSTD_CCtx *own_context(void)
{
    static GPrivate own = G_PRIVATE_INIT(free_context);
    ZSTD_CCtx *context = g_private_get(&own);
    if (!context) {
        context = ZSTD_createCCtx();
        g_private_set(&own, context);
    }
    return context;
}

GBytes *pack(GBytes *raw, gboolean is_bulk, int *dictionary)
{
    gsize size = 0;
    const char *data = g_bytes_get_data(raw, &size);
    gsize room = ZSTD_compressBound(size);
    char *packed = g_malloc(room);
    ZSTD_CCtx *context = own_context();
    *dictionary = size < LARGE_BYTES && size && memchr(data, '{', MIN(size, 65536)) ? PACK_FIO_JSON : PACK_PLAIN;
    ZSTD_CCtx_reset(context, ZSTD_reset_session_and_parameters);
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, is_bulk || size >= LARGE_BYTES ? LEVEL_BULK : LEVEL);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    if (*dictionary == PACK_FIO_JSON)
        ZSTD_CCtx_refCDict(context, packing_dictionary(is_bulk));
    gsize length = ZSTD_compress2(context, packed, room, data, size);
    g_assert(!ZSTD_isError(length)); /* the room is enough by zstd's own word */
    return g_bytes_new_take(g_realloc(packed, length), length);
}

GBytes *unpack(GBytes *packed, int dictionary, gsize size)
{
    gsize length = 0;
    const void *data = g_bytes_get_data(packed, &length);
    if (dictionary < PACK_PLAIN || dictionary > PACK_FIO_JSON || size > FILE_CEILING_BYTES ||
        ZSTD_getFrameContentSize(data, length) != size)
        return NULL;
    ZSTD_DCtx *context = ZSTD_createDCtx();
    if (dictionary == PACK_FIO_JSON)
        ZSTD_DCtx_refDDict(context, unpacking_dictionary());
    char *raw = g_malloc(size + 1);
    gsize found = ZSTD_decompressDCtx(context, raw, size, data, length);
    ZSTD_freeDCtx(context);
    if (!ZSTD_isError(found) && found == size)
        return g_bytes_new_take(raw, size);
    g_free(raw);
    return NULL;
}

StoreBlob *store_blob_new(GBytes *raw, gboolean is_bulk)
{
    StoreBlob *blob = g_new0(StoreBlob, 1);
    blob->size = g_bytes_get_size(raw);
    blob->sha256 = file_sha256(raw);
    blob->packed = pack(raw, is_bulk, &blob->dictionary);
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
