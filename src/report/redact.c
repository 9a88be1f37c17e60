#include "report/redact.h"

#include "base/translate.h"

#include <string.h>
#include <unistd.h>

typedef struct {
    char *name, *replacement;
    guint times;
} Known;

struct Redactor {
    GPtrArray *known; /* of Known, in the order found */
    GHashTable *by_name; /* name to Known */
    GHashTable *hosts;   /* names that the reports call hosts */
    guint hosts_count, addresses, paths;
    GRegex *shapes;
};

/* A path is one where a path can begin; what follows a letter ("read/write", "MiB/s") is none. Of a host name by its
 * shape at least two dots are asked, and an end that is no file's. */
#define SHAPE_PATH "(?<path>(?<![\\w./<:-])/[\\w@%+~-][\\w.@%+~-]*(?:/[\\w.@%+~-]+)*/?)"
#define SHAPE_URL_PATH "(?<![\\w/])(?<=:)(?<export>/[\\w@%+~-][\\w.@%+~-]*(?:/[\\w.@%+~-]+)*/?)"
#define SHAPE_IPV4 "(?<ipv4>(?<![\\w.])(?:\\d{1,3}\\.){3}\\d{1,3}(?![\\w.]))"
#define SHAPE_IPV6                                                                                              \
    "(?<ipv6>(?<![\\w:])(?:(?:[0-9a-fA-F]{1,4}:){3,7}(?::?[0-9a-fA-F]{1,4})+|(?:[0-9a-fA-F]{1,4}:)+:(?:[0-9a-fA-F]{1,4}"  \
    "(?::[0-9a-fA-F]{1,4})*)?)(?![\\w:]))"
#define SHAPE_HOST                                                                                                    \
    "(?<host>(?<![\\w./-])[A-Za-z][A-Za-z0-9-]*(?:\\.[A-Za-z0-9-]+)+\\.(?!json|txt|html?|log|csv|fio|gz|xz|zst|bz2|md|xml|png|"    \
    "svg|pdf)[A-Za-z]{2,}(?![\\w-]))"
#define SHAPE_WORD "(?<word>(?<![\\w.-])[A-Za-z0-9][A-Za-z0-9-]*(?:\\.[A-Za-z0-9-]+)*(?![\\w-]))"

static void known_free(gpointer data)
{
    Known *known = data;
    g_free(known->name);
    g_free(known->replacement);
    g_free(known);
}

static void add_host(Redactor *redactor, const char *name)
{
    if (name && *name && !g_str_equal(name, "localhost") && !g_str_equal(name, "127.0.0.1"))
        g_hash_table_add(redactor->hosts, g_strdup(name));
}

Redactor *redactor_new(void)
{
    Redactor *redactor = g_new0(Redactor, 1);
    char own[256] = "";
    redactor->known = g_ptr_array_new_with_free_func(known_free);
    redactor->by_name = g_hash_table_new(g_str_hash, g_str_equal);
    redactor->hosts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    redactor->shapes = g_regex_new(SHAPE_PATH "|" SHAPE_URL_PATH "|" SHAPE_IPV4 "|" SHAPE_IPV6 "|" SHAPE_HOST "|" SHAPE_WORD,
                                   G_REGEX_OPTIMIZE, 0, NULL);
    g_assert(redactor->shapes);
    if (gethostname(own, sizeof own - 1) == 0)
        add_host(redactor, own);
    return redactor;
}

void redactor_free(Redactor *redactor)
{
    if (!redactor)
        return;
    g_ptr_array_unref(redactor->known);
    g_hash_table_unref(redactor->by_name);
    g_hash_table_unref(redactor->hosts);
    g_regex_unref(redactor->shapes);
    g_free(redactor);
}

static const char *replacement_of(Redactor *redactor, const char *name, const char *kind, guint *count)
{
    Known *known = g_hash_table_lookup(redactor->by_name, name);
    if (!known) {
        known = g_new0(Known, 1);
        known->name = g_strdup(name);
        known->replacement = g_strdup_printf("%s-%u", kind, ++*count);
        g_ptr_array_add(redactor->known, known);
        g_hash_table_insert(redactor->by_name, known->name, known);
    }
    known->times++;
    return known->replacement;
}

static gboolean is_kept_path(const char *path)
{
    static const char *const harmless[] = {"/", "/tmp", "/dev/null", "/proc", "/sys", NULL};
    static const char ours[] = "/path-";
    return g_strv_contains(harmless, path) || g_str_has_prefix(path, ours);
}

static gboolean replace(const GMatchInfo *match, GString *out, gpointer data)
{
    Redactor *redactor = data;
    static const struct {
        const char *name, *kind;
    } groups[] = {{"path", "/path"}, {"export", "/path"}, {"ipv4", "address"}, {"ipv6", "address"}, {"host", "host"}, {"word", "host"}};
    guint *counts[] = {&redactor->paths, &redactor->paths, &redactor->addresses, &redactor->addresses, &redactor->hosts_count,
                       &redactor->hosts_count};
    for (gsize i = 0; i < G_N_ELEMENTS(groups); i++) {
        g_autofree char *found = g_match_info_fetch_named(match, groups[i].name);
        if (!found || !*found)
            continue;
        gboolean is_plain_word = g_str_equal(groups[i].name, "word") && !g_hash_table_contains(redactor->hosts, found);
        gboolean is_kept = is_plain_word || (i < 2 && is_kept_path(found));
        g_string_append(out, is_kept ? found : replacement_of(redactor, found, groups[i].kind, counts[i]));
        return FALSE;
    }
    return FALSE;
}

