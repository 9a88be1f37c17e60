#include "findings/findings.h"
#include "findings/internal.h"

#include "base/translate.h"
#include "base/units.h"

#include <string.h>

Finding *add_finding(Comparison *comparison, const char *id, Severity severity, const char *series, char *title,
                     char *evidence, const char *guess, const char *check)
{
    for (guint i = 0; i < comparison->findings->len; i++) { /* said already, of another stream of the same jobs */
        const Finding *known = comparison->findings->pdata[i];
        if (g_str_equal(known->id, id) && g_strcmp0(known->series, series) == 0 &&
            g_str_equal(known->title, title)) {
            g_free(title);
            g_free(evidence);
            return NULL;
        }
    }
    Finding *finding = comparison_add_finding(comparison, id, severity, series);
    finding->title = title;
    finding->evidence = evidence;
    finding->guess = g_strdup(guess);
    finding->check = g_strdup(check);
    return finding;
}

void each_result(Comparison *comparison, const char *id, ResultVisitor visit)
{
    for (guint i = 0; i < comparison->series->len; i++) {
        const Series *series = comparison->series->pdata[i];
        for (guint j = 0; j < series->results->len; j++)
            visit(comparison, id, series, series->results->pdata[j]);
    }
}

void each_pair(Comparison *comparison, const char *id, PairVisitor visit)
{
    for (guint i = 0; i < comparison->streams->len; i++) {
        const Stream *stream = comparison->streams->pdata[i];
        const StreamRun *base = first_run(stream, comparison->baseline);
        for (guint j = 0; base && j < comparison->series->len; j++) {
            const StreamRun *run = j == comparison->baseline ? NULL : first_run(stream, j);
            if (run)
                visit(comparison, id, stream, j, base, run);
        }
    }
}

void each_run(Comparison *comparison, const char *id, RunVisitor visit)
{
    for (guint i = 0; i < comparison->streams->len; i++) {
        const Stream *stream = comparison->streams->pdata[i];
        for (guint j = 0; j < comparison->series->len; j++)
            for (guint k = 0; k < stream->sides[j].runs->len; k++)
                visit(comparison, id, stream, j, &g_array_index(stream->sides[j].runs, StreamRun, k));
    }
}

void each_first_run(Comparison *comparison, const char *id, RunVisitor visit)
{
    for (guint i = 0; i < comparison->streams->len; i++) {
        const Stream *stream = comparison->streams->pdata[i];
        for (guint j = 0; j < comparison->series->len; j++)
            if (stream->sides[j].runs->len > 0)
                visit(comparison, id, stream, j, first_run(stream, j));
    }
}

const StreamRun *first_run(const Stream *stream, guint series)
{
    const GArray *runs = stream->sides[series].runs;
    return runs->len > 0 ? &g_array_index(runs, StreamRun, 0) : NULL;
}

const char *run_option(const StreamRun *run, const char *name)
{
    return job_option(run->result, run->job, name);
}

double run_number(const StreamRun *run, const char *name)
{
    const char *value = run_option(run, name);
    return value ? units_size_parse(value) : NAN;
}

double run_jobs(const StreamRun *run)
{
    return run->jobs > 1 ? run->jobs : run->job->members;
}

static void append_options(GString *command, const GPtrArray *options, const char *option, const char *replacement)
{
    for (guint i = 0; i < options->len; i++) {
        const Option *item = options->pdata[i];
        gboolean is_plain = !item->value[strcspn(item->value, " \t\"'\\$`*?[]();&|<>#~")];
        g_autofree char *value = is_plain ? g_strdup(item->value) : g_shell_quote(item->value);
        if (g_str_equal(item->name, option))
            g_string_append_printf(command, " --%s", replacement);
        else
            g_string_append_printf(command, " --%s=%s", item->name, value);
    }
}

char *corrected_command(const StreamRun *run, const char *option, const char *replacement)
{
    const char *line = run->result->source.command_line;
    g_autofree char *key = g_strdup_printf("-%s=", option);
    const char *found = line ? strstr(line, key) : NULL;
    if (found) {
        const char *end = found + strcspn(found, " ");
        return g_strdup_printf("%.*s-%s%s", (int)(found - line), line, replacement, end);
    }
    if (line || !run_option(run, option) || run->job->options->len < 4)
        return NULL;
    g_autoptr(GString) command = g_string_new(_("fio"));
    append_options(command, run->result->global_options, option, replacement);
    append_options(command, run->job->options, option, replacement);
    return g_strdup(command->str);
}

gboolean engine_is_synchronous(const char *engine)
{
    static const char *const engines[] = {"sync", "psync", "vsync", "pvsync", "pvsync2", "mmap"};
    for (gsize i = 0; engine && i < G_N_ELEMENTS(engines); i++)
        if (g_str_equal(engine, engines[i]))
            return TRUE;
    return FALSE;
}

static int compare_severity(gconstpointer a, gconstpointer b)
{
    const Finding *x = *(Finding *const *)a, *y = *(Finding *const *)b;
    return (int)y->severity - (int)x->severity;
}

static void apply(Comparison *comparison, const Rule *rules)
{
    for (; rules->id; rules++)
        rules->look(comparison, rules->id);
}

/* How the series were matched, and what the reader noticed, are said in the same place. */
static void adopt_notes(Comparison *comparison)
{
    for (guint i = 0; i < comparison->notes->len; i++) {
        const Warning *note = comparison->notes->pdata[i];
        add_finding(comparison, "matched-by-position", SEVERITY_CAUTION, NULL, g_strdup(_("Jobs were matched by order")),
                    g_strdup(note->text), NULL, NULL);
    }
}

void findings_make(Comparison *comparison)
{
    apply(comparison, error_rules);
    apply(comparison, environment_rules);
    apply(comparison, run_rules);
    apply(comparison, workload_rules);
    apply(comparison, sampling_rules);
    apply(comparison, latency_rules);
    adopt_notes(comparison);
    gboolean is_clean = TRUE;
    for (guint i = 0; i < comparison->findings->len; i++)
        is_clean = is_clean && ((Finding *)comparison->findings->pdata[i])->severity == SEVERITY_NOTE;
    if (is_clean)
        add_finding(comparison, "clean", SEVERITY_NOTE, NULL, g_strdup(_("Nothing to warn about")),
                    g_strdup(_("none of the checks found a reason to distrust this comparison")), NULL, NULL);
    /* A stable order: the array is small, and equal severities keep the order of the rules. */
    for (guint i = 1; i < comparison->findings->len; i++)
        for (guint j = i; j > 0 && compare_severity(&comparison->findings->pdata[j - 1],
                                                    &comparison->findings->pdata[j]) > 0; j--) {
            gpointer swap = comparison->findings->pdata[j];
            comparison->findings->pdata[j] = comparison->findings->pdata[j - 1];
            comparison->findings->pdata[j - 1] = swap;
        }
    make_told(comparison);
    make_headline(comparison);
}
