#include "report/gate.h"

#include "report/text.h"

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

static void set(xmlNode *node, const char *name, const char *value)
{
    xmlNewProp(node, (const xmlChar *)name, (const xmlChar *)value);
}

static void set_count(xmlNode *node, const char *name, guint count)
{
    g_autofree char *text = g_strdup_printf("%u", count);
    set(node, name, text);
}

static void add_counts(xmlNode *node, const GPtrArray *gates)
{
    set(node, "name", "fiocompare");
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
    xmlNode *suite = xmlNewChild(root, NULL, (const xmlChar *)"testsuite", NULL);
    add_counts(suite, gates);
    for (guint i = 0; i < gates->len; i++) {
        static const char *const elements[] = {NULL, "failure", "skipped"};
        const Gate *gate = gates->pdata[i];
        g_autofree char *name = g_strdup_printf("%s %s", gate->kind, gate->expression);
        xmlNode *test = xmlNewChild(suite, NULL, (const xmlChar *)"testcase", NULL);
        set(test, "classname", "fiocompare");
        set(test, "name", name);
        set(test, "time", "0");
        if (elements[gate->outcome])
            set(xmlNewTextChild(test, NULL, (const xmlChar *)elements[gate->outcome], (const xmlChar *)gate->reason), "message", gate->reason);
    }
    xmlNewTextChild(suite, NULL, (const xmlChar *)"system-out", (const xmlChar *)comparison->headline);
    xmlChar *text = NULL;
    int length = 0;
    xmlDocDumpFormatMemoryEnc(document, &text, &length, "UTF-8", 1);
    char *copy = g_strndup((const char *)text, (gsize)length);
    xmlFree(text);
    xmlFreeDoc(document);
    return copy;
}

static void append_escaped(GString *text, const char *words)
{
    for (; *words; words++)
        g_string_append_printf(text, g_strrstr("\\`*_{}[]<>|#", (char[]){*words, '\0'}) ? "\\%c" : "%c", *words);
}

char *gates_format_summary(const GPtrArray *gates, const Comparison *comparison)
{
    static const char *const words[] = {"passed", "**failed**", "cannot tell"};
    GString *text = g_string_new("## Storage gate: ");
    g_string_append_printf(text, "%s\n\n", count_of(gates, GATE_FAILED) ? "failed" : gates->len ? "passed" : "nothing was asked");
    if (gates->len)
        g_string_append(text, "| check | outcome | figures |\n| --- | --- | --- |\n");
    for (guint i = 0; i < gates->len; i++) {
        const Gate *gate = gates->pdata[i];
        g_string_append_printf(text, "| %s ", gate->kind);
        append_escaped(text, gate->expression);
        g_string_append_printf(text, " | %s | ", words[gate->outcome]);
        append_escaped(text, gate->reason ? gate->reason : "");
        g_string_append(text, " |\n");
    }
    g_autofree char *table = text_format_markdown(comparison, NULL);
    g_string_append_printf(text, "\n%s", table);
    return g_string_free(text, FALSE);
}
