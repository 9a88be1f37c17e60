/* One JSON document, whole or damaged. */
#include "read/internal.h"

#include <string.h>

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gsize used = 0;
    g_autofree char *text = g_strndup((const char *)data, size);
    Result *result = json_read(text, strnlen(text, size), &used);
    g_assert(used <= size);
    result_free(result);
    return 0;
}
