/* What only the reading folder knows. */
#ifndef READ_INTERNAL_H
#define READ_INTERNAL_H

#include "model/result.h"

#include <string.h>

/* A line of the input without its end; number counts from 1 in the original file. */
typedef struct {
    const char *text;
    guint length;
    guint number;
} Line;

/* A part of a line. */
typedef struct {
    const char *text;
    gsize length;
} Span;

/* unwrap.c: from what lies on the disk to UTF-8 text. Warnings (invalid_utf8 …) go to notes. */
GBytes *unwrap(GBytes *bytes, GPtrArray *notes, GError **error);
/* html.c: the text of an HTML page, with line ends where the page shows them; NULL when it is none. */
GBytes *unwrap_html(GBytes *bytes);

/* lines.c: appends the lines of the text, one-line pages cut up; number is that of the first. Gives that of the next. */
guint lines_append(GArray *lines, const char *text, gsize length, guint number);
/* Joins the lines of a hard-wrapped text again; they live in store then, which must outlive the lines. */
void lines_join_wrapped(GArray *lines, GStringChunk *store);
/* Without blanks at both ends and without the bars that scraped pages leave at the end. */
Span span_trim(Span span);
/* Without the first count words. */
Span span_skip_words(Span span, guint count);
gboolean span_starts(Span span, const char *prefix);
char *span_copy(Span span);

/* patterns.c: compiled once, JIT, with limits. */
typedef enum {
    PATTERN_HEAD,
    PATTERN_DIRECTION,
    PATTERN_DIRECTION_OLD,
    PATTERN_LATENCY,
    PATTERN_LATENCY_TITLE,
    PATTERN_PERCENTILE,
    PATTERN_SAMPLES,
    PATTERN_CPU,
    PATTERN_PAIR,
    PATTERN_TOTALS,
    PATTERN_TOTALS_OLD,
    PATTERN_GROUP,
    PATTERN_GROUP_OLD,
    PATTERN_DISK,
    PATTERN_DEFINITION,
    PATTERN_ERRORS,
    PATTERN_STEADY,
    PATTERN_BANNER,
    PATTERN_ANCHOR,
    PATTERN_KEYWORD,
    PATTERN_COUNT
} PatternId;
#define CAPTURES_MAX 16
typedef struct {
    Span groups[CAPTURES_MAX]; /* text NULL where a group took no part */
    guint count;
    gsize end;
} Captures;
/* Matches from offset on; FALSE when it does not match or a limit was met. */
gboolean pattern_match(PatternId id, Span subject, gsize offset, Captures *captures);

/* numbers.c: figures from fio's text with the bounds that its rounding leaves. */
double span_number(Span span);
/* fio's rates and counts; is_truncating: fio 2.20 to 3.25 lose the carry, older ones print no decimal fraction. */
Figure figure_scaled_text(Span span, double factor, gboolean is_truncating);
/* "35.9MiB/s", "1077MiB", "565Mi": the unit by its letters; legacy_kilo as in units_byte_factor. */
Figure figure_bytes_text(Span span, double legacy_kilo, gboolean is_truncating);
/* fio 2 prints counts with K for 1000. */
Figure figure_count_text(Span span, gboolean is_truncating);
Figure figure_intersect(Figure a, Figure b, gboolean *is_disjoint);

/* version.c */
/* "fio-2.16" -> 2016, "fio-3.42-135-g…" -> 3042; 0 when unknown. */
int version_number(const char *fio_version);

/* json.c, json_latency.c, json_repair.c */
struct cJSON;
/* The document that starts at text, at its length in *used; NULL when it is no fio report. is_broken tells that it
 * had to be repaired (cut off, nan, noise between the lines). */
