/* What is to be run: the workload as fio's arguments, its variants, and the order of the runs. */
#ifndef RUN_PLAN_H
#define RUN_PLAN_H

#include <glib.h>

/* Options by fio's names. Texts are borrowed from the command line or are static. In what a user asks for NULL and
 * WORKLOAD_UNSET mean: as the preset says. */
#define WORKLOAD_UNSET (-1)
typedef struct {
    const char *name, *filename, *bs, *rw, *size, *engine;
    int runtime_s, ramp_s, direct, numjobs, iodepth, thread, group_reporting, fsync, rwmixread;
    gboolean is_time_based;
    char **extra;          /* "name=value" for fio, NULL-terminated; NULL: none */
    const char *job_file;  /* an absolute path; then only runtime, size and extra of the rest count; NULL: none */
} Workload;

#define WORKLOAD_ASKED_NOTHING                                                                                        \
    {                                                                                                                 \
        .runtime_s = WORKLOAD_UNSET, .ramp_s = WORKLOAD_UNSET, .direct = WORKLOAD_UNSET, .numjobs = WORKLOAD_UNSET,   \
        .iodepth = WORKLOAD_UNSET, .thread = WORKLOAD_UNSET, .group_reporting = WORKLOAD_UNSET,                       \
        .fsync = WORKLOAD_UNSET, .rwmixread = WORKLOAD_UNSET                                                          \
    }

typedef struct {
    const char *id, *about;
    Workload workload;
} Preset;

/* The presets, ended by one without id; the first is the default: 60 threads, sync engine, 8 KiB writes, direct, 30 s, one
 * shared file of 4 GiB. */
extern const Preset presets[];
/* The preset with what was asked for in its place. FALSE with error set when there is no preset of that name (NULL: the
 * default). */
gboolean workload_make(Workload *workload, const char *preset, const Workload *asked, GError **error);
/* FALSE with error set when a field cannot be meant (a file name with a slash, no jobs …). */
gboolean workload_check(const Workload *workload, GError **error);
/* Whether it reads, so that there must be data before the clock starts; whether it writes. */
gboolean workload_reads(const Workload *workload);
gboolean workload_writes(const Workload *workload);

/* The argument vector, ended by NULL, without a shell; free with g_strfreev. output: a path for fio's report, or NULL;
 * client: hosts for fio's client mode ("host,port"), or NULL. */
char **plan_fio_arguments(const Workload *workload, const char *fio, const char *output, char **clients);
/* The arguments that only lay the file out; for our own engine, which writes into the file that is there (fio would put
 * another in its place). */
char **plan_layout_arguments(const Workload *workload, const char *fio);

/* The user's job file with the test file's name set in [global], and the largest size in it (0: none); the caller frees it. NULL with error set when it names
 * files, folders or commands of its own, which could touch what is not ours. */
char *plan_job_file(const char *text, const char *filename, double *size_bytes, GError **error);

/* The workload as a job file for fio's client mode: in the folder on the hosts, with a file that is gone afterwards. The
 * caller frees it. */
char *plan_client_job(const Workload *workload, const char *folder, const char *filename);

/* One point of a sweep. */
typedef struct {
    char *name; /* "numjobs=4 bs=8k"; "" where nothing is swept */
    Workload workload;
    GPtrArray *owned;
} PlanCell;

/* All points (of PlanCell) of sweeps such as "numjobs=1,4,16" (NULL-terminated, or NULL). NULL with error set. */
GPtrArray *plan_cells(const Workload *workload, char **sweeps, GError **error);

typedef enum { ORDER_INTERLEAVED, ORDER_SEQUENTIAL, ORDER_RANDOM } PlanOrder;
/* FALSE with error set when the word is none of interleaved, sequential, random. */
gboolean plan_order_parse(const char *word, PlanOrder *order, GError **error);

/* The mounts (of guint) in the order of one round, from 1. Interleaved: A B, B A, A B …, so that a drift of the machine
 * falls on both alike. random is used for ORDER_RANDOM alone. */
GArray *plan_round(guint mounts, guint round, PlanOrder order, GRand *random);

/* Seconds that one run takes with starting and removing. */
double plan_run_seconds(const Workload *workload);

#endif
