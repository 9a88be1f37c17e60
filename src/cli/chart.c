#include "cli/internal.h"
#include "cli/version.h"

#include "base/file.h"
#include "base/suggest.h"
#include "base/translate.h"
#include "report/charts.h"

#include <stdio.h>
#include <string.h>

static char *output, *size, *theme;
static double dpi = 96;

static const GOptionEntry options[] = {
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_("the picture: .svg, .png or .pdf"), "FILE"},
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

static int chart_options(ChartOptions *chart)
{
    if (!output)
        return trouble_text(_("chart: say where to write the picture: -o FILE.svg, .png or .pdf"));
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

static const Stream *first_stream_with_data(const Comparison *comparison, const ChartKind *kind)
{
    for (guint i = 0; i < comparison->streams->len; i++)
        if (kind->has_data(comparison, comparison->streams->pdata[i]))
            return comparison->streams->pdata[i];
    return comparison->streams->len ? comparison->streams->pdata[0] : NULL;
}

static int draw(const ChartKind *kind, const Comparison *comparison, const ChartOptions *chart)
{
    GError *error = NULL;
    const Stream *stream = first_stream_with_data(comparison, kind);
    if (!stream)
        return trouble_text(_("chart: no job did any I/O, there is nothing to draw"));
    ChartOptions fitted = *chart;
    if (!size && kind->height)
        fitted.height = kind->height(comparison, stream);
    ChartRanges asked, ranges;
    if (!settings_chart_ranges(&asked, &error))
        return trouble(error);
    ranges = charts_ranges(comparison, &asked);
    g_autofree char *command = settings_redacted(settings_command_line);
    settings_redact_tell();
    ChartOrigin origin = {FIOCOMPARE_VERSION, command};
    g_autoptr(GBytes) picture = chart_make(kind, comparison, stream, &fitted, &ranges, &origin, "c-", &error);
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

static int run(int argc, char **argv)
{
    GError *error = NULL;
    ChartOptions chart;
    if (!settings_apply(&error))
        return trouble(error);
    if (argc < 3)
        return trouble_text(_("chart: name the kind and at least one file: chart percentiles native=a.txt -o p.svg"));
    const ChartKind *kind = chart_kind_find(argv[1]);
    if (!kind)
        return unknown_kind(argv[1]);
    int status = chart_options(&chart);
    if (status)
        return status;
    g_autoptr(Comparison) comparison = inputs_compare(argv + 2, argc - 2, &error);
    if (!comparison)
        return trouble(error);
    return draw(kind, comparison, &chart);
}

const Command command_chart = {"chart", "KIND [LABEL=]FILE[#N]...",
                               N_("Draws a chart: throughput, percentiles, distribution, ratios, quantile-ratio, cdf, waiting, modes or steadiness."), options, run, FALSE};
