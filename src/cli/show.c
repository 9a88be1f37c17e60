#include "cli/internal.h"

#include "report/json.h"

#include <stdio.h>
#include <string.h>

static char *format;

static const GOptionEntry options[] = {
    {"format", 0, 0, G_OPTION_ARG_STRING, &format, "json, or txt (the default)", "FORMAT"},
    SETTINGS_ENTRIES,
    G_OPTION_ENTRY_NULL,
};

static int run(int argc, char **argv)
{
    GError *error = NULL;
    g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func((GDestroyNotify)result_free);
    if (!settings_apply(&error))
        return trouble(error);
    if (argc < 2)
        return trouble_text("show: name at least one FILE with fio's output (- is standard input)");
    gboolean is_json = g_strcmp0(format, "json") == 0;
    if (format && !is_json && !g_str_equal(format, "txt"))
        return trouble_text("show: --format %s: json or txt was expected", format);
    int status = 0;
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

const Command command_show = {"show", "FILE[#N]...", "Shows what files with fio's output hold.", options, run};
