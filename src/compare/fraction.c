#include "compare/compare.h"

#include "base/translate.h"

char *fraction_of(double ratio)
{
    if (!isfinite(ratio) || ratio <= 0)
        return NULL;
    if (ratio >= 0.98 && ratio <= 1.02)
        return g_strdup("about the same");
    for (int q = 1; q <= 10; q++) {
        double p = round(ratio * q);
        if (p >= 1 && p != q && fabs(p / q - ratio) <= 0.02 * ratio) {
            if (ratio > 10 && q > 1)
                return NULL;
            return q == 1 ? g_strdup_printf("%.0f", p) : g_strdup_printf("%.0f/%d", p, q);
        }
    }
    return NULL;
}
