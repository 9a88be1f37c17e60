/* fio's text as a whole: finds the sections of the jobs, whatever stands before, between and after them. */
#include "read/internal.h"

#include "base/translate.h"
#include "base/units.h"

#include <string.h>

typedef struct {
    char *name, *rw, *bs, *engine, *depth;
} Definition;

struct TextReader {
    GPtrArray *results;
    TextState state;
    GHashTable *definitions; /* name -> the last Definition of it */
    GHashTable *sections;    /* "pid name" of those in the current result */
    GPtrArray *messages; /* fio's own notes and errors */
    char *version, *command_line, *heading, *stray_text;
    double status_group;
    guint stray_line;
    guint prefix_words;
    gboolean is_client, has_status, has_banner;
};

static void definition_free(gpointer data)
{
    Definition *definition = data;
    g_free(definition->name);
    g_free(definition->rw);
    g_free(definition->bs);
    g_free(definition->engine);
    g_free(definition->depth);
    g_free(definition);
}

TextReader *text_reader_new(void)
{
    TextReader *reader = g_new0(TextReader, 1);
    reader->results = g_ptr_array_new_with_free_func((GDestroyNotify)result_free);
    reader->definitions = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, definition_free);
    reader->sections = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    reader->messages = g_ptr_array_new_with_free_func(g_free);
    reader->state.legacy_kilo = 1024;
    return reader;
}

void text_reader_free(TextReader *reader)
{
    g_clear_pointer(&reader->results, g_ptr_array_unref);
    g_hash_table_unref(reader->definitions);
    g_hash_table_unref(reader->sections);
    g_ptr_array_unref(reader->messages);
    g_free(reader->version);
    g_free(reader->command_line);
    g_free(reader->heading);
    g_free(reader->stray_text);
    g_free(reader);
}

/* "8192B-8192B" -> "8k", "512B-64.0KiB" -> "512-64k"; what is rounded in print stays as printed. */
static char *block_size_words(const char *range)
{
    g_auto(GStrv) ends = g_strsplit(range, "-", 2);
    GString *words = g_string_new(NULL);
    for (int i = 0; i < 2 && ends[i]; i++) {
        Figure bytes = figure_bytes_text((Span){ends[i], strlen(ends[i])}, 1024, FALSE);
        gboolean is_decimal = strstr(ends[i], "kB") || strstr(ends[i], "MB");
        g_autofree char *word = NULL;
        if (!figure_is_known(bytes) || is_decimal || bytes.value != floor(bytes.value))
            word = g_strdup(ends[i]);
        else if (fmod(bytes.value, 1024) == 0 && bytes.value > 0)
            word = g_strdup_printf("%.0fk", bytes.value / 1024);
        else
            word = g_strdup_printf("%.0f", bytes.value);
        if (i == 1 && g_str_equal(word, words->str))
            break;
        g_string_append_printf(words, "%s%s", i ? "-" : "", word);
    }
    return g_string_free(words, FALSE);
}

static char *block_sizes(Span span)
{
    g_autofree char *text = span_copy(span);
    g_auto(GStrv) parts = g_strsplit_set(text, strstr(text, "(R)") ? "," : "/", 4);
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    gboolean all_equal = TRUE;
    for (int i = 0; parts[i]; i++) {
        char *range = g_strstrip(parts[i]);
        g_ptr_array_add(words, block_size_words(*range == '(' && strlen(range) > 4 ? range + 4 : range));
        all_equal = all_equal && g_str_equal(words->pdata[0], words->pdata[i]);
    }
    if (words->len == 0)
        return g_strdup("");
    if (all_equal)
        return g_strdup(words->pdata[0]);
    g_ptr_array_add(words, NULL);
    return g_strjoinv(",", (char **)words->pdata);
}

