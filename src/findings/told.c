/* The findings as a reader wants them: twelve mounts that all ran too short are one sentence, not twelve. */
#include "findings/internal.h"

#include <string.h>

/* So many that differ only in their evidence become one; with the same evidence two do. */
#define SHARED_FROM 3

static gboolean says_the_same(const Finding *a, const Finding *b)
{
    return a->series && b->series && g_str_equal(a->id, b->id) && a->severity == b->severity && g_str_equal(a->title, b->title) &&
           g_strcmp0(a->guess, b->guess) == 0 && g_strcmp0(a->check, b->check) == 0;
}

/* The findings from this one on that say the same (of Finding, borrowed). */
static GPtrArray *companions(const Comparison *comparison, guint from)
{
    GPtrArray *found = g_ptr_array_new();
    for (guint i = from; i < comparison->findings->len; i++)
        if (i == from || says_the_same(comparison->findings->pdata[from], comparison->findings->pdata[i]))
            g_ptr_array_add(found, comparison->findings->pdata[i]);
    return found;
}

static gboolean have_one_evidence(const GPtrArray *findings)
{
    const Finding *first = findings->pdata[0];
    for (guint i = 1; i < findings->len; i++)
        if (!g_str_equal(first->evidence, ((const Finding *)findings->pdata[i])->evidence))
            return FALSE;
    return TRUE;
}

static gboolean is_named(const GPtrArray *findings, guint count, const char *series)
{
    for (guint i = 0; i < count; i++)
        if (g_strcmp0(((const Finding *)findings->pdata[i])->series, series) == 0)
            return TRUE;
    return FALSE;
}

static Finding *join(const GPtrArray *findings)
{
    const Finding *first = findings->pdata[0];
    gboolean is_one = have_one_evidence(findings);
    g_autoptr(GString) series = g_string_new(first->series), evidence = g_string_new(is_one ? first->evidence : NULL);
    for (guint i = 0; i < findings->len; i++) {
        const Finding *finding = findings->pdata[i];
        if (!is_named(findings, i, finding->series) && i > 0)
            g_string_append_printf(series, ", %s", finding->series);
        if (!is_one)
            g_string_append_printf(evidence, "%s%s: %s", i ? "\n" : "", finding->series, finding->evidence);
    }
    Finding *joined = g_new0(Finding, 1);
    joined->id = first->id;
    joined->severity = first->severity;
    joined->title = g_strdup(first->title);
    joined->evidence = g_strdup(evidence->str);
    joined->guess = g_strdup(first->guess);
    joined->check = g_strdup(first->check);
    joined->series = first->series ? g_strdup(series->str) : NULL;
    return joined;
}

void make_told(Comparison *comparison)
{
    g_autoptr(GHashTable) done = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < comparison->findings->len; i++) {
        if (g_hash_table_contains(done, comparison->findings->pdata[i]))
            continue;
        g_autoptr(GPtrArray) shared = companions(comparison, i);
        if (shared->len < SHARED_FROM && !have_one_evidence(shared))
            g_ptr_array_set_size(shared, 1);
        for (guint j = 0; j < shared->len; j++)
            g_hash_table_add(done, shared->pdata[j]);
        g_ptr_array_add(comparison->told, join(shared));
    }
}
