/* The engine for machines without fio: threads that read and write one file as fio's sync engine does. It takes fio's options
 * by their names, refuses what it does not do, and prints fio's JSON+ (jobs, clat_ns with bins), marked as made by
 * fiocompare. */
#ifndef RUN_BUILTIN_H
#define RUN_BUILTIN_H

#include <glib.h>

/* arguments: as for fio ("-name=1io", "--bs=8k", "-thread" …), ended by NULL, without the program's name. Gives fio's exit
 * status: 0, or 1 with the reason on standard error. version goes into the report. */
int builtin_run(char **arguments, const char *version);

/* The index of fio's histogram for a latency, and the value that fio prints for an index: 64 bins to each power of two, after
 * the layout that fio documents for its JSON+ output. */
#define BUILTIN_BINS (29 * 64)
guint builtin_bin(guint64 ns);
guint64 builtin_bin_value(guint bin);

#endif
