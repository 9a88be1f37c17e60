#include "cli/internal.h"

#include "base/error.h"
#include "base/translate.h"
#include "base/units.h"
#include "compare/compare.h"
#include "report/redact.h"
#include "store/store.h"

#include <langinfo.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

char *settings_color, *settings_units, *settings_baseline, *settings_percentiles, *settings_link;
double settings_confidence = 95, settings_threshold = 2;
char *settings_archive;
char *settings_latency_axis, *settings_throughput_axis;
gboolean settings_redact;
char *settings_command_line;
char **settings_arguments;
static Redactor *redactor;
static ColorMode color_mode;

char *settings_archive_path(void)
{
    const char *path = settings_archive ? settings_archive : g_getenv("FIOCOMPARE_ARCHIVE");
    return path && *path ? g_strdup(path) : store_default_path();
}

static gboolean refuse(GError **error, const char *option, const char *value, const char *expected)
{
    g_set_error(error, TROUBLE, TROUBLE_USAGE, _("--%s %s: %s was expected"), option, value, expected);
    return FALSE;
}

gboolean settings_apply(GError **error)
{
    static const char *const modes[] = {"auto", "always", "never"};
    gboolean is_known = settings_color == NULL;
    for (int i = 0; settings_color && i < 3; i++) {
        if (g_str_equal(modes[i], settings_color)) {
            color_mode = (ColorMode)i;
            is_known = TRUE;
        }
    }
    if (!is_known)
        return refuse(error, "color", settings_color, _("auto, always or never"));
    if (settings_units && !g_str_equal(settings_units, "iec") && !g_str_equal(settings_units, "si"))
        return refuse(error, "units", settings_units, _("iec or si"));
    if (g_strcmp0(settings_units, "si") == 0)
        units_select(UNITS_SI);
    return TRUE;
}

/* "10Gb" counts bits, "1.2GB" bytes; both decimal as networks count. */
static double parse_link(const char *text)
{
    gsize used = 0;
    double number = units_number_parse(text, strlen(text), &used);
    const char *suffix = text + used;
    const char *prefix = *suffix ? strchr("kMGT", *suffix) : NULL;
    if (used == 0 || !prefix)
        return NAN;
    double bytes = number * pow(1000, (double)(prefix - "kMGT") + 1);
    gboolean is_bytes = suffix[1] == 'B';
    return suffix[1] == 'b' || suffix[1] == '\0' || g_str_has_prefix(suffix + 1, "bit") ? bytes / 8
           : is_bytes                                                                  ? bytes
                                                                                       : NAN;
}

static gboolean parse_percentiles(GArray **list, GError **error)
{
    g_auto(GStrv) parts = g_strsplit(settings_percentiles, ",", -1);
    *list = g_array_new(FALSE, FALSE, sizeof(double));
    for (int i = 0; parts[i]; i++) {
        char *end;
        double percent = g_ascii_strtod(parts[i], &end);
        if (end == parts[i] || *end || !(percent > 0 && percent <= 100)) {
            g_array_unref(*list);
            return refuse(error, "percentiles", settings_percentiles, _("a list such as 50,95,99.9"));
        }
        g_array_append_val(*list, percent);
    }
    return TRUE;
}

gboolean settings_compare_options(CompareOptions *options, GError **error)
{
    *options = compare_options_default();
    options->baseline = settings_baseline;
    g_autofree char *confidence = g_strdup_printf("%g", settings_confidence);
    g_autofree char *threshold = g_strdup_printf("%g", settings_threshold);
    if (!(settings_confidence >= 50 && settings_confidence < 100))
        return refuse(error, "confidence", confidence, _("a percentage from 50 to 99.99"));
    if (!(settings_threshold >= 0 && settings_threshold < 50))
        return refuse(error, "threshold", threshold, _("a percentage from 0 to 50"));
    options->confidence = settings_confidence / 100;
    options->threshold = settings_threshold / 100;
    if (settings_link) {
        options->link_bytes_per_s = parse_link(settings_link);
        if (!isfinite(options->link_bytes_per_s))
            return refuse(error, "link", settings_link, _("a rate such as 1Gb or 1.2GB"));
    }
    return !settings_percentiles || parse_percentiles(&options->percentiles, error);
}

/* "10us" in nanoseconds; NAN when it is none. */
static double parse_time(const char *text)
{
    gsize used = 0;
    double number = units_number_parse(text, strlen(text), &used);
    return used ? number * units_time_factor(text + used, strlen(text + used)) : NAN;
}

/* "LOW..HIGH", either may be missing. */
static gboolean parse_range(const char *option, const char *text, double (*parse)(const char *text),
                            const char *expected, ChartRange *range, GError **error)
{
    *range = CHART_RANGE_AUTO;
    if (!text)
        return TRUE;
    g_auto(GStrv) ends = g_strsplit(text, "..", 2);
    if (!ends[0] || !ends[1] || (!*ends[0] && !*ends[1]))
        return refuse(error, option, text, expected);
    range->from = *ends[0] ? parse(ends[0]) : NAN;
    range->to = *ends[1] ? parse(ends[1]) : NAN;
    gboolean is_read = (!*ends[0] || range->from > 0) && (!*ends[1] || range->to > 0);
    if (!is_read || (*ends[0] && *ends[1] && range->from >= range->to))
        return refuse(error, option, text, expected);
    return TRUE;
}

gboolean settings_chart_ranges(ChartRanges *ranges, GError **error)
{
    return parse_range("latency-axis", settings_latency_axis, parse_time, "a range such as 10us..1s", &ranges->latency_ns,
                       error) &&
           parse_range("throughput-axis", settings_throughput_axis, units_size_parse, "a range such as ..500M",
                       &ranges->rate_bytes_per_s, error);
}

TerminalStyle settings_terminal(void)
{
    return (TerminalStyle){terminal_width(), terminal_has_color(STDOUT_FILENO, color_mode),
                           g_str_equal(nl_langinfo(CODESET), "UTF-8")};
}

char *settings_redacted(const char *text)
{
    return redactor && text ? redactor_apply(redactor, text) : g_strdup(text);
}

void settings_redact_series(GPtrArray *series)
{
    if (!settings_redact)
        return;
    redactor = redactor_new();
    redactor_apply_series(redactor, series);
}

void settings_redact_tell(void)
{
    g_autofree char *list = redactor ? redactor_list(redactor) : NULL;
    if (list)
        fputs(list, stderr);
}

void settings_redact_context(ReportContext *context)
{
    if (!redactor)
        return;
    char *command = settings_redacted(context->command);
    g_free(context->command);
    context->command = command;
    for (guint i = 0; i < context->facts->len; i++) {
        Fact *fact = context->facts->pdata[i];
        char *value = settings_redacted(fact->value);
        g_free(fact->value);
        fact->value = value;
    }
}
