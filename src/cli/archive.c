/* fiocompare archive: results that are kept for years, found again, and checked. */
#include "cli/archive_parts.h"

#include "base/error.h"
#include "base/suggest.h"
#include "base/translate.h"
#include "base/units.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static ArchiveOptions asked;

static const GOptionEntry options[] = {
    {"label", 0, 0, G_OPTION_ARG_STRING, &asked.label, N_("add: the label of files without one; else: only this label"), "LABEL"},
    {"tag", 0, 0, G_OPTION_ARG_STRING_ARRAY, &asked.tags, N_("add, edit: a tag, ticket=OPS-12; else: only with it (may repeat)"), "KEY=VALUE"},
    {"note", 0, 0, G_OPTION_ARG_STRING, &asked.note, N_("add, edit: a note"), "TEXT"},
    {"since", 0, 0, G_OPTION_ARG_STRING, &asked.since, N_("measured on or after: 2026-01-31, or 30d ago"), "DATE"},
    {"until", 0, 0, G_OPTION_ARG_STRING, &asked.until, N_("measured before"), "DATE"},
    {"host", 0, 0, G_OPTION_ARG_STRING, &asked.host, N_("measured on this host"), "NAME"},
    {"type", 0, 0, G_OPTION_ARG_STRING, &asked.type, N_("of this type of mount: nfs4, ext4"), "TYPE"},
    {"workload", 0, 0, G_OPTION_ARG_STRING, &asked.workload, N_("whose workload holds this: rw=write"), "TEXT"},
    {"job", 0, 0, G_OPTION_ARG_STRING, &asked.job, N_("trend: only this job"), "NAME"},
    {"last", 0, 0, G_OPTION_ARG_INT, &asked.last, N_("only the newest N"), "N"},
    {"format", 0, 0, G_OPTION_ARG_STRING, &asked.format, N_("list: txt or json; export: raw, openmetrics, csv or jsonl"), "FORMAT"},
    {"output", 'o', 0, G_OPTION_ARG_FILENAME_ARRAY, &asked.outputs, N_("export: FILE, FOLDER/ or .tar; trend: .svg, .png, .pdf or .html, may repeat"), "FILE"},
    {"theme", 0, 0, G_OPTION_ARG_STRING, &asked.theme, N_("trend: light, dark or print"), "NAME"},
    {"yes", 0, 0, G_OPTION_ARG_NONE, &asked.yes, N_("remove: do not ask"), NULL},
    ARCHIVE_ENTRIES,
    SETTINGS_ENTRIES,
    G_OPTION_ENTRY_NULL,
};

char *archive_time(double seconds)
{
    if (!isfinite(seconds))
        return g_strdup("");
    g_autoptr(GDateTime) time = g_date_time_new_from_unix_local((gint64)seconds);
    return time ? g_date_time_format(time, "%Y-%m-%d %H:%M") : g_strdup("");
}

/* "2026-01-31", "2026-01-31T12:00:00", or "30d" before now; NAN: none of these. */
static double parse_time(const char *text)
{
    static const struct {
        char letter;
        double seconds;
    } units[] = {{'h', 3600}, {'d', 86400}, {'w', 7 * 86400}, {'m', 30 * 86400}, {'y', 365 * 86400}};
    gsize used = 0;
    double number = units_number_parse(text, strlen(text), &used);
    for (gsize i = 0; used && i < G_N_ELEMENTS(units); i++)
        if (text[used] == units[i].letter && !text[used + 1])
            return (double)(g_get_real_time() / G_USEC_PER_SEC) - number * units[i].seconds;
    g_autoptr(GTimeZone) zone = g_time_zone_new_local();
    g_autofree char *whole = strlen(text) == 10 ? g_strconcat(text, "T00:00:00", NULL) : g_strdup(text);
    g_autoptr(GDateTime) time = g_date_time_new_from_iso8601(whole, zone);
    return time ? (double)g_date_time_to_unix(time) : NAN;
}

