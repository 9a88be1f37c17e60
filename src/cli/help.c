#include "cli/internal.h"

#include "base/translate.h"

#include <stdio.h>

static int run_help(int argc, char **argv)
{
    if (argc > 1) {
        for (const Command *const *command = commands; *command; command++) {
            if (!g_str_equal((*command)->name, argv[1]))
                continue;
            g_autoptr(GOptionContext) context = command_context(*command);
            g_autofree char *program = g_strdup_printf("fiocompare %s", argv[1]);
            g_set_prgname(program);
            g_autofree char *text = g_option_context_get_help(context, TRUE, NULL);
            g_set_prgname("fiocompare");
            fputs(text, stdout);
            return 0;
        }
        return trouble_text(_("help: %s is no subcommand; \"fiocompare help\" lists them"), argv[1]);
    }
    printf(_("fiocompare tells which mount is better, by how much, and whether the answer can be trusted.\n\n"));
    for (const Command *const *command = commands; *command; command++)
        printf("  fiocompare %-10s %-26s %s\n", (*command)->name, (*command)->arguments, _((*command)->about));
    printf(_("\n\"fiocompare help COMMAND\" shows a command's options. Exit status: 0 all well; 1 a --fail-if held or a\n"
           "claim is refuted; 3 one of them cannot be decided; 130 interrupted; 2 trouble, told on standard error.\n"));
    return 0;
}

const Command command_help = {"help", "[COMMAND]", N_("Shows the commands, or the options of one."), NULL, run_help, FALSE};

/* The completion of bash, out of the same tables as parser and help. */
static int run_completion(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    printf("# bash completion of fiocompare, made by \"fiocompare completion\"\n_fiocompare()\n{\n"
           "    local current=${COMP_WORDS[COMP_CWORD]} words=\n    COMPREPLY=()\n"
           "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        words='");
    for (const Command *const *command = commands; *command; command++)
        printf("%s ", (*command)->name);
    printf("--version'\n    else\n        case ${COMP_WORDS[1]} in\n");
    for (const Command *const *command = commands; *command; command++) {
        if (!(*command)->options)
            continue;
        printf("        %s) words='--help --lang", (*command)->name);
        for (const GOptionEntry *option = (*command)->options; option->long_name; option++)
            printf(" --%s", option->long_name);
        printf("' ;;\n");
    }
    printf("        esac\n    fi\n    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
           "    [ \"${current#-}\" = \"$current\" ] && [ \"$COMP_CWORD\" -gt 1 ] && "
           "COMPREPLY+=($(compgen -f -- \"${current#*=}\"))\n}\ncomplete -o filenames -F _fiocompare fiocompare\n");
    return 0;
}

const Command command_completion = {"completion", "", N_("Prints the completion script of bash."), NULL, run_completion, FALSE};