Result *json_read(const char *text, gsize length, gsize *used);
/* json_parts.c: the jobs of a document of fio's shape, found without parsing it. */
#ifndef JSON_PARTS_BYTES
#define JSON_PARTS_BYTES (4u << 20) /* from this size on a document is read job by job */
#endif
typedef struct {
    const char *jobs_start, *jobs_end; /* inside the brackets of the array */
    gsize length;                      /* of the whole document */
} JsonParts;
gboolean json_find_parts(const char *text, gsize length, JsonParts *parts);
/* The document with an empty array of jobs; the caller frees it. */
char *json_head_without_jobs(const char *text, const JsonParts *parts);
/* The next job from at on, with its length; NULL at the end. */
const char *json_next_job(const char *at, const char *end, gsize *length);
/* json_arena.c: between the two, what cJSON allocates on this thread lives in an arena that closing frees. */
void json_arena_open(void);
void json_arena_close(void);
/* What had to be mended. */
typedef struct {
    gboolean is_cut;        /* the document broke off */
    gboolean has_nonfinite; /* nan or inf was replaced */
    gboolean has_noise;     /* lines of something else stood inside */
    gboolean has_decimal_comma;
} Repairs;
/* Closes what is open and replaces what JSON does not know; the caller frees it. *used: bytes of the text that
 * belong to it. NULL: no document. */
char *json_repair(const char *text, gsize length, gsize *used, Repairs *repairs);
void json_read_latency(Result *result, const struct cJSON *node, double factor, Latency *latency);
/* distribution.c: a share of fio's latency distribution; key is "250" or ">=2000", unit_ns its unit. */
void job_add_bucket(Job *job, double unit_ns, const char *key, double percent);
double json_number(const struct cJSON *node);
static inline gboolean json_key_is(const char *key, const char *name)
{
    return key[0] == name[0] && key[1] == name[1] && strcmp(key, name) == 0;
}

/* log.c: the lines as one of fio's log files; NULL when any of them is something else. */
Result *log_read(const GArray *lines);

/* terse.c: adds the line's job to *result, which is made when it is NULL. FALSE when the line is no terse output. */
gboolean terse_read_line(Span line, guint number, Result **result);

/* text.c, text_job.c: fed line by line. */
typedef struct TextReader TextReader;
TextReader *text_reader_new(void);
void text_reader_free(TextReader *reader);
/* rest: this line and those after it, to see what stands before each line (a log prefix, a quote). */
void text_reader_line(TextReader *reader, const Line *rest, guint count);
/* Hands the command line, heading and fio's messages that stood before over to the result. */
void text_reader_take_context(TextReader *reader, Result *result);
gboolean text_reader_has_messages(const TextReader *reader);
/* The first text that is no part of any report since the last call, or NULL; the caller frees it. */
char *text_reader_take_stray(TextReader *reader, guint *line);
/* Ends the reading; the caller owns the array of Result. */
GPtrArray *text_reader_finish(TextReader *reader);

/* command_line.c: the options of a fio command line. */
void command_line_options(const char *command_line, GPtrArray *options);

/* text_job.c: one line inside a job's section. FALSE when it is none of them. */
typedef struct {
    Result *result;
    Job *job;
    Direction *direction;
    Latency *latency;      /* where percentiles belong */
    double percentile_factor;
    gboolean percentiles_ignored; /* of a priority class: must not overwrite clat */
    double legacy_kilo;
    int version;
} TextState;
gboolean text_job_line(TextState *state, Span line, guint number);
gboolean text_is_truncating(const TextState *state);
/* text_rates.c: what all printed figures of a direction say together. */
void text_note_rates(TextState *state, Captures *captures, gboolean is_old, guint number);
void text_settle_job(TextState *state);

/* totals.c: sums over jobs; check.c: values that cannot be. */
void result_make_totals(Result *result);
void result_check(Result *result);

/* merge.c: several outputs of one run become one, interim reports give way to the last. */
void results_merge(GPtrArray *results);
/* TRUE if both are outputs of the same run. */
gboolean results_same_run(const Result *a, const Result *b);

/* The value that fio prints for a bin of its histogram, by index. */
double bin_index_to_value(guint index);

#endif
