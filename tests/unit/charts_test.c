/* The charts measured: every text inside the picture, none over another, over a table of nasty inputs. */
#include "chart/chart.h"

#include "base/units.h"

#include <math.h>
#include <string.h>

static const char long_label[] = "a-mount-with-a-name-that-nobody-would-ever-type-but-some-script-made-up-one-night";

static ChartOptions picture(double width, double height, const char *theme)
{
    ChartOptions options = chart_options_default();
    options.width = width;
    options.height = height;
    options.theme = theme_find(theme);
    return options;
}

static char *percent_words(double percent)
{
    return units_format_percentile(percent);
}

static void check_boxes(const Canvas *canvas, const ChartOptions *options, const char *name)
{
    const GArray *boxes = canvas_text_boxes(canvas);
    g_assert_cmpuint(boxes->len, >, 0);
    for (guint i = 0; i < boxes->len; i++) {
        const TextBox *a = &g_array_index(boxes, TextBox, i);
        if (a->x < 0 || a->y < 0 || a->x + a->width > options->width + 0.5 || a->y + a->height > options->height + 0.5)
            g_error("%s: \"%s\" leaves the picture (%.0f, %.0f, %.0f x %.0f)", name, a->text, a->x, a->y, a->width,
                    a->height);
        for (guint j = 0; j < i; j++) {
            const TextBox *b = &g_array_index(boxes, TextBox, j);
            double across = fmin(a->x + a->width, b->x + b->width) - fmax(a->x, b->x);
            double down = fmin(a->y + a->height, b->y + b->height) - fmax(a->y, b->y);
            if (across > 1 && down > 2)
                g_error("%s: \"%s\" lies over \"%s\"", name, a->text, b->text);
        }
    }
}

typedef struct {
    const char *name;
    guint series, points;
    double low_ns, high_ns;
    const char *label;
    gboolean equal, marked;
    double width, height;
} CurveCase;

static const CurveCase curve_cases[] = {
    {"two usual series", 2, 17, 7e4, 2e8, "native", FALSE, TRUE, 860, 440},
    {"one series", 1, 17, 7e4, 2e8, "native", FALSE, FALSE, 860, 440},
    {"one point", 1, 1, 1e6, 1e6, "native", FALSE, FALSE, 860, 440},
    {"one point each of twelve", 12, 1, 1e6, 1e6, "s", TRUE, FALSE, 860, 440},
    {"twelve series", 12, 17, 7e4, 2e8, "series", FALSE, FALSE, 860, 440},
    {"twelve equal series", 12, 17, 7e4, 2e8, "series", TRUE, FALSE, 860, 440},
    {"equal series", 2, 17, 7e4, 2e8, "native", TRUE, FALSE, 860, 440},
    {"one nanosecond to a hundred seconds", 2, 17, 1, 1e11, "native", FALSE, TRUE, 860, 440},
    {"a range of a tenth", 2, 17, 1e6, 1.1e6, "native", FALSE, FALSE, 860, 440},
    {"all the same value", 2, 17, 1e6, 1e6, "native", TRUE, FALSE, 860, 440},
    {"long labels", 2, 17, 7e4, 2e8, long_label, FALSE, TRUE, 860, 440},
    {"twelve long labels", 12, 17, 7e4, 2e8, long_label, FALSE, FALSE, 860, 440},
    {"Chinese labels", 3, 17, 7e4, 2e8, "分布式存储挂载点", FALSE, TRUE, 860, 440},
    {"Arabic labels", 3, 17, 7e4, 2e8, "نقطة التحميل", FALSE, TRUE, 860, 440},
    {"emoji labels", 3, 17, 7e4, 2e8, "🚀 fast 🐢", FALSE, TRUE, 860, 440},
    {"an empty label", 2, 17, 7e4, 2e8, "", FALSE, FALSE, 860, 440},
    {"no points at all", 2, 0, 1, 1, "empty", FALSE, FALSE, 860, 440},
    {"nothing", 0, 0, 1, 1, "", FALSE, FALSE, 860, 440},
    {"a small picture", 2, 17, 7e4, 2e8, "native", FALSE, TRUE, 320, 240},
    {"a small picture with long labels", 4, 17, 7e4, 2e8, long_label, FALSE, TRUE, 320, 240},
    {"a wide picture", 2, 17, 7e4, 2e8, "native", FALSE, TRUE, 1920, 300},
    {"a tall picture", 2, 17, 7e4, 2e8, "native", FALSE, TRUE, 400, 1200},
    {"a poster", 6, 17, 7e4, 2e8, "native", FALSE, TRUE, 4000, 3000},
};

