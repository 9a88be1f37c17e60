/* fio's log files: "time, value, direction, block size" and, by version and options, offset and priority behind; with
 * log_window_value=both two values; histograms have hundreds of columns (fio's HOWTO, "Log File Formats"). */
#include "read/internal.h"

#include "base/translate.h"

#include <string.h>

#define HISTOGRAM_COLUMNS 100
#define COLUMNS_MAX 4096

/* The numbers of a line; FALSE when it is something else. Priorities may be hexadecimal. */
static gboolean parse_line(Span line, double *values, guint *count)
{
    const char *at = line.text, *end = line.text + line.length;
    *count = 0;
    while (at < end && *count < COLUMNS_MAX) {
        while (at < end && *at == ' ')
            at++;
        const char *start = at;
        gboolean is_hex = end - at > 2 && at[0] == '0' && at[1] == 'x';
        if (is_hex)
            at += 2;
        double value = 0;
        while (at < end && (is_hex ? g_ascii_isxdigit(*at) : g_ascii_isdigit(*at)))
            value = value * (is_hex ? 16 : 10) + g_ascii_xdigit_value(*at++);
        if (at == start)
            return FALSE;
        values[(*count)++] = value;
        if (at < end && *at++ != ',')
            return FALSE;
    }
    return *count >= 4;
}

static void add_line(LogData *log, const double *values, guint count)
{
    guint at = log->has_two_values ? 3 : log->is_histogram ? 1 : 2;
    guint kind = (guint)values[at];
    LogDirection *direction = &log->directions[kind];
    double sum = values[1], max = values[log->has_two_values ? 2 : 1];
    if (log->is_histogram) {
        sum = 0;
        for (guint i = 3; i < count; i++)
            sum += values[i];
    }
    if (direction->samples++ == 0) {
        direction->first_ms = values[0];
        direction->min = log->is_histogram ? NAN : values[1];
        direction->max = log->is_histogram ? NAN : max;
    }
    direction->sum += sum;
    direction->last_ms = values[0];
    direction->min = log->is_histogram ? NAN : fmin(direction->min, values[1]);
    direction->max = log->is_histogram ? NAN : fmax(direction->max, max);
}

/* The direction stands third; with two values it stands fourth, and the third is too large to be one. */
static gboolean find_shape(const GArray *lines, LogData *log)
{
    double values[COLUMNS_MAX];
    guint count;
    gboolean third_fits = TRUE, second_fits = TRUE, fourth_fits = TRUE;
    for (guint i = 0; i < lines->len; i++) {
        const Line *line = &g_array_index(lines, Line, i);
        Span span = span_trim((Span){line->text, line->length});
        if (span.length == 0)
            continue;
        if (!parse_line(span, values, &count) || (log->columns && count != log->columns))
            return FALSE;
        log->columns = count;
        second_fits = second_fits && values[1] < LOG_DIRECTIONS;
        third_fits = third_fits && values[2] < LOG_DIRECTIONS;
        fourth_fits = fourth_fits && values[3] < LOG_DIRECTIONS;
    }
    log->is_histogram = log->columns >= HISTOGRAM_COLUMNS;
    log->has_two_values = !log->is_histogram && !third_fits;
    return log->columns > 0 && (log->is_histogram ? second_fits : third_fits || (fourth_fits && log->columns >= 5));
}

Result *log_read(const GArray *lines)
{
    LogData log = {0};
    double values[COLUMNS_MAX];
    guint count;
    if (!find_shape(lines, &log))
        return NULL;
    for (guint i = 0; i < lines->len; i++) {
        const Line *line = &g_array_index(lines, Line, i);
        Span span = span_trim((Span){line->text, line->length});
        if (span.length && parse_line(span, values, &count))
            add_line(&log, values, count);
    }
    Result *result = result_new();
    for (int i = 0; i < LOG_DIRECTIONS; i++)
        if (log.directions[i].sum > 9.2e18)
            result_warn(result, "sentinel_value", 0, _("a counter of fio wrapped around: the sum is no count of I/Os"));
    result->source.format = "log";
    result->source.line = 1;
    result->log = g_new(LogData, 1);
    *result->log = log;
    return result;
}
