/* Starts fio without a shell, watches it, ends it. */
#ifndef RUN_FIO_H
#define RUN_FIO_H

#include <glib.h>

typedef enum {
    FIO_DONE,
    FIO_FAILED,      /* ended with an error, or was killed */
    FIO_HUNG,        /* did not end in time and was ended, or could not be */
    FIO_INTERRUPTED, /* SIGINT or SIGTERM came to us */
} FioOutcome;

/* Called about ten times a second. */
typedef void (*FioProgress)(double elapsed_s, gpointer data);

typedef struct {
    char **arguments;   /* argv of fio */
    const char *folder; /* where it runs */
    const char *output; /* file for standard output and error, must not exist */
    double limit_s;     /* then it is ended */
    FioProgress progress;
    gpointer data;
} FioTask;

/* SIGINT and SIGTERM no longer end the program but are remembered. */
void fio_catch_signals(void);
gboolean fio_was_interrupted(void);

/* Runs it to its end. error is set unless FIO_DONE. fio does not outlive the program. */
FioOutcome fio_run(const FioTask *task, GError **error);

/* "fio-3.33"; NULL with error set, saying how to install it, when it cannot be started. */
char *fio_version(const char *fio, GError **error);

#endif
