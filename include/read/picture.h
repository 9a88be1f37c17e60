/* Charts that fiocompare drew carry their numbers; here they are read back. */
#ifndef READ_PICTURE_H
#define READ_PICTURE_H

#include <glib.h>

/* PNG, PDF or SVG, told by the first bytes. */
gboolean picture_is_one(GBytes *bytes);
/* The chart's data as JSON (schema fiocompare.chart/1), which the caller frees. NULL with error set when there are none. */
char *picture_read_data(GBytes *bytes, GError **error);

#endif
