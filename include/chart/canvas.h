/* A drawing surface that becomes SVG, PNG or PDF. The only module that calls cairo and Pango. It keeps the box of
 * every text that it drew, so that a test can see whether any overlap or leave the picture. Lengths are in CSS
 * pixels (1/96 inch), the origin is at the top left. */
#ifndef CHART_CANVAS_H
#define CHART_CANVAS_H

#include "chart/theme.h"

#include <glib.h>

typedef enum { CHART_SVG, CHART_PNG, CHART_PDF } ChartFormat;

typedef struct {
    ChartFormat format;
    double width, height;
    double dpi; /* of PNG; 96 is one pixel a unit */
    const Theme *theme;
    gboolean has_live_text; /* SVG: text is measured but left out, the caller puts it in from canvas_text_lines */
    const char *title, *origin; /* kept in PNG and PDF as metadata; origin is printable ASCII; NULL: none */
} ChartOptions;

/* SVG, 860 x 440, 96 dpi, the light theme. */
ChartOptions chart_options_default(void);

typedef enum { ALIGN_LEFT, ALIGN_CENTER, ALIGN_RIGHT } Align;

typedef struct {
    double size;
    gboolean is_bold;
    Color color;
    Align align;
    double max_width;  /* longer text is cut with an ellipsis, or wrapped when max_lines > 1; 0: no limit */
    int max_lines;
} TextStyle;

typedef struct {
    double x, y, width, height;
    char *text;
} TextBox;

/* A line of text as it was set: wrapped and cut already. */
typedef struct {
    double x, baseline, width, size;
    gboolean is_bold;
    Color color;
    char *text;
} TextLine;

typedef struct {
    double x, y;
} Point;

typedef struct {
    double x, y, width, height;
} Rectangle;

typedef struct Canvas Canvas;

Canvas *canvas_new(const ChartOptions *options);
void canvas_free(Canvas *canvas);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Canvas, canvas_free)

/* Draws text with its top at y; x is its left end, middle or right end by the alignment. Gives its height. */
double canvas_text(Canvas *canvas, double x, double y, const TextStyle *style, const char *text);
/* The size that the text would have. */
void canvas_measure(Canvas *canvas, const TextStyle *style, const char *text, double *width, double *height);
/* dash: pairs of lengths as in Theme, NULL for a whole line. */
void canvas_polyline(Canvas *canvas, const Point *points, guint count, Color color, double width,
                     const double *dash, int dash_count);
void canvas_line(Canvas *canvas, double x1, double y1, double x2, double y2, Color color, double width);
void canvas_polygon(Canvas *canvas, const Point *points, guint count, Color fill);
void canvas_rectangle(Canvas *canvas, double x, double y, double width, double height, Color fill);
/* Several that do not overlap, in one path. */
void canvas_rectangles(Canvas *canvas, const Rectangle *rectangles, guint count, Color fill);
/* Discs of one size in one path, with an edge in another colour when it differs. */
void canvas_discs(Canvas *canvas, const Point *centres, guint count, double radius, Color fill, Color edge);
/* Lines between pairs of points, in one path. */
void canvas_segments(Canvas *canvas, const Point *ends, guint count, Color color, double width);

/* The boxes of all texts so far (of TextBox); borrowed. */
const GArray *canvas_text_boxes(const Canvas *canvas);
/* The lines of all texts so far (of TextLine); borrowed. */
const GArray *canvas_text_lines(const Canvas *canvas);

/* Marks a rectangle that shows the words when the pointer rests on it (SVG alone); the words are copied. */
void canvas_add_hit(Canvas *canvas, double x, double y, double width, double height, const char *words);
/* All of them (of TextBox); borrowed. */
const GArray *canvas_hits(const Canvas *canvas);

/* Whether any text drawn so far, on any canvas, has letters that no font here has: boxes stand in their place. Texts that
 * are left to the reader's browser do not count. */
gboolean canvas_lacks_letters(void);

/* The finished picture; NULL with error set when cairo failed (a picture too large, for example). PNG is
 * written by libpng with the title and the origin as text chunks, PDF has them as title and keywords. */
GBytes *canvas_finish(Canvas *canvas, GError **error);

#endif
