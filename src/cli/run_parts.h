/* What the files of run share. */
#ifndef CLI_RUN_PARTS_H
#define CLI_RUN_PARTS_H

#include "run/drive.h"

/* run_show.c */
void run_show_progress(const Drive *drive, const ManifestStep *step, const FioStatus *status, double expected_s);
void run_tell_step(const Drive *drive, const ManifestStep *step);
double run_seconds_left(const Drive *drive);
/* Prints the plan; gives the exit status. */
int run_dry(const Drive *drive, const Workload *workload, double budget_s);

#endif
