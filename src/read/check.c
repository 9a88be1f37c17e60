/* What a report says of itself: values that cannot be, figures that do not fit each other. */
#include "read/internal.h"

#include "base/translate.h"
#include "base/units.h"

#include <string.h>

/* The last bucket of fio before 2.99: 1216 bins of microseconds. */
#define LAST_BUCKET_OLD_NS 16711680e3

static void check_saturation(Result *result, const char *where, Latency *latency)
{
    GArray *list = latency->percentiles;
    if (!list || list->len < 2)
        return;
    double top = g_array_index(list, Percentile, list->len - 1).ns.value;
    double max = latency->max_ns.value;
    gboolean at_last = top >= LAST_BUCKET_OLD_NS * 0.98 && top <= LAST_BUCKET_OLD_NS * 1.01;
    if (!at_last || !(max > top * 1.02))
        return;
    latency->is_saturated = TRUE;
    for (guint i = 0; i < list->len; i++) {
        Percentile *percentile = &g_array_index(list, Percentile, i);
        if (percentile->ns.value == top)
            percentile->ns.high = max;
    }
    g_autofree char *max_words = units_format_ns(max);
    result_warn(result, "percentiles_saturated", 0,
                _("%s: the highest percentiles stand at the last bucket of fio's histogram (16.7 s) while the "
                "maximum is %s: they are lower bounds"),
                where, max_words);
}

static void check_duplicates(Result *result, const char *where, Latency *latency)
{
    GArray *list = latency->percentiles;
    for (guint i = 1; list && i < list->len;) {
        const Percentile *before = &g_array_index(list, Percentile, i - 1);
        const Percentile *here = &g_array_index(list, Percentile, i);
        if (here->percent - before->percent > 1e-9) {
            i++;
            continue;
        }
        result_warn(result, "duplicate_percentile_key_after_rounding", 0,
                    _("%s: the percentile %.8g is listed more than once; fio rounded its name, the last value is "
                    "shown"),
                    where, here->percent);
        g_array_remove_index(list, i - 1);
    }
}

/* fio clamps no percentile to the maximum in every version (axboe/fio 1984): a bin is up to 1.6% wide. */
static void check_order(Result *result, const char *where, const Latency *latency)
{
    double last = 0;
    for (guint i = 0; latency->percentiles && i < latency->percentiles->len; i++) {
        const Percentile *percentile = &g_array_index(latency->percentiles, Percentile, i);
        if (percentile->ns.high < last)
            result_warn(result, "percentiles_fall", 0, _("%s: percentile %.8g is lower than the one before"), where,
                        percentile->percent);
        last = fmax(last, percentile->ns.low);
    }
}

static void check_samples(Samples *samples)
{
    if (isfinite(samples->min) && isfinite(samples->max) && samples->min > samples->max)
        samples->min = NAN;
    if (samples->min >= 9.2e18)
        samples->min = NAN;
    if (samples->samples == 0)
        *samples = (Samples){NAN, NAN, NAN, NAN, NAN};
}

static void check_direction(Result *result, const Job *job, Direction *direction)
{
    for (int i = 0; i < LATENCY_COUNT; i++) {
        g_autofree char *where = g_strdup_printf("%s, %s %s", job->name, direction_name(direction->kind),
                                                 latency_name((LatencyKind)i));
        check_duplicates(result, where, &direction->latency[i]);
        check_saturation(result, where, &direction->latency[i]);
        check_order(result, where, &direction->latency[i]);
    }
    check_samples(&direction->bw_samples);
    check_samples(&direction->iops_samples);
    double exact = direction->total_ios * 1000 / direction->runtime_ms;
    double counted = direction->iops.value;
    gboolean is_json = g_str_has_prefix(result->source.format, "json");
    if (is_json && isfinite(exact) && exact > 20 && direction->runtime_ms > 100 && counted >= 0 &&
        fabs(exact - counted) > 0.02 * exact + 1)
        result_warn(result, "total_disagrees_with_parts", 0,
                    _("%s %s: %.0f I/Os in %.0f ms are %.1f per second, fio's own figure is %.1f"), job->name,
                    direction_name(direction->kind), direction->total_ios, direction->runtime_ms, exact, counted);
}

/* fio's latency shares are those of all I/Os: they add up to 100%. */
static void check_shares(Result *result, const Job *job)
{
    double sum = 0, ios = 0;
    for (guint i = 0; i < job->buckets->len; i++)
        sum += g_array_index(job->buckets, Bucket, i).percent;
    for (int kind = 0; kind < DIRECTION_COUNT; kind++)
        if (job->directions[kind])
            ios += job->directions[kind]->total_ios;
    if (job->buckets->len > 0 && ios > 100 && !job->is_incomplete && (sum < 97 || sum > 103))
        result_warn(result, "latency_distribution_incomplete", job->line,
                    _("%s: the latency shares add up to %.0f%% instead of 100%%"), job->name, sum);
}

void result_check(Result *result)
{
    for (guint i = 0; i < result->jobs->len; i++) {
        Job *job = result->jobs->pdata[i];
        for (int kind = 0; kind < DIRECTION_COUNT; kind++)
            if (job->directions[kind])
                check_direction(result, job, job->directions[kind]);
        check_shares(result, job);
        if (job->error > 0)
            result_warn(result, "job_error", job->line, _("job %s ended with error %.0f (%s)"), job->name, job->error,
                        job->error_text ? job->error_text : g_strerror((int)fmin(job->error, 133)));
    }
}
