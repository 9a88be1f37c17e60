#include "chart/canvas.h"
#include "chart/internal.h"

#include "base/error.h"
#include "base/translate.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <time.h>

struct Canvas {
    ChartOptions options;
    cairo_surface_t *surface;
    cairo_t *cairo;
    GByteArray *output;
    GArray *boxes, *lines, *hits;
};

ChartOptions chart_options_default(void)
{
    return (ChartOptions){.format = CHART_SVG, .width = 860, .height = 440, .dpi = 96, .theme = theme_find("light")};
}

static cairo_status_t write_output(void *closure, const unsigned char *data, unsigned int length)
{
    g_byte_array_append(closure, data, length);
    return CAIRO_STATUS_SUCCESS;
}

static void box_clear(gpointer data)
{
    g_free(((TextBox *)data)->text);
}

static void line_clear(gpointer data)
{
    g_free(((TextLine *)data)->text);
}

/* The same input gives the same bytes: no clock but the one that the caller sets. */
static void set_pdf_date(cairo_surface_t *surface)
{
    const char *epoch = g_getenv("SOURCE_DATE_EPOCH");
    g_autoptr(GDateTime) date = g_date_time_new_from_unix_utc(epoch ? g_ascii_strtoll(epoch, NULL, 10) : 0);
    g_autofree char *text = date ? g_date_time_format(date, "%Y-%m-%dT%H:%M:%SZ") : NULL;
    if (text)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, text);
}

static cairo_surface_t *make_surface(Canvas *canvas)
{
    const ChartOptions *options = &canvas->options;
    double scale = options->dpi / 96;
    if (options->format == CHART_PNG)
        return cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)ceil(options->width * scale),
                                          (int)ceil(options->height * scale));
    if (options->format == CHART_PDF) {
        cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(
            write_output, canvas->output, options->width * 0.75, options->height * 0.75);
        set_pdf_date(surface);
        if (options->title)
            cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, options->title);
        if (options->origin)
            cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_KEYWORDS, options->origin);
        return surface;
    }
    cairo_surface_t *surface =
        cairo_svg_surface_create_for_stream(write_output, canvas->output, options->width, options->height);
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
    return surface;
}

Canvas *canvas_new(const ChartOptions *options)
{
    Canvas *canvas = g_new0(Canvas, 1);
    canvas->options = *options;
    canvas->output = g_byte_array_new();
    canvas->boxes = g_array_new(FALSE, FALSE, sizeof(TextBox));
    canvas->hits = g_array_new(FALSE, FALSE, sizeof(TextBox));
    canvas->lines = g_array_new(FALSE, FALSE, sizeof(TextLine));
    g_array_set_clear_func(canvas->boxes, box_clear);
    g_array_set_clear_func(canvas->hits, box_clear);
    g_array_set_clear_func(canvas->lines, line_clear);
    canvas->surface = make_surface(canvas);
    canvas->cairo = cairo_create(canvas->surface);
    double scale = options->format == CHART_PNG ? options->dpi / 96 : options->format == CHART_PDF ? 0.75 : 1;
    cairo_scale(canvas->cairo, scale, scale);
    canvas_rectangle(canvas, 0, 0, options->width, options->height, options->theme->background);
    return canvas;
}

void canvas_free(Canvas *canvas)
{
    cairo_destroy(canvas->cairo);
    cairo_surface_destroy(canvas->surface);
    g_byte_array_unref(canvas->output);
    g_array_unref(canvas->boxes);
    g_array_unref(canvas->hits);
    g_array_unref(canvas->lines);
    g_free(canvas);
}

static void use_color(Canvas *canvas, Color color)
{
    cairo_set_source_rgba(canvas->cairo, color.red, color.green, color.blue, color.alpha);
}

static int lacks_letters; /* atomic */

gboolean canvas_lacks_letters(void)
{
    return g_atomic_int_get(&lacks_letters);
}

