#include "base/units.h"

#include <math.h>
#include <string.h>

static UnitSystem selected_system = UNITS_IEC;

void units_select(UnitSystem system)
{
    selected_system = system;
}

static int prefix_power(char letter)
{
    const char *found = letter ? strchr("KMGTPE", g_ascii_toupper(letter)) : NULL;
    return found ? (int)(found - "KMGTPE") + 1 : 0;
}

double units_byte_factor(const char *suffix, gsize length, double legacy_kilo)
{
    if (length >= 2 && memcmp(suffix + length - 2, "/s", 2) == 0)
        length -= 2;
    while (length > 0 && suffix[length - 1] == ' ')
        length--;
    if (length == 0)
        return 1;
    double scale = 1;
    if (length >= 3 && memcmp(suffix + length - 3, "bit", 3) == 0) {
        scale = 1.0 / 8;
        length -= 3;
    } else if (suffix[length - 1] == 'B') {
        length--;
    }
    if (length == 0)
        return scale;
    int power = prefix_power(suffix[0]);
    gboolean binary = length == 2 && suffix[1] == 'i';
    if (power == 0 || length > 2 || (length == 2 && !binary))
        return NAN;
    gboolean decimal = !binary && legacy_kilo == 0;
    return scale * pow(binary ? 1024 : decimal ? 1000 : legacy_kilo, power);
}

double units_count_factor(const char *suffix, gsize length)
{
    if (length == 0)
        return 1;
    int power = prefix_power(suffix[0]);
    return length == 1 && power > 0 ? pow(1000, power) : NAN;
}

double units_time_factor(const char *unit, gsize length)
{
    static const struct {
        const char *name;
        double factor;
    } units[] = {{"nsec", 1}, {"usec", 1e3}, {"msec", 1e6}, {"sec", 1e9},
                 {"ns", 1},   {"us", 1e3},   {"ms", 1e6},   {"s", 1e9}};
    for (gsize i = 0; i < G_N_ELEMENTS(units); i++)
        if (strlen(units[i].name) == length && memcmp(units[i].name, unit, length) == 0)
            return units[i].factor;
    return NAN;
}

double units_size_parse(const char *text)
{
    gsize used = 0;
    double number = units_number_parse(text, strlen(text), &used);
    if (used == 0)
        return NAN;
    g_autofree char *suffix = g_ascii_strdown(text + used, -1);
    gsize length = strlen(suffix);
    while (length > 0 && (suffix[length - 1] == 'b' || suffix[length - 1] == 'i'))
        length--;
    if (length > 1)
        return NAN;
    int power = length ? prefix_power(suffix[0]) : 0;
    if (length && power == 0)
        return NAN;
    return number * pow(1024, power);
}

double units_number_parse(const char *text, gsize length, gsize *used)
{
    static const double tenths[] = {1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7, 1e8,
                                    1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};
    gsize i = 0, digits = 0, decimals = 0;
    gboolean negative = FALSE;
    guint64 mantissa = 0;
    double large = 0;
    *used = 0;
    if (i < length && (text[i] == '-' || text[i] == '+'))
        negative = text[i++] == '-';
    for (; i < length && g_ascii_isdigit(text[i]); i++, digits++) {
        if (digits < 18)
            mantissa = mantissa * 10 + (guint64)(text[i] - '0');
        else
            large = (large != 0 ? large : (double)mantissa) * 10 + (text[i] - '0');
    }
    if (i + 1 < length && text[i] == '.' && g_ascii_isdigit(text[i + 1])) {
        for (i++; i < length && g_ascii_isdigit(text[i]); i++) {
            if (digits + decimals < 18) {
                mantissa = mantissa * 10 + (guint64)(text[i] - '0');
                decimals++;
            }
        }
    }
    if (digits == 0)
        return NAN;
    *used = i;
    double value = large != 0 ? large : (double)mantissa / tenths[decimals];
    return negative ? -value : value;
}

static char *format_fixed(double value, int decimals)
{
    char format[8], buffer[G_ASCII_DTOSTR_BUF_SIZE];
    g_snprintf(format, sizeof format, "%%.%df", decimals);
    return g_strdup(g_ascii_formatd(buffer, sizeof buffer, format, value));
}