static void draw_curve_case(const CurveCase *test, const char *theme)
{
    g_autofree ChartSeries *series = g_new0(ChartSeries, test->series + 1);
    g_autoptr(GPtrArray) owned = g_ptr_array_new_with_free_func(g_free);
    static const double percents[] = {0,  1,  5,  10, 20, 30,   40,   50,   60,
                                      70, 80, 90, 95, 99, 99.5, 99.9, 99.99};
    for (guint i = 0; i < test->series; i++) {
        ChartPoint *points = g_new(ChartPoint, test->points + 1);
        for (guint j = 0; j < test->points; j++) {
            double way = test->points > 1 ? (double)j / (test->points - 1) : 0;
            double y = test->low_ns * pow(test->high_ns / test->low_ns, way) * (test->equal ? 1 : 1 + 0.02 * i);
            points[j] = (ChartPoint){percents[j], y, y * 0.95, y, 0, 0};
        }
        char *label = test->equal || test->series < 3 ? g_strdup(test->label) : g_strdup_printf("%s %u", test->label, i);
        series[i] = (ChartSeries){label, points, test->points, i};
        g_ptr_array_add(owned, points);
        g_ptr_array_add(owned, label);
    }
    ChartMark marks[] = {{50, 60}, {99.5, 99.9}};
    CurveChart chart = {"write latency: what is seen stands in the title, however many words it may take to say so", long_label,
                        "percentile", "latency (clat), log scale", SCALE_NINES, SCALE_LOG, percent_words,
                        units_format_ns, series, test->series, marks, test->marked ? 2 : 0,
                        "the curves cross between p50 and p60, p99.5 and p99.9", CHART_RANGE_AUTO, CHART_RANGE_AUTO, 1};
    ChartOptions options = picture(test->width, test->height, theme);
    g_autoptr(Canvas) canvas = canvas_new(&options);
    chart_draw_curves(canvas, &chart);
    check_boxes(canvas, &options, test->name);
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) picture = canvas_finish(canvas, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(g_bytes_get_size(picture), >, 500);
}

static void no_text_of_curves_overlaps_or_is_cut(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(curve_cases); i++) {
        draw_curve_case(&curve_cases[i], "light");
        draw_curve_case(&curve_cases[i], "print");
    }
}

static const struct {
    const char *name, *label;
    guint bars;
    double value;
    guint dots;
    double width;
} bar_cases[] = {
    {"two bars", "native", 2, 3.7e7, 3, 860},      {"one bar", "native", 1, 3.7e7, 1, 860},
    {"twelve bars", "native", 12, 3.7e7, 5, 860},  {"long labels", long_label, 3, 3.7e7, 3, 860},
    {"zero", "native", 2, 0, 1, 860},              {"missing", "native", 2, NAN, 0, 860},
    {"tiny", "native", 2, 1, 3, 860},              {"huge", "native", 2, 1e15, 3, 860},
    {"Chinese", "分布式存储挂载点", 3, 3.7e7, 3, 860}, {"Arabic", "نقطة التحميل", 3, 3.7e7, 3, 860},
    {"emoji", "🚀", 3, 3.7e7, 3, 860},             {"empty label", "", 2, 3.7e7, 3, 860},
    {"small", "native", 2, 3.7e7, 3, 300},         {"small and long", long_label, 4, 3.7e7, 3, 300},
    {"wide", "native", 2, 3.7e7, 3, 1900},         {"none", "", 0, 1, 0, 860},
    {"1023 KiB/s", "native", 2, 1047552, 2, 860},  {"sixty", "x", 60, 3.7e7, 2, 860},
};

static void no_text_of_bars_overlaps_or_is_cut(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(bar_cases); i++) {
        guint count = bar_cases[i].bars;
        g_autofree Bar *bars = g_new0(Bar, count + 1);
        double dots[] = {bar_cases[i].value * 0.9, bar_cases[i].value, bar_cases[i].value * 1.2, bar_cases[i].value,
                         bar_cases[i].value};
        for (guint j = 0; j < count; j++) {
            double value = bar_cases[i].value * (1 - 0.3 * j / count);
            bars[j] = (Bar){bar_cases[i].label, value, value * 0.9, value * 1.2, dots, bar_cases[i].dots,
                            j ? "(0.663)" : NULL};
        }
        BarChart chart = {"nfs: about two thirds of native's write throughput (0.663 [0.641, 0.688])", long_label,
                          "throughput", 1024, units_format_rate, units_format_rate, bars, count, CHART_RANGE_AUTO};
        ChartOptions options = picture(bar_cases[i].width, chart_bars_height(count), "dark");
        g_autoptr(Canvas) canvas = canvas_new(&options);
        chart_draw_bars(canvas, &chart);
        check_boxes(canvas, &options, bar_cases[i].name);
    }
}

