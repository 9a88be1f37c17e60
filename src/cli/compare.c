#include "cli/internal.h"

#include "base/error.h"
#include "base/file.h"
#include "base/translate.h"
#include "compare/condition.h"
#include "report/gate.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static char *format, *stylesheet, *junit, *summary;
static char **outputs, **conditions, **claims;

static const GOptionEntry options[] = {
    {"output", 'o', 0, G_OPTION_ARG_FILENAME_ARRAY, &outputs,
     N_("write the comparison to FILE too; .html .md .jira .confluence .json .csv .xml .txt say the format; FOLDER/ gets a bundle "
     "for a ticket (may repeat)"), "FILE"},
    {"format", 0, 0, G_OPTION_ARG_STRING, &format, N_("print html, md, jira, confluence, json, csv, xml or txt instead of the table"),
     "FORMAT"},
    {"template", 0, 0, G_OPTION_ARG_FILENAME, &stylesheet, N_("an XSLT stylesheet for the page: a file of your own, or a name; \"list\" shows ours"), "FILE"},
    {"fail-if", 0, 0, G_OPTION_ARG_STRING_ARRAY, &conditions,
     N_("exit status 1 when it holds: \"write.bw<0.9\", \"write.p99>1.25 sure\" (may repeat)"), "EXPR"},
    {"claim", 0, 0, G_OPTION_ARG_STRING_ARRAY, &claims,
     N_("test a claim: \"nfs.write.bw = 2/3\"; exit status 1 refuted, 3 undecided (may repeat)"), "CLAIM"},
    {"junit", 0, 0, G_OPTION_ARG_FILENAME, &junit, N_("write the outcome of --fail-if and --claim as a JUnit report"), "FILE"},
    {"summary", 0, 0, G_OPTION_ARG_FILENAME, &summary, N_("append the outcome and the table in Markdown: $GITHUB_STEP_SUMMARY"), "FILE"},
    ARCHIVE_ENTRIES,
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

static void add_gate(GPtrArray *gates, const char *kind, const char *expression, GateOutcome outcome, char *reason)
{
    Gate *gate = g_new0(Gate, 1);
    *gate = (Gate){kind, expression, outcome, reason};
    g_ptr_array_add(gates, gate);
}

static int worse_status(int status, gboolean has_failed, gboolean is_undecided)
{
    return has_failed ? EXIT_CONDITION : is_undecided && status == 0 ? EXIT_UNDECIDED : status;
}

/* Prints what held on standard error, so that standard output stays what was asked for. */
static int judge(const Comparison *comparison, GPtrArray *gates, GError **error)
{
    int status = 0;
    for (char **text = conditions; text && *text; text++) {
        char *reason = NULL;
        ConditionAnswer answer = condition_check(comparison, *text, &reason, error);
        if (answer == CONDITION_WRONG)
            return EXIT_TROUBLE;
        add_gate(gates, "fail-if", *text,
                 answer == CONDITION_TRUE        ? GATE_FAILED
                 : answer == CONDITION_UNDECIDED ? GATE_UNDECIDED
                                                 : GATE_PASSED,
                 reason);
        if (answer != CONDITION_FALSE)
            fprintf(stderr, "fiocompare: --fail-if %s: %s\n", *text, reason);
        status = worse_status(status, answer == CONDITION_TRUE, answer == CONDITION_UNDECIDED);
    }
    for (char **text = claims; text && *text; text++) {
        char *reason = NULL;
        ConditionAnswer answer = claim_check(comparison, *text, &reason, error);
        if (answer == CONDITION_WRONG)
            return EXIT_TROUBLE;
        add_gate(gates, "claim", *text,
                 answer == CONDITION_FALSE       ? GATE_FAILED
                 : answer == CONDITION_UNDECIDED ? GATE_UNDECIDED
                                                 : GATE_PASSED,
                 reason);
        fprintf(stderr, "claim %s: %s\n", *text, reason);
        status = worse_status(status, answer == CONDITION_FALSE, answer == CONDITION_UNDECIDED);
    }
    return status;
}

static gboolean append_summary(const char *text, GError **error)
{
    FILE *file = fopen(summary, "a");
    gboolean is_good = file && fputs(text, file) >= 0;
    is_good = file && fclose(file) == 0 && is_good;
    if (!is_good)
        g_set_error(error, TROUBLE, TROUBLE_FILE, _("%s: cannot be written: %s"), summary, g_strerror(errno));
    return is_good;
}

static gboolean write_gates(const Comparison *comparison, const GPtrArray *gates, GError **error)
{
    g_autofree char *report = junit ? gates_format_junit(gates, comparison) : NULL;
    g_autofree char *text = summary ? gates_format_summary(gates, comparison) : NULL;
    if (junit && !file_write(junit, report, strlen(report), error)) {
        g_prefix_error(error, "%s: ", junit);
        return FALSE;
    }
    return !summary || append_summary(text, error);
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
        return trouble_text(_("compare: name at least two files: compare native=native.txt nfs=nfs.txt"));
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
    g_autoptr(GPtrArray) gates = g_ptr_array_new_with_free_func(gate_free);
    int status = judge(comparison, gates, &error);
    if (!error)
        write_gates(comparison, gates, &error);
    return error ? trouble(error) : status;
}

const Command command_compare = {"compare", "[LABEL=]FILE[#N]...",
                                 N_("Compares results; the same label twice makes repeats of one series."), options, run, FALSE};