static gboolean read_definition(TextReader *reader, Span line)
{
    Captures captures;
    if (!memmem(line.text, line.length, ": (g=", 5) ||
        !pattern_match(PATTERN_DEFINITION, line, 0, &captures))
        return FALSE;
    Definition *definition = g_new0(Definition, 1);
    Span name = captures.groups[0];
    if (*name.text == '<') { /* "<node1> name" of fio's client */
        const char *blank = memmem(name.text, name.length, "> ", 2);
        if (blank && reader->is_client) {
            name.length -= (gsize)(blank + 2 - name.text);
            name.text = blank + 2;
        }
    }
    definition->name = span_copy(name);
    definition->rw = span_copy(captures.groups[1]);
    definition->bs = block_sizes(captures.groups[2]);
    definition->engine = span_copy(captures.groups[3]);
    definition->depth = span_copy(captures.groups[4]);
    g_hash_table_replace(reader->definitions, definition->name, definition);
    return TRUE;
}

static void apply_definition(TextReader *reader, Job *job)
{
    const Definition *definition = g_hash_table_lookup(reader->definitions, job->name);
    if (!definition)
        return;
    options_set(job->options, "rw", definition->rw);
    options_set(job->options, "bs", definition->bs);
    options_set(job->options, "ioengine", definition->engine);
    options_set(job->options, "iodepth", definition->depth);
}

static void end_result(TextReader *reader)
{
    text_settle_job(&reader->state);
    reader->state.result = NULL;
    reader->has_status = FALSE;
    g_hash_table_remove_all(reader->sections);
}

static Result *start_result(TextReader *reader, guint number)
{
    end_result(reader);
    Result *result = result_new();
    result->source.format = "text";
    result->source.line = number;
    result->fio_version = g_strdup(reader->version);
    text_reader_take_context(reader, result);
    reader->state.result = result;
    reader->state.version = version_number(reader->version);
    reader->has_banner = FALSE;
    g_ptr_array_add(reader->results, result);
    return result;
}

void text_reader_take_context(TextReader *reader, Result *result)
{
    g_free(result->source.command_line);
    g_free(result->source.heading);
    result->source.heading = g_steal_pointer(&reader->heading);
    result->source.command_line = g_steal_pointer(&reader->command_line);
    if (result->source.command_line)
        command_line_options(result->source.command_line, result->global_options);
    for (guint i = 0; i < reader->messages->len; i++) {
        const char *message = reader->messages->pdata[i];
        result_warn(result, g_str_has_prefix(message, "note:") ? "fio_note" : "fio_message", 0, "%s", message);
    }
    g_ptr_array_set_size(reader->messages, 0);
}

gboolean text_reader_has_messages(const TextReader *reader)
{
    return reader->messages->len > 0;
}

char *text_reader_take_stray(TextReader *reader, guint *line)
{
    *line = reader->stray_line;
    return g_steal_pointer(&reader->stray_text);
}

static char *section_key(const char *name, double pid)
{
    return g_strdup_printf("%.0f %s", pid, name);
}

static gboolean has_section(const TextReader *reader, const char *name, double pid)
{
    g_autofree char *key = section_key(name, pid);
    return pid > 0 && g_hash_table_contains(reader->sections, key);
}

static gboolean starts_new_result(const TextReader *reader, const char *name, double pid)
{
    const Result *result = reader->state.result;
    if (!result)
        return TRUE;
    if (g_str_equal(name, "All clients"))
        return FALSE;
    if (has_section(reader, name, pid) || reader->has_banner)
        return TRUE;
    return reader->has_status && !reader->is_client;
}

/* How many words stand before fio's own text on each line of this section (log prefix, quote, bullet). */
static guint count_prefix_words(const Line *rest, guint count)
{
    for (guint i = 1; i < count && i < 120; i++) {
        Span line = {rest[i].text, rest[i].length};
        Captures captures;
        if (memmem(line.text, line.length, "(groupid=", 9))
            break;
        if (!pattern_match(PATTERN_ANCHOR, line, 0, &captures))
            continue;
        for (guint words = 0; words < 12; words++) {
            Span tail = span_trim(span_skip_words(line, words));
            if (pattern_match(PATTERN_ANCHOR, tail, 0, &captures) && tail.length &&
                (span_starts(tail, "read") || span_starts(tail, "write") || span_starts(tail, "trim") ||
                 span_starts(tail, "mixed") || span_starts(tail, "cpu") || span_starts(tail, "IO") ||
                 span_starts(tail, "submit") || span_starts(tail, "issued")))
                return words;
        }
    }
    return 0;
}