/* Labels, rows, width and the value that the rows are made of. */
static const struct {
    const char *name, *label;
    guint rows;
    double value, width;
} row_cases[] = {
    {"two rows", "native", 2, 0.663, 860},        {"one row", "native", 1, 1, 860},
    {"twelve rows", "native", 12, 0.01, 860},     {"long labels", long_label, 3, 1.5, 860},
    {"nothing known", "native", 2, NAN, 860},     {"far away", "native", 3, 1e6, 860},
    {"Chinese", "分布式存储挂载点", 3, 0.5, 860}, {"Arabic", "نقطة التحميل", 3, 0.5, 860},
    {"emoji", "🚀", 3, 2, 860},                   {"empty label", "", 2, 2, 860},
    {"small", "native", 2, 0.7, 320},             {"small and long", long_label, 4, 0.7, 320},
    {"wide", "native", 2, 0.7, 1900},             {"none", "", 0, 1, 860},
};

static void no_text_of_ranges_overlaps_or_is_cut(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(row_cases); i++) {
        g_autofree RangeRow *rows = g_new0(RangeRow, row_cases[i].rows + 1);
        for (guint j = 0; j < row_cases[i].rows; j++) {
            double value = row_cases[i].value * (1 + j);
            rows[j] = (RangeRow){row_cases[i].label, "about 2/3, cannot tell", value, value * 0.9, value * 1.1, value * 0.95,
                                 value * 1.05, j, j % 5 == 4};
        }
        RangeChart chart = {"nfs has 0.663 of native's write throughput and 0.360 of its p99 latency", long_label,
                            "divided by native's, log scale; line: what repeats or rounding leave open", "in words",
                            i % 2 ? SCALE_LOG : SCALE_LINEAR, 10, 1, units_format_ratio, units_format_ratio, rows,
                            row_cases[i].rows, CHART_RANGE_AUTO};
        ChartOptions options = picture(row_cases[i].width, chart_ranges_height(row_cases[i].rows) + 20, "light");
        g_autoptr(Canvas) canvas = canvas_new(&options);
        chart_draw_ranges(canvas, &chart);
        check_boxes(canvas, &options, row_cases[i].name);
    }
}

static void no_text_of_histograms_overlaps_or_is_cut(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(row_cases); i++) {
        g_autofree HistogramRow *rows = g_new0(HistogramRow, row_cases[i].rows + 1);
        HistogramCell cells[12];
        for (int j = 0; j < 12; j++)
            cells[j] = (HistogramCell){pow(10, (int)(i % 3) + j), pow(10, (int)(i % 3) + j + 1), j % 3 ? 0.01 : 25};
        HistogramGroup groups[] = {{1e3, 5e3, "53.8% of the I/Os under 500 us"}, {2e4, 5e4, "45.4% of the I/Os from 20 ms on"}};
        for (guint j = 0; j < row_cases[i].rows; j++)
            rows[j] = (HistogramRow){row_cases[i].label, cells, isnan(row_cases[i].value) ? 0 : 12, groups, j % 3};
        HistogramChart chart = {"native: two populations of I/Os, 53.8% under 500 us and 45.4% from 20 ms on", long_label,
                                "latency, log scale; height: share of the I/Os", units_format_ns, units_format_ns, rows,
                                row_cases[i].rows, CHART_RANGE_AUTO};
        ChartOptions options = picture(row_cases[i].width, chart_histograms_height(row_cases[i].rows) + 20, "dark");
        g_autoptr(Canvas) canvas = canvas_new(&options);
        chart_draw_histograms(canvas, &chart);
        check_boxes(canvas, &options, row_cases[i].name);
    }
}

static void no_text_of_stacks_overlaps_or_is_cut(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(row_cases); i++) {
        g_autofree Stack *stacks = g_new0(Stack, row_cases[i].rows + 1);
        for (guint j = 0; j < row_cases[i].rows; j++)
            stacks[j] = (Stack){row_cases[i].label, {54, j % 2 ? 1 : 0, 45}, {"54% under 500 us", j % 2 ? "1% between" : NULL, "45% from 20 ms on"}};
        StackChart chart = {"write latency: two populations apart on native", long_label, "share of the I/Os", stacks,
                            row_cases[i].rows};
        ChartOptions options = picture(row_cases[i].width, chart_stacks_height(row_cases[i].rows) + 20, "print");
        g_autoptr(Canvas) canvas = canvas_new(&options);
        chart_draw_stacks(canvas, &chart);
        check_boxes(canvas, &options, row_cases[i].name);
    }
}

