#include "cli/internal.h"

#include "compare/condition.h"

#include <stdio.h>

static char *format, *stylesheet;
static char **outputs, **conditions, **claims;

static const GOptionEntry options[] = {
    {"output", 'o', 0, G_OPTION_ARG_FILENAME_ARRAY, &outputs,
     "write the comparison to FILE too; .html .md .jira .confluence .json .csv .xml .txt say the format; FOLDER/ gets a bundle "
     "for a ticket (may repeat)", "FILE"},
    {"format", 0, 0, G_OPTION_ARG_STRING, &format, "print html, md, jira, confluence, json, csv, xml or txt instead of the table",
     "FORMAT"},
    {"template", 0, 0, G_OPTION_ARG_FILENAME, &stylesheet, "an XSLT stylesheet for the page: a file of your own, or a name; \"list\" shows ours", "FILE"},
    {"fail-if", 0, 0, G_OPTION_ARG_STRING_ARRAY, &conditions,
     "exit status 1 when it holds: \"write.bw<0.9\", \"write.p99>1.25 sure\" (may repeat)", "EXPR"},
    {"claim", 0, 0, G_OPTION_ARG_STRING_ARRAY, &claims,
     "test a claim: \"nfs.write.bw = 2/3\"; exit status 1 refuted, 3 undecided (may repeat)", "CLAIM"},
    CHART_ENTRIES,
    REDACT_ENTRIES,
    COMPARE_ENTRIES,
    SETTINGS_ENTRIES,
    G_OPTION_ENTRY_NULL,
};

static gboolean print_comparison(const Comparison *comparison, const ReportContext *context, GError **error)
{
    TerminalStyle style = settings_terminal();
    g_autofree char *text = format ? outputs_format(comparison, format, context, stylesheet, error)
                                   : text_format_terminal(comparison, &style);
    if (text)
        fputs(text, stdout);
    return text != NULL;
}

/* Prints what held on standard error, so that standard output stays what was asked for. */
static int judge(const Comparison *comparison, GError **error)
{
    int status = 0;
    for (char **text = conditions; text && *text; text++) {
        g_autofree char *reason = NULL;
        ConditionAnswer answer = condition_check(comparison, *text, &reason, error);
        if (answer == CONDITION_WRONG)
            return EXIT_TROUBLE;
        if (answer == CONDITION_TRUE) {
            fprintf(stderr, "fiocompare: --fail-if %s: %s\n", *text, reason);
            status = EXIT_CONDITION;
        }
    }
    for (char **text = claims; text && *text; text++) {
        g_autofree char *reason = NULL;
        ConditionAnswer answer = claim_check(comparison, *text, &reason, error);
        if (answer == CONDITION_WRONG)
            return EXIT_TROUBLE;
        fprintf(stderr, "claim %s: %s\n", *text, reason);
        if (answer == CONDITION_FALSE)
            status = EXIT_CONDITION;
        else if (answer == CONDITION_UNDECIDED && status == 0)
            status = EXIT_UNDECIDED;
    }
    return status;
}

static int run(int argc, char **argv)
{
    GError *error = NULL;
    if (!settings_apply(&error) || !outputs_check(outputs, &error))
        return trouble(error);
    if (g_strcmp0(stylesheet, "list") == 0) {
        g_autofree char *list = outputs_template_list();
        fputs(list, stdout);
        return 0;
    }
    if (argc < 2)
        return trouble_text("compare: name at least two files: compare native=native.txt nfs=nfs.txt");
    g_autoptr(Comparison) comparison = inputs_compare(argv + 1, argc - 1, &error);
    if (!comparison)
        return trouble(error);
    g_autoptr(ReportContext) context = outputs_context(comparison);
    for (int i = 1; i < argc; i++)
        facts_add(context, argv[i]);
    settings_redact_context(context);
    settings_redact_tell();
    if (!settings_chart_ranges(&context->ranges, &error))
        return trouble(error);
    if (!print_comparison(comparison, context, &error) ||
        !outputs_write(comparison, outputs, context, stylesheet, &error))
        return trouble(error);
    int status = judge(comparison, &error);
    return error ? trouble(error) : status;
}

const Command command_compare = {"compare", "[LABEL=]FILE[#N]...",
                                 "Compares results; the same label twice makes repeats of one series.", options, run, FALSE};