gboolean archive_filter(const ArchiveOptions *wanted, StoreFilter *filter, GError **error)
{
    *filter = (StoreFilter)STORE_FILTER_ALL;
    filter->label = wanted->label;
    filter->host = wanted->host;
    filter->type = wanted->type;
    filter->workload = wanted->workload;
    filter->tags = wanted->tags;
    filter->last = (guint)MAX(wanted->last, 0);
    filter->since_s = wanted->since ? parse_time(wanted->since) : NAN;
    filter->until_s = wanted->until ? parse_time(wanted->until) : NAN;
    const char *bad = wanted->since && isnan(filter->since_s) ? wanted->since : wanted->until && isnan(filter->until_s) ? wanted->until : NULL;
    if (bad)
        g_set_error(error, TROUBLE, TROUBLE_USAGE, _("%s: a day such as 2026-01-31, or 30d for 30 days ago, was expected"), bad);
    return !bad;
}

static int list_as_table(const GPtrArray *summaries)
{
    static const char *const heads[] = {N_("result"), ">", N_("measured"), "", N_("label"), "", N_("mount"), "", "fio", "", N_("direction"), "",
                                        N_("throughput"), ">", N_("median"), ">", N_("tags"), "", N_("workload"), ""};
    g_autoptr(GPtrArray) cells = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < summaries->len; i++) {
        const StoreSummary *summary = summaries->pdata[i];
        const StoreEntry *entry = &summary->entry;
        char *row[] = {g_strdup_printf("@%" G_GINT64_FORMAT, entry->id), archive_time(entry->time_s), g_strdup(entry->label),
                       g_strdup(entry->type), g_strdup(entry->fio), g_strdup(summary->direction),
                       isfinite(summary->bw_bytes_per_s) ? units_format_rate(summary->bw_bytes_per_s) : NULL,
                       isfinite(summary->p50_ns) ? units_format_ns(summary->p50_ns) : NULL, g_strdup(entry->tags),
                       g_strdup(entry->workload)};
        for (gsize j = 0; j < G_N_ELEMENTS(row); j++)
            g_ptr_array_add(cells, row[j]);
    }
    g_autofree char *text = summaries->len ? text_format_columns(heads, G_N_ELEMENTS(heads) / 2, cells) : NULL;
    if (text)
        printf("%s\n", text);
    printf(P_("%u result\n", "%u results\n", summaries->len), summaries->len);
    return 0;
}

static int list(Store *store, char **arguments, int count)
{
    GError *error = NULL;
    StoreFilter filter;
    (void)arguments;
    (void)count;
    if (asked.format && !g_str_equal(asked.format, "txt") && !g_str_equal(asked.format, "json"))
        return trouble_text(_("archive list: --format %s: txt or json was expected"), asked.format);
    if (g_strcmp0(asked.format, "json") == 0) {
        ArchiveOptions as_lines = asked;
        as_lines.format = "jsonl";
        return archive_export(store, NULL, 0, &as_lines);
    }
    g_autoptr(GPtrArray) summaries = archive_filter(&asked, &filter, &error) ? store_summaries(store, &filter, &error) : NULL;
    return summaries ? list_as_table(summaries) : trouble(error);
}

static void print_fact(const char *name, const char *value)
{
    if (value && *value)
        printf("%-14s %s\n", name, value);
}

