#include "model/comparison.h"

#include "base/translate.h"

Series *series_new(const char *label)
{
    Series *series = g_new0(Series, 1);
    series->label = g_strdup(label);
    series->results = g_ptr_array_new_with_free_func((GDestroyNotify)result_free);
    return series;
}

void series_free(Series *series)
{
    g_free(series->label);
    g_free(series->mount.path);
    g_free(series->mount.mount_point);
    g_free(series->mount.type);
    g_free(series->mount.source);
    g_ptr_array_unref(series->results);
    g_free(series);
}

static void run_clear(gpointer data)
{
    direction_free(((StreamRun *)data)->pooled);
}

static void curve_clear(gpointer data)
{
    Curve *curve = data;
    g_array_unref(curve->points);
    g_array_unref(curve->crossings);
}

typedef struct {
    Stream stream;
    guint count;
} StreamBox;

static void stream_free(gpointer data)
{
    StreamBox *box = data;
    for (guint i = 0; i < box->count; i++) {
        g_array_unref(box->stream.sides[i].runs);
        g_array_unref(box->stream.sides[i].cells);
        g_array_unref(box->stream.sides[i].cdf);
        latency_clear(&box->stream.sides[i].merged);
    }
    g_free(box->stream.sides);
    g_array_unref(box->stream.curves);
    g_free(box->stream.job);
    g_free(box);
}

typedef struct {
    Metric metric;
    guint count;
} MetricBox;

static void metric_free(gpointer data)
{
    MetricBox *box = data;
    for (guint i = 0; i < box->count; i++) {
        g_array_unref(box->metric.values[i].each);
        g_free(box->metric.ratios[i].fraction);
    }
    g_free(box->metric.values);
    g_free(box->metric.ratios);
    g_free(box->metric.job);
    g_free(box->metric.id);
    g_free(box->metric.title);
    g_free(box);
}

static void finding_free(gpointer data)
{
    Finding *finding = data;
    g_free(finding->title);
    g_free(finding->evidence);
    g_free(finding->guess);
    g_free(finding->check);
    g_free(finding->series);
    g_free(finding);
}

Comparison *comparison_new(GPtrArray *series, const CompareOptions *options)
{
    Comparison *comparison = g_new0(Comparison, 1);
    comparison->options = *options;
    comparison->series = series;
    comparison->streams = g_ptr_array_new_with_free_func(stream_free);
    comparison->metrics = g_ptr_array_new_with_free_func(metric_free);
    comparison->notes = g_ptr_array_new_with_free_func(warning_free);
    comparison->findings = g_ptr_array_new_with_free_func(finding_free);
    comparison->told = g_ptr_array_new_with_free_func(finding_free);
    comparison->points = g_ptr_array_new_with_free_func(g_free);
    return comparison;
}

void comparison_free(Comparison *comparison)
{
    if (!comparison)
        return;
    g_ptr_array_unref(comparison->streams);
    g_ptr_array_unref(comparison->metrics);
    g_ptr_array_unref(comparison->notes);
    g_ptr_array_unref(comparison->findings);
    g_ptr_array_unref(comparison->told);
    g_ptr_array_unref(comparison->series);
    g_free(comparison->headline);
    g_ptr_array_unref(comparison->points);
    g_free(comparison->summary);
    g_free(comparison);
}

Stream *comparison_add_stream(Comparison *comparison, const char *job, DirectionKind kind)
{
    StreamBox *box = g_new0(StreamBox, 1);
    box->count = comparison->series->len;
    box->stream.job = g_strdup(job);
    box->stream.kind = kind;
    box->stream.sides = g_new0(StreamSide, box->count);
    box->stream.curves = g_array_new(FALSE, TRUE, sizeof(Curve));
    g_array_set_clear_func(box->stream.curves, curve_clear);
    for (guint i = 0; i < box->count; i++) {
        box->stream.sides[i].runs = g_array_new(FALSE, TRUE, sizeof(StreamRun));
        g_array_set_clear_func(box->stream.sides[i].runs, run_clear);
        box->stream.sides[i].cells = g_array_new(FALSE, FALSE, sizeof(LatencyCell));
        box->stream.sides[i].cdf = g_array_new(FALSE, FALSE, sizeof(CdfPoint));
        latency_init(&box->stream.sides[i].merged);
    }
    g_ptr_array_add(comparison->streams, box);
    return &box->stream;
}

Metric *comparison_add_metric(Comparison *comparison, const Stream *stream, const char *id, const char *title)
{
    MetricBox *box = g_new0(MetricBox, 1);
    box->count = comparison->series->len;
    box->metric.job = g_strdup(stream->job);
    box->metric.kind = stream->kind;
    box->metric.id = g_strdup(id);
    box->metric.title = g_strdup(title);
    box->metric.noise_percent = NAN;
    box->metric.values = g_new0(MetricValue, box->count);
    box->metric.ratios = g_new0(MetricRatio, box->count);
    for (guint i = 0; i < box->count; i++) {
        box->metric.values[i] = (MetricValue){NAN, NAN, NAN, NAN, 0, g_array_new(FALSE, FALSE, sizeof(Figure))};
        box->metric.ratios[i] = (MetricRatio){NAN, NAN, NAN, NULL, VERDICT_NONE, NAN, 0, FALSE};
    }
    g_ptr_array_add(comparison->metrics, box);
    return &box->metric;
}

const Metric *comparison_metric(const Comparison *comparison, const char *job, int kind, const char *id)
{
    for (guint i = 0; i < comparison->metrics->len; i++) {
        const Metric *metric = comparison->metrics->pdata[i];
        if ((!job || g_str_equal(job, metric->job)) && (kind < 0 || (int)metric->kind == kind) &&
            g_str_equal(id, metric->id))
            return metric;
    }
    return NULL;
}

gboolean comparison_is_calibrated(const Comparison *comparison)
{
    for (guint i = 0; i < comparison->metrics->len; i++)
        if (isfinite(((const Metric *)comparison->metrics->pdata[i])->noise_percent))
            return TRUE;
    return FALSE;
}

const char *comparison_label(const Comparison *comparison, guint series)
{
    return ((const Series *)comparison->series->pdata[series])->label;
}

Finding *comparison_add_finding(Comparison *comparison, const char *id, Severity severity, const char *series)
{
    Finding *finding = g_new0(Finding, 1);
    finding->id = id;
    finding->severity = severity;
    finding->series = g_strdup(series);
    g_ptr_array_add(comparison->findings, finding);
    return finding;
}

gboolean comparison_has_finding(const Comparison *comparison, const char *id)
{
    for (guint i = 0; i < comparison->findings->len; i++)
        if (g_str_equal(((const Finding *)comparison->findings->pdata[i])->id, id))
            return TRUE;
    return FALSE;
}

const char *verdict_name(Verdict verdict)
{
    static const char *const names[] = {"-", N_("one run"), N_("better"), N_("worse"), N_("the same"), N_("cannot tell")};
    return names[verdict];
}

const char *severity_name(Severity severity)
{
    static const char *const names[] = {N_("note"), N_("caution"), N_("invalid")};
    return names[severity];
}

static const char *const unit_names[] = {"bytes_per_s", "iops", "ns", "percent", "count"};

const char *metric_unit_name(MetricUnit unit)
{
    return unit_names[unit];
}

MetricUnit metric_unit_parse(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(unit_names); i++)
        if (g_str_equal(unit_names[i], name))
            return (MetricUnit)i;
    return UNIT_COUNT;
}
