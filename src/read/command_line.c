#include "read/internal.h"

#include <string.h>

/* fio takes "--name=value", "-name=value" and "--name value"; a flag stands alone. */
void command_line_options(const char *command_line, GPtrArray *options)
{
    g_auto(GStrv) words = NULL;
    if (!g_shell_parse_argv(command_line, NULL, &words, NULL))
        words = g_strsplit(command_line, " ", -1);
    for (int i = 1; words[i]; i++) {
        const char *word = words[i];
        if (*word != '-')
            continue;
        word += word[1] == '-' ? 2 : 1;
        if (!g_ascii_isalpha(*word))
            continue;
        const char *equals = strchr(word, '=');
        if (equals) {
            g_autofree char *name = g_strndup(word, (gsize)(equals - word));
            options_set(options, name, equals + 1);
        } else {
            gboolean has_value = words[i + 1] && *words[i + 1] != '-' && !strchr(words[i + 1], '=');
            options_set(options, word, has_value ? words[i + 1] : NULL);
            i += has_value;
        }
    }
}
