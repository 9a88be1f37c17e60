#include "read/internal.h"

#include <stdio.h>
#include <string.h>

int version_number(const char *fio_version)
{
    int major = 0, minor = 0;
    if (!fio_version)
        return 0;
    const char *digits = strpbrk(fio_version, "0123456789");
    if (!digits || sscanf(digits, "%4d.%4d", &major, &minor) < 1)
        return 0;
    return major * 1000 + minor;
}

/* The middle of a bin of fio's histogram: 64 bins an octave (plat_idx_to_val in fio's stat.c, FIO_IO_U_PLAT_BITS
 * 6). */
double bin_index_to_value(guint index)
{
    if (index < 128)
        return index;
    guint shift = (index >> 6) - 1;
    double width = ldexp(1, (int)shift);
    return ldexp(64, (int)shift) + ((index & 63) + 0.5) * width;
}
