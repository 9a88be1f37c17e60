#include "report/gate.h"

#include "report/internal.h"
#include "report/text.h"

#include "base/translate.h"

#include <libxml/tree.h>

void gate_free(gpointer data)
{
    Gate *gate = data;
    g_free(gate->reason);
    g_free(gate);
}

static guint count_of(const GPtrArray *gates, GateOutcome outcome)
{
    guint count = 0;
    for (guint i = 0; i < gates->len; i++)
        count += ((const Gate *)gates->pdata[i])->outcome == outcome;
    return count;
}

static void set_count(xmlNode *node, const char *name, guint count)
{
    g_autofree char *text = g_strdup_printf("%u", count);
    xml_set(node, name, text);
}

static void add_counts(xmlNode *node, const GPtrArray *gates)
{
    xml_set(node, "name", "fiocompare");
    set_count(node, "tests", gates->len);
    set_count(node, "failures", count_of(gates, GATE_FAILED));
    set_count(node, "errors", 0);
    set_count(node, "skipped", count_of(gates, GATE_UNDECIDED));
}

char *gates_format_junit(const GPtrArray *gates, const Comparison *comparison)
{
    xmlDoc *document = xmlNewDoc((const xmlChar *)"1.0");
    xmlNode *root = xmlNewNode(NULL, (const xmlChar *)"testsuites");
    xmlDocSetRootElement(document, root);
    add_counts(root, gates);
    xmlNode *suite = xml_add(root, "testsuite", NULL);
    add_counts(suite, gates);
    for (guint i = 0; i < gates->len; i++) {
        static const char *const elements[] = {NULL, "failure", "skipped"};
        const Gate *gate = gates->pdata[i];
        g_autofree char *name = g_strdup_printf("%s %s", gate->kind, gate->expression);
        xmlNode *test = xml_add(suite, "testcase", NULL);
        xml_set(test, "classname", "fiocompare");
        xml_set(test, "name", name);
        xml_set(test, "time", "0");
        if (elements[gate->outcome])
            xml_set(xml_add(test, elements[gate->outcome], gate->reason), "message", gate->reason);
    }
    xml_add(suite, "system-out", comparison->headline);
    xmlChar *text = NULL;
    int length = 0;
    xmlDocDumpFormatMemoryEnc(document, &text, &length, "UTF-8", 1);
    char *copy = g_strndup((const char *)text, (gsize)length);
    xmlFree(text);
    xmlFreeDoc(document);
    return copy;
}

char *gates_format_summary(const GPtrArray *gates, const Comparison *comparison)
{
    static const char *const words[] = {N_("passed"), N_("**failed**"), N_("cannot tell")};
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "## %s\n\n", count_of(gates, GATE_FAILED)      ? _("Storage gate: failed")
                                              : count_of(gates, GATE_UNDECIDED) ? _("Storage gate: cannot tell")
                                              : gates->len                      ? _("Storage gate: passed")
                                                                                : _("Storage gate: nothing was asked"));
    if (gates->len)
        g_string_append_printf(text, "| %s | %s | %s |\n| --- | --- | --- |\n", _("check"), _("outcome"), _("figures"));
    for (guint i = 0; i < gates->len; i++) {
        const Gate *gate = gates->pdata[i];
        g_string_append_printf(text, "| %s ", gate->kind);
        text_append_markdown(text, gate->expression);
        g_string_append_printf(text, " | %s | ", _(words[gate->outcome]));
        text_append_markdown(text, gate->reason ? gate->reason : "");
        g_string_append(text, " |\n");
    }
    g_autofree char *table = text_format_markdown(comparison, NULL);
    g_string_append_printf(text, "\n%s", table);
    return g_string_free(text, FALSE);
}
