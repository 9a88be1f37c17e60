/* What lies around the text: compression, encodings, HTML. */
#include "read/internal.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GBytes) bytes = g_bytes_new_static(data, size);
    g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) text = unwrap(bytes, notes, &error);
    g_assert((text != NULL) != (error != NULL));
    return 0;
}
