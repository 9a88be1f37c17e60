/* Does the place of a run among all runs show in its throughput: a drift of the machine, or what the mount before left. */
#include "compare/internal.h"
#include "compare/statistics.h"

typedef struct {
    GArray *order, *after_other, *rates, *groups; /* of double, double, double, guint; one a run */
} Runs;

static gint series_at(const Comparison *comparison, double order)
{
    for (guint i = 0; i < comparison->series->len; i++) {
        const Series *series = comparison->series->pdata[i];
        for (guint j = 0; j < series->results->len; j++)
            if (((const Result *)series->results->pdata[j])->source.order == order)
                return (gint)i;
    }
    return -1;
}

static void collect(const Comparison *comparison, const Stream *stream, Runs *runs, gboolean with_neighbours)
{
    for (guint i = 0; i < comparison->series->len; i++) {
        for (guint j = 0; j < stream->sides[i].runs->len; j++) {
            const StreamRun *run = &g_array_index(stream->sides[i].runs, StreamRun, j);
            double order = run->result->source.order, rate = log(run->direction->bw_bytes_per_s.value);
            gint before = series_at(comparison, order - 1);
            if (!isfinite(order) || !isfinite(rate) || (with_neighbours && before < 0))
                continue;
            double after_other = before >= 0 && (guint)before != i;
            g_array_append_val(runs->order, order);
            g_array_append_val(runs->after_other, after_other);
            g_array_append_val(runs->rates, rate);
            g_array_append_val(runs->groups, i);
        }
    }
}

static Runs runs_new(void)
{
    return (Runs){g_array_new(FALSE, FALSE, sizeof(double)), g_array_new(FALSE, FALSE, sizeof(double)),
                  g_array_new(FALSE, FALSE, sizeof(double)), g_array_new(FALSE, FALSE, sizeof(guint))};
}

static void runs_clear(Runs *runs)
{
    GArray *lists[] = {runs->order, runs->after_other, runs->rates, runs->groups};
    for (gsize i = 0; i < G_N_ELEMENTS(lists); i++)
        g_array_unref(lists[i]);
}

static Slope slope_over(const Comparison *comparison, const Runs *runs, const GArray *x)
{
    return slope_within((const double *)(gpointer)x->data, (const double *)(gpointer)runs->rates->data,
                        (const guint *)(gpointer)runs->groups->data, x->len, comparison->series->len);
}

static double span(const GArray *order)
{
    double first = INFINITY, last = -INFINITY;
    for (guint i = 0; i < order->len; i++) {
        first = fmin(first, g_array_index(order, double, i));
        last = fmax(last, g_array_index(order, double, i));
    }
    return last - first;
}

void make_order_effects(const Comparison *comparison, Stream *stream)
{
    Runs all = runs_new(), with_neighbours = runs_new();
    collect(comparison, stream, &all, FALSE);
    collect(comparison, stream, &with_neighbours, TRUE);
    Slope drift = slope_over(comparison, &all, all.order);
    Slope carry = slope_over(comparison, &with_neighbours, with_neighbours.after_other);
    stream->order = (OrderEffects){100 * expm1(drift.slope * span(all.order)), drift.p_value, 100 * expm1(carry.slope),
                                   carry.p_value};
    runs_clear(&all);
    runs_clear(&with_neighbours);
}
