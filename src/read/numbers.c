#include "read/internal.h"

#include "base/units.h"

#include <string.h>

double span_number(Span span)
{
    gsize used = 0;
    if (!span.text)
        return NAN;
    while (span.length && *span.text == ' ') {
        span.text++;
        span.length--;
    }
    const char *comma = span.length < 32 ? memchr(span.text, ',', span.length) : NULL;
    char buffer[32];
    if (comma) { /* a decimal comma of somebody's locale */
        memcpy(buffer, span.text, span.length);
        buffer[comma - span.text] = '.';
        span.text = buffer;
    }
    double value = units_number_parse(span.text, span.length, &used);
    return used ? value : NAN;
}

/* Where the number ends and its suffix begins. */
static gsize number_length(Span span)
{
    gsize i = 0;
    while (i < span.length && (g_ascii_isdigit(span.text[i]) || span.text[i] == '.'))
        i++;
    return i;
}

Figure figure_scaled_text(Span span, double factor, gboolean is_truncating)
{
    gsize length = number_length(span);
    double value = span_number((Span){span.text, length});
    const char *point = length ? memchr(span.text, '.', length) : NULL;
    if (!isfinite(value) || !isfinite(factor))
        return figure_missing();
    int decimals = point ? (int)(span.text + length - point) - 1 : 0;
    double step = pow(10, -decimals) * factor;
    if (factor == 1 && !point)
        return figure_exact(value);
    if (!is_truncating || !point)
        return figure_between(value * factor, value * factor - step, value * factor + step);
    /* The carry of a rounded-up fraction was lost, or the digits are no decimal fraction at all: only the whole
     * part can be trusted. */
    double whole = floor(value);
    return figure_between(value * factor, whole * factor, (whole + 1) * factor + step);
}

Figure figure_bytes_text(Span span, double legacy_kilo, gboolean is_truncating)
{
    gsize length = number_length(span);
    Span suffix = {span.text + length, span.length - length};
    while (suffix.length && *suffix.text == ' ') {
        suffix.text++;
        suffix.length--;
    }
    gboolean is_bare_binary = suffix.length == 2 && suffix.text[1] == 'i'; /* "565Mi" of All clients */
    double factor = is_bare_binary ? units_byte_factor(suffix.text, 2, legacy_kilo)
                                   : units_byte_factor(suffix.text, suffix.length, legacy_kilo);
    return figure_scaled_text((Span){span.text, length}, factor, is_truncating);
}

Figure figure_count_text(Span span, gboolean is_truncating)
{
    gsize length = number_length(span);
    gsize end = span.length;
    while (end > length && span.text[end - 1] == ' ')
        end--;
    gsize start = length;
    while (start < end && span.text[start] == ' ')
        start++;
    double factor = units_count_factor(span.text + start, end - start);
    return figure_scaled_text((Span){span.text, length}, factor, is_truncating);
}

Figure figure_intersect(Figure a, Figure b, gboolean *is_disjoint)
{
    if (!figure_is_known(a))
        return b;
    if (!figure_is_known(b))
        return a;
    double low = fmax(a.low, b.low), high = fmin(a.high, b.high);
    if (low > high) {
        *is_disjoint = TRUE;
        return figure_half_width(a) <= figure_half_width(b) ? a : b;
    }
    gboolean keeps_a = a.value >= low && a.value <= high, keeps_b = b.value >= low && b.value <= high;
    return figure_between(keeps_b && !(keeps_a && a.high - a.low < b.high - b.low) ? b.value
                          : keeps_a                                              ? a.value
                                                                                 : (low + high) / 2,
                          low, high);
}
