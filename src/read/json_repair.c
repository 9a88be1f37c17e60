/* JSON that is nearly there: cut off, with nan in it, with lines of other programs between its own. */
#include "read/internal.h"

#include <string.h>

#define DEPTH_MAX 200

typedef struct {
    const char *at, *end;
    GString *out;
    char open[DEPTH_MAX];
    int depth;
    gsize safe_length; /* of out, up to the last whole value */
    int safe_depth;
    gboolean is_wrong;
    Repairs repairs;
} Repair;

static void mark_safe(Repair *repair)
{
    repair->safe_length = repair->out->len;
    repair->safe_depth = repair->depth;
}

static const char *next_visible(const char *at, const char *end)
{
    while (at < end && g_ascii_isspace(*at))
        at++;
    return at;
}

/* Copies a string; FALSE when the text ends inside it. */
static gboolean copy_string(Repair *repair)
{
    const char *start = repair->at++;
    while (repair->at < repair->end && *repair->at != '"')
        repair->at += *repair->at == '\\' ? 2 : 1;
    if (repair->at >= repair->end)
        return FALSE;
    repair->at++;
    g_string_append_len(repair->out, start, repair->at - start);
    const char *next = next_visible(repair->at, repair->end);
    if (next < repair->end && (*next == ',' || *next == '}' || *next == ']'))
        mark_safe(repair);
    return TRUE;
}

static void copy_number(Repair *repair)
{
    const char *start = repair->at;
    while (repair->at < repair->end && (g_ascii_isdigit(*repair->at) || strchr("+-.eE", *repair->at)))
        repair->at++;
    g_string_append_len(repair->out, start, repair->at - start);
    /* a decimal comma: in fio's JSON no digit ever follows a comma */
    if (repair->at + 1 < repair->end && *repair->at == ',' && g_ascii_isdigit(repair->at[1]) &&
        repair->depth > 0 && repair->open[repair->depth - 1] == '{') {
        g_string_append_c(repair->out, '.');
        repair->repairs.has_decimal_comma = TRUE;
        repair->at++;
        while (repair->at < repair->end && g_ascii_isdigit(*repair->at))
            g_string_append_c(repair->out, *repair->at++);
    }
    if (repair->at < repair->end)
        mark_safe(repair);
}

static gboolean copy_word(Repair *repair)
{
    static const struct {
        const char *word, *replacement;
    } words[] = {{"true", "true"}, {"false", "false"}, {"null", "null"},    {"-nan", "null"},
                 {"nan", "null"},  {"-inf", "null"},   {"Infinity", "null"}, {"-Infinity", "null"},
                 {"inf", "null"},  {"NaN", "null"},    {"-NaN", "null"}};
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        gsize length = strlen(words[i].word);
        if ((gsize)(repair->end - repair->at) > length && memcmp(repair->at, words[i].word, length) == 0 &&
            !g_ascii_isalnum(repair->at[length])) {
            g_string_append(repair->out, words[i].replacement);
            repair->repairs.has_nonfinite = repair->repairs.has_nonfinite || i > 2;
            repair->at += length;
            mark_safe(repair);
            return TRUE;
        }
    }
    return FALSE;
}

static void copy_bracket(Repair *repair)
{
    char bracket = *repair->at++;
    if (bracket == '{' || bracket == '[') {
        repair->is_wrong = repair->depth == DEPTH_MAX;
        if (!repair->is_wrong)
            repair->open[repair->depth++] = bracket;
        g_string_append_c(repair->out, bracket);
        return;
    }
    if (repair->depth == 0) {
        repair->is_wrong = TRUE;
        return;
    }
    char expected = repair->open[repair->depth - 1] == '{' ? '}' : ']';
    repair->is_wrong = bracket != expected;
    if (!repair->is_wrong) {
        repair->depth--;
        g_string_append_c(repair->out, bracket);
        mark_safe(repair);
    }
}

static void skip_line(Repair *repair)
{
    const char *newline = memchr(repair->at, '\n', (gsize)(repair->end - repair->at));
    repair->at = newline ? newline : repair->end;
    repair->repairs.has_noise = TRUE;
}

static gboolean is_next_document(const Repair *repair)
{
    if (*repair->at != '{' || repair->depth == 0)
        return FALSE;
    const char *next = next_visible(repair->at + 1, repair->end);
    return repair->end - next > 13 && memcmp(next, "\"fio version\"", 13) == 0;
}

/* One step; FALSE at the end of what belongs to the document. */
static gboolean repair_step(Repair *repair)
{
    char c = *repair->at;
    if (is_next_document(repair))
        return FALSE;
    if (c == '"')
        return copy_string(repair);
    if (strchr("{}[]", c)) {
        copy_bracket(repair);
        return repair->depth > 0 && !repair->is_wrong;
    }
    if (c == ',' || c == ':' || g_ascii_isspace(c)) {
        g_string_append_c(repair->out, c);
        repair->at++;
        return TRUE;
    }
    if (copy_word(repair))
        return TRUE;
    if (g_ascii_isdigit(c) || (c == '-' && repair->at + 1 < repair->end && g_ascii_isdigit(repair->at[1])))
        copy_number(repair);
    else
        skip_line(repair);
    return TRUE;
}

char *json_repair(const char *text, gsize length, gsize *used, Repairs *repairs)
{
    Repair repair = {.at = text, .end = text + length, .out = g_string_sized_new(MIN(length, 1 << 20))};
    while (repair.at < repair.end && repair_step(&repair)) {
    }
    gboolean is_whole = repair.depth == 0 && repair.safe_length > 0;
    if (!is_whole) {
        g_string_truncate(repair.out, repair.safe_length);
        for (int i = repair.safe_depth; i-- > 0;)
            g_string_append_c(repair.out, repair.open[i] == '{' ? '}' : ']');
    }
    *used = (gsize)(MIN(repair.at, repair.end) - text);
    *repairs = repair.repairs;
    repairs->is_cut = !is_whole;
    if (repair.safe_length == 0) {
        g_string_free(repair.out, TRUE);
        return NULL;
    }
    return g_string_free(repair.out, FALSE);
}
