/* The lines inside a job's section: one row of the table a kind of line. */
#include "read/internal.h"

#include "base/translate.h"
#include "base/units.h"

#include <string.h>

gboolean text_is_truncating(const TextState *state)
{
    return state->version == 0 || state->version < 3026;
}

static void read_direction(TextState *state, Span line, guint number)
{
    Captures captures;
    gboolean is_old = FALSE;
    if (!pattern_match(PATTERN_DIRECTION, line, 0, &captures)) {
        is_old = TRUE;
        if (!pattern_match(PATTERN_DIRECTION_OLD, line, 0, &captures)) {
            result_warn(state->result, "line_not_understood", number, _("direction line cannot be read: %.*s"),
                        (int)MIN(line.length, 80), line.text);
            return;
        }
    }
    int kind = direction_parse(captures.groups[0].text, captures.groups[0].length);
    state->direction = job_direction(state->job, (DirectionKind)kind);
    state->latency = NULL;
    text_note_rates(state, &captures, is_old, number);
}

static Latency *latency_target(TextState *state, Span kind)
{
    if (span_starts(kind, "sync"))
        return &job_sync(state->job)->lat;
    if (!state->direction)
        return NULL;
    LatencyKind which = *kind.text == 's' ? LATENCY_SLAT : *kind.text == 'c' ? LATENCY_CLAT : LATENCY_LAT;
    return &state->direction->latency[which];
}

/* fio cuts minimum and maximum to whole units, but prints nanoseconds, and fio 2 microseconds, as they are. */
static Figure extreme_figure(const TextState *state, Span span, double factor)
{
    if (span.length && g_ascii_isalpha(span.text[span.length - 1]))
        return figure_scaled(figure_count_text(span, text_is_truncating(state)), factor);
    double value = span_number(span) * factor;
    gboolean is_exact = factor == 1 || (factor == 1e3 && state->version > 0 && state->version < 2090);
    return is_exact ? figure_exact(value) : figure_between(value, value, value + factor);
}

/* fio 2 cuts in one format what it rounds in another, so a whole last digit is open there. */
static Figure mean_figure(const TextState *state, Span span, double factor)
{
    if (!span.text)
        return figure_missing();
    const char *point = memchr(span.text, '.', span.length);
    gsize digits = span.length;
    if (digits && g_ascii_isalpha(span.text[digits - 1])) {
        factor *= units_count_factor(span.text + digits - 1, 1);
        digits--;
    }
    double value = span_number((Span){span.text, digits}) * factor;
    gboolean is_old = state->version > 0 && state->version < 2090;
    double half = (is_old ? 1.0001 : 0.5) * factor * pow(10, point ? -(double)(span.text + digits - point - 1) : 0);
    if (is_old) /* its JSON goes through single precision */
        half += value * 6e-8;
    return figure_between(value, fmax(0, value - half), value + half);
}

static void read_latency(TextState *state, Span line, guint number)
{
    Captures captures;
    if (!pattern_match(PATTERN_LATENCY, line, 0, &captures)) {
        result_warn(state->result, "line_not_understood", number, _("latency line cannot be read: %.*s"),
                    (int)MIN(line.length, 80), line.text);
        return;
    }
    Latency *latency = latency_target(state, captures.groups[0]);
    if (!latency || figure_is_known(latency->mean_ns))
        return;
    double factor = units_time_factor(captures.groups[1].text, captures.groups[1].length);
    if (captures.groups[4].text && memchr(captures.groups[4].text, ',', captures.groups[4].length))
        result_warn(state->result, "decimal_comma", number, _("numbers have decimal commas of somebody's locale"));
    latency->min_ns = extreme_figure(state, captures.groups[2], factor);
    latency->max_ns = extreme_figure(state, captures.groups[3], factor);
    latency->mean_ns = mean_figure(state, captures.groups[4], factor);
    latency->stddev_ns = mean_figure(state, captures.groups[5], factor);
}

/* "clat percentiles (usec):" opens a list, "clat (usec): min=" is a row of figures, "lat (usec) : 50=" shares. */
static void read_shares(TextState *state, Span line)
{
    const char *open = memchr(line.text, '(', line.length);
    const char *close = open ? memchr(open, ')', (gsize)(line.text + line.length - open)) : NULL;
    if (!close)
        return;
    double unit = units_time_factor(open + 1, (gsize)(close - open - 1));
    Captures captures;
    gsize offset = (gsize)(close - line.text);
    while (pattern_match(PATTERN_PAIR, line, offset, &captures)) {
        g_autofree char *key = span_copy(captures.groups[0]);
        job_add_bucket(state->job, unit, key, span_number(captures.groups[1]));
        offset = captures.end;
    }
}

