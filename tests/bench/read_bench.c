/* How fast the readers are, against a peer in the same run: cJSON alone on the same bytes. Prints a table. */
#include "read/reader.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#define ROUNDS 7

static double now_s(void)
{
    return (double)g_get_monotonic_time() / 1e6;
}

/* A report of 60 ungrouped jobs with bins, out of a real one of a single job. */
static char *sixty_jobs(const char *path)
{
    g_autofree char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL))
        g_error("%s is not there", path);
    cJSON *document = cJSON_Parse(text);
    cJSON *jobs = cJSON_GetObjectItemCaseSensitive(document, "jobs");
    for (int i = 1; i < 60; i++)
        cJSON_AddItemToArray(jobs, cJSON_Duplicate(jobs->child, TRUE));
    char *printed = cJSON_Print(document); /* fio indents by two blanks */
    g_auto(GStrv) parts = g_strsplit(printed, "\t", -1);
    cJSON_free(printed);
    cJSON_Delete(document);
    return g_strjoinv("  ", parts);
}

static double best_parse(const char *text, gsize length)
{
    double best = 1e9;
    for (int i = 0; i < ROUNDS; i++) {
        double start = now_s();
        cJSON *document = cJSON_ParseWithLength(text, length);
        cJSON_Delete(document);
        best = MIN(best, now_s() - start);
    }
    return best;
}

static double best_read(const char *text, gsize length)
{
    double best = 1e9;
    g_autoptr(GBytes) bytes = g_bytes_new_static(text, length);
    for (int i = 0; i < ROUNDS; i++) {
        double start = now_s();
        g_autoptr(GPtrArray) results = reader_read_bytes(bytes, "bench", NULL);
        g_assert_nonnull(results);
        best = MIN(best, now_s() - start);
    }
    return best;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    char *json = sixty_jobs(argv[1]);
    gsize length = strlen(json);
    double peer = best_parse(json, length), own = best_read(json, length);
    printf("%-44s %8.1f MB/s\n", "cJSON alone, 60 jobs of JSON+", (double)length / peer / 1e6);
    printf("%-44s %8.1f MB/s   %.2f times cJSON's time (at most 1.10 wanted)\n", "the reader on the same bytes",
           (double)length / own / 1e6, own / peer);
    g_autofree char *sample = NULL;
    if (!g_file_get_contents(argv[2], &sample, NULL, NULL))
        return 2;
    g_autoptr(GString) text = g_string_new(NULL);
    for (int i = 0; i < 4000; i++) {
        g_autofree char *pid = g_strdup_printf("pid=%d:", 1000 + i);
        g_autoptr(GString) one = g_string_new(sample);
        g_string_replace(one, "pid=1444897:", pid, 1);
        g_string_append_len(text, one->str, (gssize)one->len);
    }
    own = best_read(text->str, text->len);
    printf("%-44s %8.1f MB/s   (at least 100 wanted)\n", "text, 4,000 reports in one file",
           (double)text->len / own / 1e6);
    g_free(json);
    return 0;
}
