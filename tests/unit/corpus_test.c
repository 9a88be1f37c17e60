/* Every real fio output of the test data against the values expected; a table of the folder is the list of cases. */
#include "corpus.h"

#include <string.h>

static const char *const endings[] = {".txt", ".json", ".jsonplus.json", ".terse", ".json.gz"};

static char *corpus_folder(void)
{
    const char *folder = g_getenv("CORPUS");
    return folder ? g_strdup(folder) : g_test_build_filename(G_TEST_DIST, "tests", "data", "corpus", NULL);
}

static void check_version(gconstpointer data)
{
    const char *folder = data;
    g_autoptr(GDir) entries = g_dir_open(folder, 0, NULL);
    const char *name;
    CorpusCheck check = {g_string_new(NULL), 0};
    guint files = 0;
    while ((name = g_dir_read_name(entries))) {
        if (!g_str_has_suffix(name, ".expected.json"))
            continue;
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_autofree char *base = g_strndup(path, strlen(path) - strlen(".expected.json"));
        cJSON *expected = corpus_load_json(path);
        for (gsize i = 0; i < G_N_ELEMENTS(endings); i++) {
            g_autofree char *input = g_strconcat(base, endings[i], NULL);
            if (!g_file_test(input, G_FILE_TEST_EXISTS))
                continue;
            corpus_check_file(&check, input, expected);
            files++;
        }
        const cJSON *logs = cJSON_GetObjectItemCaseSensitive(expected, "logs");
        for (const cJSON *log = logs ? logs->child : NULL; log; log = log->next) {
            g_autofree char *input = g_strdup_printf("%s.logs/%s", base, log->string);
            if (!g_file_test(input, G_FILE_TEST_EXISTS))
                continue;
            corpus_check_log(&check, input, log);
            files++;
        }
        cJSON_Delete(expected);
    }
    g_test_message("%u files, %u values", files, check.compared);
    g_assert_cmpstr(check.faults->str, ==, "");
    g_assert_cmpuint(files, >, 0);
    g_assert_cmpuint(check.compared, >, 0);
    g_string_free(check.faults, TRUE);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_autofree char *folder = corpus_folder();
    g_autoptr(GDir) versions = g_dir_open(folder, 0, NULL);
    const char *name;
    while (versions && (name = g_dir_read_name(versions))) {
        char *path = g_build_filename(folder, name, NULL);
        g_autofree char *test = g_strdup_printf("/corpus/every_value_of_fio_%s_is_read", name);
        if (g_file_test(path, G_FILE_TEST_IS_DIR))
            g_test_add_data_func_full(test, path, check_version, g_free);
        else
            g_free(path);
    }
    return g_test_run();
}
