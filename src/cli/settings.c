#include "cli/internal.h"

#include "base/error.h"
#include "base/units.h"
#include "compare/compare.h"
#include "findings/findings.h"

#include <langinfo.h>
#include <string.h>
#include <unistd.h>

char *settings_color, *settings_units, *settings_baseline, *settings_percentiles, *settings_link;
double settings_confidence = 95, settings_threshold = 2;
char *settings_command_line;
static ColorMode color_mode;

static gboolean refuse(GError **error, const char *option, const char *value, const char *expected)
{
    g_set_error(error, TROUBLE, TROUBLE_USAGE, "--%s %s: %s was expected", option, value, expected);
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
        return refuse(error, "color", settings_color, "auto, always or never");
    if (settings_units && !g_str_equal(settings_units, "iec") && !g_str_equal(settings_units, "si"))
        return refuse(error, "units", settings_units, "iec or si");
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
            return refuse(error, "percentiles", settings_percentiles, "a list such as 50,95,99.9");
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
        return refuse(error, "confidence", confidence, "a percentage from 50 to 99.99");
    if (!(settings_threshold >= 0 && settings_threshold < 50))
        return refuse(error, "threshold", threshold, "a percentage from 0 to 50");
    options->confidence = settings_confidence / 100;
    options->threshold = settings_threshold / 100;
    if (settings_link) {
        options->link_bytes_per_s = parse_link(settings_link);
        if (!isfinite(options->link_bytes_per_s))
            return refuse(error, "link", settings_link, "a rate such as 1Gb or 1.2GB");
    }
    return !settings_percentiles || parse_percentiles(&options->percentiles, error);
}

TerminalStyle settings_terminal(void)
{
    return (TerminalStyle){terminal_width(), terminal_has_color(STDOUT_FILENO, color_mode),
                           g_str_equal(nl_langinfo(CODESET), "UTF-8")};
}

Comparison *settings_compare(GPtrArray *series, GError **error)
{
    CompareOptions options;
    if (!settings_compare_options(&options, error)) {
        g_ptr_array_unref(series);
        return NULL;
    }
    Comparison *comparison = compare_series(series, &options, error);
    if (comparison)
        findings_make(comparison);
    return comparison;
}
