#include "read/reader.h"
#include "read/internal.h"

#include "base/error.h"
#include "base/file.h"
#include "base/translate.h"

#include <string.h>

/* More lines, or JSON values, than this no output of fio has; they would take more memory than the input allows. */
#define LINES_MAX (8u << 20)
#define VALUES_MAX (8u << 20)

/* A whole document, found before the text is cut into lines: JSON+ has millions of them. */
typedef struct {
    const char *start, *end;
    Result *result;
} Document;

typedef struct {
    const char *text;
    gsize length;
    GArray *documents; /* of Document, in order */
    guint next_document;
    GArray *lines;
    TextReader *text_reader;
    GPtrArray *results;
    Result *terse;
    guint whole_documents;
} Scan;

/* Other text in the file, at most 120 letters of it. */
static void warn_stray(Result *result, const char *stray, guint line, gboolean is_after)
{
    g_autofree char *cut = g_utf8_substring(stray, 0, MIN(120, g_utf8_strlen(stray, -1)));
    result_warn(result, is_after ? "trailing_text" : "leading_text", line,
                is_after ? _("after the report stands other text: %s") : _("before the report stands other text: %s"), cut);
}

static void take_stray(Scan *scan, Result *result, const char *code)
{
    guint line = 0;
    g_autofree char *stray = text_reader_take_stray(scan->text_reader, &line);
    if (stray)
        warn_stray(result, stray, line, g_str_equal(code, "trailing_text"));
}

/* Where the next whole document starts, or the text ends: nothing before may reach beyond. */
static const char *next_limit(const Scan *scan)
{
    if (scan->next_document < scan->documents->len)
        return g_array_index(scan->documents, Document, scan->next_document).start;
    return scan->text + scan->length;
}

/* The text of a document whose lines all carry a prefix of some words (a log, a quote). */
static char *strip_prefix(const Scan *scan, guint first, guint words)
{
    GString *text = g_string_new(NULL);
    for (guint i = first; i < scan->lines->len; i++) {
        const Line *line = &g_array_index(scan->lines, Line, i);
        if (line->text == next_limit(scan))
            break;
        Span rest = span_skip_words((Span){line->text, line->length}, words);
        g_string_append_len(text, rest.text, (gssize)rest.length);
        g_string_append_c(text, '\n');
    }
    return g_string_free(text, FALSE);
}

static void add_document(Scan *scan, Result *result, guint number)
{
    result->source.line = number;
    result->source.documents_found = result->is_incomplete ? 0 : 1;
    gboolean had_messages = text_reader_has_messages(scan->text_reader);
    text_reader_take_context(scan->text_reader, result);
    if (had_messages)
        result_warn(result, "leading_text", 0, _("fio's own messages stand before the JSON in the same file"));
    take_stray(scan, result, "leading_text");
    scan->whole_documents += !result->is_incomplete;
    result->source.document_used = scan->whole_documents;
    g_ptr_array_add(scan->results, result);
}

/* The line after the one that ends at this place of the text. */
static guint line_after(const Scan *scan, guint from, const char *place)
{
    while (from < scan->lines->len && g_array_index(scan->lines, Line, from).text < place)
        from++;
    return from;
}

static guint read_prefixed_json(Scan *scan, guint index)
{
    const Line *line = &g_array_index(scan->lines, Line, index);
    Span span = span_trim((Span){line->text, line->length});
    if (span.length < 2 || span.text[span.length - 1] != '{' || index + 1 >= scan->lines->len)
        return index;
    const Line *next = line + 1;
    if (!memmem(next->text, next->length, "\"fio version\"", 13))
        return index;
    for (guint words = 1; words < 10; words++) {
        Span rest = span_trim(span_skip_words((Span){line->text, line->length}, words));
        if (rest.length != 1)
            continue;
        g_autofree char *text = strip_prefix(scan, index, words);
        gsize used = 0;
        Result *result = json_read(text, strlen(text), &used);
        if (!result)
            return index;
        add_document(scan, result, line->number);
        guint passed = 0;
        for (gsize i = 0; i < used; i++)
            passed += text[i] == '\n';
        return index + passed + 1;
    }
    return index;
}

