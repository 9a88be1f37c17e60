#include "report/document.h"
#include "report/internal.h"

#include "base/error.h"
#include "base/file.h"
#include "base/translate.h"

#include <libxml/parser.h>
#include <libxml/xpathInternals.h>
#include <libxslt/extensions.h>
#include <libxslt/security.h>
#include <libxslt/transform.h>
#include <libxslt/xsltInternals.h>
#include <libxslt/xsltutils.h>

G_GNUC_PRINTF(2, 3)
static void keep_first_message(void *context, const char *format, ...)
{
    GString *messages = context;
    va_list arguments;
    va_start(arguments, format);
    if (messages->len < 500)
        g_string_append_vprintf(messages, format, arguments);
    va_end(arguments);
}

/* The page carries its style: no second file, no network. */
static gboolean add_style(xmlDoc *document, const char *templates, GError **error)
{
    g_autofree char *path = g_build_filename(templates, "report.css", NULL);
    g_autoptr(GBytes) bytes = file_read(path, error);
    if (!bytes) {
        g_prefix_error(error, "%s: ", path);
        return FALSE;
    }
    gsize size = 0;
    const char *data = g_bytes_get_data(bytes, &size);
    g_autofree char *text = g_strndup(data, size);
    xmlNode *style = xmlNewChild(xmlDocGetRootElement(document), NULL, BAD_CAST "style", NULL);
    g_autofree char *colors = svg_theme_css();
    xmlNodeAddContent(style, BAD_CAST text);
    xmlNodeAddContent(style, BAD_CAST colors);
    return TRUE;
}

static xsltSecurityPrefs *forbid_side_effects(xsltTransformContext *transform)
{
    static const xsltSecurityOption options[] = {XSLT_SECPREF_WRITE_FILE, XSLT_SECPREF_CREATE_DIRECTORY,
                                                 XSLT_SECPREF_READ_NETWORK, XSLT_SECPREF_WRITE_NETWORK};
    xsltSecurityPrefs *preferences = xsltNewSecurityPrefs();
    for (gsize i = 0; i < G_N_ELEMENTS(options); i++)
        xsltSetSecurityPrefs(preferences, options[i], xsltSecurityForbid);
    xsltSetCtxtSecurityPrefs(preferences, transform);
    return preferences;
}

/* fc:say('text %1', value …): the text in the reader's language with the values in their places. */
static void say(xmlXPathParserContext *parser, int count)
{
    g_autofree xmlChar **values = g_new0(xmlChar *, (gsize)MAX(count, 1));
    for (int i = count - 1; i >= 0; i--)
        values[i] = xmlXPathPopString(parser);
    const char *text = count && values[0] && *values[0] ? _((const char *)values[0]) : "";
    g_autoptr(GString) said = g_string_new(NULL);
    for (; *text; text++) {
        int index = *text == '%' && g_ascii_isdigit(text[1]) ? text[1] - '0' : 0;
        if (index && index < count)
            g_string_append(said, (const char *)values[index]);
        else
            g_string_append_c(said, *text);
        text += index && index < count;
    }
    for (int i = 0; i < count; i++)
        xmlFree(values[i]);
    valuePush(parser, xmlXPathNewCString(said->str));
}

static char *apply(xmlDoc *document, xsltStylesheet *sheet)
{
    xsltTransformContext *transform = xsltNewTransformContext(sheet, document);
    xsltSecurityPrefs *preferences = forbid_side_effects(transform);
    xsltRegisterExtFunction(transform, BAD_CAST "say", BAD_CAST "urn:fiocompare", say);
    xmlDoc *page = xsltApplyStylesheetUser(sheet, document, NULL, NULL, NULL, transform);
    char *text = NULL;
    xmlChar *out = NULL;
    int length = 0;
    if (page && transform->state == XSLT_STATE_OK && xsltSaveResultToString(&out, &length, page, sheet) == 0 && out)
        text = g_strndup((const char *)out, (gsize)length);
    xmlFree(out);
    xmlFreeDoc(page);
    xsltFreeTransformContext(transform);
    xsltFreeSecurityPrefs(preferences);
    return text;
}

char *html_make(xmlDoc *document, const char *templates, const char *path, GError **error)
{
    g_autoptr(GString) messages = g_string_new(NULL);
    if (!add_style(document, templates, error)) {
        xmlFreeDoc(document);
        return NULL;
    }
    xmlSetGenericErrorFunc(messages, keep_first_message);
    xsltSetGenericErrorFunc(messages, keep_first_message);
    xmlDoc *source = xmlReadFile(path, NULL, XML_PARSE_NONET | XML_PARSE_NOENT);
    xsltStylesheet *sheet = source ? xsltParseStylesheetDoc(source) : NULL;
    char *text = sheet ? apply(document, sheet) : NULL;
    if (!text) {
        for (char *at = messages->str; *at; at++)
            if (*at == '\n')
                *at = ' ';
        g_set_error(error, TROUBLE, TROUBLE_FILE, _("%s: is no stylesheet that makes a report: %s"), path,
                    messages->len ? g_strchomp(messages->str) : _("it cannot be read"));
    }
    if (sheet)
        xsltFreeStylesheet(sheet);
    else
        xmlFreeDoc(source);
    xmlSetGenericErrorFunc(NULL, NULL);
    xsltSetGenericErrorFunc(NULL, NULL);
    xmlFreeDoc(document);
    return text;
}

char *report_format_html(const Comparison *comparison, const ReportContext *context, const char *templates,
                         const char *stylesheet, GError **error)
{
    g_autofree char *usual = g_build_filename(templates, "report.xsl", NULL);
    xmlDoc *document = document_make(comparison, context, error);
    return document ? html_make(document, templates, stylesheet ? stylesheet : usual, error) : NULL;
}
