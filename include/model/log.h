/* What one of fio's log files (write_bw_log, write_lat_log, write_hist_log …) holds, summed up by direction. */
#ifndef MODEL_LOG_H
#define MODEL_LOG_H

#include <glib.h>

#define LOG_DIRECTIONS 3 /* read, write, trim */

/* The unit of the values is that of the file: KiB/s, I/Os per second, microseconds (fio 2) or nanoseconds; the content
 * does not tell which. */
typedef struct {
    double samples;   /* lines; 0: no such direction */
    double sum;       /* of the values; of the averages where a line holds two; of the counts of a histogram */
    double min, max;  /* NAN for histograms; of two values max is of the second */
    double first_ms, last_ms; /* as the file has them: since the start, or since 1970 */
} LogDirection;

typedef struct {
    guint columns;
    gboolean is_histogram, has_two_values; /* two values: average and maximum of a window */
    LogDirection directions[LOG_DIRECTIONS];
} LogData;

#endif
