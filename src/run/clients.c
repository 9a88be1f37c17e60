/* fio as a client of "fio --server" on other hosts: did each of them really measure? */
#include "run/internal.h"

#include "base/error.h"
#include "base/translate.h"

#include <cjson/cJSON.h>
#include <string.h>

/* fio's report without the words that it prints before it; NULL when there is none. */
static cJSON *read_report(const char *raw)
{
    g_autofree char *text = NULL;
    if (!g_file_get_contents(raw, &text, NULL, NULL))
        return NULL;
    const char *start = *text == '{' ? text : strstr(text, "\n{");
    return start ? cJSON_Parse(start) : NULL;
}

/* fio ends with 0 also when a host did not answer, and then reports the others alone. */
gboolean clients_check(const char *raw, char **clients, const char *said, GError **error)
{
    cJSON *report = read_report(raw), *entry;
    g_autoptr(GHashTable) hosts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    cJSON_ArrayForEach(entry, cJSON_GetObjectItemCaseSensitive(report, "client_stats"))
    {
        const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(entry, "jobname"));
        const char *host = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(entry, "hostname"));
        const cJSON *port = cJSON_GetObjectItemCaseSensitive(entry, "port");
        if (g_strcmp0(name, "All clients") != 0 && host)
            g_hash_table_add(hosts, g_strdup_printf("%s %d", host, cJSON_IsNumber(port) ? port->valueint : 0));
    }
    cJSON_Delete(report);
    guint asked = g_strv_length(clients), answered = g_hash_table_size(hosts);
    if (answered >= asked)
        return TRUE;
    g_auto(GStrv) lines = g_strsplit(said, "\n", -1);
    const char *reason = "";
    for (int i = 0; lines[i]; i++)
        if (!*reason && (strstr(lines[i], "failed") || strstr(lines[i], "is not a directory")))
            reason = lines[i];
    g_set_error(error, TROUBLE, TROUBLE_RUN, _("%u of %u hosts measured%s%s; is \"fio --server\" running on each, and the folder there?"),
                answered, asked, *reason ? ": " : "", reason);
    return FALSE;
}
