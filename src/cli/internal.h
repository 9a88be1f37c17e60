/* What the subcommands share. */
#ifndef CLI_INTERNAL_H
#define CLI_INTERNAL_H

#include "cli/command.h"

#include "base/terminal.h"
#include "chart/canvas.h"
#include "model/comparison.h"
#include "report/document.h"
#include "report/text.h"

/* inputs.c: "[LABEL=]FILE[#N]" and run folders to an array of Series; the same label twice makes repeats. NULL
 * with error set. */
GPtrArray *inputs_read_series(char **arguments, int count, GError **error);
/* The same, compared, with findings and words, redacted when that is asked for. */
Comparison *inputs_compare(char **arguments, int count, GError **error);
/* "FILE[#N]" to results (an array of Result). */
GPtrArray *inputs_read_results(const char *argument, GError **error);

typedef struct {
    const char *argument;
    GPtrArray *results; /* NULL when error is set */
    GError *error;
} InputRead;
/* Many at once, on all processors; the answers stand in the order asked. The caller frees each and the array. */
InputRead *inputs_read_many(char **arguments, int count);

/* outputs.c: the comparison to each file of a NULL-terminated list, the format told by the ending; a folder gets all that
 * a ticket needs. */
gboolean outputs_check(char **paths, GError **error);
gboolean outputs_write(const Comparison *comparison, char **paths, const ReportContext *context,
                       const char *stylesheet, GError **error);
/* The comparison in the format called name ("md", "json" …); the caller frees it. */
char *outputs_format(const Comparison *comparison, const char *name, const ReportContext *context,
                     const char *stylesheet, GError **error);
ReportContext *outputs_context(const Comparison *comparison);
/* The path of a stylesheet: a file of the user's, or one of ours by its name; the caller frees it. NULL with error set. */
char *outputs_template(const char *name, GError **error);
char *outputs_template_list(void);
/* The folder of the stylesheets: beside the program in the build tree, or under its prefix. */
char *templates_folder(void);

/* facts.c: what a run's folder tells of its mounts, machine and steps. Does nothing for other paths. */
void facts_add(ReportContext *context, const char *folder);

/* settings.c: --color, --units, --confidence … shared by several tables. */
#define SETTINGS_ENTRIES                                                                                              \
    {"color", 0, 0, G_OPTION_ARG_STRING, &settings_color, N_("auto, always or never"), "WHEN"},                           \
    {"units", 0, 0, G_OPTION_ARG_STRING, &settings_units, N_("iec (KiB, the default) or si (kB)"), "SYSTEM"}
#define ARCHIVE_ENTRIES                                                                                               \
    {"archive", 0, 0, G_OPTION_ARG_FILENAME, &settings_archive,                                                       \
     N_("the archive (default: $FIOCOMPARE_ARCHIVE, else $XDG_DATA_HOME/fiocompare/archive.db)"), "FILE"}
#define COMPARE_ENTRIES                                                                                               \
    {"baseline", 0, 0, G_OPTION_ARG_STRING, &settings_baseline, N_("the series to compare with (default: the first)"),   \
     "LABEL"},                                                                                                        \
    {"confidence", 0, 0, G_OPTION_ARG_DOUBLE, &settings_confidence, N_("of the intervals, in percent (default 95)"),      \
     "PERCENT"},                                                                                                      \
    {"threshold", 0, 0, G_OPTION_ARG_DOUBLE, &settings_threshold, N_("what counts as the same, in percent (default 2)"),  \
     "PERCENT"},                                                                                                      \
    {"percentiles", 0, 0, G_OPTION_ARG_STRING, &settings_percentiles, N_("the percentiles of the table: 50,95,99.9"),     \
     "LIST"},                                                                                                         \
    {"link", 0, 0, G_OPTION_ARG_STRING, &settings_link, N_("speed of the network link, for plausibility: 1Gb, 10Gb"),     \
     "RATE"}
#define CHART_ENTRIES                                                                                                 \
    {"latency-axis", 0, 0, G_OPTION_ARG_STRING, &settings_latency_axis,                                               \
     N_("ends of the charts' latency axis: 10us..1s, 10us.. or ..1s (default: what all charts need)"), "RANGE"},          \
    {"throughput-axis", 0, 0, G_OPTION_ARG_STRING, &settings_throughput_axis,                                         \
     N_("end of the charts' throughput axis: ..500M"), "RANGE"}
extern char *settings_latency_axis, *settings_throughput_axis;
/* The axes asked for; FALSE with error set. */
gboolean settings_chart_ranges(ChartRanges *ranges, GError **error);
/* The archive that --archive names, or $FIOCOMPARE_ARCHIVE, or the default one; the caller frees it. */
char *settings_archive_path(void);
extern char *settings_archive;
extern char *settings_color, *settings_units, *settings_baseline, *settings_percentiles, *settings_link;
extern double settings_confidence, settings_threshold;
/* chart.c: the default options with the format that the name's end asks for and the theme (NULL: light); an exit status. */
int chart_target(const char *command, const char *path, const char *theme_name, ChartOptions *chart);
extern char *settings_command_line; /* what was typed, for the report */
extern char **settings_arguments;   /* the same, word by word */
gboolean settings_apply(GError **error);
gboolean settings_compare_options(CompareOptions *options, GError **error);
TerminalStyle settings_terminal(void);

/* Replaces names, addresses and paths in all series when --redact asks for it; settings_redact_tell lists on standard
 * error what was replaced. */
#define REDACT_ENTRIES                                                                                                \
    {"redact", 0, 0, G_OPTION_ARG_NONE, &settings_redact,                                                             \
     N_("replace host names, addresses and paths in all outputs; what was replaced is listed on standard error"), NULL}
extern gboolean settings_redact;
void settings_redact_series(GPtrArray *series);
void settings_redact_tell(void);
void settings_redact_context(ReportContext *context);
/* The text as it may leave the house; the caller frees it. */
char *settings_redacted(const char *text);

#endif
