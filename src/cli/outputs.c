#include "cli/internal.h"
#include "cli/version.h"

#include "base/error.h"
#include "base/file.h"
#include "base/suggest.h"
#include "base/translate.h"
#include "model/words.h"
#include "report/json.h"

#include <errno.h>
#include <string.h>

typedef struct {
    const Comparison *comparison;
    const ReportContext *context;
    const char *stylesheet;
    const GPtrArray *pictures; /* of Picture; NULL: none beside the text */
} Output;

typedef char *(*Formatter)(const Output *output, GError **error);

static char *format_html(const Output *output, GError **error)
{
    g_autofree char *templates = templates_folder();
    g_autofree char *sheet = output->stylesheet ? outputs_template(output->stylesheet, error) : NULL;
    if (output->stylesheet && !sheet)
        return NULL;
    return report_format_html(output->comparison, output->context, templates, sheet, error);
}

static char *format_confluence(const Output *output, GError **error)
{
    g_autofree char *templates = templates_folder();
    g_autofree char *sheet = outputs_template("confluence", error);
    return sheet ? report_format_html(output->comparison, output->context, templates, sheet, error) : NULL;
}

static char *format_xml(const Output *output, GError **error)
{
    return report_format_xml(output->comparison, output->context, error);
}

static char *format_markdown(const Output *output, GError **error)
{
    (void)error;
    return text_format_markdown(output->comparison, output->pictures);
}

static char *format_jira(const Output *output, GError **error)
{
    (void)error;
    return text_format_jira(output->comparison, output->pictures);
}

static char *format_json(const Output *output, GError **error)
{
    (void)error;
    return json_format_comparison(output->comparison);
}

static char *format_csv(const Output *output, GError **error)
{
    (void)error;
    return text_format_csv(output->comparison);
}

static char *format_text(const Output *output, GError **error)
{
    (void)error;
    TerminalStyle style = {100, FALSE, TRUE};
    return text_format_terminal(output->comparison, &style);
}

static const struct {
    const char *ending;
    Formatter format;
} formats[] = {{"html", format_html}, {"md", format_markdown}, {"jira", format_jira}, {"confluence", format_confluence},
               {"json", format_json}, {"csv", format_csv},     {"xml", format_xml},   {"txt", format_text}};

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
    g_autofree char *question = suggest_question(name, known);
    g_set_error(error, TROUBLE, TROUBLE_USAGE, _("%s is no format; there are %s%s"), name, list->str,
                question);
    return NULL;
}

static const char *ending_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && !strchr(dot, '/') ? dot + 1 : "";
}

/* A name that ends in a slash, or a folder that is there: everything a ticket needs goes into it. */
static gboolean is_bundle(const char *path)
{
    return g_str_has_suffix(path, "/") || g_file_test(path, G_FILE_TEST_IS_DIR);
}

