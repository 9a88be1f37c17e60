#include "report/internal.h"
#include "report/json.h"

static const char *verdict_id(Verdict verdict)
{
    static const char *const ids[] = {"none", "one run", "better", "worse", "same", "cannot tell"};
    return ids[verdict];
}

static cJSON *values_json(const Comparison *comparison, const Metric *metric)
{
    cJSON *values = cJSON_CreateObject();
    for (guint i = 0; i < comparison->series->len; i++) {
        const MetricValue *value = &metric->values[i];
        cJSON *item = cJSON_AddObjectToObject(values, comparison_label(comparison, i));
        json_add_number(item, "mean", value->mean);
        json_add_number(item, "runs", value->runs);
        json_add_number(item, "low", value->low);
        json_add_number(item, "high", value->high);
    }
    return values;
}

static cJSON *ratios_json(const Comparison *comparison, const Metric *metric)
{
    cJSON *ratios = cJSON_CreateObject();
    for (guint i = 0; i < comparison->series->len; i++) {
        const MetricRatio *ratio = &metric->ratios[i];
        if (i == comparison->baseline)
            continue;
        cJSON *item = cJSON_AddObjectToObject(ratios, comparison_label(comparison, i));
        json_add_number(item, "ratio", ratio->ratio);
        json_add_number(item, "low", ratio->low);
        json_add_number(item, "high", ratio->high);
        json_add_text(item, "fraction", ratio->fraction);
        json_add_text(item, "verdict", verdict_id(ratio->verdict));
        /* Under three runs a p-value would say more than is known. */
        gboolean has_enough = metric->values[i].runs >= 3 && metric->values[comparison->baseline].runs >= 3;
        json_add_number(item, "p_value", has_enough ? ratio->p_value : NAN);
        if (ratio->runs_needed)
            json_add_number(item, "runs_needed", ratio->runs_needed);
        if (ratio->is_few_samples)
            cJSON_AddTrueToObject(item, "few_samples");
    }
    return ratios;
}

static cJSON *metric_json(const Comparison *comparison, const Metric *metric)
{
    cJSON *object = cJSON_CreateObject();
    json_add_text(object, "job", metric->job);
    json_add_text(object, "direction", direction_name(metric->kind));
    json_add_text(object, "metric", metric->id);
    json_add_text(object, "unit", metric_unit_name(metric->unit));
    json_add_text(object, "better", metric->higher_is_better ? "higher" : "lower");
    if (isfinite(metric->noise_percent))
        json_add_number(object, "noise_percent", metric->noise_percent);
    cJSON_AddItemToObject(object, "values", values_json(comparison, metric));
    cJSON_AddItemToObject(object, "ratios", ratios_json(comparison, metric));
    return object;
}

static cJSON *series_json(const Series *series)
{
    cJSON *object = cJSON_CreateObject();
    json_add_text(object, "label", series->label);
    cJSON *results = cJSON_AddArrayToObject(object, "results");
    for (guint i = 0; i < series->results->len; i++) {
        const Result *result = series->results->pdata[i];
        cJSON *item = cJSON_CreateObject();
        json_add_text(item, "path", result->source.path);
        json_add_number(item, "report", result->source.report);
        json_add_text(item, "format", result->source.format);
        json_add_text(item, "sha256", source_sha256(&result->source));
        json_add_text(item, "fio_version", result->fio_version);
        cJSON_AddItemToArray(results, item);
    }
    return object;
}

static cJSON *modes_json(const Modes *modes)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddBoolToObject(object, "bimodal", modes->is_bimodal);
    json_add_text(object, "from", modes->source);
    if (!modes->is_bimodal)
        return object;
    json_add_number(object, "fast_percent", modes->fast_percent);
    json_add_number(object, "fast_below_ns", modes->fast_below_ns);
    json_add_number(object, "between_percent", modes->between_percent);
    json_add_number(object, "slow_from_ns", modes->slow_from_ns);
    json_add_number(object, "slow_percent", modes->slow_percent);
    return object;
}