/* Tries a document at this line; gives the index of the first line behind it, or index itself. */
static guint read_json(Scan *scan, guint index)
{
    const Line *line = &g_array_index(scan->lines, Line, index);
    const char *at = line->text, *end = line->text + line->length;
    while (at < end && *at == ' ')
        at++;
    if (at == end)
        return index;
    if (*at != '{') {
        const char *key = memmem(at, (gsize)(end - at), "\"fio version\"", 13);
        while (key && key > at && (key[-1] == ' '))
            key--;
        if (!key || key == at || key[-1] != '{')
            return read_prefixed_json(scan, index);
        at = key - 1;
    }
    if (at < scan->text || at >= scan->text + scan->length)
        return index; /* a joined line of wrapped text */
    gsize used = 0;
    Result *result = at < next_limit(scan) ? json_read(at, (gsize)(next_limit(scan) - at), &used) : NULL;
    if (!result)
        return index;
    add_document(scan, result, line->number);
    return MAX(line_after(scan, index, at + used), index + 1);
}

static gboolean take_document(Scan *scan, const Line *line)
{
    if (line->length > 0 || scan->next_document >= scan->documents->len)
        return FALSE;
    const Document *document = &g_array_index(scan->documents, Document, scan->next_document);
    if (line->text != document->start)
        return FALSE;
    scan->next_document++;
    add_document(scan, document->result, line->number);
    return TRUE;
}

static void scan_lines(Scan *scan)
{
    for (guint i = 0; i < scan->lines->len;) {
        const Line *line = &g_array_index(scan->lines, Line, i);
        Span span = span_trim((Span){line->text, line->length});
        if (take_document(scan, line)) {
            scan->terse = NULL;
            i++;
            continue;
        }
        gboolean may_be_json = span.length > 0 && (memchr(span.text, '{', span.length) != NULL);
        guint next = may_be_json ? read_json(scan, i) : i;
        if (next > i) {
            scan->terse = NULL;
            i = next;
            continue;
        }
        gboolean is_terse = FALSE;
        if (span.length > 80 && span.text[1] == ';') {
            Result *result = scan->terse;
            is_terse = terse_read_line(span, line->number, &result);
            if (is_terse && !scan->terse) {
                g_ptr_array_add(scan->results, result);
                text_reader_take_context(scan->text_reader, result);
            }
            if (is_terse)
                scan->terse = result;
        }
        if (!is_terse)
            text_reader_line(scan->text_reader, line, scan->lines->len - i);
        i++;
    }
}

static guint count_bytes(const char *text, gsize length, char wanted)
{
    guint count = 0;
    const char *end = text + length;
    for (const char *at = text; at < end && (at = memchr(at, wanted, (gsize)(end - at))); at++)
        count++;
    return count;
}

/* The brace that opens the object with this key, if only blanks stand between. */
static const char *opening_brace(const char *key, const char *floor)
{
    const char *at = key;
    while (at > floor && g_ascii_isspace(at[-1]))
        at--;
    return at > floor && at[-1] == '{' ? at - 1 : NULL;
}

static void find_documents(Scan *scan)
{
    static const char key[] = "\"fio version\"";
    const char *at = scan->text, *end = scan->text + scan->length;
    while (at < end) {
        const char *found = memmem(at, (gsize)(end - at), key, sizeof key - 1);
        if (!found)
            return;
        const char *brace = opening_brace(found, at);
        gsize used = 0;
        Result *result = brace ? json_read(brace, (gsize)(end - brace), &used) : NULL;
        if (result) {
            Document document = {brace, brace + used, result};
            g_array_append_val(scan->documents, document);
        }
        at = result ? brace + used : found + sizeof key - 1;
    }
}

/* The lines between the documents; a document stands as one empty line. */
static void split_lines(Scan *scan, GStringChunk *store)
{
    const char *at = scan->text;
    guint number = 1;
    for (guint i = 0; i < scan->documents->len; i++) {
        const Document *document = &g_array_index(scan->documents, Document, i);
        number = lines_append(scan->lines, at, (gsize)(document->start - at), number);
        Line line = {document->start, 0, number};
        g_array_append_val(scan->lines, line);
        number += count_bytes(document->start, (gsize)(document->end - document->start), '\n');
        at = document->end;
    }
    lines_append(scan->lines, at, (gsize)(scan->text + scan->length - at), number);
    if (scan->documents->len == 0)
        lines_join_wrapped(scan->lines, store);
}

static int compare_position(gconstpointer a, gconstpointer b)
{
    const Result *x = *(Result *const *)a, *y = *(Result *const *)b;
    return x->source.line < y->source.line ? -1 : x->source.line > y->source.line;
}

