#include "cli/internal.h"
#include "cli/version.h"

#include "base/file.h"
#include "base/suggest.h"
#include "base/translate.h"
#include "model/words.h"
#include "report/charts.h"

#include <stdio.h>
#include <string.h>

static char *size, *theme, *job, *direction;
static char **outputs;
static double dpi = 96;

static const GOptionEntry options[] = {
    {"output", 'o', 0, G_OPTION_ARG_FILENAME_ARRAY, &outputs, N_("the picture: .svg, .png or .pdf; may repeat"), "FILE"},
    {"job", 0, 0, G_OPTION_ARG_STRING, &job, N_("draw this job (default: the first)"), "NAME"},
    {"direction", 0, 0, G_OPTION_ARG_STRING, &direction, N_("draw read, write, trim or mixed (default: the first)"), "NAME"},
    {"size", 0, 0, G_OPTION_ARG_STRING, &size, N_("in pixels of 1/96 inch (default 860x440)"), "WxH"},
    {"dpi", 0, 0, G_OPTION_ARG_DOUBLE, &dpi, N_("resolution of PNG (default 96)"), "N"},
    {"theme", 0, 0, G_OPTION_ARG_STRING, &theme, N_("light (the default), dark or print"), "NAME"},
    CHART_ENTRIES,
    REDACT_ENTRIES,
    COMPARE_ENTRIES,
    ARCHIVE_ENTRIES,
    SETTINGS_ENTRIES,
    G_OPTION_ENTRY_NULL,
};

static int unknown_kind(const char *name)
{
    const char *known[32] = {NULL};
    g_autoptr(GString) list = g_string_new(NULL);
    for (guint i = 0; chart_kinds[i]; i++) {
        known[i] = chart_kinds[i]->id;
        g_string_append_printf(list, "%s%s", i ? ", " : "", chart_kinds[i]->id);
    }
    g_autofree char *question = suggest_question(name, known);
    return trouble_text(_("chart: %s is no kind of chart; there are %s%s"), name, list->str,
                        question);
}

int chart_target(const char *command, const char *path, const char *theme_name, ChartOptions *chart)
{
    *chart = chart_options_default();
    chart->format = g_str_has_suffix(path, ".png") ? CHART_PNG : g_str_has_suffix(path, ".pdf") ? CHART_PDF : CHART_SVG;
    if (chart->format == CHART_SVG && !g_str_has_suffix(path, ".svg"))
        return trouble_text(_("%s: -o %s: the name of a picture must end in .svg, .png or .pdf"), command, path);
    chart->theme = theme_find(theme_name ? theme_name : "light");
    if (!chart->theme)
        return trouble_text(_("%s: --theme %s: light, dark or print was expected"), command, theme_name);
    return 0;
}

/* The options for one picture; an exit status. */
static int chart_options(const char *output, ChartOptions *chart)
{
    int status = chart_target("chart", output, theme, chart);
    if (status)
        return status;
    if (!(dpi >= 24 && dpi <= 1200))
        return trouble_text(_("chart: --dpi %g: a number from 24 to 1200 was expected"), dpi);
    chart->dpi = dpi;
    int width = 0, height = 0;
    if (size && (sscanf(size, "%5dx%5d", &width, &height) != 2 || width < 240 || height < 160 || width > 8000 ||
                 height > 8000))
        return trouble_text(_("chart: --size %s: WIDTHxHEIGHT was expected, 240x160 to 8000x8000"), size);
    if (size) {
        chart->width = width;
        chart->height = height;
    }
    return 0;
}

static int check_options(void)
{
    ChartOptions chart;
    int status = 0;
    if (!outputs)
        return trouble_text(_("chart: say where to write the picture: -o FILE.svg, .png or .pdf"));
    if (direction && direction_parse(direction, strlen(direction)) < 0)
        return trouble_text(_("chart: --direction %s: read, write, trim or mixed was expected"), direction);
    for (char **output = outputs; *output && !status; output++)
        status = chart_options(*output, &chart);
    return status;
}

