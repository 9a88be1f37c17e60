#include "read/internal.h"

#include <string.h>

Span span_trim(Span span)
{
    while (span.length && (*span.text == ' ' || *span.text == '\t')) {
        span.text++;
        span.length--;
    }
    while (span.length && strchr(" \t|", span.text[span.length - 1]))
        span.length--;
    return span;
}

Span span_skip_words(Span span, guint count)
{
    const char *end = span.text + span.length;
    const char *at = span.text;
    for (; count > 0; count--) {
        while (at < end && (*at == ' ' || *at == '\t'))
            at++;
        while (at < end && *at != ' ' && *at != '\t')
            at++;
    }
    return (Span){at, (gsize)(end - at)};
}

gboolean span_starts(Span span, const char *prefix)
{
    gsize length = strlen(prefix);
    return span.length >= length && memcmp(span.text, prefix, length) == 0;
}

char *span_copy(Span span)
{
    return span.text ? g_strndup(span.text, span.length) : NULL;
}

static void add_line(GArray *lines, const char *text, gsize length, guint number)
{
    Line line = {text, (guint)MIN(length, G_MAXUINT), number};
    g_array_append_val(lines, line);
}

/* A whole report on one line, as scraped pages have it: cut before each word that fio begins a line with. */
static gboolean split_report_line(GArray *lines, Span line, guint number)
{
    if (line.length > 1000000 || !memmem(line.text, line.length, "(groupid=", 9) ||
        !memmem(line.text, line.length, "issued", 6) || *span_trim(line).text == '{')
        return FALSE;
    Captures captures;
    gsize start = 0, offset = 0;
    while (offset < line.length && pattern_match(PATTERN_KEYWORD, line, offset, &captures)) {
        gsize cut = captures.end;
        add_line(lines, line.text + start, cut - start, number);
        start = cut;
        offset = cut + 1;
    }
    add_line(lines, line.text + start, line.length - start, number);
    return TRUE;
}

/* The width at which the text was hard-wrapped, 0 if it was not: fio's depth lines always end in ">=64=". */
static guint wrap_width(const GArray *lines)
{
    for (guint i = 0; i < lines->len; i++) {
        const Line *line = &g_array_index(lines, Line, i);
        Span span = span_trim((Span){line->text, line->length});
        if (!span_starts(span, "IO depths"))
            continue;
        return memmem(span.text, span.length, ">=64=", 5) ? 0 : line->length;
    }
    return 0;
}

static void join_wrapped(GArray *lines, guint width, GStringChunk *store)
{
    g_autoptr(GArray) joined = g_array_new(FALSE, FALSE, sizeof(Line));
    for (guint i = 0; i < lines->len;) {
        const Line *first = &g_array_index(lines, Line, i);
        g_autoptr(GString) text = g_string_new_len(first->text, first->length);
        guint last = i;
        while (g_array_index(lines, Line, last).length == width && last + 1 < lines->len && text->len < 4000) {
            last++;
            g_string_append_len(text, g_array_index(lines, Line, last).text,
                                g_array_index(lines, Line, last).length);
        }
        if (last == i)
            g_array_append_val(joined, *first);
        else
            add_line(joined, g_string_chunk_insert_len(store, text->str, (gssize)text->len), text->len,
                     first->number);
        i = last + 1;
    }
    g_array_set_size(lines, 0);
    g_array_append_vals(lines, joined->data, joined->len);
}

/* Lines that carriage returns end (progress on a terminal) share the number of the line they are part of. */
static void add_with_returns(GArray *lines, Span whole, guint number)
{
    const char *part = whole.text, *stop = whole.text + whole.length;
    while (part < stop) {
        const char *carriage = memchr(part, '\r', (gsize)(stop - part));
        const char *end = carriage ? carriage : stop;
        if (end > part || !carriage)
            add_line(lines, part, (gsize)(end - part), number);
        part = end + 1;
    }
}

guint lines_append(GArray *lines, const char *text, gsize length, guint number)
{
    const char *at = text, *end = text + length;
    gboolean has_return = length && memchr(text, '\r', length) != NULL;
    while (at < end) {
        const char *newline = memchr(at, '\n', (gsize)(end - at));
        const char *stop = newline ? newline : end;
        Span whole = {at, (gsize)(stop - at)};
        gboolean is_split = whole.length >= 400 && split_report_line(lines, whole, number);
        if (!is_split && has_return && memchr(at, '\r', whole.length))
            add_with_returns(lines, whole, number);
        else if (!is_split)
            add_line(lines, at, whole.length, number);
        at = stop + 1;
        number += newline != NULL;
    }
    return number;
}

void lines_join_wrapped(GArray *lines, GStringChunk *store)
{
    guint width = wrap_width(lines);
    if (width > 0)
        join_wrapped(lines, width, store);
}
