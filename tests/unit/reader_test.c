/* The reader against the state in which people have fio's output: wrapped, quoted, cut off, mixed with other text. */
#include "model/result.h"
#include "read/reader.h"

#include <math.h>
#include <string.h>

static char *sample(const char *name)
{
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, "samples", name, NULL);
    char *text = NULL;
    g_autoptr(GError) error = NULL;
    g_file_get_contents(path, &text, NULL, &error);
    g_assert_no_error(error);
    return text;
}

static GPtrArray *read_text(const char *text)
{
    g_autoptr(GBytes) bytes = g_bytes_new(text, strlen(text));
    g_autoptr(GError) error = NULL;
    GPtrArray *results = reader_read_bytes(bytes, "input", &error);
    g_assert_no_error(error);
    return results;
}

static const Direction *write_of(const GPtrArray *results, guint index)
{
    const Result *result = results->pdata[index];
    const Job *job = result->jobs->pdata[0];
    g_assert_cmpstr(job->name, ==, "1io");
    g_assert_nonnull(job->directions[DIRECTION_WRITE]);
    return job->directions[DIRECTION_WRITE];
}

/* The founding sample's figures must come out, however it is dressed. */
static void assert_native(const GPtrArray *results)
{
    g_assert_cmpuint(results->len, ==, 1);
    const Direction *write = write_of(results, 0);
    g_assert_cmpfloat(write->total_ios, ==, 137812);
    g_assert_cmpfloat(write->runtime_ms, ==, 30022);
    g_assert_cmpfloat(write->latency[LATENCY_CLAT].mean_ns.value, ==, 13049310);
    g_assert_cmpfloat(write->latency[LATENCY_LAT].max_ns.value, ==, 201646000);
    g_assert_cmpuint(write->latency[LATENCY_CLAT].percentiles->len, ==, 17);
    g_assert_cmpfloat(latency_percentile(&write->latency[LATENCY_CLAT], 99.99).value, ==, 198181000);
    const Job *job = ((const Result *)results->pdata[0])->jobs->pdata[0];
    g_assert_cmpfloat(job->members, ==, 60);
    g_assert_cmpfloat(job->context_switches, ==, 413546);
    g_assert_cmpuint(job->buckets->len, ==, 12);
}

/* prefix and suffix around every line; "%u" in the prefix counts. */
static char *dressed(const char *text, const char *prefix, const char *suffix)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    GString *out = g_string_new(NULL);
    for (guint i = 0; lines[i]; i++) {
        const char *mark = strstr(prefix, "%u");
        if (mark)
            g_string_append_printf(out, "%.*s%u%s", (int)(mark - prefix), prefix, i + 1, mark + 2);
        else
            g_string_append(out, prefix);
        g_string_append_printf(out, "%s%s\n", lines[i], suffix);
    }
    return g_string_free(out, FALSE);
}

static void every_dress_gives_the_same_figures(void)
{
    static const char *const dresses[][2] = {
        {"", ""}, {"> ", ""}, {">> ", ""}, {"> > ", ""}, {"    ", ""}, {"\t", ""}, {"- ", ""}, {"* ", ""},
        {"%u ", ""}, {"%u: ", ""}, {"  %u\t", ""}, {"", " | |"}, {"", "   "}, {"", "\r"},
        {"Dec  1 02:30:00 node1 fio[812]: ", ""}, {"2026-12-01T02:30:00.000Z stdout F ", ""},
        {"[10:00:01] ", ""}, {"node1 | ", ""}, {"", " \\"}};
    g_autofree char *text = sample("gluster-native.txt");
    for (gsize i = 0; i < G_N_ELEMENTS(dresses); i++) {
        g_autofree char *wrapped = dressed(text, dresses[i][0], dresses[i][1]);
        g_autoptr(GPtrArray) results = read_text(wrapped);
        g_test_message("dress %zu: \"%s\" … \"%s\"", i, dresses[i][0], dresses[i][1]);
        assert_native(results);
    }
}

static char *collapsed(const char *text)
{
    GString *out = g_string_new(NULL);
    for (; *text; text++) {
        if (*text != ' ' || (out->len && out->str[out->len - 1] != ' ' && out->str[out->len - 1] != '\n'))
            g_string_append_c(out, *text);
    }
    return g_string_free(out, FALSE);
}

