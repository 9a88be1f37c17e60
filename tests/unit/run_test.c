/* The runner's parts that need no mount: plans, job files, what the kernel's tables say, fio's status line, the bins. */
#include "run/builtin.h"
#include "run/fio.h"
#include "run/plan.h"
#include "run/probe.h"
#include "run/system.h"

#include <math.h>
#include <string.h>

static char *order_text(guint mounts, guint rounds, PlanOrder order, GRand *random)
{
    GString *text = g_string_new(NULL);
    for (guint round = 1; round <= rounds; round++) {
        g_autoptr(GArray) list = plan_round(mounts, round, order, random);
        for (guint i = 0; i < list->len; i++)
            g_string_append_c(text, (char)('A' + g_array_index(list, guint, i)));
    }
    return g_string_free(text, FALSE);
}

static void a_drift_falls_on_both_mounts_alike(void)
{
    g_autofree char *two = order_text(2, 4, ORDER_INTERLEAVED, NULL), *row = order_text(2, 2, ORDER_SEQUENTIAL, NULL);
    g_assert_cmpstr(two, ==, "ABBAABBA");
    g_assert_cmpuint(strlen(row), ==, 4);
    GRand *random = g_rand_new_with_seed(7), *again = g_rand_new_with_seed(7);
    g_autofree char *first = order_text(3, 5, ORDER_RANDOM, random), *second = order_text(3, 5, ORDER_RANDOM, again);
    g_assert_cmpstr(first, ==, second);
    for (int round = 0; round < 5; round++)
        for (const char *label = "ABC"; *label; label++)
            g_assert_nonnull(memchr(first + 3 * round, *label, 3));
    g_rand_free(random);
    g_rand_free(again);
}

static void a_sweep_is_a_grid(void)
{
    Workload asked = WORKLOAD_ASKED_NOTHING, workload;
    char *sweeps[] = {"numjobs=1,4", "bs=4k,8k,1M", NULL};
    g_assert_true(workload_make(&workload, NULL, &asked, NULL));
    g_autoptr(GPtrArray) cells = plan_cells(&workload, sweeps, NULL);
    g_assert_cmpuint(cells->len, ==, 6);
    const PlanCell *last = cells->pdata[5];
    g_assert_cmpstr(last->name, ==, "numjobs=4 bs=1M");
    g_assert_cmpint(last->workload.numjobs, ==, 4);
    g_assert_cmpstr(last->workload.bs, ==, "1M");
    static char *bad[][2] = {{"numjobs", NULL}, {"numjobs=", NULL}, {"numjobs=0", NULL}, {"colour=red", NULL}, {"=1", NULL}};
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(plan_cells(&workload, bad[i], &error));
        g_assert_nonnull(error);
    }
}

static void a_preset_gives_way_to_what_is_asked(void)
{
    Workload asked = WORKLOAD_ASKED_NOTHING, workload;
    asked.numjobs = 3;
    g_assert_true(workload_make(&workload, "randread", &asked, NULL));
    g_assert_cmpint(workload.numjobs, ==, 3);
    g_assert_cmpstr(workload.rw, ==, "randread");
    g_assert_true(workload_reads(&workload) && !workload_writes(&workload));
    g_autoptr(GError) error = NULL;
    g_assert_false(workload_make(&workload, "fastest", &asked, &error));
    g_assert_nonnull(strstr(error->message, "sync60"));
}

static void a_job_file_may_not_reach_other_files(void)
{
    static const char *const bad[] = {"[a]\nfilename=/etc/passwd\n", "[a]\ndirectory=/\n", "[a]\nexec_prerun=rm -rf x\n",
                                      "[a]\nwrite_bw_log=/tmp/x\n", "[a]\ninclude x.fio\n", "[a]\n  FileName = x\n"};
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL;
        double size = 0;
        char *text = plan_job_file(bad[i], "ours", &size, &error);
        if (text)
            g_test_message("taken: %s", bad[i]);
        g_assert_null(text);
        g_assert_nonnull(strstr(error->message, "line 2"));
    }
    double size = 0;
    g_autofree char *text = plan_job_file("[a]\nrw=write\nsize=4M\n[b]\nsize=1G\n", "ours", &size, NULL);
    g_assert_nonnull(strstr(text, "filename=ours"));
    g_assert_cmpfloat(size, ==, 1073741824);
}