char *redactor_apply(Redactor *redactor, const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    char *changed = g_regex_replace_eval(redactor->shapes, valid, -1, 0, 0, replace, redactor, NULL);
    return changed ? changed : g_strdup(_("(not shown: it could not be redacted)"));
}

static void apply(Redactor *redactor, char **text)
{
    if (!*text)
        return;
    char *changed = redactor_apply(redactor, *text);
    g_free(*text);
    *text = changed;
}

/* A full name gives its first part away too: "db7" of db7.example.com. */
static void collect_named(Redactor *redactor, const char *text)
{
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(redactor->shapes, text, 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *host = g_match_info_fetch_named(match, "host");
        const char *dot = host ? strchr(host, '.') : NULL;
        if (dot && dot - host >= 3) {
            g_autofree char *first = g_strndup(host, (gsize)(dot - host));
            add_host(redactor, first);
        }
    }
}

static void collect_hosts(Redactor *redactor, const Series *series)
{
    for (guint i = 0; i < series->results->len; i++) {
        const Result *result = series->results->pdata[i];
        gsize size = 0;
        const char *data = result->source.raw ? g_bytes_get_data(result->source.raw, &size) : NULL;
        g_autofree char *text = data && g_utf8_validate(data, (gssize)size, NULL) ? g_strndup(data, size) : NULL;
        if (text)
            collect_named(redactor, text);
        for (guint j = 0; j < result->jobs->len; j++) {
            const Job *job = result->jobs->pdata[j];
            add_host(redactor, job->host);
        }
        for (guint j = 0; j < result->disks->len; j++)
            add_host(redactor, ((const Disk *)result->disks->pdata[j])->host);
    }
    const char *colon = series->mount.source ? strstr(series->mount.source, ":/") : NULL;
    if (colon) {
        g_autofree char *host = g_strndup(series->mount.source, (gsize)(colon - series->mount.source));
        add_host(redactor, host);
    }
}

static void apply_options(Redactor *redactor, GPtrArray *options)
{
    for (guint i = 0; i < options->len; i++)
        apply(redactor, &((Option *)options->pdata[i])->value);
}

static void apply_source(Redactor *redactor, Source *source)
{
    source_sha256(source); /* of the file as it was */
    apply(redactor, &source->path);
    apply(redactor, &source->heading);
    apply(redactor, &source->command_line);
    if (!source->raw)
        return;
    gsize size = 0;
    const char *data = g_bytes_get_data(source->raw, &size);
    if (!g_utf8_validate(data, (gssize)size, NULL)) {
        g_clear_pointer(&source->raw, g_bytes_unref); /* compressed: what is in it cannot be redacted */
        return;
    }
    g_autofree char *text = g_strndup(data, size);
    char *changed = redactor_apply(redactor, text);
    g_bytes_unref(source->raw);
    source->raw = g_bytes_new_take(changed, strlen(changed));
}

static void apply_result(Redactor *redactor, Result *result)
{
    apply_source(redactor, &result->source);
    apply_options(redactor, result->global_options);
    for (guint i = 0; i < result->jobs->len; i++) {
        Job *job = result->jobs->pdata[i];
        char **texts[] = {&job->name, &job->description, &job->host, &job->error_text};
        for (gsize j = 0; j < G_N_ELEMENTS(texts); j++)
            apply(redactor, texts[j]);
        apply_options(redactor, job->options);
    }
    for (guint i = 0; i < result->disks->len; i++) {
        apply(redactor, &((Disk *)result->disks->pdata[i])->host);
        apply(redactor, &((Disk *)result->disks->pdata[i])->name);
    }
    for (guint i = 0; i < result->warnings->len; i++)
        apply(redactor, &((Warning *)result->warnings->pdata[i])->text);
}

void redactor_apply_series(Redactor *redactor, GPtrArray *series)
{
    for (guint i = 0; i < series->len; i++)
        collect_hosts(redactor, series->pdata[i]);
    for (guint i = 0; i < series->len; i++) {
        Series *one = series->pdata[i];
        char **texts[] = {&one->label, &one->mount.path, &one->mount.mount_point, &one->mount.type, &one->mount.source};
        for (gsize j = 0; j < G_N_ELEMENTS(texts); j++)
            apply(redactor, texts[j]);
        for (guint j = 0; j < one->results->len; j++)
            apply_result(redactor, one->results->pdata[j]);
    }
}

char *redactor_list(const Redactor *redactor)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < redactor->known->len; i++) {
        const Known *known = redactor->known->pdata[i];
        g_string_append_printf(text, P_("redacted: %s was %s (%u time)\n", "redacted: %s was %s (%u times)\n", known->times),
                               known->replacement, known->name, known->times);
    }
    if (text->len == 0)
        g_string_append(text, _("redacted: nothing was found that names a host, an address or a path\n"));
    return g_string_free(text, FALSE);
}
