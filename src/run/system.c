#include "run/system.h"

#include "base/error.h"
#include "base/translate.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

static double total_of(const char *text, const char *kind)
{
    const char *line = strstr(text, kind);
    const char *total = line ? strstr(line, "total=") : NULL;
    return total ? g_ascii_strtod(total + strlen("total="), NULL) : NAN;
}

IoPressure system_io_pressure(void)
{
    g_autofree char *text = NULL;
    if (!g_file_get_contents("/proc/pressure/io", &text, NULL, NULL))
        return (IoPressure){NAN, NAN};
    return (IoPressure){total_of(text, "some"), total_of(text, "full")};
}

/* "device srv:/export mounted on /mnt with fstype nfs4 statvers=1.1" begins the part of a mount. */
static gboolean is_head_of(const char *line, const char *mount_point)
{
    g_autofree char *middle = g_strdup_printf(" mounted on %s with fstype nfs", mount_point);
    return g_str_has_prefix(line, "device ") && strstr(line, middle) != NULL;
}

static GHashTable *read_calls(char **line)
{
    GHashTable *calls = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    gboolean is_inside = FALSE;
    for (; *line && !g_str_has_prefix(*line, "device "); line++) {
        const char *text = *line + strspn(*line, " \t");
        is_inside = is_inside || g_str_has_prefix(text, "per-op statistics");
        const char *colon = strchr(text, ':');
        if (!is_inside || !colon || !g_ascii_isupper(*text))
            continue;
        double *count = g_new(double, 1);
        *count = g_ascii_strtod(colon + 1, NULL);
        g_hash_table_insert(calls, g_strndup(text, (gsize)(colon - text)), count);
    }
    return calls;
}

GHashTable *system_nfs_calls(const char *mount_point, const char *mountstats)
{
    g_autofree char *own = NULL;
    if (!mount_point)
        return NULL;
    if (!mountstats && !g_file_get_contents("/proc/self/mountstats", &own, NULL, NULL))
        return NULL;
    g_auto(GStrv) lines = g_strsplit(mountstats ? mountstats : own, "\n", -1);
    for (char **line = lines; *line; line++)
        if (is_head_of(*line, mount_point))
            return read_calls(line + 1);
    return NULL;
}

char *system_nfs_growth(GHashTable *before, GHashTable *after)
{
    if (!before || !after)
        return NULL;
    GString *words = g_string_new(NULL);
    g_autoptr(GList) names = g_list_sort(g_hash_table_get_keys(after), (GCompareFunc)strcmp);
    for (GList *at = names; at; at = at->next) {
        const double *then = g_hash_table_lookup(before, at->data), *now = g_hash_table_lookup(after, at->data);
        double grown = *now - (then ? *then : 0);
        if (grown > 0)
            g_string_append_printf(words, "%s%s %.0f", words->len ? ", " : "", (const char *)at->data, grown);
    }
    return g_string_free(words, FALSE);
}

gboolean system_drop_caches(GError **error)
{
    int fd = open("/proc/sys/vm/drop_caches", O_WRONLY | O_CLOEXEC);
    gboolean is_done = fd >= 0;
    sync();
    is_done = is_done && write(fd, "3\n", 2) == 2;
    if (!is_done)
        g_set_error(error, TROUBLE, TROUBLE_RUN, _("--drop-caches: %s; only root can do that"), g_strerror(errno));
    if (fd >= 0)
        close(fd);
    return is_done;
}
