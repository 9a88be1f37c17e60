/* A comparison as words in columns: the terminal's table, Markdown, Jira, CSV. Nothing is computed here. */
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
/* A picture that lies beside the text. */
typedef struct {
    char *file, *title;
} Picture;

/* Markdown as GitHub and GitLab read it, Jira's wiki text; pictures (of Picture, or NULL) are shown by their file names. */
char *text_format_markdown(const Comparison *comparison, const GPtrArray *pictures);
/* Words into Markdown, so that none of their letters is taken for markup. */
void text_append_markdown(GString *text, const char *words);
char *text_format_jira(const Comparison *comparison, const GPtrArray *pictures);
/* RFC 4180; cells that a spreadsheet would take for a formula begin with a quote. */
char *text_format_csv(const Comparison *comparison);
/* A cell as in that file, with what stands after it; NULL is empty. */
void text_append_csv_cell(GString *text, const char *cell, gboolean is_last);
/* The data that a chart carries (JSON of the schema fiocompare.chart/1) as a table; NULL with error set. */
char *text_format_origin(const char *json, const TerminalStyle *style, GError **error);
/* Rows of texts in columns: heads are names by turns with ">" (right) or "" (left); cells go row by row, NULL is empty. */
char *text_format_columns(const char *const *heads, guint columns, const GPtrArray *cells);
/* A result for the terminal: what the file holds. */
char *text_format_result(const Result *result, const TerminalStyle *style);

#endif
