#include "read/internal.h"

#include "model/pool.h"

#include "base/translate.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

/* A minimum that no sample ever lowered is still the largest 64-bit number. */
#define SENTINEL_NS 9.2e18

static void read_percentiles(const cJSON *node, double factor, Latency *latency)
{
    gboolean any = FALSE;
    for (const cJSON *item = node->child; item && !any; item = item->next)
        any = json_number(item) > 0;
    if (!any)
        return; /* a list of zeros: the latency was not measured */
    for (const cJSON *item = node->child; item; item = item->next) {
        double percent = g_ascii_strtod(item->string, NULL);
        double value = json_number(item);
        if (percent > 0 && percent <= 100 && isfinite(value) && value < SENTINEL_NS)
            latency_add_percentile(latency, percent, figure_exact(value * factor));
    }
}

/* fio 2.2.12 to 2.20 print every bin under its number, later ones only full bins under their value. */
static gboolean bins_are_indexed(const cJSON *node)
{
    guint count = 0;
    for (const cJSON *item = node->child; item && count < 1200; item = item->next, count++)
        if (g_str_has_prefix(item->string, "FIO_IO_U_PLAT"))
            return TRUE;
    return count >= 1200 && node->child && g_str_equal(node->child->string, "0") &&
           node->child->next && g_str_equal(node->child->next->string, "1");
}

static int compare_bins(const void *a, const void *b)
{
    double x = ((const Bin *)a)->ns, y = ((const Bin *)b)->ns;
    return (x > y) - (x < y);
}

static void read_bins(const cJSON *node, double factor, Latency *latency)
{
    gboolean is_indexed = bins_are_indexed(node);
    gboolean is_rising = TRUE;
    double last = -1;
    guint count = 0;
    for (const cJSON *item = node->child; item; item = item->next)
        count++;
    GArray *bins = g_array_sized_new(FALSE, FALSE, sizeof(Bin), count + 1);
    Bin *next = (Bin *)(gpointer)bins->data;
    for (const cJSON *item = node->child; item; item = item->next) {
        if (!cJSON_IsNumber(item) || !(item->valuedouble > 0) || !g_ascii_isdigit(*item->string))
            continue;
        double value = 0; /* these keys are whole numbers */
        for (const char *digit = item->string; g_ascii_isdigit(*digit); digit++)
            value = value * 10 + (*digit - '0');
        double ns = (is_indexed ? bin_index_to_value((guint)value) : value) * factor;
        is_rising = is_rising && ns > last;
        last = ns;
        *next++ = (Bin){ns, item->valuedouble};
    }
    g_array_set_size(bins, (guint)(next - (Bin *)(gpointer)bins->data));
    if (!is_rising)
        g_array_sort(bins, compare_bins);
    g_clear_pointer(&latency->bins, g_array_unref);
    if (bins->len > 0)
        latency->bins = bins;
    else
        g_array_unref(bins);
}

void json_read_latency(Result *result, const cJSON *node, double factor, Latency *latency)
{
    double min = NAN, max = NAN, mean = NAN, stddev = NAN, samples = NAN;
    const struct {
        const char *key;
        double *value;
    } numbers[] = {{"min", &min}, {"max", &max}, {"mean", &mean}, {"stddev", &stddev}, {"N", &samples}};
    const cJSON *percentile = NULL, *bins = NULL;
    if (!cJSON_IsObject(node))
        return;
    for (const cJSON *item = node->child; item; item = item->next) {
        for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++)
            if (json_key_is(item->string, numbers[i].key))
                *numbers[i].value = json_number(item);
        if (!cJSON_IsObject(item))
            continue;
        if (json_key_is(item->string, "percentile"))
            percentile = item;
        else if (json_key_is(item->string, "bins"))
            bins = item;
    }
    gboolean is_measured = isnan(samples) ? max > 0 || mean > 0 : samples > 0;
    if (isnan(samples) && isnan(max) && isnan(mean))
        is_measured = percentile || bins;
    /* gtod_reduce and disable_clat leave zeros: not measured. */
    if (samples > 0 && max == 0 && mean == 0 && !bins)
        is_measured = FALSE;
    if (!is_measured && !(min >= SENTINEL_NS))
        return;
    if (min >= SENTINEL_NS || (isfinite(max) && min > max)) {
        result_warn(result, "sentinel_value", 0, _("a minimum latency of %.0f is fio's mark for no sample; shown as missing"),
                    min);
        min = NAN;
    }
    if (!is_measured)
        return;
    latency->min_ns = figure_exact(min * factor);
    latency->max_ns = figure_exact(max < SENTINEL_NS ? max * factor : NAN);
    latency->mean_ns = figure_exact(mean * factor);
    latency->stddev_ns = figure_exact(stddev * factor);
    latency->samples = samples;
    if (percentile)
        read_percentiles(percentile, factor, latency);
    if (bins)
        read_bins(bins, factor, latency);
    if (latency->bins && !latency->percentiles)
        latency_percentiles_from_bins(latency);
}
