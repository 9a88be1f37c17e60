/* Results and comparisons as JSON, by the schemas fiocompare.result/1 and fiocompare.comparison/1 (docs/formats.md). */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include "model/comparison.h"
#include "model/result.h"

/* One object for one result, an array for several (of Result). What a report does not say is null or absent. The
 * caller frees the text. */
char *json_format_results(const GPtrArray *results);
char *json_format_comparison(const Comparison *comparison);

#endif
