/* What only the report folder knows. */
#ifndef REPORT_INTERNAL_H
#define REPORT_INTERNAL_H

#include "report/document.h"

#include <cjson/cJSON.h>
#include <glib.h>

/* A number, or null for what is missing. */
cJSON *json_number_or_null(double value);
void json_add_number(cJSON *object, const char *key, double value);
void json_add_text(cJSON *object, const char *key, const char *text);
/* The text of the tree, which is freed. */
char *json_take_text(cJSON *tree);

/* svg.c: ids begin with prefix, title and description are added. NULL with error set when it is no SVG. */
GBytes *svg_finish(GBytes *svg, const char *prefix, const char *title, const char *description, GError **error);

/* document.c: the report as a tree, the caller frees it with xmlFreeDoc. NULL with error set. */
struct _xmlDoc *document_make(const Comparison *comparison, const ReportContext *context, GError **error);

#endif
