#include "read/internal.h"

#include <libxml/HTMLparser.h>
#include <string.h>

static gboolean looks_like_html(const char *data, gsize size)
{
    static const char *const signs[] = {"<!doctype html", "<html", "<pre", "<body", "<code", "<br", "<td", "<p>"};
    const char *end = data + MIN(size, 65536), *first = data;
    while (first < end && strchr(" \t\r\n", *first) && *first)
        first++;
    if (first < end && *first == '{')
        return FALSE;
    for (const char *at = data; (at = memchr(at, '<', (gsize)(end - at))); at++)
        for (gsize i = 0; i < G_N_ELEMENTS(signs); i++)
            if ((gsize)(end - at) >= strlen(signs[i]) && g_ascii_strncasecmp(at, signs[i], strlen(signs[i])) == 0)
                return TRUE;
    return FALSE;
}

static gboolean is_named(const xmlNode *node, const char *const *names)
{
    for (; node->name && *names; names++)
        if (g_ascii_strcasecmp((const char *)node->name, *names) == 0)
            return TRUE;
    return FALSE;
}

static void collect(const xmlNode *node, GString *text, int depth)
{
    static const char *const hidden[] = {"script", "style", "head", NULL};
    static const char *const headings[] = {"h1", "h2", "h3", "h4", "h5", NULL};
    static const char *const blocks[] = {"p",  "div", "pre", "br", "li", "tr", "h1", "h2",
                                         "h3", "h4",  "h5",  "ul", "table", "section", "blockquote", NULL};
    for (; node && depth < 400; node = node->next) {
        if (node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE) {
            g_string_append(text, (const char *)node->content);
        } else if (node->type == XML_ELEMENT_NODE && !is_named(node, hidden)) {
            gboolean is_block = is_named(node, blocks), is_heading = is_named(node, headings);
            if (is_block)
                g_string_append(text, is_heading ? "\n# " : "\n"); /* as Markdown writes them */
            collect(node->children, text, depth + 1);
            if (is_block)
                g_string_append_c(text, '\n');
        }
    }
}

GBytes *unwrap_html(GBytes *bytes)
{
    gsize size = 0;
    const char *data = g_bytes_get_data(bytes, &size);
    if (!looks_like_html(data, size) || size > 64u << 20)
        return NULL;
    xmlDoc *page = htmlReadMemory(data, (int)size, NULL, "UTF-8",
                                  HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
                                      HTML_PARSE_NONET);
    if (!page)
        return NULL;
    GString *text = g_string_sized_new(size);
    collect(xmlDocGetRootElement(page), text, 0);
    xmlFreeDoc(page);
    return g_string_free_to_bytes(text);
}
