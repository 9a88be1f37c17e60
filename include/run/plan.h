/* What is to be run: the workload as fio's arguments, and the order of the runs. */
#ifndef RUN_PLAN_H
#define RUN_PLAN_H

#include <glib.h>

/* Texts are borrowed from the command line or are static. */
typedef struct {
    const char *name, *filename, *bs, *rw, *size, *engine;
    int runtime_s, direct, numjobs, iodepth, thread, group_reporting;
    gboolean is_time_based;
} Workload;

/* The classic one: 60 threads, sync engine, 8 KiB writes, direct, 30 s, one shared file of 4 GiB. */
#define WORKLOAD_DEFAULT                                                                                              \
    {                                                                                                                 \
        "1io", "io.speedtest", "8k", "write", "4G", "sync", 30, 1, 60, 4, 1, 1, FALSE                                 \
    }

/* FALSE with error set when a field cannot be meant (a file name with a slash, no jobs …). */
gboolean workload_check(const Workload *workload, GError **error);

/* The argument vector, ended by NULL, without a shell; free with g_strfreev. */
char **plan_fio_arguments(const Workload *workload, const char *fio);

typedef struct {
    guint mount;  /* index */
    guint repeat; /* from 1 */
} PlanStep;

/* Interleaved: A B, B A, A B …, so that a drift of the machine falls on both alike. Of PlanStep. */
GArray *plan_order(guint mounts, guint repeats);

#endif