static int show_one(Store *store, const char *reference)
{
    GError *error = NULL;
    StoreEntry *entry = store_find(store, reference, &error);
    if (!entry)
        return trouble(error);
    g_autofree char *id = g_strdup_printf("@%" G_GINT64_FORMAT, entry->id), *time = archive_time(entry->time_s),
                    *added = archive_time((double)entry->added_s);
    g_autofree char *folder = entry->folder ? g_strdup_printf("@run:%" G_GINT64_FORMAT, entry->folder) : NULL;
    const char *facts[][2] = {{_("result"), id}, {_("label"), entry->label}, {_("measured"), time}, {_("added"), added},
                              {_("run"), folder}, {_("file"), entry->path}, {"SHA-256", entry->sha256}, {_("tags"), entry->tags},
                              {_("note"), entry->note}, {_("host"), entry->host}, {_("kernel"), entry->kernel},
                              {_("mount"), entry->mount_point}, {_("source"), entry->source}, {_("type"), entry->type},
                              {_("options"), entry->mount_options}};
    for (gsize i = 0; i < G_N_ELEMENTS(facts); i++)
        print_fact(facts[i][0], facts[i][1]);
    store_entry_free(entry);
    g_autoptr(GPtrArray) results = inputs_read_results(id, &error);
    if (!results)
        return trouble(error);
    TerminalStyle style = settings_terminal();
    g_autofree char *text = text_format_result(results->pdata[0], &style);
    printf("\n%s", text);
    return 0;
}

static int show(Store *store, char **arguments, int count)
{
    int status = count ? 0 : trouble_text(_("archive show: name a result: @12, @LABEL, @LABEL~1"));
    for (int i = 0; i < count && !status; i++)
        status = show_one(store, arguments[i]);
    return status;
}

static gboolean agrees(const char *question)
{
    char answer[16];
    if (asked.yes)
        return TRUE;
    if (!isatty(0))
        return FALSE;
    printf("%s [y/N] ", question);
    fflush(stdout);
    return fgets(answer, sizeof answer, stdin) && (answer[0] == 'y' || answer[0] == 'Y');
}

static int remove_all(Store *store, char **arguments, int count)
{
    GError *error = NULL;
    if (count == 0)
        return trouble_text(_("archive remove: name a result: @12"));
    for (int i = 0; i < count; i++) {
        StoreEntry *entry = store_find(store, arguments[i], &error);
        if (!entry)
            return trouble(error);
        g_autofree char *time = archive_time(entry->time_s);
        g_autofree char *question = g_strdup_printf(_("remove @%lld (%s, %s, %s) for good?"), (long long)entry->id,
                                                    entry->label ? entry->label : "", time, entry->path ? entry->path : "");
        gint64 id = entry->id;
        store_entry_free(entry);
        if (!agrees(question))
            return trouble_text("%s", isatty(0) ? _("archive remove: nothing was removed")
                                              : _("archive remove: nothing was removed; without a terminal to ask say --yes"));
        if (!store_remove(store, id, &error))
            return trouble(error);
        printf(_("@%lld removed\n"), (long long)id);
    }
    return 0;
}

static int edit(Store *store, char **arguments, int count)
{
    GError *error = NULL;
    if (count == 0 || (!asked.label && !asked.note && !asked.tags))
        return trouble_text(_("archive edit: name a result and what to set: archive edit @12 --label nfs --tag site=b --note TEXT"));
    for (int i = 0; i < count; i++) {
        StoreEntry *entry = store_find(store, arguments[i], &error);
        gboolean is_good = entry && store_annotate(store, entry->id, asked.label, asked.note, asked.tags, &error);
        store_entry_free(entry);
        if (!is_good)
            return trouble(error);
    }
    return 0;
}

static const StoreMetric *same_metric(const GPtrArray *metrics, const StoreMetric *wanted)
{
    for (guint i = 0; i < metrics->len; i++) {
        const StoreMetric *metric = metrics->pdata[i];
        if (g_str_equal(metric->name, wanted->name) && g_str_equal(metric->job, wanted->job) &&
            g_str_equal(metric->direction, wanted->direction))
            return metric;
    }
    return NULL;
}

/* How many figures differ from those stored, or are in one of both alone. */
static guint differences(const GPtrArray *stored, const GPtrArray *fresh, GString *words)
{
    guint count = 0;
    for (guint i = 0; i < fresh->len; i++) {
        const StoreMetric *now = fresh->pdata[i], *before = same_metric(stored, now);
        if (before && fabs(before->value - now->value) <= 1e-9 * fmax(fabs(before->value), fabs(now->value)))
            continue;
        if (count++ < 3)
            g_string_append_printf(words, _("%s%s %s %s: %.10g stored, %.10g read now"), count > 1 ? "; " : "", now->job, now->direction,
                                   now->name, before ? before->value : NAN, now->value);
    }
    for (guint i = 0; i < stored->len; i++)
        count += !same_metric(fresh, stored->pdata[i]);
    return count;
}