static void finish_results(Scan *scan, const char *path, GBytes *bytes, GPtrArray *notes)
{
    g_autoptr(GPtrArray) texts = text_reader_finish(scan->text_reader);
    while (texts->len > 0)
        g_ptr_array_add(scan->results, g_ptr_array_steal_index(texts, 0));
    g_ptr_array_sort(scan->results, compare_position);
    results_merge(scan->results);
    guint line = 0;
    g_autofree char *stray = text_reader_take_stray(scan->text_reader, &line);
    for (guint i = 0; i < scan->results->len; i++) {
        Result *result = scan->results->pdata[i];
        result->source.path = g_strdup(path);
        result->source.raw = g_bytes_ref(bytes);
        result->source.report = i + 1;
        result->source.reports_found = scan->results->len;
        for (guint j = 0; j < notes->len; j++)
            result_warn(result, notes->pdata[j], 0, _("some bytes are no valid UTF-8; they are shown as U+FFFD"));
        if (stray && i + 1 == scan->results->len)
            warn_stray(result, stray, line, line > result->source.line);
        if (result->is_incomplete && !result_has_warning(result, "truncated_document"))
            result_warn(result, "truncated_document", 0, _("the report breaks off; what is missing is shown as missing"));
        result_make_totals(result);
        result_check(result);
    }
}

static gboolean is_within_limits(const Scan *scan, const char *path, GError **error)
{
    if (scan->length < LINES_MAX)
        return TRUE; /* it cannot hold more */
    guint lines = count_bytes(scan->text, scan->length, '\n');
    guint values = count_bytes(scan->text, scan->length, ',');
    if (lines <= LINES_MAX && values <= 2 * VALUES_MAX)
        return TRUE;
    g_set_error(error, TROUBLE, TROUBLE_FORMAT,
                _("%s: has %u lines and %u commas, more than any output of fio (%u lines); split it"), path, lines, values,
                LINES_MAX);
    return FALSE;
}

static GPtrArray *scan_text(Scan *scan, GBytes *bytes, const char *path, GPtrArray *notes)
{
    GStringChunk *store = g_string_chunk_new(4096);
    scan->documents = g_array_new(FALSE, FALSE, sizeof(Document));
    scan->lines = g_array_new(FALSE, FALSE, sizeof(Line));
    scan->text_reader = text_reader_new();
    scan->results = g_ptr_array_new_with_free_func((GDestroyNotify)result_free);
    find_documents(scan);
    split_lines(scan, store);
    Result *log = scan->documents->len == 0 ? log_read(scan->lines) : NULL;
    if (log)
        g_ptr_array_add(scan->results, log);
    else
        scan_lines(scan);
    finish_results(scan, path, bytes, notes);
    text_reader_free(scan->text_reader);
    g_array_unref(scan->documents);
    g_string_chunk_free(store);
    return scan->results;
}

GPtrArray *reader_read_bytes(GBytes *bytes, const char *path, GError **error)
{
    g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
    if (g_bytes_get_size(bytes) == 0) {
        g_set_error(error, TROUBLE, TROUBLE_FORMAT, _("%s: is empty, fio's output was expected"), path);
        return NULL;
    }
    g_autoptr(GBytes) plain = unwrap(bytes, notes, error);
    if (!plain) {
        g_prefix_error(error, "%s: ", path);
        return NULL;
    }
    Scan scan = {.text = g_bytes_get_data(plain, NULL), .length = g_bytes_get_size(plain)};
    if (!is_within_limits(&scan, path, error))
        return NULL;
    g_autoptr(GPtrArray) results = scan_text(&scan, bytes, path, notes);
    guint lines = scan.lines->len;
    g_array_unref(scan.lines);
    if (results->len > 0)
        return g_steal_pointer(&results);
    g_set_error(error, TROUBLE, TROUBLE_FORMAT,
                _("%s: no fio report in its %u lines; fio's text, JSON or terse output was expected (a section that "
                "begins \"NAME: (groupid=0, jobs=1): err= 0\", or a JSON object with \"jobs\")"),
                path, lines);
    return NULL;
}

GPtrArray *reader_read_file(const char *path, GError **error)
{
    g_autoptr(GBytes) bytes = file_read(path, error);
    if (!bytes) {
        g_prefix_error(error, "%s: ", path);
        return NULL;
    }
    return reader_read_bytes(bytes, path, error);
}
