#include "run/plan.h"

#include "base/error.h"
#include "base/units.h"

#include <string.h>

static gboolean refuse(GError **error, const char *what, const char *expected)
{
    g_set_error(error, TROUBLE, TROUBLE_USAGE, "%s: %s was expected", what, expected);
    return FALSE;
}

gboolean workload_check(const Workload *workload, GError **error)
{
    static const char *const directions[] = {"read", "write", "randread", "randwrite", "rw", "readwrite",
                                             "randrw", "trim", "randtrim", "trimwrite", NULL};
    const char *filename = workload->filename;
    if (!*filename || strchr(filename, '/') || strchr(filename, ':') || g_str_equal(filename, ".") ||
        g_str_equal(filename, ".."))
        return refuse(error, "--filename", "a plain file name without / and : (it is put into each mount)");
    if (!*workload->name)
        return refuse(error, "--name", "a name");
    if (!g_strv_contains(directions, workload->rw))
        return refuse(error, "--rw", "read, write, randread, randwrite, rw, randrw, trim, randtrim or trimwrite");
    if (!(units_size_parse(workload->size) >= 4096))
        return refuse(error, "--size", "a size such as 4G");
    if (!g_ascii_isdigit(*workload->bs))
        return refuse(error, "--bs", "a block size such as 8k");
    if (workload->runtime_s < 1 || workload->runtime_s > 7 * 86400)
        return refuse(error, "--runtime", "1 second to 7 days");
    if (workload->numjobs < 1 || workload->numjobs > 4096)
        return refuse(error, "--numjobs", "1 to 4096 jobs");
    if (workload->iodepth < 1 || workload->iodepth > 65536)
        return refuse(error, "--iodepth", "1 to 65536");
    if (workload->direct != 0 && workload->direct != 1)
        return refuse(error, "--direct", "0 or 1");
    if ((workload->thread != 0 && workload->thread != 1) ||
        (workload->group_reporting != 0 && workload->group_reporting != 1))
        return refuse(error, "--thread and --group_reporting", "0 or 1");
    return TRUE;
}

char **plan_fio_arguments(const Workload *workload, const char *fio)
{
    g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
    g_strv_builder_add(builder, fio);
    char *arguments[] = {
        g_strdup_printf("-name=%s", workload->name),
        g_strdup_printf("-filename=%s", workload->filename),
        g_strdup_printf("-runtime=%d", workload->runtime_s),
        g_strdup_printf("-direct=%d", workload->direct),
        g_strdup_printf("-bs=%s", workload->bs),
        g_strdup_printf("-rw=%s", workload->rw),
        g_strdup_printf("-size=%s", workload->size),
        workload->thread ? g_strdup("-thread") : NULL,
        workload->group_reporting ? g_strdup("-group_reporting") : NULL,
        g_strdup_printf("-numjobs=%d", workload->numjobs),
        g_strdup_printf("--iodepth=%d", workload->iodepth),
        g_strdup_printf("-ioengine=%s", workload->engine),
        /* What is printed, not what is done: text and JSON+ of one run in one file. */
        g_strdup("--output-format=normal,json+"),
        g_strdup("--eta=never"),
        workload->is_time_based ? g_strdup("-time_based") : NULL,
    };
    for (gsize i = 0; i < G_N_ELEMENTS(arguments); i++) {
        if (arguments[i])
            g_strv_builder_add(builder, arguments[i]);
        g_free(arguments[i]);
    }
    return g_strv_builder_end(builder);
}

GArray *plan_order(guint mounts, guint repeats)
{
    GArray *order = g_array_new(FALSE, FALSE, sizeof(PlanStep));
    for (guint repeat = 1; repeat <= repeats; repeat++) {
        for (guint i = 0; i < mounts; i++) {
            PlanStep step = {repeat % 2 ? i : mounts - 1 - i, repeat};
            g_array_append_val(order, step);
        }
    }
    return order;
}
