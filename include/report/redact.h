/* Names that should not leave the house, replaced the same way everywhere. */
#ifndef REPORT_REDACT_H
#define REPORT_REDACT_H

#include "model/comparison.h"

typedef struct Redactor Redactor;

Redactor *redactor_new(void);
void redactor_free(Redactor *redactor);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Redactor, redactor_free)

/* Host names (those that the reports name, and whatever looks like a full one), IPv4 and IPv6 addresses, and absolute
 * paths become host-1, address-1, /path-1 …; the same name becomes the same word. The caller frees the text. */
char *redactor_apply(Redactor *redactor, const char *text);
/* The same in all texts of the series (an array of Series), their raw outputs included. The hashes stay those of the
 * files as they were. */
void redactor_apply_series(Redactor *redactor, GPtrArray *series);
/* One line a name: "host-1 was db7.example.com (3 times)"; the caller frees it. */
char *redactor_list(const Redactor *redactor);

#endif
