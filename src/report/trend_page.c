#include "report/trend_page.h"

#include "report/internal.h"

#include "base/language.h"

#include <libxml/tree.h>

ChartOptions trend_page_chart_options(void)
{
    ChartOptions options = chart_options_default();
    options.has_live_text = TRUE;
    return options;
}

char *trend_page_format(const TrendPage *page, Canvas *canvas, const char *templates, GError **error)
{
    xmlDoc *picture = canvas_make_tree(canvas, page->title, page->title, "t-", error);
    if (!picture)
        return NULL;
    xmlDoc *document = xmlNewDoc(BAD_CAST "1.0");
    xmlNode *root = xmlNewNode(NULL, BAD_CAST "trend");
    xmlDocSetRootElement(document, root);
    xml_set(root, "schema", "fiocompare.trend/1");
    xml_set(root, "version", page->version);
    xml_set(root, "lang", language_tag());
    xml_add(root, "title", page->title);
    xml_add(root, "command", page->command);
    xml_add_picture(root, picture);
    for (guint i = 0; i < page->changes->len; i++)
        xml_add(root, "change", page->changes->pdata[i]);
    xml_add_table(root, page->runs);
    g_autofree char *path = g_build_filename(templates, "trend.xsl", NULL);
    return html_make(document, templates, path, error);
}
