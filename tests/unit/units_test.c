#include "base/suggest.h"
#include "base/units.h"

#include <math.h>
#include <string.h>

static void check_words(char *got, const char *want)
{
    g_assert_cmpstr(got, ==, want);
    g_free(got);
}

static void a_unit_goes_by_its_letters(void)
{
    static const struct {
        const char *suffix;
        double legacy, factor;
    } table[] = {{"KiB", 1000, 1024}, {"kB", 1000, 1000},    {"KB", 1024, 1024},     {"KB", 1000, 1000},
                 {"MiB/s", 1000, 1048576}, {"MB/s", 1000, 1e6}, {"B", 1000, 1},       {"B/s", 1000, 1},
                 {"", 1000, 1},       {"GiB", 1000, 1073741824}, {"Mibit/s", 1000, 131072}, {"Mbit/s", 1000, 125000},
                 {"TiB", 1000, 1099511627776.0}};
    for (gsize i = 0; i < G_N_ELEMENTS(table); i++)
        g_assert_cmpfloat(units_byte_factor(table[i].suffix, strlen(table[i].suffix), table[i].legacy), ==,
                          table[i].factor);
    g_assert_true(isnan(units_byte_factor("XB", 2, 1000)));
    g_assert_true(isnan(units_byte_factor("KiiB", 4, 1000)));
}

static void sizes_are_binary_as_in_fio(void)
{
    g_assert_cmpfloat(units_size_parse("4G"), ==, 4294967296.0);
    g_assert_cmpfloat(units_size_parse("8k"), ==, 8192);
    g_assert_cmpfloat(units_size_parse("4096"), ==, 4096);
    g_assert_cmpfloat(units_size_parse("1MiB"), ==, 1048576);
    g_assert_true(isnan(units_size_parse("much")));
    g_assert_true(isnan(units_size_parse("4x")));
}

static void figures_have_three_digits_and_no_thousands(void)
{
    check_words(units_format_ns(355000), "355 us");
    check_words(units_format_ns(999960), "1.00 ms");
    check_words(units_format_ns(20e6), "20.0 ms");
    check_words(units_format_ns(17), "17 ns");
    check_words(units_format_ns(NAN), "-");
    check_words(units_format_rate(37616293), "35.9 MiB/s");
    check_words(units_format_rate(0), "0 B/s");
    check_words(units_format_count(137812), "138 k");
    check_words(units_format_number(0.99996, 3), "1.00");
    check_words(units_format_count(4590.4), "4590");
    check_words(units_format_ratio(0.6631), "0.663");
    check_words(units_format_ratio(0.0179), "0.018");
    check_words(units_format_ratio(56.34), "56.34");
    check_words(units_format_ratio(0.99949), "0.999");
    check_words(units_format_ratio(0.9996), "1.000");
    check_words(units_format_ratio(1), "1.000");
    check_words(units_format_ratio(0.0996), "0.100");
    check_words(units_format_percentile(99.9), "p99.9");
    check_words(units_format_percentile(50), "p50");
}

static void numbers_are_read_without_the_locale(void)
{
    gsize used;
    g_assert_cmpfloat(units_number_parse("1000.5x", 7, &used), ==, 1000.5);
    g_assert_cmpuint(used, ==, 6);
    g_assert_cmpfloat(units_number_parse("18446744073709551615", 20, &used), ==, 18446744073709551615.0);
    g_assert_true(isnan(units_number_parse("x", 1, &used)));
    g_assert_cmpuint(used, ==, 0);
}

static void the_nearest_word_is_offered(void)
{
    static const char *const known[] = {"compare", "chart", "show", NULL};
    g_assert_cmpstr(suggest_word("compar", known), ==, "compare");
    g_assert_cmpstr(suggest_word("chrat", known), ==, "chart");
    g_assert_null(suggest_word("zzzzzz", known));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/units/a_unit_goes_by_its_letters", a_unit_goes_by_its_letters);
    g_test_add_func("/units/sizes_are_binary_as_in_fio", sizes_are_binary_as_in_fio);
    g_test_add_func("/units/figures_have_three_digits_and_no_thousands", figures_have_three_digits_and_no_thousands);
    g_test_add_func("/units/numbers_are_read_without_the_locale", numbers_are_read_without_the_locale);
    g_test_add_func("/suggest/the_nearest_word_is_offered", the_nearest_word_is_offered);
    return g_test_run();
}
