/* The language that people are spoken to in: chosen once, before anything is said. */
#ifndef BASE_LANGUAGE_H
#define BASE_LANGUAGE_H

#include <glib.h>

/* Takes over the locale (numbers stay as in C) and the language: the one that is asked for ("zh_CN", "zh", "en"), or, when
 * asked is NULL, that of the environment (LANGUAGE, LC_ALL, LC_MESSAGES, LANG), also where the system has no such locale
 * installed. The catalogues lie in "locale" beside the program or in "../share/locale". FALSE with error set when the
 * language asked for has no catalogue; English is in effect then. Not to be called with threads running. */
gboolean language_select(const char *asked, GError **error);

/* As BCP 47 writes it, for the lang attribute of a page: "en", "zh-CN"; static. */
const char *language_tag(void);

#endif