static void collapsed_blanks_do_no_harm(void)
{
    g_autofree char *text = sample("gluster-native.txt"), *wiki = collapsed(text);
    g_autoptr(GPtrArray) results = read_text(wiki);
    assert_native(results);
    g_strdelimit(wiki, "\n", ' ');
    g_autofree char *line = g_strconcat(wiki, "\n", NULL);
    g_autoptr(GPtrArray) again = read_text(line);
    assert_native(again);
}

static void two_runs_in_a_page_are_two_reports_with_their_headings(void)
{
    g_autofree char *first = sample("gluster-native.txt"), *second = sample("gluster-nfs.txt");
    g_autofree char *page = g_strconcat("# Our storage\n\nWe looked at it.\n\n## native mount\n\n```\n"
                                        "$ fio -name=1io -bs=8k -direct=1 -rw=write --iodepth 4 -thread\n",
                                        first, "```\n\n## nfs mount\n\n```\n", second, "```\nThe end.\n", NULL);
    g_autoptr(GPtrArray) results = read_text(page);
    g_assert_cmpuint(results->len, ==, 2);
    const Result *native = results->pdata[0], *nfs = results->pdata[1];
    g_assert_cmpstr(native->source.heading, ==, "native mount");
    g_assert_cmpstr(nfs->source.heading, ==, "nfs mount");
    g_assert_cmpstr(job_option(native, native->jobs->pdata[0], "bs"), ==, "8k");
    g_assert_cmpstr(job_option(native, native->jobs->pdata[0], "iodepth"), ==, "4");
    g_assert_cmpstr(job_option(native, native->jobs->pdata[0], "thread"), ==, "1");
    g_assert_cmpfloat(write_of(results, 1)->total_ios, ==, 91376);
    g_assert_cmpuint(native->source.line, ==, 12);
}

static void a_cut_report_gives_what_is_there(void)
{
    g_autofree char *text = sample("gluster-native.txt");
    for (gsize length = 330; length < strlen(text) - 300; length += 7) {
        g_autofree char *head = g_strndup(text, length);
        g_autoptr(GPtrArray) results = read_text(head);
        const Result *result = results->pdata[0];
        if (!result->is_incomplete && length <= 1380)
            g_error("%zu bytes are called whole: …%s", length, head + length - 60);
        g_assert_cmpfloat(write_of(results, 0)->runtime_ms, ==, 30022);
    }
}

static void what_is_missing_is_not_zero(void)
{
    g_autoptr(GPtrArray) results = read_text("Run status group 0 (all jobs):\n  WRITE: bw=35.9MiB/s (37.6MB/s), "
                                             "35.9MiB/s-35.9MiB/s (37.6MB/s-37.6MB/s), io=1077MiB (1129MB), "
                                             "run=30022-30022msec\n");
    const Job *job = ((const Result *)results->pdata[0])->jobs->pdata[0];
    const Direction *write = job->directions[DIRECTION_WRITE];
    g_assert_cmpfloat(fabs(write->bw_bytes_per_s.value - 35.85 * 1048576), <, 0.15 * 1048576);
    g_assert_true(isnan(write->iops.value));
    g_assert_true(isnan(write->total_ios));
    g_assert_true(isnan(write->latency[LATENCY_CLAT].mean_ns.value));
    g_assert_null(job->directions[DIRECTION_READ]);
}

static void the_lost_carry_is_seen_and_mended(void)
{
    g_autoptr(GPtrArray) results = read_text(
        "fio-3.14\nj: (groupid=0, jobs=1): err= 0: pid=1: Tue Jul 30 08:19:30 2024\n"
        "  write: IOPS=33.0k, BW=132MiB/s (139MB/s)(1326MiB/10000msec); 0 zone resets\n"
        "    clat (usec): min=70, max=201, avg=130.31, stdev=16.10\n"
        "  cpu          : usr=0.02%, sys=0.23%, ctx=4, majf=0, minf=0\n"
        "     issued rwts: total=0,339550,0,0 short=0,0,0,0 dropped=0,0,0,0\n");
    const Result *result = results->pdata[0];
    const Direction *write = ((const Job *)result->jobs->pdata[0])->directions[DIRECTION_WRITE];
    g_assert_cmpfloat(fabs(write->iops.value - 33955), <, 0.001);
    g_assert_true(result_has_warning(result, "printed_iops_low"));
}

