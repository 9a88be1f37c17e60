#include "base/suggest.h"

#include "base/translate.h"

#include <string.h>

/* Levenshtein's distance with two rows (Wagner and Fischer 1974). */
static guint edit_distance(const char *a, const char *b)
{
    gsize width = strlen(b);
    g_autofree guint *row = g_new(guint, width + 1);
    for (gsize j = 0; j <= width; j++)
        row[j] = (guint)j;
    for (gsize i = 1; a[i - 1]; i++) {
        guint diagonal = row[0];
        row[0] = (guint)i;
        for (gsize j = 1; j <= width; j++) {
            guint substituted = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = MIN(substituted, MIN(row[j - 1], row[j]) + 1);
        }
    }
    return row[width];
}

const char *suggest_word(const char *word, const char *const *known)
{
    const char *best = NULL;
    gsize length = strlen(word);
    if (length > 64)
        return NULL;
    guint best_distance = (guint)MAX(1, (length + 2) / 3) + 1;
    for (; *known; known++) {
        guint distance = edit_distance(word, *known);
        if (distance < best_distance) {
            best_distance = distance;
            best = *known;
        }
    }
    return best;
}

char *suggest_question(const char *word, const char *const *known)
{
    const char *near = suggest_word(word, known);
    return near ? g_strdup_printf(_("; did you mean %s?"), near) : g_strdup("");
}