/* Gives 2 for damage, 1 for figures that differ (0 after they were set anew), 0 when all is well. */
static int check_entry(Store *store, const StoreEntry *entry, gboolean sets_anew, guint *renewed)
{
    GError *error = NULL;
    g_autoptr(GBytes) raw = store_raw(store, entry->sha256, &error);
    g_autoptr(GPtrArray) pieces = raw ? archive_read_pieces(raw, entry->path, &error) : NULL;
    g_autoptr(GPtrArray) stored = pieces ? store_metrics(store, entry->id, &error) : NULL;
    if (!stored) {
        fprintf(stderr, "fiocompare: @%" G_GINT64_FORMAT " (%s): %s\n", entry->id, entry->path ? entry->path : "", error->message);
        g_error_free(error);
        return EXIT_TROUBLE;
    }
    for (guint i = 0; i < pieces->len; i++) {
        const Piece *piece = pieces->pdata[i];
        g_autoptr(GString) words = g_string_new(NULL);
        if (piece->entry.report != entry->report || differences(stored, piece->metrics, words) == 0)
            continue;
        if (sets_anew && store_set_metrics(store, entry->id, piece->metrics, &error)) {
            (*renewed)++;
            return 0;
        }
        if (error)
            return trouble(error);
        printf(_("@%lld: this fiocompare reads other figures than were stored (%s)\n"), (long long)entry->id, words->str);
        return 1;
    }
    return 0;
}

/* The files of runs that no entry was read from. */
static int check_files(Store *store, GHashTable *checked)
{
    GError *error = NULL;
    int status = 0;
    g_autoptr(GPtrArray) files = store_files(store, &error);
    for (guint i = 0; files && i < files->len; i++) {
        const StoreFile *file = files->pdata[i];
        gboolean is_new = file->folder && !g_hash_table_contains(checked, file->sha256);
        g_autoptr(GBytes) raw = is_new ? store_raw(store, file->sha256, &error) : NULL;
        if (error) {
            g_prefix_error(&error, "@run:%" G_GINT64_FORMAT " %s: ", file->folder, file->name);
            status = trouble(g_steal_pointer(&error));
        }
    }
    return files ? status : trouble(error);
}

static int check_all(Store *store, gboolean sets_anew)
{
    GError *error = NULL;
    StoreFilter filter;
    guint damaged = 0, differ = 0, renewed = 0;
    g_autofree char *faults = store_integrity(store);
    if (faults)
        fprintf(stderr, _("fiocompare: %s: SQLite finds: %s\n"), store_path(store), faults);
    g_autoptr(GPtrArray) entries = archive_filter(&asked, &filter, &error) ? store_list(store, &filter, &error) : NULL;
    if (!entries)
        return trouble(error);
    g_autoptr(GHashTable) checked = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < entries->len; i++) {
        StoreEntry *entry = entries->pdata[i];
        int found = check_entry(store, entry, sets_anew, &renewed);
        g_hash_table_add(checked, entry->sha256);
        damaged += found == EXIT_TROUBLE;
        differ += found == 1;
    }
    int files = check_files(store, checked);
    if (sets_anew)
        printf(_("%u results read again, %u changed, %u damaged\n"), entries->len, renewed, damaged);
    else
        printf(_("%u results checked: %u damaged, %u whose figures this fiocompare reads otherwise%s\n"), entries->len, damaged, differ,
               differ ? _(" (\"archive reparse\" stores those)") : "");
    return faults || damaged || files ? EXIT_TROUBLE : differ ? EXIT_CONDITION : 0;
}

static int verify(Store *store, char **arguments, int count)
{
    (void)arguments;
    (void)count;
    return check_all(store, FALSE);
}

