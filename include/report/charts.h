/* The charts of a comparison: its numbers and words handed to the chart layer, and the SVG made ready for a page. */
#ifndef REPORT_CHARTS_H
#define REPORT_CHARTS_H

#include "chart/chart.h"
#include "model/comparison.h"

/* Ends of the axes in base units, so that charts can be laid side by side; NAN where the data decide. */
typedef struct {
    ChartRange latency_ns, rate_bytes_per_s;
} ChartRanges;

typedef enum { COLUMN_TEXT, COLUMN_NS, COLUMN_RATE, COLUMN_PERCENT, COLUMN_RATIO, COLUMN_NUMBER } ColumnUnit;

typedef struct {
    const char *name; /* not yet translated */
    ColumnUnit unit;
} ChartColumn;

typedef struct {
    char *text;    /* of a COLUMN_TEXT, else NULL */
    double number; /* NAN: missing */
} ChartCell;

/* What a chart shows, as numbers: for readers who cannot see it, and for its metadata. */
typedef struct {
    const ChartColumn *columns;
    guint column_count;
    GArray *cells; /* of ChartCell, row by row */
} ChartTable;

ChartTable *chart_table_new(const ChartColumn *columns, guint column_count);
void chart_table_free(ChartTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ChartTable, chart_table_free)
void chart_table_add_text(ChartTable *table, const char *text);
void chart_table_add(ChartTable *table, double number);
/* The words of a cell; the caller frees them. */
char *chart_table_words(const ChartTable *table, guint row, guint column);

typedef struct {
    const char *id;    /* "percentiles" */
    const char *about; /* one line for the help, to be passed through _() */
    gboolean is_main;  /* shown openly in the report; the others are folded */
    /* Whether there is anything to draw. */
    gboolean (*has_data)(const Comparison *comparison, const Stream *stream);
    /* Draws onto a canvas of the options' size. */
    void (*draw)(Canvas *canvas, const Comparison *comparison, const Stream *stream, const ChartRanges *ranges);
    ChartTable *(*tabulate)(const Comparison *comparison, const Stream *stream);
    double (*height)(const Comparison *comparison, const Stream *stream); /* the best one; NULL: that of the options */
} ChartKind;

/* All kinds, ended by NULL. */
extern const ChartKind *const chart_kinds[];
const ChartKind *chart_kind_find(const char *id);

/* The ranges that hold the data of all streams; ends that are set in asked stay. */
ChartRanges charts_ranges(const Comparison *comparison, const ChartRanges *asked);

/* Where a picture comes from; kept in it (SVG's metadata, a text chunk of PNG, PDF's keywords) as JSON of the schema
 * fiocompare.chart/1 with the hashes of the inputs and the plotted numbers. */
typedef struct {
    const char *version, *command;
} ChartOrigin;

/* The same for a picture of something else than a comparison; texts are borrowed, and may be NULL. */
typedef struct {
    const char *label, *path, *sha256;
    guint report; /* of its file, from 1 */
} ChartInput;
typedef struct {
    const char *chart, *job, *direction, *baseline;
    const ChartInput *inputs;
    guint input_count;
    const ChartTable *table; /* NULL: no numbers */
} ChartFacts;
/* The JSON, in printable ASCII; the caller frees it. */
char *chart_origin_format(const ChartFacts *facts, const ChartOrigin *origin);
/* What was drawn with options, in their format, with the same extras that chart_make gives. */
GBytes *chart_finish(Canvas *canvas, const ChartOptions *options, const char *description, const char *prefix, GError **error);

/* The finished picture of one stream. SVG gets a title, a description and ids that begin with prefix (so that
 * several can stand in one page). NULL with error set when there is nothing to draw. */
GBytes *chart_make(const ChartKind *kind, const Comparison *comparison, const Stream *stream,
                   const ChartOptions *options, const ChartRanges *ranges, const ChartOrigin *origin,
                   const char *prefix, GError **error);

#endif