/* "Jobs: 0 (f=0)test: (groupid=0 …": the progress line is not part of the name. */
static Span skip_progress(Span line)
{
    const char *found = NULL;
    for (Span tail = line; tail.length > 6;) {
        const char *at = memmem(tail.text, tail.length, "Jobs: ", 6);
        if (!at)
            break;
        found = at;
        tail = (Span){at + 6, (gsize)(tail.text + tail.length - at - 6)};
    }
    if (!found || (found > line.text && found[-1] == ' ' && !memmem(line.text, line.length, "(f=", 3)))
        return line;
    const char *end = line.text + line.length;
    const char *stop = memmem(found, (gsize)(end - found), "[eta ", 5);
    const char *close = memchr(stop ? stop : found, stop ? ']' : ')', (gsize)(end - (stop ? stop : found)));
    const char *head = memmem(found, (gsize)(end - found), ": (groupid=", 11);
    if (!close || !head || close > head)
        return line;
    return span_trim((Span){close + 1, (gsize)(end - close - 1)});
}

static gboolean read_head(TextReader *reader, const Line *rest, guint count)
{
    Captures captures;
    Span raw = {rest->text, rest->length};
    if (!memmem(raw.text, raw.length, ": (groupid=", 11))
        return FALSE;
    guint words = count_prefix_words(rest, count);
    Span line = skip_progress(span_trim(span_skip_words(raw, words)));
    if (!pattern_match(PATTERN_HEAD, line, 0, &captures))
        return FALSE;
    reader->prefix_words = words;
    g_autofree char *name = span_copy(captures.groups[0]);
    double pid = span_number(captures.groups[5]);
    if (starts_new_result(reader, name, pid))
        start_result(reader, rest->number);
    text_settle_job(&reader->state);
    Result *result = reader->state.result;
    Job *job = result_add_job(result, name);
    job->line = rest->number;
    job->group = span_number(captures.groups[1]);
    job->members = span_number(captures.groups[2]);
    job->error = span_number(captures.groups[3]);
    job->error_text = span_copy(captures.groups[4]);
    job->pid = pid;
    job->is_total = g_str_equal(name, "All clients");
    if (captures.groups[6].text && !result->time_text)
        result->time_text = span_copy(captures.groups[6]);
    g_hash_table_add(reader->sections, section_key(name, pid));
    apply_definition(reader, job);
    reader->state.job = job;
    reader->state.direction = NULL;
    reader->state.latency = NULL;
    reader->state.percentiles_ignored = FALSE;
    return TRUE;
}

static void read_group_line(TextReader *reader, Span line)
{
    Captures captures;
    Result *result = reader->state.result;
    gboolean is_truncating = text_is_truncating(&reader->state);
    GroupLine group;
    gboolean is_new = pattern_match(PATTERN_GROUP, line, 0, &captures);
    if (!is_new && !pattern_match(PATTERN_GROUP_OLD, line, 0, &captures))
        return;
    const Span *part = captures.groups;
    group.kind = (DirectionKind)direction_parse(part[0].text, part[0].length);
    group.group = reader->status_group;
    gboolean ignored = FALSE;
    if (is_new) {
        group.bw_bytes_per_s = figure_intersect(figure_bytes_text(part[1], 1000, is_truncating),
                                                figure_bytes_text(part[2], 1000, is_truncating), &ignored);
        group.bw_min_bytes_per_s = figure_bytes_text(part[3], 1000, is_truncating);
        group.bw_max_bytes_per_s = figure_bytes_text(part[4], 1000, is_truncating);
        group.io_bytes = figure_bytes_text(part[5], 1000, is_truncating);
        group.runtime_min_ms = span_number(part[6]);
        group.runtime_max_ms = span_number(part[7]);
    } else {
        group.io_bytes = figure_bytes_text(part[1], 1024, TRUE);
        group.bw_bytes_per_s = figure_bytes_text(part[2], 1024, TRUE);
        group.bw_min_bytes_per_s = figure_bytes_text(part[3], 1024, TRUE);
        group.bw_max_bytes_per_s = figure_bytes_text(part[4], 1024, TRUE);
        group.runtime_min_ms = span_number(part[5]);
        group.runtime_max_ms = span_number(part[6]);
    }
    g_array_append_val(result->groups, group);
}