static void light_text_is_kept_line_by_line_and_as_short_as_it_is_shown(void)
{
    ChartOptions options = picture(300, 200, "light");
    options.has_live_text = TRUE;
    g_autoptr(Canvas) canvas = canvas_new(&options);
    TextStyle style = {12, FALSE, options.theme->text, ALIGN_LEFT, 120, 1};
    canvas_text(canvas, 10, 10, &style, long_label);
    style.max_lines = 2;
    canvas_text(canvas, 10, 60, &style, "two short words and two more");
    const GArray *lines = canvas_text_lines(canvas);
    g_assert_cmpuint(lines->len, ==, 3);
    g_assert_true(g_str_has_suffix(g_array_index(lines, TextLine, 0).text, "…"));
    for (guint i = 0; i < lines->len; i++) {
        const TextLine *line = &g_array_index(lines, TextLine, i);
        g_assert_cmpfloat(line->x, >=, 10);
        g_assert_cmpfloat(line->x + line->width, <=, 131);
    }
    g_assert_cmpfloat(g_array_index(lines, TextLine, 2).baseline, >, g_array_index(lines, TextLine, 1).baseline + 10);
}

/* In a page one picture serves both themes: what is one colour in the light one may not be two in the dark one. */
static void the_themes_tell_the_same_things_apart(void)
{
    const Theme *light = theme_find("light"), *dark = theme_find("dark");
    const Color *a = (const Color *)(gconstpointer)&light->background, *b = (const Color *)(gconstpointer)&dark->background;
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < i; j++)
            if (memcmp(&a[i], &a[j], sizeof *a) == 0)
                g_assert_cmpmem(&b[i], sizeof *b, &b[j], sizeof *b);
    for (guint i = 0; i < SERIES_STYLES; i++)
        for (guint j = 0; j < i; j++)
            g_assert_true(memcmp(&light->series[i].color, &light->series[j].color, sizeof(Color)) != 0);
}

static void ticks_stand_at_round_numbers(void)
{
    Scale scale = {SCALE_LOG, 9e4, 3e8, 0, 100};
    g_autoptr(GArray) ticks = scale_ticks(&scale, 6, 10);
    guint majors = 0;
    for (guint i = 0; i < ticks->len; i++) {
        const Tick *tick = &g_array_index(ticks, Tick, i);
        double power = pow(10, floor(log10(tick->value) + 1e-9));
        majors += tick->is_major;
        g_assert_cmpfloat(fabs(tick->value / power - round(tick->value / power)), <, 1e-9);
    }
    g_assert_cmpuint(majors, ==, 4);
    Scale bytes = {SCALE_LINEAR, 0, 37e6, 0, 100};
    g_autoptr(GArray) byte_ticks = scale_ticks(&bytes, 5, 1024);
    g_assert_cmpfloat(g_array_index(byte_ticks, Tick, 1).value, ==, 10 * 1048576.0);
}

static void nines_stand_at_equal_steps(void)
{
    Scale scale = {SCALE_NINES, 0, 99.99, 0, 400};
    g_assert_cmpfloat(fabs(scale_place(&scale, 90) - 100), <, 1e-6);
    g_assert_cmpfloat(fabs(scale_place(&scale, 99) - 200), <, 1e-6);
    g_assert_cmpfloat(fabs(scale_place(&scale, 99.9) - 300), <, 1e-6);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/charts/no_text_of_curves_overlaps_or_is_cut", no_text_of_curves_overlaps_or_is_cut);
    g_test_add_func("/charts/no_text_of_bars_overlaps_or_is_cut", no_text_of_bars_overlaps_or_is_cut);
    g_test_add_func("/charts/no_text_of_ranges_overlaps_or_is_cut", no_text_of_ranges_overlaps_or_is_cut);
    g_test_add_func("/charts/no_text_of_histograms_overlaps_or_is_cut", no_text_of_histograms_overlaps_or_is_cut);
    g_test_add_func("/charts/no_text_of_stacks_overlaps_or_is_cut", no_text_of_stacks_overlaps_or_is_cut);
    g_test_add_func("/charts/light_text_is_kept_line_by_line_and_as_short_as_it_is_shown",
                    light_text_is_kept_line_by_line_and_as_short_as_it_is_shown);
    g_test_add_func("/charts/the_themes_tell_the_same_things_apart", the_themes_tell_the_same_things_apart);
    g_test_add_func("/axis/ticks_stand_at_round_numbers", ticks_stand_at_round_numbers);
    g_test_add_func("/axis/nines_stand_at_equal_steps", nines_stand_at_equal_steps);
    return g_test_run();
}
