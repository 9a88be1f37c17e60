/* One of fio's latencies: its moments, percentiles and bins. */
#ifndef MODEL_LATENCY_H
#define MODEL_LATENCY_H

#include "model/figure.h"

/* slat: submission; clat: completion after submission; lat: both together. */
typedef enum { LATENCY_SLAT, LATENCY_CLAT, LATENCY_LAT } LatencyKind;
#define LATENCY_COUNT 3

typedef struct {
    double percent; /* 0 to 100 */
    Figure ns;
} Percentile;

typedef struct {
    double ns; /* the value that fio prints for the bin */
    double count;
} Bin;

typedef struct {
    Figure min_ns, max_ns, mean_ns, stddev_ns;
    double samples;
    GArray *percentiles; /* of Percentile, rising; NULL when there are none */
    GArray *bins;        /* of Bin, rising; NULL when there are none */
    gboolean is_saturated; /* top percentiles stand at fio's last bucket: they are lower bounds */
} Latency;

void latency_init(Latency *latency);
void latency_clear(Latency *latency);
void latency_add_percentile(Latency *latency, double percent, Figure ns);
gboolean latency_is_known(const Latency *latency);
/* The latency's percentile at exactly this percent; a missing figure when it is not listed. */
Figure latency_percentile(const Latency *latency, double percent);

const char *latency_name(LatencyKind kind);

#endif
