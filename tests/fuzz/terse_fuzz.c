/* One terse line. */
#include "read/internal.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Result *result = NULL;
    g_autofree char *text = g_strndup((const char *)data, size);
    terse_read_line(span_trim((Span){text, size}), 1, &result);
    result_free(result);
    return 0;
}
