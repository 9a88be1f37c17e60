/* The figures of a stream as tables of words, for every output that has tables of text: a few series stand side by side, many
 * below each other. */
#ifndef REPORT_GRID_H
#define REPORT_GRID_H

#include "model/comparison.h"

typedef struct {
    char *text;      /* "" where there is nothing */
    Verdict verdict; /* to colour the cell by; VERDICT_NONE: plain */
} GridCell;

typedef struct {
    char *title;       /* NULL where the head says all */
    GArray *is_number; /* of gboolean, one a column: stands at the right */
    GPtrArray *cells;  /* of GridCell, row by row; the first row is the head */
} Grid;

const GridCell *grid_cell(const Grid *grid, guint row, guint column);
guint grid_rows(const Grid *grid); /* with the head */

/* How much a table says, from all to what a narrow terminal has room for. */
typedef enum {
    GRID_EVERYTHING, /* bounds and words for every candidate, however long it gets */
    GRID_USUAL,      /* three series stand side by side without them */
    GRID_SHORT,      /* "p99" for "99th percentile" */
    GRID_NO_WORDS,
    GRID_NO_BOUNDS
} GridDetail;

/* The tables (of Grid) of the stream. The caller frees the array. */
GPtrArray *grids_make(const Comparison *comparison, const Stream *stream, GridDetail detail);
/* What the signs behind ratios mean; NULL when the grids of this comparison have none. Static. */
const char *grids_legend(const Comparison *comparison, GridDetail detail);

#endif
