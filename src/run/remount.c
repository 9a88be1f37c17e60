/* Unmounting and mounting again, by a recipe for each type of file system. */
#include "run/probe.h"

#include "base/error.h"
#include "base/translate.h"

#include <string.h>
#include <unistd.h>

/* The types that mount(8) can mount again from what /proc tells. "fuse.glusterfs" is mounted as "glusterfs". */
static const struct {
    const char *type, *mounted_as;
} recipes[] = {{"nfs", "nfs"},     {"nfs4", "nfs4"}, {"fuse.glusterfs", "glusterfs"}, {"ceph", "ceph"}, {"ext4", "ext4"},
               {"ext3", "ext3"},   {"ext2", "ext2"}, {"xfs", "xfs"},                  {"btrfs", "btrfs"}};

static const char *mounted_as(const MountFacts *facts)
{
    for (gsize i = 0; i < G_N_ELEMENTS(recipes); i++)
        if (g_str_equal(recipes[i].type, facts->type))
            return recipes[i].mounted_as;
    return NULL;
}

gboolean probe_can_remount(const MountFacts *facts, GError **error)
{
    const char *problem = NULL;
    if (getuid() != 0)
        problem = _("only root can unmount it");
    else if (!mount_facts_is_mount(facts) || !facts->mount_point)
        problem = _("it is no mount of its own");
    else if (!mounted_as(facts))
        problem = _("there is no recipe for its type");
    else if (g_strcmp0(facts->root, "/") != 0 && !g_str_equal(facts->type, "btrfs"))
        problem = _("only a part of the file system is mounted there (a bind mount)");
    if (problem)
        g_set_error(error, TROUBLE, TROUBLE_USAGE, _("--remount: %s (%s): %s"), facts->real_path, facts->type, problem);
    return problem == NULL;
}

/* What the kernel adds by itself and mount(8) would not take back. */
static char *options_for(const MountFacts *facts)
{
    static const char *const kernels_own[] = {"relatime", "seclabel", "user_id=0", "group_id=0", "default_permissions",
                                              "allow_other", "rw", NULL};
    g_auto(GStrv) parts = g_strsplit(facts->options, ",", -1);
    g_autoptr(GString) kept = g_string_new("rw");
    gboolean is_fuse = g_str_has_prefix(facts->type, "fuse.");
    for (int i = 0; parts[i]; i++)
        if (!is_fuse && *parts[i] && !g_strv_contains(kernels_own, parts[i]) && !g_str_has_prefix(parts[i], "max_read=") &&
            !strstr(kept->str, parts[i]))
            g_string_append_printf(kept, ",%s", parts[i]);
    return g_string_free(g_steal_pointer(&kept), FALSE);
}

static gboolean run_program(char **arguments, char **said)
{
    int status = 0;
    return g_spawn_sync("/", arguments, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, said, &status,
                        NULL) &&
           g_spawn_check_wait_status(status, NULL);
}

gboolean probe_remount(const MountFacts *facts, GError **error)
{
    g_autofree char *options = options_for(facts), *refused = NULL, *failed = NULL;
    /* timeout(1): a dead server hangs umount as well. */
    char *away[] = {(char *)"timeout", (char *)"60", (char *)"umount", facts->mount_point, NULL};
    char *back[] = {(char *)"timeout", (char *)"60", (char *)"mount", (char *)"-t", (char *)mounted_as(facts), (char *)"-o",
                    options, facts->source, facts->mount_point, NULL};
    if (!run_program(away, &refused)) {
        g_set_error(error, TROUBLE, TROUBLE_RUN, _("--remount: %s cannot be unmounted and stays as it is: %s"), facts->mount_point,
                    refused ? g_strstrip(refused) : _("umount cannot be started"));
        return FALSE;
    }
    if (run_program(back, &failed))
        return TRUE;
    g_autofree char *command = g_strjoinv(" ", back + 2);
    g_set_error(error, TROUBLE, TROUBLE_RUN, _("--remount: %s IS UNMOUNTED NOW and could not be mounted again (%s); do it by hand: %s"),
                facts->mount_point, failed ? g_strstrip(failed) : _("mount cannot be started"), command);
    return FALSE;
}