char *units_format_number(double value, int significant_digits)
{
    if (!isfinite(value))
        return g_strdup("-");
    if (value == 0)
        return g_strdup("0");
    int magnitude = (int)floor(log10(fabs(value)) + 1e-12);
    double half = 0.5 * pow(10, magnitude - significant_digits + 1);
    if (fabs(value) + half >= pow(10, magnitude + 1)) /* 0.9999 becomes 1.00, not 1.000 */
        magnitude++;
    int decimals = significant_digits - 1 - magnitude;
    if (decimals <= 0)
        return format_fixed(value, 0);
    return format_fixed(value, MIN(decimals, 15));
}

static char *format_scaled(double value, double base, const char *const *suffixes, int count)
{
    int step = 0;
    /* The step up happens at what would print as a full thousand, so that no "1000 us" appears. */
    while (step + 1 < count && fabs(value) >= 0.9995 * base) {
        value /= base;
        step++;
    }
    g_autofree char *number =
        step == 0 && value == floor(value) ? format_fixed(value, 0)
        : fabs(value) < 0.1                ? units_format_number(value, 2)
                                           : units_format_number(value, 3);
    return g_strconcat(number, suffixes[step][0] ? " " : "", suffixes[step], NULL);
}

char *units_format_ns(double ns)
{
    static const char *const suffixes[] = {"ns", "us", "ms", "s"};
    return isfinite(ns) ? format_scaled(ns, 1000, suffixes, 4) : g_strdup("-");
}

static char *format_bytes_with(double bytes, const char *per)
{
    static const char *const iec[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    static const char *const si[] = {"B", "kB", "MB", "GB", "TB", "PB"};
    if (!isfinite(bytes))
        return g_strdup("-");
    g_autofree char *words = selected_system == UNITS_IEC ? format_scaled(bytes, 1024, iec, 6)
                                                          : format_scaled(bytes, 1000, si, 6);
    return g_strconcat(words, per, NULL);
}

char *units_format_bytes(double bytes)
{
    return format_bytes_with(bytes, "");
}

char *units_format_rate(double bytes_per_s)
{
    return format_bytes_with(bytes_per_s, "/s");
}

char *units_format_count(double count)
{
    static const char *const suffixes[] = {"", "k", "M", "G", "T"};
    if (!isfinite(count))
        return g_strdup("-");
    if (fabs(count) < 99999.5)
        return count == floor(count) || fabs(count) >= 100 ? format_fixed(count, 0)
                                                           : units_format_number(count, 3);
    return format_scaled(count, 1000, suffixes, 5);
}

char *units_format_ratio(double ratio)
{
    if (!isfinite(ratio))
        return g_strdup("-");
    /* What three decimals round up to the next power is written like that power: "1.000", not "1.00". */
    double shown = ratio >= 0.9995 && ratio < 1 ? 1 : ratio >= 0.0995 && ratio < 0.1 ? 0.1 : ratio;
    return units_format_number(shown, shown < 0.1 ? 2 : shown < 1 ? 3 : 4);
}

char *units_format_percent(double percent)
{
    if (!isfinite(percent))
        return g_strdup("-");
    g_autofree char *number = fabs(percent) >= 99.95 && fabs(percent) < 100 ? format_fixed(percent, 2)
                              : units_format_number(percent, fabs(percent) < 1 ? 2 : 3);
    return g_strconcat(number, "%", NULL);
}

char *units_without_zeros(char *words)
{
    char *point = strchr(words, '.');
    if (!point)
        return words;
    char *end = point + 1 + strspn(point + 1, "0123456789");
    char *keep = end;
    while (keep[-1] == '0')
        keep--;
    if (keep[-1] == '.')
        keep--;
    memmove(keep, end, strlen(end) + 1);
    return words;
}

char *units_format_percentile(double percent)
{
    char buffer[G_ASCII_DTOSTR_BUF_SIZE];
    return g_strconcat("p", g_ascii_formatd(buffer, sizeof buffer, "%.8g", percent), NULL);
}
