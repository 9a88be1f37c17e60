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
    const char *known[64] = {"help", "lang"};
    for (guint i = 0; command->options && command->options[i].long_name && i + 3 < G_N_ELEMENTS(known); i++)
        known[i + 2] = command->options[i].long_name;
    g_autofree char *name = unknown_name(message);
    const char *near = name ? suggest_word(name, known) : NULL;
    if (near)
        trouble_text(_("%s: --%s is no option; did you mean --%s?"), command->name, name, near);
    else
        trouble_text(_("%s: %s; \"fiocompare %s --help\" lists the options"), command->name, message, command->name);
}

static char *language; /* read by command_language before */
static const GOptionEntry common_options[] = {
    {"lang", 0, 0, G_OPTION_ARG_STRING, &language, N_("the language: en, zh_CN (default: that of the locale)"), "LANGUAGE"},
    G_OPTION_ENTRY_NULL,
};

const char *command_language(int argc, char **argv)
{
    for (int i = 1; i < argc && !g_str_equal(argv[i], "--") && !g_str_equal(argv[1], command_engine.name); i++) {
        if (g_str_has_prefix(argv[i], "--lang="))
            return argv[i] + strlen("--lang=");
        if (g_str_equal(argv[i], "--lang") && i + 1 < argc)
            return argv[i + 1];
    }
    return NULL;
}

GOptionContext *command_context(const Command *command)
{
    GOptionContext *context = g_option_context_new(command->arguments);
    g_option_context_set_translation_domain(context, "fiocompare");
    g_option_context_set_summary(context, command->about);
    if (command->options)
        g_option_context_add_main_entries(context, command->options, "fiocompare");
    g_option_context_add_main_entries(context, common_options, "fiocompare");
    return context;
}

gboolean command_parse(const Command *command, int *argc, char ***argv)
{
    g_autoptr(GOptionContext) context = command_context(command);
    g_autoptr(GError) error = NULL;
    g_autofree char *program = g_strdup_printf("fiocompare %s", command->name);
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