static gboolean read_status(TextReader *reader, Span line, guint number)
{
    static const char head[] = "Run status group ";
    if (span_starts(line, head)) {
        if (!reader->state.result || (reader->has_banner && reader->has_status)) {
            start_result(reader, number);
            reader->state.result->source.format = "run-status";
        }
        text_settle_job(&reader->state);
        reader->status_group = span_number((Span){line.text + strlen(head), line.length - strlen(head)});
        reader->has_status = TRUE;
        return TRUE;
    }
    Captures captures;
    if ((span_starts(line, "READ:") || span_starts(line, "WRITE:") || span_starts(line, "TRIM:") ||
         span_starts(line, "MIXED:")) &&
        (pattern_match(PATTERN_GROUP, line, 0, &captures) ||
         pattern_match(PATTERN_GROUP_OLD, line, 0, &captures))) {
        if (!reader->state.result) {
            start_result(reader, number);
            reader->state.result->source.format = "run-status";
        }
        text_settle_job(&reader->state);
        reader->has_status = TRUE;
        read_group_line(reader, line);
        return TRUE;
    }
    return FALSE;
}

static gboolean read_disk(TextReader *reader, Span line)
{
    Captures captures;
    if (!reader->state.result || !memmem(line.text, line.length, ": ios=", 6) ||
        !pattern_match(PATTERN_DISK, line, 0, &captures))
        return FALSE;
    g_autofree char *name = span_copy(captures.groups[0]);
    Disk *disk = result_add_disk(reader->state.result, name);
    double *fields[] = {&disk->read_ios,      &disk->write_ios,      &disk->read_merges, &disk->write_merges,
                        &disk->read_ticks_ms, &disk->write_ticks_ms, &disk->in_queue_ms, &disk->util_percent};
    for (gsize i = 0; i < G_N_ELEMENTS(fields); i++)
        *fields[i] = span_number(captures.groups[i + 1]);
    return TRUE;
}

/* The command that somebody typed before the report. */
static gboolean read_command(TextReader *reader, Span line)
{
    const char *at = memmem(line.text, line.length, "fio -", 5);
    if (!at || (at > line.text && g_ascii_isalnum(at[-1])))
        return FALSE;
    gsize length = (gsize)(line.text + line.length - at);
    const char *quote = at > line.text && at[-1] == '"' ? memchr(at, '"', length) : NULL;
    g_free(reader->command_line);
    reader->command_line = g_strndup(at, quote ? (gsize)(quote - at) : length);
    return TRUE;
}

static gboolean read_context(TextReader *reader, Span line)
{
    Captures captures;
    if (line.length < 60 && memmem(line.text, line.length, "fio", 3) &&
        pattern_match(PATTERN_BANNER, line, 0, &captures)) {
        g_free(reader->version);
        reader->version = span_copy(captures.groups[0]);
        reader->has_banner = TRUE;
        return TRUE;
    }
    if (span_starts(line, "hostname=") && memmem(line.text, line.length, "be=", 3)) {
        const char *fio = memmem(line.text, line.length, "fio=", 4);
        if (fio) {
            g_free(reader->version);
            const char *end = memchr(fio, ',', (gsize)(line.text + line.length - fio));
            reader->version = g_strndup(fio + 4, (gsize)((end ? end : line.text + line.length) - fio - 4));
        }
        reader->is_client = TRUE;
        return TRUE;
    }
    if (span_starts(line, "fio: ") || span_starts(line, "note: ")) {
        if (reader->messages->len < 100)
            g_ptr_array_add(reader->messages, span_copy(line));
        return TRUE;
    }
    if (read_definition(reader, line) || read_command(reader, line))
        return TRUE;
    if (*line.text == '#' && line.length > 2 && line.length < 200) {
        Span title = span_trim((Span){line.text + 1, line.length - 1});
        while (title.length && *title.text == '#')
            title = span_trim((Span){title.text + 1, title.length - 1});
        g_free(reader->heading);
        reader->heading = span_copy(title);
        return TRUE;
    }
    return span_starts(line, "Starting ") || span_starts(line, "Jobs: ") || span_starts(line, "Disk stats") ||
           span_starts(line, "...");
}

