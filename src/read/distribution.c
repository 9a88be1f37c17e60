#include "read/internal.h"

#include <stdlib.h>
#include <string.h>

/* The upper bounds of fio's latency shares, in nanoseconds (io_u.c: 2, 4, 10 … of ns, us and ms). */
static double bound_before(double bound)
{
    static const double steps[] = {2, 4, 10, 20, 50, 100, 250, 500, 750, 1000};
    double before = 0;
    for (double unit = 1; unit <= 1e6; unit *= 1000) {
        for (gsize i = 0; i < G_N_ELEMENTS(steps); i++) {
            double step = steps[i] * unit;
            if (step >= bound * (1 - 1e-9))
                return before;
            before = step;
        }
    }
    return before;
}

void job_add_bucket(Job *job, double unit_ns, const char *key, double percent)
{
    gboolean is_last = g_str_has_prefix(key, ">=");
    double bound = g_ascii_strtod(key + (is_last ? 2 : 0), NULL) * unit_ns;
    if (!isfinite(bound) || bound <= 0 || !(percent > 0))
        return;
    Bucket bucket = {is_last ? bound : bound_before(bound), is_last ? INFINITY : bound, percent};
    guint at = job->buckets->len;
    while (at > 0 && g_array_index(job->buckets, Bucket, at - 1).from_ns >= bucket.from_ns) {
        if (g_array_index(job->buckets, Bucket, at - 1).below_ns == bucket.below_ns)
            return;
        at--;
    }
    g_array_insert_val(job->buckets, at, bucket);
}
