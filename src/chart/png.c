/* PNG with what cairo's own writer leaves out: the resolution and text chunks. */
#include "chart/internal.h"

#include "base/error.h"
#include "base/translate.h"

#include <cairo.h>
#include <math.h>
#include <png.h>
#include <string.h>

static void write_bytes(png_structp png, png_bytep data, size_t length)
{
    g_byte_array_append(png_get_io_ptr(png), data, (guint)length);
}

static void flush_nothing(png_structp png)
{
    (void)png;
}

static void add_text(png_structp png, png_infop info, const char *key, const char *text)
{
    png_text chunk = {.compression = strlen(text) > 1024 ? PNG_ITXT_COMPRESSION_zTXt : PNG_ITXT_COMPRESSION_NONE,
                      .key = (char *)key,
                      .text = (char *)text,
                      .itxt_length = strlen(text),
                      .lang = (char *)"",
                      .lang_key = (char *)""};
    png_set_text(png, info, &chunk, 1);
}

static void write_rows(png_structp png, cairo_surface_t *surface)
{
    unsigned char *data = cairo_image_surface_get_data(surface);
    int stride = cairo_image_surface_get_stride(surface), height = cairo_image_surface_get_height(surface);
    png_set_filler(png, 0, G_BYTE_ORDER == G_LITTLE_ENDIAN ? PNG_FILLER_AFTER : PNG_FILLER_BEFORE);
    if (G_BYTE_ORDER == G_LITTLE_ENDIAN)
        png_set_bgr(png);
    for (int row = 0; row < height; row++)
        png_write_row(png, data + (gsize)row * (gsize)stride);
}

GBytes *png_write(cairo_surface_t *surface, const ChartOptions *options, GError **error)
{
    GByteArray *output = g_byte_array_new();
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    if (setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        g_byte_array_unref(output);
        g_set_error(error, TROUBLE, TROUBLE_FILE, _("the chart cannot be written as PNG"));
        return NULL;
    }
    png_uint_32 per_meter = (png_uint_32)lround(options->dpi / 0.0254);
    png_set_write_fn(png, output, write_bytes, flush_nothing);
    png_set_IHDR(png, info, (png_uint_32)cairo_image_surface_get_width(surface),
                 (png_uint_32)cairo_image_surface_get_height(surface), 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_pHYs(png, info, per_meter, per_meter, PNG_RESOLUTION_METER);
    png_set_compression_level(png, 3);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
    if (options->title)
        add_text(png, info, "Title", options->title);
    if (options->origin)
        add_text(png, info, "fiocompare", options->origin);
    png_write_info(png, info);
    write_rows(png, surface);
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    return g_byte_array_free_to_bytes(output);
}
