/* What the fuzzers found, replayed: no input may crash, hang or be read without end. */
#include "read/internal.h"
#include "read/reader.h"

#include <string.h>

static void replay_read(const char *data, gsize size)
{
    g_autoptr(GBytes) bytes = g_bytes_new(data, size);
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) results = reader_read_bytes(bytes, "found", &error);
    g_assert_true((results != NULL) != (error != NULL));
}

static void replay_json(const char *data, gsize size)
{
    gsize used = 0;
    result_free(json_read(data, size, &used));
    g_assert_cmpuint(used, <=, size);
}

static void replay_terse(const char *data, gsize size)
{
    Result *result = NULL;
    terse_read_line(span_trim((Span){data, size}), 1, &result);
    result_free(result);
}

static void replay_unwrap(const char *data, gsize size)
{
    g_autoptr(GBytes) bytes = g_bytes_new(data, size);
    g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) text = unwrap(bytes, notes, &error);
    g_assert_true((text != NULL) != (error != NULL));
}

static const struct {
    const char *name;
    void (*replay)(const char *data, gsize size);
} targets[] = {{"read", replay_read}, {"json", replay_json}, {"terse", replay_terse}, {"unwrap", replay_unwrap}};

static void found_inputs_do_no_harm(void)
{
    guint count = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(targets); i++) {
        g_autofree char *folder = g_test_build_filename(G_TEST_DIST, "tests", "fuzz", "found", targets[i].name, NULL);
        g_autoptr(GDir) entries = g_dir_open(folder, 0, NULL);
        const char *name;
        while (entries && (name = g_dir_read_name(entries))) {
            g_autofree char *path = g_build_filename(folder, name, NULL);
            g_autofree char *data = NULL;
            gsize size = 0;
            g_assert_true(g_file_get_contents(path, &data, &size, NULL));
            targets[i].replay(data, size);
            count++;
        }
    }
    g_assert_cmpuint(count, >, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/replay/found_inputs_do_no_harm", found_inputs_do_no_harm);
    return g_test_run();
}
