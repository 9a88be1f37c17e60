#include "cli/internal.h"
#include "cli/version.h"

#include "base/error.h"
#include "base/file.h"
#include "base/suggest.h"
#include "report/json.h"

#include <string.h>

typedef char *(*Formatter)(const Comparison *comparison, const ReportContext *context, const char *stylesheet,
                           GError **error);

static char *format_html(const Comparison *comparison, const ReportContext *context, const char *stylesheet,
                         GError **error)
{
    g_autofree char *templates = templates_folder();
    return report_format_html(comparison, context, templates, stylesheet, error);
}

static char *format_xml(const Comparison *comparison, const ReportContext *context, const char *stylesheet,
                        GError **error)
{
    (void)stylesheet;
    return report_format_xml(comparison, context, error);
}

static char *format_markdown(const Comparison *comparison, const ReportContext *context, const char *stylesheet,
                             GError **error)
{
    (void)context;
    (void)stylesheet;
    (void)error;
    return text_format_markdown(comparison);
}

static char *format_json(const Comparison *comparison, const ReportContext *context, const char *stylesheet,
                         GError **error)
{
    (void)context;
    (void)stylesheet;
    (void)error;
    return json_format_comparison(comparison);
}

static char *format_csv(const Comparison *comparison, const ReportContext *context, const char *stylesheet,
                        GError **error)
{
    (void)context;
    (void)stylesheet;
    (void)error;
    return text_format_csv(comparison);
}

static char *format_text(const Comparison *comparison, const ReportContext *context, const char *stylesheet,
                         GError **error)
{
    (void)context;
    (void)stylesheet;
    (void)error;
    TerminalStyle style = {100, FALSE, TRUE};
    return text_format_terminal(comparison, &style);
}

static const struct {
    const char *ending;
    Formatter format;
} formats[] = {{"html", format_html}, {"md", format_markdown}, {"json", format_json},
               {"csv", format_csv},   {"xml", format_xml},     {"txt", format_text}};

static Formatter find_format(const char *name, GError **error)
{
    const char *known[G_N_ELEMENTS(formats) + 1] = {NULL};
    g_autoptr(GString) list = g_string_new(NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(formats); i++) {
        if (g_str_equal(formats[i].ending, name))
            return formats[i].format;
        known[i] = formats[i].ending;
        g_string_append_printf(list, "%s%s", i ? ", " : "", formats[i].ending);
    }
    const char *near = suggest_word(name, known);
    g_set_error(error, TROUBLE, TROUBLE_USAGE, "%s is no format; there are %s%s%s%s", name, list->str,
                near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    return NULL;
}

static const char *ending_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && !strchr(dot, '/') ? dot + 1 : "";
}

gboolean outputs_check(char **paths, GError **error)
{
    for (; paths && *paths; paths++) {
        if (!find_format(ending_of(*paths), error)) {
            g_prefix_error(error, "-o %s: ", *paths);
            return FALSE;
        }
    }
    return TRUE;
}

char *outputs_format(const Comparison *comparison, const char *name, const ReportContext *context,
                     const char *stylesheet, GError **error)
{
    Formatter format = find_format(name, error);
    return format ? format(comparison, context, stylesheet, error) : NULL;
}

gboolean outputs_write(const Comparison *comparison, char **paths, const ReportContext *context,
                       const char *stylesheet, GError **error)
{
    for (; paths && *paths; paths++) {
        g_autofree char *text = outputs_format(comparison, ending_of(*paths), context, stylesheet, error);
        if (!text)
            return FALSE;
        if (!file_write(*paths, text, strlen(text), error)) {
            g_prefix_error(error, "%s: ", *paths);
            return FALSE;
        }
    }
    return TRUE;
}

/* The raw outputs as far as they are text; compressed ones are only named. */
ReportContext *outputs_context(const Comparison *comparison)
{
    ReportContext *context = report_context_new(FIOCOMPARE_VERSION, settings_command_line);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < comparison->series->len; i++) {
        const Series *series = comparison->series->pdata[i];
        for (guint j = 0; j < series->results->len; j++) {
            const Source *source = &((const Result *)series->results->pdata[j])->source;
            if (!g_hash_table_add(seen, source->path))
                continue;
            gsize size = 0;
            const char *data = source->raw ? g_bytes_get_data(source->raw, &size) : NULL;
            if (!data || !g_utf8_validate(data, (gssize)size, NULL))
                continue;
            g_autofree char *text = g_strndup(data, size);
            report_context_add_raw(context, series->label, source->path, text);
        }
    }
    return context;
}

/* Under its prefix when installed; in the build tree the program lies one or two folders below the top. */
char *templates_folder(void)
{
    static const char *const places[] = {"../share/fiocompare/templates", "../templates", "../../templates"};
    g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);
    g_autofree char *folder = g_path_get_dirname(program ? program : ".");
    for (gsize i = 0; i < G_N_ELEMENTS(places); i++) {
        g_autofree char *sheet = g_build_filename(folder, places[i], "report.xsl", NULL);
        if (g_file_test(sheet, G_FILE_TEST_EXISTS))
            return g_path_get_dirname(sheet);
    }
    return g_build_filename(folder, places[0], NULL);
}
