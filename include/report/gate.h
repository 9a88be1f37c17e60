/* What was asked of a comparison, and how it came out: for the systems that run it every night. */
#ifndef REPORT_GATE_H
#define REPORT_GATE_H

#include "model/comparison.h"

typedef enum { GATE_PASSED, GATE_FAILED, GATE_UNDECIDED } GateOutcome;

typedef struct {
    const char *kind, *expression; /* "fail-if", "write.bw<0.9" */
    GateOutcome outcome;
    char *reason; /* with the numbers */
} Gate;
void gate_free(gpointer gate);

/* The checks (of Gate) as a JUnit report: a test case each; failed ones have <failure>, undecided ones <skipped>. The layout is
 * the one that Jenkins, GitLab and GitHub's actions read. The caller frees the text. */
char *gates_format_junit(const GPtrArray *gates, const Comparison *comparison);
/* The same and the comparison's headline in Markdown, for a job's summary page. */
char *gates_format_summary(const GPtrArray *gates, const Comparison *comparison);

#endif
