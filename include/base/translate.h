/* Words that people read go through here, so that they can be shown in their language (po/). */
#ifndef BASE_TRANSLATE_H
#define BASE_TRANSLATE_H

#include <libintl.h>

/* The text in the language of the locale; static, never freed. */
#define _(text) gettext(text)
/* Marks a text in a table for translation; the reader of the table calls _(). */
#define N_(text) (text)
/* The form that fits the count. */
#define P_(one, many, count) ngettext(one, many, count)

#endif