static gboolean is_asked_for(const Stream *stream)
{
    return (!job || g_str_equal(job, stream->job)) && (!direction || g_str_equal(direction, direction_name(stream->kind)));
}

/* "beta read, beta write": all but one, or all; the caller frees it. */
static char *list_streams(const Comparison *comparison, const Stream *without)
{
    GString *list = g_string_new(NULL);
    for (guint i = 0; i < comparison->streams->len; i++) {
        const Stream *stream = comparison->streams->pdata[i];
        g_autofree char *name = words_stream(stream->job, stream->kind);
        if (stream != without)
            g_string_append_printf(list, "%s%s", list->len ? ", " : "", name);
    }
    return g_string_free(list, FALSE);
}

/* The first that was asked for, one with data if there is; says so when others could have been meant. */
static const Stream *choose_stream(const Comparison *comparison, const ChartKind *kind)
{
    const Stream *chosen = NULL;
    guint fitting = 0;
    for (guint i = 0; i < comparison->streams->len; i++) {
        const Stream *stream = comparison->streams->pdata[i];
        if (!is_asked_for(stream))
            continue;
        gboolean has_data = kind->has_data(comparison, stream);
        fitting += has_data;
        if (!chosen || (has_data && !kind->has_data(comparison, chosen)))
            chosen = stream;
    }
    if (fitting > 1) {
        g_autofree char *name = words_stream(chosen->job, chosen->kind), *others = list_streams(comparison, chosen);
        fprintf(stderr, _("chart: of %s; also there: %s (--job and --direction choose)\n"), name, others);
    }
    return chosen;
}

static int draw(const ChartKind *kind, const Comparison *comparison, const Stream *stream, const char *output)
{
    GError *error = NULL;
    ChartOptions chart;
    int status = chart_options(output, &chart);
    if (status)
        return status;
    if (!size && kind->height)
        chart.height = kind->height(comparison, stream);
    ChartRanges asked, ranges;
    if (!settings_chart_ranges(&asked, &error))
        return trouble(error);
    ranges = charts_ranges(comparison, &asked);
    g_autofree char *command = settings_redacted(settings_command_line);
    ChartOrigin origin = {FIOCOMPARE_VERSION, command};
    g_autoptr(GBytes) picture = chart_make(kind, comparison, stream, &chart, &ranges, &origin, "c-", &error);
    if (!picture)
        return trouble(error);
    gsize length = 0;
    const char *data = g_bytes_get_data(picture, &length);
    if (!file_write(output, data, length, &error)) {
        g_prefix_error(&error, "%s: ", output);
        return trouble(error);
    }
    return 0;
}

static int draw_all(const ChartKind *kind, const Comparison *comparison)
{
    const Stream *stream = choose_stream(comparison, kind);
    if (!stream && comparison->streams->len) {
        g_autofree char *list = list_streams(comparison, NULL);
        return trouble_text(_("chart: there is no such job or direction; there are %s"), list);
    }
    if (!stream)
        return trouble_text(_("chart: no job did any I/O, there is nothing to draw"));
    int status = 0;
    for (char **output = outputs; *output && !status; output++)
        status = draw(kind, comparison, stream, *output);
    settings_redact_tell();
    return status;
}

static int run(int argc, char **argv)
{
    GError *error = NULL;
    if (!settings_apply(&error))
        return trouble(error);
    if (argc < 3)
        return trouble_text(_("chart: name the kind and at least one file: chart percentiles native=a.txt -o p.svg"));
    const ChartKind *kind = chart_kind_find(argv[1]);
    if (!kind)
        return unknown_kind(argv[1]);
    int status = check_options();
    if (status)
        return status;
    g_autoptr(Comparison) comparison = inputs_compare(argv + 2, argc - 2, &error);
    if (!comparison)
        return trouble(error);
    return draw_all(kind, comparison);
}

const Command command_chart = {"chart", "KIND [LABEL=]FILE[#N]...",
                               N_("Draws a chart: throughput, percentiles, distribution, ratios, quantile-ratio, cdf, waiting, modes or steadiness."), options, run, FALSE};
