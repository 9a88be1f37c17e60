/* fio's terse lines, versions 2 to 5 (fio's HOWTO, "Terse output"). Fields are counted from the left once the job's
 * name, which may hold semicolons, has been measured from the right. */
#include "read/internal.h"

#include "base/translate.h"
#include "base/units.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    char **fields;
    int count, at;
} Fields;

static double take(Fields *fields)
{
    if (fields->at >= fields->count)
        return NAN;
    const char *text = fields->fields[fields->at++];
    gsize used = 0;
    double value = units_number_parse(text, strlen(text), &used);
    return used ? value : NAN;
}

#define PERCENTILE_FIELDS 20
#define TAIL_FIELDS 34 /* cpu 5, depths 7, latency shares 10 + 12 */

static int direction_field_count(int version)
{
    int latency = 4 + 4 + PERCENTILE_FIELDS + 4; /* slat, clat, percentiles, lat */
    return 4 + latency + 5 + (version == 5 ? 6 : 0);
}

/* Each direction has its list of 20 percentiles: their number tells how many directions the line holds. */
static int direction_count(const Fields *fields)
{
    int count = 0;
    for (int i = 0; i < fields->count; i++)
        count += strstr(fields->fields[i], "%=") != NULL;
    return count / PERCENTILE_FIELDS;
}

/* Which directions the line holds, in order: unified reporting has one "mixed", alone or behind the others. */
static int directions_of_line(int version, int count, DirectionKind *kinds)
{
    int usual = version == 3 ? 2 : 3;
    if (count == 1) {
        kinds[0] = DIRECTION_MIXED;
        return 1;
    }
    for (int i = 0; i < usual; i++)
        kinds[i] = (DirectionKind)i;
    if (count == usual + 1)
        kinds[usual] = DIRECTION_MIXED;
    return count == usual || count == usual + 1 ? count : 0;
}

static void read_latency(Fields *fields, Latency *latency, gboolean has_percentiles)
{
    double min = take(fields) * 1e3, max = take(fields) * 1e3, mean = take(fields) * 1e3, dev = take(fields) * 1e3;
    gboolean is_measured = max > 0 || mean > 0;
    if (is_measured) {
        /* Terse output is cut to whole microseconds. */
        latency->min_ns = figure_between(min, min, min + 1e3);
        latency->max_ns = figure_between(max, max, max + 1e3);
        double open = 10 + mean * 1e-7; /* fio 2 prints them with six digits here and two elsewhere */
        latency->mean_ns = figure_between(mean, mean - open, mean + open);
        latency->stddev_ns = figure_between(dev, fmax(0, dev - open), dev + open);
    }
    for (int i = 0; has_percentiles && i < PERCENTILE_FIELDS && fields->at < fields->count; i++) {
        const char *text = fields->fields[fields->at++];
        const char *equals = strchr(text, '=');
        double percent = g_ascii_strtod(text, NULL);
        double ns = equals ? g_ascii_strtod(equals + 1, NULL) * 1e3 : NAN;
        if (is_measured && percent > 0 && isfinite(ns))
            latency_add_percentile(latency, percent, figure_between(ns, ns, ns + 1e3));
    }
}

static void read_direction(Fields *fields, int version, Job *job, DirectionKind kind)
{
    Direction *direction = direction_new(kind);
    double io_kib = take(fields), bw_kib = take(fields), iops = take(fields);
    direction->runtime_ms = take(fields);
    double seconds = direction->runtime_ms / 1000;
    direction->io_bytes = figure_between(io_kib * 1024, io_kib * 1024, io_kib * 1024 + 1024);
    gboolean ignored = FALSE;
    Figure bw = figure_between(bw_kib * 1024, bw_kib * 1024, bw_kib * 1024 + 1024);
    direction->bw_bytes_per_s =
        seconds > 0 ? figure_intersect(bw, figure_scaled(direction->io_bytes, 1 / seconds), &ignored)
                    : figure_missing();
    direction->iops = seconds > 0 ? figure_between(iops, iops, iops + 1) : figure_missing();
    read_latency(fields, &direction->latency[LATENCY_SLAT], FALSE);
    read_latency(fields, &direction->latency[LATENCY_CLAT], TRUE);
    read_latency(fields, &direction->latency[LATENCY_LAT], FALSE);
    direction->bw_samples.min = take(fields) * 1024;
    direction->bw_samples.max = take(fields) * 1024;
    direction->share_percent = take(fields);
    direction->bw_samples.mean = take(fields) * 1024;
    direction->bw_samples.stddev = take(fields) * 1024;
    if (version == 5) {
        direction->bw_samples.samples = take(fields);
        direction->iops_samples.min = take(fields);
        direction->iops_samples.max = take(fields);
        direction->iops_samples.mean = take(fields);
        direction->iops_samples.stddev = take(fields);
        direction->iops_samples.samples = take(fields);
    }
    if (io_kib > 0 || iops > 0 || direction->runtime_ms > 0)
        job->directions[kind] = direction;
    else
        direction_free(direction);
}

