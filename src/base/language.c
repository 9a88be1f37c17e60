#include "base/language.h"

#include "base/error.h"
#include "base/translate.h"

#include <langinfo.h>
#include <locale.h>
#include <string.h>

#define DOMAIN "fiocompare"

static char tag[24] = "en";

const char *language_tag(void)
{
    return tag;
}

/* Beside the program in the build tree, under its prefix when it is installed; NULL when neither is there. */
static char *catalogue_folder(void)
{
    static const char *const places[] = {"locale", "../share/locale"};
    g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);
    g_autofree char *folder = program ? g_path_get_dirname(program) : NULL;
    for (gsize i = 0; folder && i < G_N_ELEMENTS(places); i++) {
        g_autofree char *path = g_build_filename(folder, places[i], NULL);
        if (g_file_test(path, G_FILE_TEST_IS_DIR))
            return g_steal_pointer(&path);
    }
    return NULL;
}

static gboolean has_catalogue(const char *folder, const char *language)
{
    g_autofree char *path = g_build_filename(folder, language, "LC_MESSAGES", DOMAIN ".mo", NULL);
    return !strchr(language, '/') && g_file_test(path, G_FILE_TEST_EXISTS);
}

static gboolean is_english(const char *language)
{
    return g_str_equal(language, "C") || g_str_equal(language, "POSIX") || g_str_equal(language, "en") ||
           g_str_has_prefix(language, "en_");
}

/* "zh_CN", "zh-CN", "zh_CN.UTF-8" and "zh" to a catalogue that is there, English to "en", else NULL. */
static char *find_language(const char *folder, const char *asked)
{
    g_autofree char *name = g_strdelimit(g_strndup(asked, strcspn(asked, ".@")), "-", '_');
    if (is_english(name))
        return g_strdup("en");
    if (!folder || !*name || has_catalogue(folder, name))
        return folder && *name ? g_steal_pointer(&name) : NULL;
    g_autoptr(GDir) entries = strchr(name, '_') ? NULL : g_dir_open(folder, 0, NULL);
    g_autofree char *prefix = g_strconcat(name, "_", NULL);
    const char *entry;
    while (entries && (entry = g_dir_read_name(entries)))
        if (g_str_has_prefix(entry, prefix) && has_catalogue(folder, entry))
            return g_strdup(entry);
    return NULL;
}

static char *language_of_environment(const char *folder)
{
    const char *const *names = g_get_language_names(); /* in the order of preference, ends with "C" */
    gboolean speaks_utf8 = FALSE;
    for (int i = 0; names[i]; i++) {
        g_autofree char *upper = g_ascii_strup(names[i], -1);
        speaks_utf8 = speaks_utf8 || strstr(upper, ".UTF-8") || strstr(upper, ".UTF8");
        if (strchr(names[i], '.') || strchr(names[i], '@'))
            continue;
        if (is_english(names[i]))
            break;
        if (folder && has_catalogue(folder, names[i]))
            return speaks_utf8 || g_str_equal(nl_langinfo(CODESET), "UTF-8") ? g_strdup(names[i]) : g_strdup("en");
    }
    return g_strdup("en");
}

/* gettext stays silent in the C locale: C.UTF-8, which is always there, takes its place. */
static void leave_c(int category)
{
    const char *now = setlocale(category, NULL);
    if (!now || g_str_equal(now, "C") || g_str_equal(now, "POSIX"))
        setlocale(category, "C.UTF-8");
}

static char *known_languages(const char *folder)
{
    g_autoptr(GString) list = g_string_new("en");
    g_autoptr(GDir) entries = folder ? g_dir_open(folder, 0, NULL) : NULL;
    const char *entry;
    while (entries && (entry = g_dir_read_name(entries)))
        if (has_catalogue(folder, entry))
            g_string_append_printf(list, ", %s", entry);
    return g_strdup(list->str);
}

gboolean language_select(const char *asked, GError **error)
{
    setlocale(LC_ALL, "");
    setlocale(LC_NUMERIC, "C"); /* numbers never look at the locale, neither in nor out */
    g_autofree char *folder = catalogue_folder();
    g_autofree char *language = asked ? find_language(folder, asked) : language_of_environment(folder);
    g_autofree char *known = language ? NULL : known_languages(folder);
    if (!language)
        g_set_error(error, TROUBLE, TROUBLE_USAGE, "--lang %s: there are %s", asked, known);
    gboolean is_foreign = language && !g_str_equal(language, "en");
    if (is_foreign) {
        leave_c(LC_MESSAGES);
        leave_c(LC_CTYPE);
        bindtextdomain(DOMAIN, folder);
    }
    g_setenv("LANGUAGE", is_foreign ? language : "en", TRUE);
    bind_textdomain_codeset(DOMAIN, "UTF-8");
    textdomain(DOMAIN);
    g_strlcpy(tag, is_foreign ? language : "en", sizeof tag);
    g_strdelimit(tag, "_", '-');
    return language != NULL;
}
