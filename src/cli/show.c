#include "cli/internal.h"

#include "base/file.h"
#include "base/translate.h"
#include "read/picture.h"
#include "report/json.h"

#include <stdio.h>
#include <string.h>

static char *format;

static const GOptionEntry options[] = {
    {"format", 0, 0, G_OPTION_ARG_STRING, &format, N_("json, or txt (the default)"), "FORMAT"},
    ARCHIVE_ENTRIES,
    SETTINGS_ENTRIES,
    G_OPTION_ENTRY_NULL,
};

/* A chart is shown as the numbers it was drawn from. Gives -1 when the argument is no picture. */
static int show_picture(const char *argument, gboolean is_json)
{
    GError *error = NULL;
    g_autoptr(GBytes) bytes = g_str_equal(argument, "-") ? NULL : file_read(argument, NULL);
    if (!bytes || !picture_is_one(bytes))
        return -1;
    g_autofree char *data = picture_read_data(bytes, &error);
    TerminalStyle style = settings_terminal();
    g_autofree char *text = !data ? NULL : is_json ? g_strconcat(data, "\n", NULL) : text_format_origin(data, &style, &error);
    if (!text) {
        g_prefix_error(&error, "%s: ", argument);
        return trouble(error);
    }
    fputs(text, stdout);
    return 0;
}

static int run(int argc, char **argv)
{
    GError *error = NULL;
    g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func((GDestroyNotify)result_free);
    if (!settings_apply(&error))
        return trouble(error);
    if (argc < 2)
        return trouble_text(_("show: name at least one FILE with fio's output (- is standard input)"));
    gboolean is_json = g_strcmp0(format, "json") == 0;
    if (format && !is_json && !g_str_equal(format, "txt"))
        return trouble_text(_("show: --format %s: json or txt was expected"), format);
    int status = argc == 2 ? show_picture(argv[1], is_json) : -1;
    if (status >= 0)
        return status;
    status = 0;
    g_autofree InputRead *reads = inputs_read_many(argv + 1, argc - 1);
    for (int i = 0; i < argc - 1; i++) {
        g_autoptr(GPtrArray) results = reads[i].results;
        if (!results)
            status = trouble(reads[i].error);
        else
            g_ptr_array_extend_and_steal(all, g_steal_pointer(&results));
    }
    if (all->len == 0)
        return status;
    if (is_json) {
        g_autofree char *text = json_format_results(all);
        fputs(text, stdout);
        return status;
    }
    TerminalStyle style = settings_terminal();
    for (guint i = 0; i < all->len; i++) {
        g_autofree char *text = text_format_result(all->pdata[i], &style);
        printf("%s%s", i ? "\n" : "", text);
    }
    return status;
}

const Command command_show = {"show", "FILE[#N]...", N_("Shows what files with fio's output hold, or the numbers of a chart."), options, run, FALSE};