gboolean outputs_check(char **paths, GError **error)
{
    for (; paths && *paths; paths++) {
        if (is_bundle(*paths))
            continue;
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
    Output output = {comparison, context, stylesheet, NULL};
    return format ? format(&output, error) : NULL;
}

static gboolean write_whole(const char *path, const char *data, gsize size, GError **error)
{
    if (file_write(path, data, size, error))
        return TRUE;
    g_prefix_error(error, "%s: ", path);
    return FALSE;
}

static void picture_free(gpointer data)
{
    Picture *picture = data;
    g_free(picture->file);
    g_free(picture->title);
    g_free(picture);
}

/* The main charts at twice the size; a stream's number stands in the name where there are several. */
static gboolean write_chart(const Output *output, const char *folder, const ChartKind *kind, guint index,
                            GPtrArray *pictures, GError **error)
{
    const Comparison *comparison = output->comparison;
    const Stream *stream = comparison->streams->pdata[index];
    ChartRanges ranges = charts_ranges(comparison, &output->context->ranges);
    ChartOrigin origin = {FIOCOMPARE_VERSION, output->context->command};
    ChartOptions options = chart_options_default();
    options.format = CHART_PNG;
    options.dpi = 192;
    if (kind->height)
        options.height = kind->height(comparison, stream);
    g_autoptr(GBytes) bytes = chart_make(kind, comparison, stream, &options, &ranges, &origin, "c-", error);
    if (!bytes)
        return FALSE;
    Picture *picture = g_new0(Picture, 1);
    picture->file = comparison->streams->len > 1 ? g_strdup_printf("%s-%u.png", kind->id, index + 1)
                                                 : g_strdup_printf("%s.png", kind->id);
    picture->title = g_strdup_printf("%s, %s %s", _(kind->about), stream->job, direction_words(stream->kind));
    g_ptr_array_add(pictures, picture);
    g_autofree char *path = g_build_filename(folder, picture->file, NULL);
    gsize size = 0;
    const char *data = g_bytes_get_data(bytes, &size);
    return write_whole(path, data, size, error);
}

static gboolean write_charts(const Output *output, const char *folder, GPtrArray *pictures, GError **error)
{
    for (guint i = 0; i < output->comparison->streams->len; i++)
        for (guint j = 0; chart_kinds[j]; j++)
            if (chart_kinds[j]->is_main && chart_kinds[j]->has_data(output->comparison, output->comparison->streams->pdata[i]) &&
                !write_chart(output, folder, chart_kinds[j], i, pictures, error))
                return FALSE;
    return TRUE;
}

static gboolean make_bundle_folder(const char *folder, GError **error)
{
    if (g_mkdir_with_parents(folder, 0755) != 0) {
        g_set_error(error, TROUBLE, TROUBLE_FILE, "%s: %s", folder, g_strerror(errno));
        return FALSE;
    }
    g_autoptr(GDir) entries = g_dir_open(folder, 0, NULL);
    if (entries && !g_dir_read_name(entries))
        return TRUE;
    g_set_error(error, TROUBLE, TROUBLE_FILE, _("%s: is not empty; name a new folder, nothing is overwritten"), folder);
    return FALSE;
}

static gboolean write_bundle(const Output *output, const char *folder, GError **error)
{
    static const char *const files[] = {"summary.md", "summary.jira", "report.html", "result.json"};
    g_autoptr(GPtrArray) pictures = g_ptr_array_new_with_free_func(picture_free);
    Output bundled = *output;
    bundled.pictures = pictures;
    if (!make_bundle_folder(folder, error) || !write_charts(output, folder, pictures, error))
        return FALSE;
    for (gsize i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *path = g_build_filename(folder, files[i], NULL);
        g_autofree char *text = find_format(ending_of(files[i]), error)(&bundled, error);
        if (!text || !write_whole(path, text, strlen(text), error))
            return FALSE;
    }
    return TRUE;
}

gboolean outputs_write(const Comparison *comparison, char **paths, const ReportContext *context,
                       const char *stylesheet, GError **error)
{
    Output output = {comparison, context, stylesheet, NULL};
    for (; paths && *paths; paths++) {
        if (is_bundle(*paths)) {
            if (!write_bundle(&output, *paths, error))
                return FALSE;
            continue;
        }
        g_autofree char *text = find_format(ending_of(*paths), error)(&output, error);
        if (!text || !write_whole(*paths, text, strlen(text), error))
            return FALSE;
    }
    return TRUE;
}

static const struct {
    const char *name, *about;
} templates[] = {{"report", N_("the HTML report, the default")}, {"confluence", N_("Confluence's storage format")}};

char *outputs_template(const char *name, GError **error)
{
    if (g_file_test(name, G_FILE_TEST_EXISTS))
        return g_strdup(name);
    g_autofree char *folder = templates_folder();
    for (gsize i = 0; i < G_N_ELEMENTS(templates); i++) {
        g_autofree char *file = g_strconcat(templates[i].name, ".xsl", NULL);
        if (g_str_equal(templates[i].name, name))
            return g_build_filename(folder, file, NULL);
    }
    g_set_error(error, TROUBLE, TROUBLE_USAGE, _("--template %s: there is no such file, and none of ours has that name "
                                               "(\"--template list\" names them)"), name);
    return NULL;
}

char *outputs_template_list(void)
{
    GString *text = g_string_new(NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(templates); i++)
        g_string_append_printf(text, "%-12s %s\n", templates[i].name, _(templates[i].about));
    g_string_append(text, _("FILE.xsl     a stylesheet of your own; docs/formats.md describes the document that it gets\n"));
    return g_string_free(text, FALSE);
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
