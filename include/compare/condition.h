/* Conditions on a comparison: what --fail-if and --claim ask. */
#ifndef COMPARE_CONDITION_H
#define COMPARE_CONDITION_H

#include "model/comparison.h"

typedef enum { CONDITION_FALSE, CONDITION_TRUE, CONDITION_UNDECIDED, CONDITION_WRONG } ConditionAnswer;

/* "[LABEL.][DIRECTION.]METRIC<NUMBER [sure]", also >; the number is a ratio to the baseline. Without "sure" the
 * estimate decides, with it the whole interval must be beyond. Without a label any candidate is enough. *reason tells
 * what was found. CONDITION_WRONG with error set when it cannot be understood or the metric is missing. */
ConditionAnswer condition_check(const Comparison *comparison, const char *text, char **reason, GError **error);

/* "LABEL.DIRECTION.METRIC = 2/3", also <, > and "= 0.66 ± 0.05" (or +-): TRUE supported, FALSE refuted, UNDECIDED when
 * the interval allows both, or there is only one run each. A claim with = and no ± is supported when the interval holds
 * it and is narrower than 10% either way. */
ConditionAnswer claim_check(const Comparison *comparison, const char *text, char **reason, GError **error);

#endif
