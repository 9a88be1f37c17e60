/* fiocompare: which mount is better, by how much, and can the answer be trusted.
 *
 * A map of the source, bottom first (src/layers.txt says who may include whom):
 *
 *   base/      error.c       the one error domain            file.c      whole files in and out
 *              units.c       suffixes to factors, figures to words       suggest.c   "did you mean"
 *              terminal.c    width and colour                translate.h _()
 *   chart/     canvas.c      cairo and Pango; keeps the text boxes       theme.c     colours and dashes
 *              axis.c        scales and round ticks          layout.c    headings, labels apart
 *              curves.c      lines by percentile             bars.c      bars from zero
 *              ranges.c      a dot with its interval a row   histograms.c  one above the other
 *              stacks.c      parts of a whole                png.c       PNG with text chunks
 *              trend.c       a figure over months
 *   model/     result.c      what one fio report says        latency.c   percentiles and bins
 *              options.c     fio's options by name
 *              pool.c        several jobs as one             comparison.c  what comparing gives
 *              words.c       ratios and figures as a person says them
 *   read/      reader.c      finds every report in a file    unwrap.c    compression, encodings
 *              html.c        pages                           lines.c     lines, cut up and joined
 *              patterns.c    PCRE2, compiled once            numbers.c   figures with their rounding
 *              text.c        fio's text as a whole           text_job.c  one row a kind of line
 *              text_rates.c  throughput from rounded print   json.c      fio's JSON
 *              json_latency.c  latencies and bins            json_repair.c  JSON that is nearly there
 *              json_arena.c  memory for one document         json_parts.c  large documents job by job
 *              terse.c       terse lines                     log.c       log files
 *              merge.c       one run in several formats
 *              totals.c      sums over jobs                  check.c     values that cannot be
 *              distribution.c  latency shares                command_line.c  options of a fio command
 *              version.c     version numbers, bins           picture.c   the numbers in our charts
 *   compare/   compare.c     the entry                       match.c     which jobs belong together
 *              metrics.c     the table of metrics            statistics.c  intervals, Holm
 *              distribution.c  curves, chances               modes.c     two populations
 *              cells.c       shares of ranges                changes.c   where a level changed
 *              order.c       drift and carry-over
 *              fraction.c    "2/3"                           condition.c  --fail-if and --claim
 *   findings/  findings.c    the entry                       headline.c  the answer in a sentence
 *              ranking.c     the same for many series        told.c      what several share, once
 *              errors.c, environment.c, workload.c, sampling.c, latency.c, runs.c  one row a rule
 *   run/       plan.c        the workload as fio's arguments fio.c       starts and watches fio
 *              probe.c       looks at a mount in a child     manifest.c  the record of a run
 *              drive.c       one run after the other         system.c    pressure, caches, write-back
 *              keeper.c      removes test files after all    remount.c   unmount and mount again
 *              clients.c     fio --server elsewhere          builtin*.c  an engine where there is no fio
 *              environment.c  the machine
 *   store/     store.c       results in                      query.c     questions
 *              schema.c      opens, brings up to date        database.c  statements
 *              pack.c        zstd                            dictionary.c  what fio's JSON repeats
 *              export.c      folders and tar files
 *   report/    result_json.c, comparison_json.c              terminal.c, csv.c  tables
 *              markup.c      Markdown and Jira               redact.c    names that stay in the house
 *              charts.c      the kinds of charts             svg.c       SVG that lives in a page
 *              chart_latency.c, chart_rates.c, chart_words.c a part a kind
 *              origin.c      the numbers that a chart carries
 *              document.c    the report as XML               html.c      through a stylesheet
 *              gate.c        JUnit and job summaries         grid.c      the figures as tables of words
 *              trend_page.c  a trend as a page
 *   cli/       run.c, compare.c, show.c, chart.c, help.c     the subcommands
 *              archive.c, archive_*.c                        the archive's actions
 *              engine.c      the built-in engine as a command  run_show.c  what a run prints while it goes
 *              facts.c       a manifest's facts into results
 *              inputs.c      [LABEL=]FILE#N                  outputs.c   -o FILE
 *              settings.c    options that several share      command.c   parsing, trouble
 */
#include "cli/command.h"
#include "cli/internal.h"
#include "cli/version.h"

#include "base/language.h"
#include "base/suggest.h"
#include "base/translate.h"

#include <stdio.h>
#include <string.h>

const Command *const commands[] = {&command_run,  &command_compare,    &command_show, &command_chart,
                                   &command_archive, &command_engine, &command_help, &command_completion, NULL};

static const Command *find_command(const char *name)
{
    for (const Command *const *command = commands; *command; command++)
        if (g_str_equal((*command)->name, name))
            return *command;
    return NULL;
}

static int unknown_command(const char *name)
{
    const char *known[16] = {NULL};
    for (guint i = 0; commands[i] && i < G_N_ELEMENTS(known) - 1; i++)
        known[i] = commands[i]->name;
    const char *near = suggest_word(name, known);
    return near ? trouble_text(_("%s is no subcommand; did you mean %s?"), name, near)
                : trouble_text(_("%s is no subcommand; \"fiocompare help\" lists them"), name);
}

int main(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    g_set_prgname("fiocompare");
    if (!language_select(command_language(argc, argv), &error))
        return trouble(g_steal_pointer(&error));
    settings_command_line = g_strjoinv(" ", argv);
    settings_arguments = g_strdupv(argv);
    int words_of_language = argc > 1 && g_str_has_prefix(argv[1], "--lang=") ? 1
                            : argc > 2 && g_str_equal(argv[1], "--lang")     ? 2
                                                                             : 0;
    argc -= words_of_language; /* before the subcommand: fiocompare --lang zh_CN show … */
    argv += words_of_language;
    const char *name = argc > 1 ? argv[1] : "help";
    if (g_str_equal(name, "--version")) {
        printf("fiocompare %s\n", FIOCOMPARE_VERSION);
        return 0;
    }
    if (g_str_equal(name, "--help") || g_str_equal(name, "-h"))
        name = "help";
    const Command *command = find_command(name);
    if (!command)
        return unknown_command(name);
    int count = MAX(argc - 1, 1);
    char **rest = argc > 1 ? argv + 1 : argv;
    if (!command->is_raw && !command_parse(command, &count, &rest))
        return EXIT_TROUBLE;
    int status = command->run(count, rest);
    if (canvas_lacks_letters())
        fprintf(stderr, _("fiocompare: no font here has all the letters of the picture, boxes stand in their place; \"apt-get install "
                          "fonts-wqy-microhei\" brings Chinese, Japanese and Korean\n"));
    g_free(settings_command_line);
    g_strfreev(settings_arguments);
    if (fflush(stdout) != 0 || ferror(stdout))
        return trouble_text(_("standard output cannot be written"));
    return status;
}
