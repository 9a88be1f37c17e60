/* The record of a run: what was asked, the order, the environment, each step's state and hash (manifest.json). */
#ifndef RUN_MANIFEST_H
#define RUN_MANIFEST_H

#include "run/plan.h"
#include "run/probe.h"

#include <glib.h>

typedef struct {
    char *label;
    guint repeat;
    char *file; /* below the run's folder */
    gboolean is_done;
    const char *state; /* "waiting", "running", "done", "failed", "hung", "interrupted", "skipped" */
    char *message;     /* of a failure */
    char *started, *ended;
    double load_average;
    char *sha256;
} ManifestStep;

typedef struct {
    char *label, *path;
    MountFacts *facts;
    gboolean is_excluded; /* hung: touched no more */
} ManifestMount;

typedef struct {
    const char *version;
    char *fio_version, *fio_path, *created;
    char **arguments;
    GPtrArray *mounts; /* of ManifestMount */
    GPtrArray *steps;  /* of ManifestStep */
    GPtrArray *facts;  /* names and values by turns, of the machine */
} Manifest;

Manifest *manifest_new(const char *version);
void manifest_free(Manifest *manifest);
ManifestMount *manifest_add_mount(Manifest *manifest, const char *label, const char *path);
ManifestStep *manifest_add_step(Manifest *manifest, const char *label, guint repeat);
/* Adds what is known of the machine (kernel, processor, memory, write-back settings). */
void manifest_add_environment(Manifest *manifest);

/* Writes manifest.json into the folder, whole or not at all. */
gboolean manifest_write(const Manifest *manifest, const char *folder, GError **error);

/* The manifest of a run's folder, with its steps and mounts. NULL with error set when it is none. */
Manifest *manifest_read(const char *folder, GError **error);

/* The time as the manifest writes it; the caller frees it. */
char *manifest_now(void);

#endif
