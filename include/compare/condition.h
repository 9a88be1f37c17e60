/* Conditions on a comparison: what --fail-if and --claim ask. */
#ifndef COMPARE_CONDITION_H
#define COMPARE_CONDITION_H

#include "model/comparison.h"

typedef enum { CONDITION_FALSE, CONDITION_TRUE, CONDITION_UNDECIDED, CONDITION_WRONG } ConditionAnswer;

/* "[LABEL.][JOB.][DIRECTION.]METRIC<NUMBER [sure]", also >; the number is a ratio to the baseline. Without "sure" the estimate
 * decides, with it the whole interval must be beyond. TRUE when it holds for any candidate, job and direction that is not named
 * away; FALSE when it does not, *reason tells the nearest; UNDECIDED when it does not, but a ratio is missing or has no verdict
 * (the comparison is void), so that nothing may pass on it. CONDITION_WRONG with error set when it cannot be understood or the
 * metric is missing altogether. */
ConditionAnswer condition_check(const Comparison *comparison, const char *text, char **reason, GError **error);

/* "LABEL.JOB.DIRECTION.METRIC = 2/3", also <, > and "= 0.66 ± 0.05" (or +-): TRUE supported, FALSE refuted, UNDECIDED when
 * the interval allows both, or there is only one run each. It is of all that it does not name: one ratio that refutes it is enough. A claim with = and no ± is supported when the interval holds
 * it and is narrower than 10% either way. */
ConditionAnswer claim_check(const Comparison *comparison, const char *text, char **reason, GError **error);

#endif
