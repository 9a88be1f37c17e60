/* The report: a comparison as an XML document (templates/report.rng), and through a stylesheet as one HTML page. */
#ifndef REPORT_DOCUMENT_H
#define REPORT_DOCUMENT_H

#include "report/charts.h"

typedef struct {
    char *label; /* of the series */
    char *path;
    char *text; /* valid UTF-8 */
} RawOutput;

typedef struct {
    char *name, *value;
} Fact;

/* What a report says beside the comparison. */
typedef struct {
    const char *version; /* of fiocompare */
    char *command;       /* the command line that made the report */
    GPtrArray *raws;     /* of RawOutput, folded into the page */
    GPtrArray *facts;    /* of Fact: environment, order of runs */
    ChartRanges ranges;  /* ends of the charts' axes that were asked for; NAN: from the data */
} ReportContext;

ReportContext *report_context_new(const char *version, const char *command);
void report_context_free(ReportContext *context);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportContext, report_context_free)
/* Copies all three; text beyond 256 KiB is cut and says so. */
void report_context_add_raw(ReportContext *context, const char *label, const char *path, const char *text);
void report_context_add_fact(ReportContext *context, const char *name, const char *value);

/* The document with its charts. The caller frees the text; NULL with error set on failure. */
char *report_format_xml(const Comparison *comparison, const ReportContext *context, GError **error);

/* The page. templates is the folder with report.xsl and report.css; stylesheet overrides report.xsl (NULL: not). A
 * stylesheet can neither write files nor reach the network. */
char *report_format_html(const Comparison *comparison, const ReportContext *context, const char *templates,
                         const char *stylesheet, GError **error);

#endif
