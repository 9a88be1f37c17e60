/* The record of a run: what was asked, the order, the environment, each step's state and hash (manifest.json). */
#ifndef RUN_MANIFEST_H
#define RUN_MANIFEST_H

#include "run/plan.h"
#include "run/probe.h"
#include "run/system.h"

#include <glib.h>

typedef enum { STEP_MEASURE, STEP_WARM_UP, STEP_CALIBRATE } StepKind;

typedef struct {
    StepKind kind;
    char *label, *cell; /* cell: the point of a sweep, "" for none */
    guint repeat, side; /* side: 0 or 1, of a calibration */
    char *file;         /* below the run's folder */
    gboolean is_done;
    const char *state; /* "waiting", "running", "done", "failed", "hung", "interrupted", "skipped" */
    char *message;     /* of a failure */
    char *started, *ended;
    double load_average;
    double layout_s, drain_s; /* laying the file out before; syncfs after; NAN: not measured */
    double pressure_some_percent, pressure_full_percent; /* of the run's time; NAN where the kernel does not tell */
    char *nfs_calls;   /* "WRITE 1200, COMMIT 3"; NULL: no NFS */
    char *sha256;
    FileIdentity identity; /* of the test file that was made for it; 0: none */
} ManifestStep;

typedef struct {
    char *label, *path;
    MountFacts *facts;
    gboolean is_excluded; /* hung: touched no more */
    FileIdentity identity; /* of a file that stays for all runs (--reuse-file) */
} ManifestMount;

typedef struct {
    const char *version;
    char *fio_version, *fio_path, *created, *engine, *order, *filename;
    guint32 seed;
    char **command;     /* the command line, for --resume */
    char **arguments;   /* of fio, of the first point of a sweep */
    GPtrArray *mounts; /* of ManifestMount */
    GPtrArray *steps;  /* of ManifestStep, in the order of the runs */
    GPtrArray *facts;  /* names and values by turns, of the machine */
} Manifest;

Manifest *manifest_new(const char *version);
void manifest_free(Manifest *manifest);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Manifest, manifest_free)
ManifestMount *manifest_add_mount(Manifest *manifest, const char *label, const char *path);
ManifestMount *manifest_mount(const Manifest *manifest, const char *label);
ManifestStep *manifest_add_step(Manifest *manifest, StepKind kind, const char *label, const char *cell, guint repeat, guint side);
/* Adds what is known of the machine (kernel, processor, memory, write-back settings). */
void manifest_add_environment(Manifest *manifest);

/* Writes manifest.json into the folder, whole or not at all. */
gboolean manifest_write(const Manifest *manifest, const char *folder, GError **error);

/* The manifest of a run's folder, with its steps and mounts. NULL with error set when it is none. */
Manifest *manifest_read(const char *folder, GError **error);

/* The time as the manifest writes it; the caller frees it. */
char *manifest_now(void);

/* Runs that may have left a file behind are remembered in $XDG_STATE_HOME/fiocompare/runs, one folder a line. */
void manifest_remember(const char *folder);
/* The folder of a run whose manifest says that it made the file which lies there now; NULL when none does. The caller
 * frees it. */
char *manifest_find_owner(const char *path, const char *filename);

#endif
