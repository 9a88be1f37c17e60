/* "Did you mean": the nearest of the known words. */
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include <glib.h>

/* The known word (NULL-terminated list) at the smallest edit distance from word, borrowed from known;
 * NULL if none is near (more than a third of the letters differ). */
const char *suggest_word(const char *word, const char *const *known);

/* "; did you mean compare?", or "" where none is near: the end of a message. The caller frees it. */
char *suggest_question(const char *word, const char *const *known);

#endif