static void read_shares(Fields *fields, Job *job)
{
    static const char *const us[] = {"2", "4", "10", "20", "50", "100", "250", "500", "750", "1000"};
    static const char *const ms[] = {"2",   "4",   "10",  "20",   "50",   "100",
                                     "250", "500", "750", "1000", "2000", ">=2000"};
    for (gsize i = 0; i < G_N_ELEMENTS(us); i++)
        job_add_bucket(job, 1e3, us[i], take(fields));
    for (gsize i = 0; i < G_N_ELEMENTS(ms); i++)
        job_add_bucket(job, 1e6, ms[i], take(fields));
}

static void read_tail(Fields *fields, Result *result, Job *job)
{
    static const char *const levels[] = {"1", "2", "4", "8", "16", "32", ">=64"};
    job->user_percent = take(fields);
    job->system_percent = take(fields);
    job->context_switches = take(fields);
    job->major_faults = take(fields);
    job->minor_faults = take(fields);
    for (gsize i = 0; i < G_N_ELEMENTS(levels); i++) {
        Depth depth = {g_strdup(levels[i]), take(fields)};
        g_array_append_val(job->depths, depth);
    }
    read_shares(fields, job);
    while (fields->count - fields->at >= 9) {
        const char *name = fields->fields[fields->at];
        if (!*name || g_ascii_isdigit(*name))
            break;
        fields->at++;
        Disk *disk = result_add_disk(result, name);
        disk->read_ios = take(fields);
        disk->write_ios = take(fields);
        disk->read_merges = take(fields);
        disk->write_merges = take(fields);
        disk->read_ticks_ms = take(fields);
        disk->write_ticks_ms = take(fields);
        disk->in_queue_ms = take(fields);
        disk->util_percent = take(fields);
    }
    if (fields->count - fields->at == 1 && *fields->fields[fields->at])
        job->description = g_strdup(fields->fields[fields->at]);
}

/* The first percentile list fixes where the numbers begin, however many semicolons the name holds. */
static int first_number_field(const Fields *fields)
{
    for (int i = 12; i < fields->count; i++)
        if (strstr(fields->fields[i], "%=") )
            return i - 12;
    return -1;
}

static char *joined(char **fields, int from, int to)
{
    GString *text = g_string_new(NULL);
    for (int i = from; i < to; i++)
        g_string_append_printf(text, "%s%s", i > from ? ";" : "", fields[i]);
    return g_string_free(text, FALSE);
}

gboolean terse_read_line(Span line, guint number, Result **result)
{
    if (line.length < 80 || line.text[0] < '2' || line.text[0] > '5' || line.text[1] != ';')
        return FALSE;
    int version = line.text[0] - '0';
    g_autofree char *text = span_copy(line);
    g_auto(GStrv) parts = g_strsplit(text, ";", -1);
    Fields fields = {parts, (int)g_strv_length(parts), 0};
    int numbers = first_number_field(&fields);
    int name_at = version == 2 ? 1 : 2;
    if (numbers < name_at + 3)
        return FALSE;
    DirectionKind kinds[DIRECTION_COUNT];
    int count = directions_of_line(version, direction_count(&fields), kinds);
    if (count == 0 || fields.count - numbers < count * direction_field_count(version) + TAIL_FIELDS)
        return FALSE;
    if (!*result) {
        *result = result_new();
        (*result)->source.format = "terse";
        (*result)->source.line = number;
        if (version > 2)
            (*result)->fio_version = g_strdup(parts[1]);
        else
            result_warn(*result, "version_unknown", number, _("terse version 2 does not say which fio wrote it"));
    }
    g_autofree char *name = joined(parts, name_at, numbers - 2);
    Job *job = result_add_job(*result, name);
    job->line = number;
    job->is_total = g_str_equal(name, "All clients");
    fields.at = numbers - 2;
    job->group = take(&fields);
    job->error = take(&fields);
    for (int i = 0; i < count; i++)
        read_direction(&fields, version, job, kinds[i]);
    read_tail(&fields, *result, job);
    return TRUE;
}
