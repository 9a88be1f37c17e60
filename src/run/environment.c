#include "run/manifest.h"

#include "base/translate.h"

#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

static void add_fact(Manifest *manifest, const char *name, char *value)
{
    if (!value)
        return;
    g_ptr_array_add(manifest->facts, g_strdup(name));
    g_ptr_array_add(manifest->facts, g_strstrip(value));
}

/* The value of the first line "key : value" of a file in /proc. */
static char *proc_value(const char *path, const char *key)
{
    g_autofree char *content = NULL;
    if (!g_file_get_contents(path, &content, NULL, NULL))
        return NULL;
    g_auto(GStrv) lines = g_strsplit(content, "\n", -1);
    for (int i = 0; lines[i]; i++) {
        const char *colon = strchr(lines[i], ':');
        if (colon && g_str_has_prefix(lines[i], key))
            return g_strdup(colon + 1);
    }
    return NULL;
}

static char *whole_file(const char *path)
{
    char *content = NULL;
    return g_file_get_contents(path, &content, NULL, NULL) ? content : NULL;
}

void manifest_add_environment(Manifest *manifest)
{
    struct utsname system;
    if (uname(&system) == 0) {
        add_fact(manifest, N_("host"), g_strdup(system.nodename));
        add_fact(manifest, N_("kernel"), g_strdup_printf("%s %s", system.sysname, system.release));
    }
    add_fact(manifest, N_("processor"), proc_value("/proc/cpuinfo", "model name"));
    add_fact(manifest, N_("processors"), g_strdup_printf("%ld", sysconf(_SC_NPROCESSORS_ONLN)));
    add_fact(manifest, N_("memory"), proc_value("/proc/meminfo", "MemTotal"));
    add_fact(manifest, "dirty_ratio", whole_file("/proc/sys/vm/dirty_ratio"));
    add_fact(manifest, "dirty_background_ratio", whole_file("/proc/sys/vm/dirty_background_ratio"));
}
