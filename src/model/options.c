#include "model/options.h"

static void option_free(gpointer data)
{
    Option *option = data;
    g_free(option->name);
    g_free(option->value);
    g_free(option);
}

GPtrArray *options_new(void)
{
    return g_ptr_array_new_with_free_func(option_free);
}

void options_set(GPtrArray *options, const char *name, const char *value)
{
    if (!value)
        value = "1";
    for (guint i = 0; i < options->len; i++) {
        Option *option = options->pdata[i];
        if (g_str_equal(option->name, name)) {
            g_free(option->value);
            option->value = g_strdup(value);
            return;
        }
    }
    Option *option = g_new0(Option, 1);
    option->name = g_strdup(name);
    option->value = g_strdup(value);
    g_ptr_array_add(options, option);
}

const char *options_get(const GPtrArray *options, const char *name)
{
    for (guint i = 0; options && i < options->len; i++) {
        const Option *option = options->pdata[i];
        if (g_str_equal(option->name, name))
            return option->value;
    }
    return NULL;
}
