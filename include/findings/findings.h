/* From a comparison to words: what is seen, with its evidence; causes only as guesses, with the test that would tell.
 * Pure functions of the comparison. */
#ifndef FINDINGS_FINDINGS_H
#define FINDINGS_FINDINGS_H

#include "model/comparison.h"

/* Fills the findings, sorted by severity, the headline and the summary. */
void findings_make(Comparison *comparison);

#endif
