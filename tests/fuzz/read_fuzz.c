/* Whole inputs through detection and the readers of text, JSON and terse. */
#include "read/reader.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GBytes) bytes = g_bytes_new_static(data, size);
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) results = reader_read_bytes(bytes, "input", &error);
    g_assert((results != NULL) != (error != NULL));
    return 0;
}