static void read_lat(TextState *state, Span line, guint number)
{
    Captures captures;
    if (memmem(line.text, line.length, "min=", 4)) {
        read_latency(state, line, number);
    } else if (pattern_match(PATTERN_LATENCY_TITLE, line, 0, &captures)) {
        state->latency = latency_target(state, captures.groups[0]);
        state->percentiles_ignored = FALSE;
        state->percentile_factor = units_time_factor(captures.groups[1].text, captures.groups[1].length);
    } else if (span_starts(line, "lat (") || span_starts(line, "lat(")) {
        read_shares(state, line);
    }
}

/* Latencies of one priority class: fio gives them beside the whole, they must not replace it. */
static void read_priority(TextState *state, Span line, guint number)
{
    (void)number;
    if (memmem(line.text, line.length, "percentiles", 11))
        state->percentiles_ignored = TRUE;
}

/* fio rounds percentiles up to the next whole unit (measured on 7,931 of them; fio 2 prints usec as they are). */
static void read_percentiles(TextState *state, Span line, guint number)
{
    (void)number;
    Captures captures;
    gsize offset = 0;
    if (!state->latency || state->percentiles_ignored)
        return;
    double factor = state->percentile_factor;
    gboolean is_exact = factor == 1 || (factor == 1e3 && state->version > 0 && state->version < 2090);
    while (pattern_match(PATTERN_PERCENTILE, line, offset, &captures)) {
        double percent = span_number(captures.groups[0]);
        double value = span_number(captures.groups[1]) * factor;
        Figure ns = is_exact ? figure_exact(value) : figure_between(value, fmax(0, value - factor), value);
        if (percent > 0 && percent <= 100)
            latency_add_percentile(state->latency, percent, ns);
        offset = captures.end;
    }
}

static void read_samples(TextState *state, Span line, guint number)
{
    (void)number;
    Captures captures;
    if (!state->direction || !pattern_match(PATTERN_SAMPLES, line, 0, &captures))
        return;
    gboolean is_bw = *captures.groups[0].text == 'b';
    Samples *samples = is_bw ? &state->direction->bw_samples : &state->direction->iops_samples;
    Span unit = captures.groups[1];
    char compact[16];
    gsize length = 0;
    for (gsize i = 0; i < unit.length && length < sizeof compact; i++)
        if (unit.text[i] != ' ')
            compact[length++] = unit.text[i];
    double factor = is_bw ? units_byte_factor(compact, length, 1024) : 1;
    samples->min = figure_count_text(captures.groups[2], FALSE).value * factor;
    samples->max = figure_count_text(captures.groups[3], FALSE).value * factor;
    samples->mean = span_number(captures.groups[5]) * factor;
    samples->stddev = span_number(captures.groups[6]) * factor;
    samples->samples = span_number(captures.groups[7]);
    if (is_bw)
        state->direction->share_percent = span_number(captures.groups[4]);
}

static void read_cpu(TextState *state, Span line, guint number)
{
    (void)number;
    Captures captures;
    if (!pattern_match(PATTERN_CPU, line, 0, &captures))
        return;
    state->job->user_percent = span_number(captures.groups[0]);
    state->job->system_percent = span_number(captures.groups[1]);
    state->job->context_switches = span_number(captures.groups[2]);
    state->job->major_faults = span_number(captures.groups[3]);
    state->job->minor_faults = span_number(captures.groups[4]);
}

static void read_depths(TextState *state, Span line, guint number)
{
    (void)number;
    Captures captures;
    gsize offset = 0;
    while (state->job->depths->len < 8 && pattern_match(PATTERN_PAIR, line, offset, &captures)) {
        Depth depth = {span_copy(captures.groups[0]), span_number(captures.groups[1])};
        g_array_append_val(state->job->depths, depth);
        offset = captures.end;
    }
}

static void read_totals(TextState *state, Span line, guint number)
{
    (void)number;
    Captures captures;
    if (!pattern_match(PATTERN_TOTALS, line, 0, &captures) &&
        !pattern_match(PATTERN_TOTALS_OLD, line, 0, &captures))
        return;
    for (int i = 0; i < 3; i++) {
        Direction *direction = state->job->directions[i];
        /* With unified reporting the counts of all directions stand in the first place. */
        if (i == 0 && !direction && !state->job->directions[DIRECTION_WRITE])
            direction = state->job->directions[DIRECTION_MIXED];
        if (!direction)
            continue;
        direction->total_ios = span_number(captures.groups[i]);
        direction->short_ios = span_number(captures.groups[4 + i]);
        direction->dropped_ios = span_number(captures.groups[7 + i]);
    }
    double syncs = span_number(captures.groups[3]);
    if (state->job->sync)
        state->job->sync->total_ios = syncs;
}

