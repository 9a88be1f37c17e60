/* What cairo's SVG lacks to live in a page: ids of its own, a title, a role. */
#include "report/internal.h"

#include "base/error.h"

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <string.h>

/* cairo writes six decimals; a hundredth of a pixel is enough, and halves the file. */
static char *rounded_numbers(const char *text)
{
    GString *out = g_string_new(NULL);
    while (*text) {
        gsize digits = strspn(text, "0123456789");
        if (digits > 0 && text[digits] == '.') {
            char *end;
            double value = g_ascii_strtod(text, &end);
            char buffer[G_ASCII_DTOSTR_BUF_SIZE];
            g_ascii_formatd(buffer, sizeof buffer, "%.2f", value);
            char *keep = buffer + strlen(buffer);
            while (keep[-1] == '0')
                keep--;
            if (keep[-1] == '.')
                keep--;
            g_string_append_len(out, buffer, keep - buffer);
            text = end;
        } else {
            g_string_append_len(out, text, (gssize)MAX(digits, 1));
            text += MAX(digits, 1);
        }
    }
    return g_string_free(out, FALSE);
}

static gboolean holds_geometry(const char *name)
{
    static const char *const names[] = {"d", "x", "y", "width", "height", "points", NULL};
    return g_strv_contains(names, name);
}

/* "#glyph-0-1" and "url(#clip0)" point at ids of this picture. */
static void prefix_reference(xmlNode *node, xmlAttr *attribute, const char *prefix)
{
    xmlChar *value = xmlNodeListGetString(node->doc, attribute->children, 1);
    const char *text = (const char *)value;
    g_autofree char *changed = NULL;
    if (text && text[0] == '#')
        changed = g_strdup_printf("#%s%s", prefix, text + 1);
    else if (text && g_str_has_prefix(text, "url(#"))
        changed = g_strdup_printf("url(#%s%s", prefix, text + 5);
    else if (text && g_str_equal((const char *)attribute->name, "id"))
        changed = g_strdup_printf("%s%s", prefix, text);
    else if (text && holds_geometry((const char *)attribute->name))
        changed = rounded_numbers(text);
    if (changed)
        xmlNodeSetContent((xmlNode *)attribute, BAD_CAST changed);
    xmlFree(value);
}

static void prefix_ids(xmlNode *node, const char *prefix)
{
    for (; node; node = node->next) {
        if (node->type != XML_ELEMENT_NODE)
            continue;
        for (xmlAttr *attribute = node->properties; attribute; attribute = attribute->next)
            prefix_reference(node, attribute, prefix);
        prefix_ids(node->children, prefix);
    }
}

static void add_first(xmlNode *root, const char *name, const char *id, const char *text)
{
    xmlNode *node = xmlNewDocNode(root->doc, root->ns, BAD_CAST name, NULL);
    xmlNodeAddContent(node, BAD_CAST text);
    xmlNewProp(node, BAD_CAST "id", BAD_CAST id);
    if (root->children)
        xmlAddPrevSibling(root->children, node);
    else
        xmlAddChild(root, node);
}

GBytes *svg_finish(GBytes *svg, const char *prefix, const char *title, const char *description, GError **error)
{
    gsize size = 0;
    const char *data = g_bytes_get_data(svg, &size);
    xmlDoc *document = xmlReadMemory(data, (int)size, NULL, NULL, XML_PARSE_NONET | XML_PARSE_HUGE);
    if (!document) {
        g_set_error(error, TROUBLE, TROUBLE_FILE, "the chart's SVG cannot be finished");
        return NULL;
    }
    xmlNode *root = xmlDocGetRootElement(document);
    prefix_ids(root, prefix);
    g_autofree char *title_id = g_strconcat(prefix, "title", NULL), *desc_id = g_strconcat(prefix, "desc", NULL);
    g_autofree char *labels = g_strconcat(title_id, " ", desc_id, NULL);
    add_first(root, "desc", desc_id, description);
    add_first(root, "title", title_id, title);
    xmlNewProp(root, BAD_CAST "role", BAD_CAST "img");
    xmlNewProp(root, BAD_CAST "aria-labelledby", BAD_CAST labels);
    xmlChar *text = NULL;
    int length = 0;
    xmlDocDumpMemoryEnc(document, &text, &length, "UTF-8");
    GBytes *finished = g_bytes_new(text, (gsize)length);
    xmlFree(text);
    xmlFreeDoc(document);
    return finished;
}