static void refusals_say_why(void)
{
    static const struct {
        const char *bytes;
        gsize length;
        const char *words;
    } table[] = {{"", 0, "empty"},
                 {"hello\n", 6, "no fio report"},
                 {"{\"jobs\": 7}", 11, "no fio report"},
                 {"{}", 2, "no fio report"},
                 {"\0\1\2\3\4\5\6\7", 8, "binary"},
                 {"\x1f\x8b\x08\0\0\0\0\0\0\0\0\0\0\0", 14, "damaged"},
                 {"fio-3.14\nStarting 1 process\n", 28, "no fio report"},
                 {"{\"fio version\": \"fio-3.3\", \"jobs\"", 33, "no fio report"}};
    for (gsize i = 0; i < G_N_ELEMENTS(table); i++) {
        g_autoptr(GBytes) bytes = g_bytes_new(table[i].bytes, table[i].length);
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) results = reader_read_bytes(bytes, "name", &error);
        g_assert_null(results);
        g_assert_nonnull(strstr(error->message, table[i].words));
        g_assert_true(g_str_has_prefix(error->message, "name: "));
    }
}

static void deep_nesting_ends_in_an_error(void)
{
    g_autoptr(GString) text = g_string_new("{\"fio version\":\"fio-3.33\",\"jobs\":");
    for (int i = 0; i < 200000; i++)
        g_string_append_c(text, '[');
    g_autoptr(GBytes) bytes = g_bytes_new(text->str, text->len);
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) results = reader_read_bytes(bytes, "deep", &error);
    g_assert_true((results == NULL) == (error != NULL));
}

/* From 4 MiB on a document is read job by job: the same must come of it as of a small one. */
static void a_large_document_is_read_job_by_job(void)
{
    static const char job[] = "{\"jobname\":\"j\",\"groupid\":0,\"error\":0,\"write\":{\"io_bytes\":4096000,\"io_kbytes\":4000,"
                              "\"bw_bytes\":4096000,\"bw\":4000,\"iops\":1000.0,\"runtime\":1000,\"total_ios\":1000,"
                              "\"clat_ns\":{\"min\":1,\"max\":9,\"mean\":5.0,\"stddev\":1.0,\"N\":1000,\"bins\":{\"4\":500,\"6\":500}}},"
                              "\"text\":\"brackets ]}{[ and \\\"quotes\\\" in a string\"}";
    g_autoptr(GString) text = g_string_new("noise\n{\"fio version\":\"fio-3.35\",\"jobs\":[");
    guint count = 0;
    for (; text->len < 5 << 20; count++)
        g_string_append_printf(text, "%s%s", count ? ",\n" : "", job);
    g_string_append(text, "],\"disk_util\":[{\"name\":\"vda\",\"util\":50.0}]}\nafter\n");
    g_autoptr(GPtrArray) results = read_text(text->str);
    const Result *result = results->pdata[0];
    g_assert_cmpuint(results->len, ==, 1);
    g_assert_cmpuint(result->jobs->len, ==, count);
    g_assert_cmpuint(result->disks->len, ==, 1);
    g_assert_cmpstr(result->source.format, ==, "json+");
    g_assert_cmpfloat(result->totals[DIRECTION_WRITE]->total_ios, ==, 1000.0 * count);
    g_assert_true(result_has_warning(result, "leading_text"));
    g_assert_true(result_has_warning(result, "trailing_text"));
    g_string_truncate(text, text->len - 3000); /* cut off: the usual way tells so */
    g_autoptr(GPtrArray) cut = read_text(text->str);
    g_assert_true(((const Result *)cut->pdata[0])->is_incomplete);
}

#define TEST(name) g_test_add_func("/reader/" #name, name)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    TEST(every_dress_gives_the_same_figures);
    TEST(collapsed_blanks_do_no_harm);
    TEST(two_runs_in_a_page_are_two_reports_with_their_headings);
    TEST(a_cut_report_gives_what_is_there);
    TEST(what_is_missing_is_not_zero);
    TEST(the_lost_carry_is_seen_and_mended);
    TEST(refusals_say_why);
    TEST(deep_nesting_ends_in_an_error);
    TEST(a_large_document_is_read_job_by_job);
    return g_test_run();
}
