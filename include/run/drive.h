/* Does the steps of a plan, one by one, and keeps the manifest true all the time. */
#ifndef RUN_DRIVE_H
#define RUN_DRIVE_H

#include "run/fio.h"
#include "run/manifest.h"

typedef struct Drive Drive;
struct Drive {
    Manifest *manifest;  /* borrowed */
    const char *folder;  /* of the run */
    const GPtrArray *cells; /* of PlanCell */
    char **clients;      /* fio's servers; NULL: this machine */
    int warm_up_s;
    double pause_s;
    gboolean is_builtin, drop_caches, remount, reuse_file;
    /* Called while a step runs; expected_s is how long it should take. */
    void (*progress)(const Drive *drive, const ManifestStep *step, const FioStatus *status, double expected_s);
    gpointer data;
    gboolean has_run_before; /* a pause comes before every step but the first */
};

/* Runs the step: pause, remount, caches, the test file, the workload, the drain. Afterwards the step's state, hash and
 * figures are set, the manifest is written, and the test file is gone (unless it is kept for all runs). error is set unless
 * FIO_DONE. */
FioOutcome drive_step(Drive *drive, ManifestStep *step, GError **error);

/* Removes the files that stayed for all runs, and those that a run which broke off left: only those whose identity the
 * manifest knows. What could not be removed is told in *left (a text, NULL when all is well). */
guint drive_clean(const Manifest *manifest, char **left);

/* The command line of a step; the caller frees it with g_strfreev. output may be NULL. */
char **drive_arguments(const Drive *drive, const ManifestStep *step, const char *output);

/* Seconds that the step should take. */
double drive_step_seconds(const Drive *drive, const ManifestStep *step);

#endif
