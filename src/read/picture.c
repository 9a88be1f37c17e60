/* The data that our charts carry: SVG's metadata, a text chunk of PNG, PDF's keywords. */
#include "read/picture.h"

#include "base/error.h"
#include "base/translate.h"

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <png.h>
#include <string.h>

typedef struct {
    const guchar *data;
    gsize size, at;
} Bytes;

static void read_bytes(png_structp png, png_bytep out, size_t length)
{
    Bytes *bytes = png_get_io_ptr(png);
    if (length > bytes->size - bytes->at)
        png_error(png, _("the file ends too early"));
    memcpy(out, bytes->data + bytes->at, length);
    bytes->at += length;
}

static void ignore(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static void fail(png_structp png, png_const_charp message)
{
    (void)message;
    png_longjmp(png, 1);
}

static char *read_png(const guchar *data, gsize size)
{
    Bytes bytes = {data, size, 0};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, fail, ignore);
    png_infop info = png_create_info_struct(png);
    char *found = NULL;
    if (!setjmp(png_jmpbuf(png))) {
        png_textp texts = NULL;
        int count = 0;
        png_set_read_fn(png, &bytes, read_bytes);
        png_read_info(png, info);
        png_get_text(png, info, &texts, &count);
        for (int i = 0; i < count && !found; i++)
            if (strcmp(texts[i].key, "fiocompare") == 0)
                found = g_strdup(texts[i].text);
    }
    png_destroy_read_struct(&png, &info, NULL);
    return found;
}

static char *read_svg(const char *data, gsize size)
{
    xmlDoc *document = xmlReadMemory(data, (int)size, NULL, NULL, XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
    xmlNode *root = document ? xmlDocGetRootElement(document) : NULL;
    char *found = NULL;
    for (xmlNode *node = root ? root->children : NULL; node && !found; node = node->next) {
        if (node->type != XML_ELEMENT_NODE || !xmlStrEqual(node->name, BAD_CAST "metadata"))
            continue;
        xmlChar *text = xmlNodeGetContent(node);
        found = g_strdup((const char *)text);
        xmlFree(text);
    }
    xmlFreeDoc(document);
    return found;
}

/* PDF's other spelling: UTF-16 with the high byte first, as hexadecimal digits. */
static char *read_pdf_hex(const char *at, const char *end)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    for (; at + 1 < end && *at != '>'; at += 2) {
        while (at + 2 < end && g_ascii_isspace(*at))
            at++;
        if (!g_ascii_isxdigit(at[0]) || !g_ascii_isxdigit(at[1]))
            break;
        guint8 byte = (guint8)(g_ascii_xdigit_value(at[0]) * 16 + g_ascii_xdigit_value(at[1]));
        g_byte_array_append(bytes, &byte, 1);
    }
    return g_convert((const char *)bytes->data, bytes->len, "UTF-8", "UTF-16BE", NULL, NULL, NULL);
}

/* A string of PDF: a backslash before brackets and itself, brackets in pairs may stand alone. */
static char *read_pdf(const char *data, gsize size)
{
    static const char key[] = "/Keywords (", hex_key[] = "/Keywords <FEFF";
    const char *at = memmem(data, size, key, strlen(key)), *end = data + size;
    const char *hex = memmem(data, size, hex_key, strlen(hex_key));
    if (hex)
        return read_pdf_hex(hex + strlen(hex_key), end);
    if (!at)
        return NULL;
    GString *text = g_string_new(NULL);
    int depth = 1;
    for (at += strlen(key); at < end && depth > 0; at++) {
        if (*at == '\\' && at + 1 < end)
            g_string_append_c(text, *++at);
        else if ((depth += (*at == '(') - (*at == ')')) > 0)
            g_string_append_c(text, *at);
    }
    return g_string_free(text, depth > 0);
}

gboolean picture_is_one(GBytes *bytes)
{
    gsize size = 0;
    const char *data = g_bytes_get_data(bytes, &size);
    if (size < 8)
        return FALSE;
    return png_sig_cmp((png_const_bytep)data, 0, 8) == 0 || memcmp(data, "%PDF-", 5) == 0 ||
           (g_strstr_len(data, (gssize)MIN(size, 400), "<svg") && !g_strstr_len(data, (gssize)MIN(size, 400), "<html"));
}

char *picture_read_data(GBytes *bytes, GError **error)
{
    gsize size = 0;
    const char *data = g_bytes_get_data(bytes, &size);
    char *found = NULL;
    if (size >= 8 && png_sig_cmp((png_const_bytep)data, 0, 8) == 0)
        found = read_png((const guchar *)data, size);
    else if (size >= 5 && memcmp(data, "%PDF-", 5) == 0)
        found = read_pdf(data, size);
    else
        found = read_svg(data, size);
    if (!found)
        g_set_error(error, TROUBLE, TROUBLE_FORMAT, _("is a picture without fiocompare's data in it; only charts that "
                                                    "fiocompare drew can be read back"));
    return found;
}
