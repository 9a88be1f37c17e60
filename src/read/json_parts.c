/* Where the jobs of a document lie, without parsing it: only strings and brackets count. */
#include "read/internal.h"

#include <string.h>

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && g_ascii_isspace(*at))
        at++;
    return at;
}

/* Behind the string that starts here; NULL when it does not end. */
static const char *skip_string(const char *at, const char *end)
{
    for (at++; at < end && *at != '"'; at++)
        if (*at == '\\')
            at++;
    return at < end ? at + 1 : NULL;
}

/* Behind the value that starts here; NULL when it does not end. */
static const char *skip_value(const char *at, const char *end)
{
    int depth = 0;
    while (at && at < end) {
        if (*at == '"') {
            at = skip_string(at, end);
        } else {
            depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
            if (depth < 0 || (depth == 0 && *at == ','))
                return at;
            at++;
        }
        if (at && depth == 0 && (at[-1] == '}' || at[-1] == ']'))
            return at;
    }
    return NULL;
}

gboolean json_find_parts(const char *text, gsize length, JsonParts *parts)
{
    const char *at = text + 1, *end = text + length;
    *parts = (JsonParts){NULL, NULL, 0};
    while ((at = skip_blanks(at, end)) < end && *at == '"') {
        const char *key = at + 1;
        at = skip_string(at, end);
        gboolean is_jobs = at && (g_str_has_prefix(key, "jobs\"") || g_str_has_prefix(key, "client_stats\""));
        at = at ? skip_blanks(at, end) : end;
        if (at == end || *at != ':')
            return FALSE;
        const char *value = skip_blanks(at + 1, end);
        at = skip_value(value, end);
        if (!at)
            return FALSE;
        if (is_jobs && *value == '[' && !parts->jobs_start) {
            parts->jobs_start = value + 1;
            parts->jobs_end = at - 1;
        }
        at = skip_blanks(at, end);
        if (at < end && *at == ',')
            at++;
    }
    if (at >= end || *at != '}' || !parts->jobs_start)
        return FALSE;
    parts->length = (gsize)(at + 1 - text);
    return TRUE;
}

char *json_head_without_jobs(const char *text, const JsonParts *parts)
{
    GString *head = g_string_new_len(text, parts->jobs_start - text);
    g_string_append_len(head, parts->jobs_end, text + parts->length - parts->jobs_end);
    return g_string_free(head, FALSE);
}

const char *json_next_job(const char *at, const char *end, gsize *length)
{
    while (at < end && (g_ascii_isspace(*at) || *at == ','))
        at++;
    const char *stop = at < end ? skip_value(at, end) : NULL;
    if (!stop || stop == at)
        return NULL;
    *length = (gsize)(stop - at);
    return at;
}