static int reparse(Store *store, char **arguments, int count)
{
    (void)arguments;
    (void)count;
    return check_all(store, TRUE);
}

static int list_baselines(Store *store)
{
    GError *error = NULL;
    g_autoptr(GPtrArray) baselines = store_baselines(store, &error);
    for (guint i = 0; baselines && i < baselines->len; i++) {
        const StoreBaseline *baseline = baselines->pdata[i];
        g_autofree char *time = archive_time((double)baseline->set_s);
        printf(_("%s  @%lld  set %s\n"), baseline->name, (long long)baseline->id, time);
    }
    return baselines ? 0 : trouble(error);
}

static int baseline(Store *store, char **arguments, int count)
{
    GError *error = NULL;
    if (count == 0 || (count == 1 && g_str_equal(arguments[0], "list")))
        return list_baselines(store);
    if (count == 2 && g_str_equal(arguments[0], "remove"))
        return store_remove_baseline(store, arguments[1], &error) ? 0 : trouble(error);
    if (count != 3 || !g_str_equal(arguments[0], "set"))
        return trouble_text(_("archive baseline: set NAME @ID, remove NAME or list was expected"));
    if (!arguments[1][strspn(arguments[1], "0123456789")] || strpbrk(arguments[1], "~=#@"))
        return trouble_text(_("archive baseline set %s: a name with a letter and without ~ = # @ was expected"), arguments[1]);
    StoreEntry *entry = store_find(store, arguments[2], &error);
    gboolean is_good = entry && store_set_baseline(store, arguments[1], entry->id, &error);
    store_entry_free(entry);
    return is_good ? 0 : trouble(error);
}

static int add(Store *store, char **arguments, int count)
{
    return count ? archive_add_all(store, arguments, count, &asked)
                 : trouble_text(_("archive add: name at least one FILE, or the folder of a run"));
}

static int export(Store *store, char **arguments, int count)
{
    return archive_export(store, arguments, count, &asked);
}

static int trend(Store *store, char **arguments, int count)
{
    return count == 1 ? archive_trend(store, arguments[0], &asked)
                      : trouble_text(_("archive trend: name one figure: bw, write.p99, read.iops"));
}

static const struct {
    const char *name;
    int (*run)(Store *store, char **arguments, int count);
    StoreMode mode;
} actions[] = {{"add", add, STORE_WRITE},       {"list", list, STORE_READ},       {"show", show, STORE_READ},
               {"edit", edit, STORE_WRITE},     {"export", export, STORE_READ},   {"remove", remove_all, STORE_WRITE},
               {"verify", verify, STORE_READ},  {"reparse", reparse, STORE_WRITE}, {"baseline", baseline, STORE_WRITE},
               {"trend", trend, STORE_READ}};

static int run(int argc, char **argv)
{
    const char *known[G_N_ELEMENTS(actions) + 1] = {NULL};
    GError *error = NULL;
    if (!settings_apply(&error))
        return trouble(error);
    for (gsize i = 0; argc > 1 && i < G_N_ELEMENTS(actions); i++) {
        known[i] = actions[i].name;
        if (!g_str_equal(argv[1], actions[i].name))
            continue;
        g_autofree char *path = settings_archive_path();
        gboolean only_lists = actions[i].run == baseline && (argc == 2 || g_str_equal(argv[2], "list"));
        g_autoptr(Store) store = store_open(path, only_lists ? STORE_READ : actions[i].mode, &error);
        return store ? actions[i].run(store, argv + 2, argc - 2) : trouble(error);
    }
    g_autofree char *question = suggest_question(argc > 1 ? argv[1] : "", known);
    return trouble_text(_("archive: add, list, show, edit, export, remove, verify, reparse, baseline or trend was expected%s"),
                        question);
}

const Command command_archive = {"archive", "ACTION [ARGUMENT]...", N_("Keeps results and finds them again: add, list, show, trend …"),
                                 options, run, FALSE};