void text_reader_line(TextReader *reader, const Line *rest, guint count)
{
    Span line = span_trim((Span){rest->text, rest->length});
    if (line.length == 0 || read_head(reader, rest, count))
        return;
    if (reader->prefix_words > 0 && (reader->state.job || reader->has_status))
        line = span_trim(span_skip_words((Span){rest->text, rest->length}, reader->prefix_words));
    if (line.length == 0 || (reader->state.job && text_job_line(&reader->state, line, rest->number)))
        return;
    if (read_status(reader, line, rest->number) || read_disk(reader, line) || read_context(reader, line))
        return;
    if (!reader->stray_text && !(reader->state.result && !reader->has_status)) {
        reader->stray_text = span_copy(line);
        reader->stray_line = rest->number;
    }
}

/* Only the "Run status" lines were pasted: they still give throughput and runtime. */
static void make_status_jobs(Result *result)
{
    if (result->jobs->len > 0)
        return;
    for (guint i = 0; i < result->groups->len; i++) {
        const GroupLine *group = &g_array_index(result->groups, GroupLine, i);
        Job *job = NULL;
        for (guint j = 0; j < result->jobs->len && !job; j++)
            if (((Job *)result->jobs->pdata[j])->group == group->group)
                job = result->jobs->pdata[j];
        if (!job) {
            g_autofree char *name = g_strdup_printf("group %.0f", group->group);
            job = result_add_job(result, name);
            job->group = group->group;
        }
        Direction *direction = job_direction(job, group->kind);
        direction->io_bytes = group->io_bytes;
        direction->runtime_ms = group->runtime_max_ms;
        gboolean ignored = FALSE;
        Figure from_bytes = group->runtime_max_ms > 0
                                ? figure_scaled(group->io_bytes, 1000 / group->runtime_max_ms)
                                : figure_missing();
        direction->bw_bytes_per_s = figure_intersect(group->bw_bytes_per_s, from_bytes, &ignored);
    }
    if (result->jobs->len > 0)
        result_warn(result, "only_run_status", result->source.line,
                    _("only the \"Run status\" lines are there: throughput and runtime are known, IOPS and latency "
                    "are not"));
    else
        result_warn(result, "no_jobs", result->source.line, _("fio reported no job: nothing was measured"));
}

/* Every section ends with cpu, depths and counts. */
static gboolean job_is_cut(const Job *job)
{
    for (int kind = 0; kind < DIRECTION_COUNT; kind++)
        if (job->directions[kind] && kind != DIRECTION_MIXED && !isfinite(job->directions[kind]->total_ios))
            return TRUE;
    return !isfinite(job->context_switches);
}

GPtrArray *text_reader_finish(TextReader *reader)
{
    Result *last = reader->state.result;
    gboolean is_cut = last && reader->state.job && !reader->has_status && !reader->state.job->is_total &&
                      job_is_cut(reader->state.job);
    if (is_cut)
        reader->state.job->is_incomplete = TRUE;
    end_result(reader);
    for (guint i = 0; i < reader->results->len; i++) {
        Result *result = reader->results->pdata[i];
        if (g_str_equal(result->source.format, "run-status") || result->jobs->len == 0)
            make_status_jobs(result);
        if (result == last && is_cut)
            result->is_incomplete = TRUE;
    }
    return g_steal_pointer(&reader->results);
}