static void the_deepest_mount_is_the_one(void)
{
    static const char table[] =
        "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw,errors=remount-ro\n"
        "40 22 0:45 / /mnt/nfs rw,relatime - nfs4 server:/export rw,vers=4.2,hard\n"
        "41 22 0:46 / /mnt/with\\040space rw - fuse.glusterfs host:vol rw,user_id=0\n"
        "42 40 8:1 /home /mnt/nfs/home rw - ext4 /dev/sda1 rw\n";
    static const struct {
        const char *path, *type, *source, *point, *root;
    } rows[] = {{"/var/lib", "ext4", "/dev/sda1", "/", "/"},
                {"/mnt/nfs/a", "nfs4", "server:/export", "/mnt/nfs", "/"},
                {"/mnt/nfsother", "ext4", "/dev/sda1", "/", "/"},
                {"/mnt/with space", "fuse.glusterfs", "host:vol", "/mnt/with space", "/"},
                {"/mnt/nfs/home/x", "ext4", "/dev/sda1", "/mnt/nfs/home", "/home"}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        MountFacts *facts = g_new0(MountFacts, 1);
        facts->real_path = g_strdup(rows[i].path);
        mount_facts_find(facts, table);
        g_assert_cmpstr(facts->type, ==, rows[i].type);
        g_assert_cmpstr(facts->source, ==, rows[i].source);
        g_assert_cmpstr(facts->mount_point, ==, rows[i].point);
        g_assert_cmpstr(facts->root, ==, rows[i].root);
        g_assert_true(mount_facts_is_mount(facts) == g_str_equal(rows[i].path, rows[i].point));
        mount_facts_free(facts);
    }
}

static void the_calls_of_an_nfs_mount_are_counted(void)
{
    static const char before[] = "device server:/export mounted on /mnt/nfs with fstype nfs4 statvers=1.1\n\tper-op statistics\n"
                                 "\t        NULL: 1 1 0 44 24 0 0 0 0\n\t       WRITE: 10 10 0 1 1 0 0 0 0\n"
                                 "device other:/x mounted on /mnt/other with fstype nfs4 statvers=1.1\n\tper-op statistics\n"
                                 "\t       WRITE: 999 999 0 1 1 0 0 0 0\n";
    g_autofree char *after = g_strdup(before);
    memcpy(strstr(after, "WRITE: 10 10"), "WRITE: 75 75", 12);
    g_autoptr(GHashTable) first = system_nfs_calls("/mnt/nfs", before), second = system_nfs_calls("/mnt/nfs", after);
    g_autofree char *growth = system_nfs_growth(first, second), *none = system_nfs_growth(NULL, second);
    g_assert_cmpstr(growth, ==, "WRITE 65");
    g_assert_null(none);
    g_assert_null(system_nfs_calls("/mnt", before));
}

static void the_status_line_tells_the_rates(void)
{
    FioStatus status = {0, NAN, NAN};
    fio_read_status("Jobs: 60 (f=60): [W(60)][23.3%][w=23.0MiB/s][w=2949 IOPS][eta 00m:23s]", &status);
    g_assert_cmpfloat(status.bytes_per_s, ==, 23 * 1048576.0);
    g_assert_cmpfloat(status.iops, ==, 2949);
    fio_read_status("Jobs: 1 (f=1): [m(1)][5.0%][r=1024KiB/s,w=1MiB/s][r=12.5k,w=500 IOPS][eta 01m]", &status);
    g_assert_cmpfloat(status.bytes_per_s, ==, 2 * 1048576.0);
    g_assert_cmpfloat(status.iops, ==, 13000);
    FioStatus nothing = {0, NAN, NAN};
    fio_read_status("fio: something else [", &nothing);
    g_assert_true(isnan(nothing.iops) && isnan(nothing.bytes_per_s));
}

/* As in fio: exact to 127 ns, then 64 bins to each power of two (1.6%), up to 17 s. */
static void a_latency_falls_into_the_bin_of_fio(void)
{
    g_assert_cmpuint(builtin_bin_value(builtin_bin(5)), ==, 5);
    g_assert_cmpuint(builtin_bin_value(builtin_bin(127)), ==, 127);
    g_assert_cmpuint(builtin_bin_value(builtin_bin(128)), ==, 129);
    for (guint64 ns = 1; ns < G_GUINT64_CONSTANT(17000000000); ns += 1 + ns / 7) {
        double value = (double)builtin_bin_value(builtin_bin(ns));
        g_assert_cmpfloat(fabs(value - (double)ns), <=, 0.0158 * (double)ns + 0.5);
    }
    for (guint bin = 1; bin < BUILTIN_BINS; bin++)
        g_assert_cmpuint(builtin_bin(builtin_bin_value(bin)), ==, bin);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/run/a_drift_falls_on_both_mounts_alike", a_drift_falls_on_both_mounts_alike);
    g_test_add_func("/run/a_sweep_is_a_grid", a_sweep_is_a_grid);
    g_test_add_func("/run/a_preset_gives_way_to_what_is_asked", a_preset_gives_way_to_what_is_asked);
    g_test_add_func("/run/a_job_file_may_not_reach_other_files", a_job_file_may_not_reach_other_files);
    g_test_add_func("/run/the_deepest_mount_is_the_one", the_deepest_mount_is_the_one);
    g_test_add_func("/run/the_calls_of_an_nfs_mount_are_counted", the_calls_of_an_nfs_mount_are_counted);
    g_test_add_func("/run/the_status_line_tells_the_rates", the_status_line_tells_the_rates);
    g_test_add_func("/run/a_latency_falls_into_the_bin_of_fio", a_latency_falls_into_the_bin_of_fio);
    return g_test_run();
}
