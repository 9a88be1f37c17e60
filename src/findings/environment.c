/* What the mounts are, where a run's manifest tells. */
#include "findings/internal.h"

#include "base/translate.h"
#include "base/units.h"

#include <string.h>

static gboolean is_network(const char *type)
{
    static const char *const types[] = {"nfs", "nfs4", "cifs", "smb3", "ceph", "9p", "lustre", "glusterfs", "beegfs",
                                        "gfs2", "ocfs2", "afs", "fuse.glusterfs", "fuse.sshfs"};
    for (gsize i = 0; type && i < G_N_ELEMENTS(types); i++)
        if (g_str_equal(types[i], type))
            return TRUE;
    return FALSE;
}

static const MountInfo *mount_of(const Comparison *comparison, guint series)
{
    return &((const Series *)comparison->series->pdata[series])->mount;
}

/* A folder that is no mount of its own: its mount may have failed, and the system disk was measured. */
static void look_at_mount_points(Comparison *comparison, const char *id)
{
    for (guint i = 0; i < comparison->series->len; i++) {
        const MountInfo *mount = mount_of(comparison, i);
        if (!mount->path || !mount->mount_point || g_str_equal(mount->path, mount->mount_point))
            continue;
        add_finding(comparison, id, SEVERITY_CAUTION, comparison_label(comparison, i), g_strdup(_("Not a mount of its own")),
                    g_strdup_printf(_("%s lies on %s (%s on %s)"), mount->path, mount->mount_point,
                                    mount->type ? mount->type : "?", mount->source ? mount->source : "?"),
                    NULL, _("intended? If something should be mounted there, it is not"));
    }
}

static void look_at_same_file_system(Comparison *comparison, const char *id)
{
    for (guint i = 0; i < comparison->series->len; i++) {
        const MountInfo *mount = mount_of(comparison, i);
        const MountInfo *base = mount_of(comparison, comparison->baseline);
        if (i == comparison->baseline || !mount->mount_point || !base->mount_point ||
            !g_str_equal(mount->mount_point, base->mount_point))
            continue;
        add_finding(comparison, id, SEVERITY_CAUTION, comparison_label(comparison, i),
                    g_strdup(_("Both are on one file system")),
                    g_strdup_printf(_("%s holds %s and %s: the comparison is of a file system with itself"),
                                    mount->mount_point, comparison_label(comparison, comparison->baseline),
                                    comparison_label(comparison, i)),
                    NULL, NULL);
    }
}

static void look_at_direct_run(Comparison *comparison, const char *id, const Stream *stream, guint series,
                               const StreamRun *run)
{
    const MountInfo *mount = mount_of(comparison, series);
    gboolean is_fuse = mount->type && g_str_has_prefix(mount->type, "fuse");
    (void)stream;
    if (g_strcmp0(run_option(run, "direct"), "1") != 0 || (!is_fuse && !is_network(mount->type)))
        return;
    add_finding(comparison, id, SEVERITY_NOTE, comparison_label(comparison, series),
                g_strdup_printf(_("direct=1 on %s"), mount->type),
                g_strdup(_("O_DIRECT passes by the page cache of this machine, not the caches of the server, and a FUSE "
                         "file system may ignore it")),
                NULL, _("add end_fsync=1, and compare with a data set above the server's memory"));
}

static void look_at_direct(Comparison *comparison, const char *id)
{
    each_first_run(comparison, id, look_at_direct_run);
}

static void look_at_network_run(Comparison *comparison, const char *id, const Stream *stream, guint series,
                                const StreamRun *run)
{
    const MountInfo *mount = mount_of(comparison, series);
    const Latency *latency = direction_percentiles(run->direction, NULL);
    Figure low = latency ? latency_percentile(latency, 10) : figure_missing();
    if (!is_network(mount->type) || stream->kind != DIRECTION_WRITE || !(low.high < 100000))
        return;
    g_autofree char *words = units_format_ns(low.value), *name = words_stream(stream->job, stream->kind);
    add_finding(comparison, id, SEVERITY_CAUTION, comparison_label(comparison, series),
                g_strdup_printf(_("%s: faster than the network"), name),
                g_strdup_printf(_("a tenth of the writes on %s took under %s, less than a round trip to a server and its "
                                "disk usually takes"),
                                mount->type, words),
                _("something on this side answered before the server could"), _("switch write-behind off and look again"));
}

static void look_at_network(Comparison *comparison, const char *id)
{
    each_first_run(comparison, id, look_at_network_run);
}

const Rule environment_rules[] = {
    {"not-a-mount", look_at_mount_points},
    {"same-filesystem", look_at_same_file_system},
    {"direct-on-network-or-fuse", look_at_direct},
    {"faster-than-the-network", look_at_network},
    {NULL, NULL},
};
