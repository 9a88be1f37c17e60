/* What only the running folder knows. */
#ifndef RUN_INTERNAL_H
#define RUN_INTERNAL_H

#include "run/fio.h"

#include <sys/types.h>

typedef struct {
    int exec_error; /* errno of a program that could not be started; 0: it was */
    int status;     /* of waitpid */
} KeeperReport;

/* keeper.c: what the first child does; does not come back. SIGINT to it asks fio to end, SIGTERM ends it. */
G_NORETURN void keeper_run(const FioTask *task, int output, int report, pid_t parent);
/* clients.c: whether each of the hosts stands in fio's report; the error says how many do, and fio's own words of why. */
gboolean clients_check(const char *raw, char **clients, const char *said, GError **error);

#endif