static PangoLayout *make_layout(Canvas *canvas, const TextStyle *style, const char *text)
{
    PangoLayout *layout = pango_cairo_create_layout(canvas->cairo);
    PangoFontDescription *font = pango_font_description_from_string("DejaVu Sans, Noto Sans, sans-serif");
    pango_font_description_set_absolute_size(font, style->size * PANGO_SCALE);
    pango_font_description_set_weight(font, style->is_bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_layout_set_font_description(layout, font);
    pango_font_description_free(font);
    pango_layout_set_text(layout, text, -1);
    if (style->max_width > 0) {
        pango_layout_set_width(layout, (int)(style->max_width * PANGO_SCALE));
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
        pango_layout_set_height(layout, -MAX(style->max_lines, 1));
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
    } else {
        pango_layout_set_single_paragraph_mode(layout, TRUE);
    }
    pango_layout_set_auto_dir(layout, FALSE);
    return layout;
}

void canvas_measure(Canvas *canvas, const TextStyle *style, const char *text, double *width, double *height)
{
    PangoLayout *layout = make_layout(canvas, style, text);
    PangoRectangle logical;
    pango_layout_get_extents(layout, NULL, &logical);
    *width = (double)logical.width / PANGO_SCALE;
    *height = (double)logical.height / PANGO_SCALE;
    g_object_unref(layout);
}

static gboolean fits(Canvas *canvas, const TextStyle *style, const char *text)
{
    TextStyle open = *style;
    double width, height;
    open.max_width = 0;
    canvas_measure(canvas, &open, text, &width, &height);
    return width <= style->max_width;
}

/* What of the text stands before the dots when it is too long. */
static char *shortened(Canvas *canvas, const TextStyle *style, const char *text)
{
    glong least = 0, most = g_utf8_strlen(text, -1);
    while (least < most) {
        glong middle = (least + most + 1) / 2;
        g_autofree char *head = g_utf8_substring(text, 0, middle);
        g_autofree char *tried = g_strconcat(head, "…", NULL);
        if (fits(canvas, style, tried))
            least = middle;
        else
            most = middle - 1;
    }
    g_autofree char *head = g_utf8_substring(text, 0, least);
    return g_strconcat(g_strchomp(head), "…", NULL);
}

/* Keeps each line as it was set, so that it can be written as text too. */
static void keep_lines(Canvas *canvas, PangoLayout *layout, const TextStyle *style, double left, double top)
{
    PangoLayoutIter *at = pango_layout_get_iter(layout);
    const char *text = pango_layout_get_text(layout);
    do {
        PangoLayoutLine *line = pango_layout_iter_get_line_readonly(at);
        PangoRectangle logical, whole;
        pango_layout_iter_get_line_extents(at, NULL, &logical);
        pango_layout_get_extents(layout, NULL, &whole);
        g_autofree char *part = g_strndup(text + line->start_index, (gsize)line->length);
        double width = (double)logical.width / PANGO_SCALE;
        gboolean is_cut = pango_layout_is_ellipsized(layout) && !fits(canvas, style, part);
        TextLine kept = {left + (double)(logical.x - whole.x) / PANGO_SCALE,
                         top + (double)pango_layout_iter_get_baseline(at) / PANGO_SCALE,
                         width,
                         style->size,
                         style->is_bold,
                         style->color,
                         is_cut ? shortened(canvas, style, part) : g_strdup(g_strchomp(part))};
        g_array_append_val(canvas->lines, kept);
    } while (pango_layout_iter_next_line(at));
    pango_layout_iter_free(at);
}

double canvas_text(Canvas *canvas, double x, double y, const TextStyle *style, const char *text)
{
    PangoLayout *layout = make_layout(canvas, style, text);
    PangoRectangle logical;
    pango_layout_get_extents(layout, NULL, &logical);
    double width = (double)logical.width / PANGO_SCALE, height = (double)logical.height / PANGO_SCALE;
    double left = style->align == ALIGN_LEFT ? x : style->align == ALIGN_CENTER ? x - width / 2 : x - width;
    if (canvas->options.has_live_text && *text)
        keep_lines(canvas, layout, style, left, y);
    if (!canvas->options.has_live_text) {
        use_color(canvas, style->color);
        cairo_move_to(canvas->cairo, left - (double)logical.x / PANGO_SCALE, y);
        pango_cairo_show_layout(canvas->cairo, layout);
        if (pango_layout_get_unknown_glyphs_count(layout) > 0)
            g_atomic_int_set(&lacks_letters, TRUE);
    }
    g_object_unref(layout);
    if (*text) {
        TextBox box = {left, y, width, height, g_strdup(text)};
        g_array_append_val(canvas->boxes, box);
    }
    return height;
}

static void trace(Canvas *canvas, const Point *points, guint count)
{
    cairo_new_path(canvas->cairo);
    for (guint i = 0; i < count; i++)
        cairo_line_to(canvas->cairo, points[i].x, points[i].y);
}

void canvas_polyline(Canvas *canvas, const Point *points, guint count, Color color, double width,
                     const double *dash, int dash_count)
{
    if (count == 0)
        return;
    trace(canvas, points, count);
    use_color(canvas, color);
    cairo_set_line_width(canvas->cairo, width);
    cairo_set_line_join(canvas->cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_dash(canvas->cairo, dash, dash_count, 0);
    cairo_stroke(canvas->cairo);
    cairo_set_dash(canvas->cairo, NULL, 0, 0);
}

void canvas_line(Canvas *canvas, double x1, double y1, double x2, double y2, Color color, double width)
{
    Point points[] = {{x1, y1}, {x2, y2}};
    canvas_polyline(canvas, points, 2, color, width, NULL, 0);
}

void canvas_polygon(Canvas *canvas, const Point *points, guint count, Color fill)
{
    if (count < 3)
        return;
    trace(canvas, points, count);
    cairo_close_path(canvas->cairo);
    use_color(canvas, fill);
    cairo_fill(canvas->cairo);
}

void canvas_rectangle(Canvas *canvas, double x, double y, double width, double height, Color fill)
{
    cairo_rectangle(canvas->cairo, x, y, width, height);
    use_color(canvas, fill);
    cairo_fill(canvas->cairo);
}

void canvas_rectangles(Canvas *canvas, const Rectangle *rectangles, guint count, Color fill)
{
    for (guint i = 0; i < count; i++)
        cairo_rectangle(canvas->cairo, rectangles[i].x, rectangles[i].y, rectangles[i].width, rectangles[i].height);
    use_color(canvas, fill);
    cairo_fill(canvas->cairo);
}

void canvas_segments(Canvas *canvas, const Point *ends, guint count, Color color, double width)
{
    cairo_new_path(canvas->cairo);
    for (guint i = 0; i + 1 < count; i += 2) {
        cairo_move_to(canvas->cairo, ends[i].x, ends[i].y);
        cairo_line_to(canvas->cairo, ends[i + 1].x, ends[i + 1].y);
    }
    use_color(canvas, color);
    cairo_set_line_width(canvas->cairo, width);
    cairo_stroke(canvas->cairo);
}

void canvas_discs(Canvas *canvas, const Point *centres, guint count, double radius, Color fill, Color edge)
{
    cairo_new_path(canvas->cairo);
    for (guint i = 0; i < count; i++) {
        cairo_new_sub_path(canvas->cairo);
        cairo_arc(canvas->cairo, centres[i].x, centres[i].y, radius, 0, 2 * G_PI);
    }
    use_color(canvas, fill);
    cairo_fill_preserve(canvas->cairo);
    gboolean has_edge = fill.red != edge.red || fill.green != edge.green || fill.blue != edge.blue;
    use_color(canvas, edge);
    cairo_set_line_width(canvas->cairo, 1.2);
    if (has_edge)
        cairo_stroke(canvas->cairo);
    cairo_new_path(canvas->cairo);
}

const ChartOptions *canvas_options(const Canvas *canvas)
{
    return &canvas->options;
}

const GArray *canvas_text_boxes(const Canvas *canvas)
{
    return canvas->boxes;
}

const GArray *canvas_text_lines(const Canvas *canvas)
{
    return canvas->lines;
}

void canvas_add_hit(Canvas *canvas, double x, double y, double width, double height, const char *words)
{
    TextBox hit = {x, y, width, height, g_strdup(words)};
    g_array_append_val(canvas->hits, hit);
}

const GArray *canvas_hits(const Canvas *canvas)
{
    return canvas->hits;
}

GBytes *canvas_finish(Canvas *canvas, GError **error)
{
    cairo_status_t status = cairo_status(canvas->cairo);
    cairo_surface_flush(canvas->surface);
    if (status == CAIRO_STATUS_SUCCESS && canvas->options.format == CHART_PNG)
        return png_write(canvas->surface, &canvas->options, error);
    cairo_surface_finish(canvas->surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(canvas->surface);
    if (status != CAIRO_STATUS_SUCCESS) {
        g_set_error(error, TROUBLE, TROUBLE_FILE, _("the chart cannot be drawn: %s"), cairo_status_to_string(status));
        return NULL;
    }
    return g_bytes_new(canvas->output->data, canvas->output->len);
}