static void read_errors(TextState *state, Span line, guint number)
{
    (void)number;
    Captures captures;
    if (!pattern_match(PATTERN_ERRORS, line, 0, &captures))
        return;
    state->job->total_errors = span_number(captures.groups[0]);
    state->job->first_error = span_number(captures.groups[1]);
}

static void read_steady(TextState *state, Span line, guint number)
{
    (void)number;
    Captures captures;
    if (!pattern_match(PATTERN_STEADY, line, 0, &captures))
        return;
    SteadyState *steady = &state->job->steady;
    steady->is_known = TRUE;
    steady->attained = *captures.groups[0].text == 'y';
    steady->bw_bytes_per_s = figure_bytes_text(captures.groups[1], 1024, FALSE).value;
    steady->iops = figure_count_text(captures.groups[2], FALSE).value;
    g_free(steady->criterion);
    steady->criterion = span_copy(captures.groups[3]);
    double value = span_number(captures.groups[4]);
    if (memmem(captures.groups[3].text, captures.groups[3].length, "slope", 5))
        steady->slope_percent = value;
    else
        steady->deviation_percent = value;
}

static void read_description(TextState *state, Span line, guint number)
{
    (void)number;
    const char *open = memchr(line.text, '[', line.length);
    if (!open || state->job->description)
        return;
    gsize length = (gsize)(line.text + line.length - open - 1);
    if (length && open[length] == ']')
        length--;
    state->job->description = g_strndup(open + 1, length);
}

/* "latency : target=0, …, depth=4": without a latency target this is the iodepth that was asked for. */
static void read_target(TextState *state, Span line, guint number)
{
    (void)number;
    const char *depth = memmem(line.text, line.length, "depth=", 6);
    gboolean has_target = !memmem(line.text, line.length, "target=0,", 9) &&
                          !memmem(line.text, line.length, "target=0.00ns,", 14);
    if (!depth || has_target || options_get(state->job->options, "iodepth"))
        return;
    gsize used = (gsize)(depth + 6 - line.text);
    g_autofree char *value = g_strndup(depth + 6, line.length - used);
    if (g_ascii_isdigit(*value))
        options_set(state->job->options, "iodepth", value);
}

static void read_nothing(TextState *state, Span line, guint number)
{
    (void)state;
    (void)line;
    (void)number;
}

typedef struct {
    const char *prefix;
    void (*read)(TextState *state, Span line, guint number);
} JobLine;

/* A new kind of line is a row here; the first prefix that fits is taken. */
static const JobLine job_lines[] = {
    {"|", read_percentiles},
    {"clat prio", read_priority},
    {"lat prio", read_priority},
    {"high prio", read_priority},
    {"low prio", read_priority},
    {"clat", read_lat},
    {"latency", read_target},
    {"lat", read_lat},
    {"slat", read_lat},
    {"sync ", read_lat},
    {"read", read_direction},
    {"write", read_direction},
    {"trim", read_direction},
    {"mixed", read_direction},
    {"bw ", read_samples},
    {"bw(", read_samples},
    {"iops", read_samples},
    {"cpu", read_cpu},
    {"IO depths", read_depths},
    {"submit", read_nothing},
    {"complete", read_nothing},
    {"issued", read_totals},
    {"errors", read_errors},
    {"steadystate", read_steady},
    {"fsync/fdatasync", read_nothing},
    {"Description", read_description},
};

gboolean text_job_line(TextState *state, Span line, guint number)
{
    for (gsize i = 0; i < G_N_ELEMENTS(job_lines); i++) {
        if (*job_lines[i].prefix == *line.text && span_starts(line, job_lines[i].prefix)) {
            if (job_lines[i].read == read_direction && !memmem(line.text, line.length, "=", 1))
                return FALSE;
            job_lines[i].read(state, line, number);
            return TRUE;
        }
    }
    if (g_ascii_isdigit(*line.text) && memmem(line.text, MIN(line.length, 24), "th=[", 4)) {
        read_percentiles(state, line, number);
        return TRUE;
    }
    return FALSE;
}
