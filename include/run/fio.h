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

/* What fio's status line says now; NAN what it does not say. */
typedef struct {
    double elapsed_s, bytes_per_s, iops;
} FioStatus;

/* Called about ten times a second. */
typedef void (*FioProgress)(const FioStatus *status, gpointer data);

typedef struct {
    char **arguments;   /* argv of fio */
    const char *folder; /* where it runs */
    const char *output; /* the report that fio writes (its --output); must not exist, is made; NULL: none */
    double limit_s;     /* then it is ended */
    FioProgress progress;
    gpointer data;
} FioTask;

/* SIGINT and SIGTERM no longer end the program but are remembered. */
void fio_catch_signals(void);
gboolean fio_was_interrupted(void);
/* Sleeps, but not on after an interrupt. */
void fio_sleep(double seconds);

/* Runs it to its end. error is set unless FIO_DONE. Neither fio nor a process that it forked outlives the program, even
 * when that is killed. *said (may be NULL) gets what fio printed beside its report and status; the caller frees it. */
FioOutcome fio_run(const FioTask *task, char **said, GError **error);

/* "fio-3.33"; NULL with error set, saying how to install it, when it cannot be started. */
char *fio_version(const char *fio, GError **error);
/* FALSE with error set when this fio has no such I/O engine; TRUE also when it does not tell. */
gboolean fio_has_engine(const char *fio, const char *engine, GError **error);

/* For tests: the rates in a status line such as "Jobs: 60 (f=60): [W(60)][w=23.0MiB/s][w=2949 IOPS]". */
void fio_read_status(const char *line, FioStatus *status);

#endif
