/* A trend as one self-contained HTML page, through templates/trend.xsl. */
#ifndef REPORT_TREND_PAGE_H
#define REPORT_TREND_PAGE_H

#include "report/charts.h"

/* Borrowed. */
typedef struct {
    const char *version, *command; /* of fiocompare; what was typed */
    const char *title;             /* what is seen, in a sentence */
    const GPtrArray *changes;      /* texts: what changed when */
    const ChartTable *runs;
} TrendPage;

/* For a picture that goes into such a page. */
ChartOptions trend_page_chart_options(void);

/* canvas: drawn with those options. templates is the folder with trend.xsl and report.css. The caller frees the text; NULL with
 * error set when a file of the folder cannot be read. */
char *trend_page_format(const TrendPage *page, Canvas *canvas, const char *templates, GError **error);

#endif
