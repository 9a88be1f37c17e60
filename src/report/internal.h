/* What only the report folder knows. */
#ifndef REPORT_INTERNAL_H
#define REPORT_INTERNAL_H

#include "report/charts.h"
#include "report/document.h"

#include <cjson/cJSON.h>
#include <glib.h>

/* A number, or null for what is missing. */
cJSON *json_number_or_null(double value);
void json_add_number(cJSON *object, const char *key, double value);
void json_add_text(cJSON *object, const char *key, const char *text);
/* The text of the tree, which is freed. */
char *json_take_text(cJSON *tree);

/* chart_words.c: words of titles and ticks; the caller frees them. */
char *chart_subtitle(const Comparison *comparison, const Stream *stream);
char *chart_latency_tick(double ns);
char *chart_rate_tick(double rate);
char *chart_ratio_tick(double ratio);
char *chart_percentile_tick(double percent);
char *chart_percent_tick(double percent);
/* "write throughput: from 23.8 MiB/s on nfs to 268 MiB/s on ssd": what stands before the colon is given; NULL when fewer than two
 * series have the metric. The caller frees it. */
char *chart_spread_title(const Comparison *comparison, const Metric *metric, const char *what);
/* The index of the candidate where there is just one, else -1. */
int chart_only_candidate(const Comparison *comparison);

/* chart_latency.c, chart_rates.c: the kinds that charts.c lists. */
extern const ChartKind chart_percentiles, chart_cdf, chart_distribution, chart_waiting, chart_quantile_ratio, chart_modes,
    chart_throughput, chart_ratios, chart_steadiness;

/* origin.c: where a chart comes from, as JSON in printable ASCII; the caller frees it. */
char *origin_format(const ChartKind *kind, const Comparison *comparison, const Stream *stream, const ChartOrigin *origin);

/* svg.c: what cairo's SVG lacks to live in a page. */
typedef struct {
    const char *prefix, *title, *description;
    const char *origin; /* for the metadata; NULL: none */
    const GArray *lines, *hits; /* of the canvas; lines NULL: text is drawn already */
    const Theme *theme; /* not NULL: colours become variables of the page's style, see svg_theme_css */
} SvgExtras;
/* The finished picture as a tree; the caller frees it with xmlFreeDoc. NULL with error set when it is no SVG. */
struct _xmlDoc *svg_finish(GBytes *svg, const SvgExtras *extras, GError **error);
/* The style that gives the variables their colours in both themes; the caller frees it. */
char *svg_theme_css(void);

/* charts.c: what was drawn with has_live_text as a tree for a page: light text, colours by variables. NULL with error set. */
struct _xmlDoc *canvas_make_tree(Canvas *canvas, const char *title, const char *description, const char *prefix, GError **error);
/* charts.c: the same of a chart of a comparison. */
struct _xmlDoc *chart_make_tree(const ChartKind *kind, const Comparison *comparison, const Stream *stream,
                                const ChartRanges *ranges, const char *prefix, GError **error);

/* document.c: text without what XML has no place for; the caller frees it. */
char *xml_safe(const char *text);
struct _xmlNode;
/* document.c: an attribute, and a child with a text (NULL: none), made safe and escaped. */
void xml_set(struct _xmlNode *node, const char *name, const char *value);
struct _xmlNode *xml_add(struct _xmlNode *parent, const char *name, const char *text);

/* document.c: the finished picture of a chart as <picture>, which takes the tree over, and its numbers as <table>. */
void xml_add_picture(struct _xmlNode *parent, struct _xmlDoc *picture);
void xml_add_table(struct _xmlNode *parent, const ChartTable *table);

/* html.c: the document through the stylesheet at path, with the style of the folder templates. Takes the document over; the
 * caller frees the text. NULL with error set. */
char *html_make(struct _xmlDoc *document, const char *templates, const char *path, GError **error);

/* document.c: the report as a tree, the caller frees it with xmlFreeDoc. NULL with error set. */
struct _xmlDoc *document_make(const Comparison *comparison, const ReportContext *context, GError **error);

#endif
