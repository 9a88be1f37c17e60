/* Memory for one JSON document at a time. cJSON takes a block for every number of it and gives each back on its own;
 * most of its time goes there. While an arena is open on a thread, cJSON's blocks of this thread come from a few large
 * pieces, which go all at once. */
#include "read/internal.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

#define PIECE_BYTES (256u << 10)
#define SPARE_BYTES (8u << 20)

typedef struct Piece {
    struct Piece *next;
    gsize used, size;
    _Alignas(8) char data[];
} Piece;

static _Thread_local Piece *pieces;
static _Thread_local gboolean is_open;
/* The largest piece of the document before: fresh pages cost more than the parsing. */
static GPrivate spare = G_PRIVATE_INIT(g_free);

static Piece *new_piece(gsize size)
{
    Piece *piece = g_private_get(&spare);
    if (piece && piece->size >= size) {
        g_private_set(&spare, NULL);
    } else {
        gsize room = MAX(size, pieces ? MIN(pieces->size * 2, 64u << 20) : PIECE_BYTES);
        piece = g_malloc(sizeof *piece + room);
        piece->size = room;
    }
    piece->used = 0;
    piece->next = pieces;
    return piece;
}

static void *take(size_t size)
{
    if (!is_open)
        return malloc(size);
    size = (size + 7) & ~(size_t)7; /* what a cJSON node and its texts need */
    if (!pieces || pieces->size - pieces->used < size)
        pieces = new_piece(size);
    void *block = pieces->data + pieces->used;
    pieces->used += size;
    return block;
}

static void give_back(void *block)
{
    if (!is_open)
        free(block);
}

void json_arena_open(void)
{
    static gsize ready;
    if (g_once_init_enter(&ready)) {
        cJSON_Hooks hooks = {take, give_back};
        cJSON_InitHooks(&hooks);
        g_once_init_leave(&ready, 1);
    }
    g_assert(!is_open);
    is_open = TRUE;
}

void json_arena_close(void)
{
    is_open = FALSE;
    while (pieces) {
        Piece *next = pieces->next, *kept = g_private_get(&spare);
        if (pieces->size <= SPARE_BYTES && (!kept || kept->size < pieces->size))
            g_private_replace(&spare, pieces); /* frees the smaller one */
        else
            g_free(pieces);
        pieces = next;
    }
}
