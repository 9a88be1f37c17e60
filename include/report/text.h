/* A comparison as words in columns: the terminal's table, Markdown, CSV. Nothing is computed here. */
#ifndef REPORT_TEXT_H
#define REPORT_TEXT_H

#include "model/comparison.h"

typedef struct {
    guint width;        /* columns of the terminal */
    gboolean has_color; /* escape sequences may be written */
    gboolean is_utf8;
} TerminalStyle;

/* The caller frees what these return. */
char *text_format_terminal(const Comparison *comparison, const TerminalStyle *style);
char *text_format_markdown(const Comparison *comparison);
/* RFC 4180; cells that a spreadsheet would take for a formula begin with a quote. */
char *text_format_csv(const Comparison *comparison);
/* A result for the terminal: what the file holds. */
char *text_format_result(const Result *result, const TerminalStyle *style);

#endif