static cJSON *curve_json(const Curve *curve)
{
    cJSON *object = cJSON_CreateObject();
    cJSON *points = cJSON_AddArrayToObject(object, "quantile_ratios");
    for (guint i = 0; i < curve->points->len; i++) {
        const CurvePoint *point = &g_array_index(curve->points, CurvePoint, i);
        cJSON *item = cJSON_CreateObject();
        json_add_number(item, "percent", point->percent);
        json_add_number(item, "ratio", point->ratio);
        json_add_number(item, "low", point->low);
        json_add_number(item, "high", point->high);
        cJSON_AddItemToArray(points, item);
    }
    cJSON *crossings = cJSON_AddArrayToObject(object, "crossings");
    for (guint i = 0; i < curve->crossings->len; i++) {
        const Crossing *crossing = &g_array_index(curve->crossings, Crossing, i);
        cJSON *item = cJSON_CreateObject();
        json_add_number(item, "from_percent", crossing->from_percent);
        json_add_number(item, "to_percent", crossing->to_percent);
        cJSON_AddBoolToObject(item, "candidate_faster_after", crossing->candidate_faster_after);
        cJSON_AddItemToArray(crossings, item);
    }
    json_add_number(object, "faster_chance", curve->faster_chance);
    cJSON_AddBoolToObject(object, "approximate", curve->is_approximate);
    return object;
}

static cJSON *distribution_json(const Comparison *comparison, const Stream *stream)
{
    cJSON *object = cJSON_CreateObject();
    json_add_text(object, "job", stream->job);
    json_add_text(object, "direction", direction_name(stream->kind));
    cJSON *modes = cJSON_AddObjectToObject(object, "populations");
    cJSON *curves = cJSON_AddObjectToObject(object, "against_baseline");
    for (guint i = 0; i < comparison->series->len; i++) {
        if (stream->sides[i].modes.is_known)
            cJSON_AddItemToObject(modes, comparison_label(comparison, i), modes_json(&stream->sides[i].modes));
        if (i != comparison->baseline)
            cJSON_AddItemToObject(curves, comparison_label(comparison, i),
                                  curve_json(&g_array_index(stream->curves, Curve, i)));
    }
    return object;
}

static cJSON *finding_json(const Finding *finding)
{
    cJSON *object = cJSON_CreateObject();
    json_add_text(object, "id", finding->id);
    json_add_text(object, "severity", severity_name(finding->severity));
    json_add_text(object, "series", finding->series);
    json_add_text(object, "title", finding->title);
    json_add_text(object, "evidence", finding->evidence);
    json_add_text(object, "guess", finding->guess);
    json_add_text(object, "check", finding->check);
    return object;
}

char *json_format_comparison(const Comparison *comparison)
{
    cJSON *object = cJSON_CreateObject();
    json_add_text(object, "schema", "fiocompare.comparison/1");
    json_add_text(object, "headline", comparison->headline);
    json_add_text(object, "summary", comparison->summary);
    json_add_text(object, "baseline", comparison_label(comparison, comparison->baseline));
    json_add_number(object, "confidence", comparison->options.confidence);
    json_add_number(object, "threshold", comparison->options.threshold);
    json_add_number(object, "comparisons_controlled", comparison->family_size);
    cJSON *series = cJSON_AddArrayToObject(object, "series");
    for (guint i = 0; i < comparison->series->len; i++)
        cJSON_AddItemToArray(series, series_json(comparison->series->pdata[i]));
    cJSON *metrics = cJSON_AddArrayToObject(object, "metrics");
    for (guint i = 0; i < comparison->metrics->len; i++)
        cJSON_AddItemToArray(metrics, metric_json(comparison, comparison->metrics->pdata[i]));
    cJSON *distributions = cJSON_AddArrayToObject(object, "distributions");
    for (guint i = 0; i < comparison->streams->len; i++)
        cJSON_AddItemToArray(distributions, distribution_json(comparison, comparison->streams->pdata[i]));
    cJSON *findings = cJSON_AddArrayToObject(object, "findings");
    for (guint i = 0; i < comparison->findings->len; i++)
        cJSON_AddItemToArray(findings, finding_json(comparison->findings->pdata[i]));
    return json_take_text(object);
}
