#include "model/result.h"

#include "base/translate.h"

#include <string.h>

void latency_init(Latency *latency)
{
    latency->min_ns = latency->max_ns = latency->mean_ns = latency->stddev_ns = figure_missing();
    latency->samples = NAN;
    latency->percentiles = NULL;
    latency->bins = NULL;
    latency->is_saturated = FALSE;
}

void latency_clear(Latency *latency)
{
    g_clear_pointer(&latency->percentiles, g_array_unref);
    g_clear_pointer(&latency->bins, g_array_unref);
}

void latency_add_percentile(Latency *latency, double percent, Figure ns)
{
    Percentile percentile = {percent, ns};
    if (!latency->percentiles)
        latency->percentiles = g_array_sized_new(FALSE, TRUE, sizeof(Percentile), 20);
    guint at = latency->percentiles->len;
    while (at > 0 && g_array_index(latency->percentiles, Percentile, at - 1).percent > percent)
        at--;
    g_array_insert_val(latency->percentiles, at, percentile);
}

gboolean latency_is_known(const Latency *latency)
{
    return figure_is_known(latency->mean_ns) || figure_is_known(latency->max_ns) ||
           latency->percentiles || latency->bins;
}

Figure latency_percentile(const Latency *latency, double percent)
{
    for (guint i = 0; latency->percentiles && i < latency->percentiles->len; i++) {
        const Percentile *percentile = &g_array_index(latency->percentiles, Percentile, i);
        if (fabs(percentile->percent - percent) < 1e-6)
            return percentile->ns;
    }
    return figure_missing();
}

static const char *const direction_names[DIRECTION_COUNT] = {N_("read"), N_("write"), N_("trim"), N_("mixed")};
static const char *const latency_names[LATENCY_COUNT] = {"slat", "clat", "lat"};

const char *direction_name(DirectionKind kind)
{
    return direction_names[kind];
}

int direction_parse(const char *text, gsize length)
{
    for (int i = 0; i < DIRECTION_COUNT; i++)
        if (strlen(direction_names[i]) == length &&
            g_ascii_strncasecmp(direction_names[i], text, length) == 0)
            return i;
    return -1;
}

const char *latency_name(LatencyKind kind)
{
    return latency_names[kind];
}

const Latency *direction_latency(const Direction *direction, LatencyKind *kind)
{
    for (LatencyKind i = LATENCY_CLAT; i <= LATENCY_LAT; i++) {
        if (latency_is_known(&direction->latency[i])) {
            if (kind)
                *kind = i;
            return &direction->latency[i];
        }
    }
    return NULL;
}

const Latency *direction_percentiles(const Direction *direction, LatencyKind *kind)
{
    for (LatencyKind i = LATENCY_CLAT; i <= LATENCY_LAT; i++) {
        const Latency *latency = &direction->latency[i];
        if (latency->percentiles || latency->bins) {
            if (kind)
                *kind = i;
            return latency;
        }
    }
    return NULL;
}

Figure direction_in_flight(const Direction *direction)
{
    const Latency *latency = &direction->latency[LATENCY_LAT];
    if (!latency_is_known(latency))
        latency = direction_latency(direction, NULL);
    if (!latency)
        return figure_missing();
    Figure iops = direction->iops, mean = latency->mean_ns;
    return figure_between(iops.value * mean.value / 1e9, iops.low * mean.low / 1e9, iops.high * mean.high / 1e9);
}
