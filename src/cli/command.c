#include "cli/command.h"
#include "cli/internal.h"

#include "base/suggest.h"
#include "base/translate.h"

#include <stdio.h>
#include <string.h>

int trouble_text(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    fprintf(stderr, "fiocompare: %s\n", text);
    return EXIT_TROUBLE;
}

int trouble(GError *error)
{
    trouble_text("%s", error->message);
    g_error_free(error);
    return EXIT_TROUBLE;
}

/* "Unknown option --frmat": what stands behind the dashes, up to "=". */
static char *unknown_name(const char *message)
{
    const char *dashes = strstr(message, "--");
    if (!dashes)
        return NULL;
    const char *name = dashes + 2;
    return g_strndup(name, strcspn(name, "= "));
}

static void tell_unknown(const Command *command, const char *message)
{
    const char *known[64] = {"help"};
    for (guint i = 0; command->options && command->options[i].long_name && i + 2 < G_N_ELEMENTS(known); i++)
        known[i + 1] = command->options[i].long_name;
    g_autofree char *name = unknown_name(message);
    const char *near = name ? suggest_word(name, known) : NULL;
    if (near)
        trouble_text(_("%s: --%s is no option; did you mean --%s?"), command->name, name, near);
    else
        trouble_text(_("%s: %s; \"fiocompare %s --help\" lists the options"), command->name, message, command->name);
}

static const GOptionEntry no_options[] = {G_OPTION_ENTRY_NULL};

gboolean command_parse(const Command *command, int *argc, char ***argv)
{
    g_autoptr(GOptionContext) context = g_option_context_new(command->arguments);
    g_autoptr(GError) error = NULL;
    g_autofree char *program = g_strdup_printf("fiocompare %s", command->name);
    g_option_context_set_summary(context, command->about);
    g_option_context_add_main_entries(context, command->options ? command->options : no_options, NULL);
    g_set_prgname(program);
    gboolean is_parsed = g_option_context_parse(context, argc, argv, &error);
    g_set_prgname("fiocompare");
    if (is_parsed)
        return TRUE;
    if (g_error_matches(error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION))
        tell_unknown(command, error->message);
    else
        trouble_text("%s: %s", command->name, error->message);
    return FALSE;
}
