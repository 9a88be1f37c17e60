/* Bytes in, results out: finds every fio report in a file, whatever its format and the state it is in. */
#ifndef READ_READER_H
#define READ_READER_H

#include "model/result.h"

/* Reads all reports of the file ("-" is standard input). The format is found from the content, never from the
 * name. Several outputs of one run (text, JSON, terse in one file) come as one result, interim reports
 * (--status-interval) as the last whole one. The caller owns the array (of Result, at least one).
 * NULL with error set, prefixed by the path, when the file cannot be read or holds no report. */
GPtrArray *reader_read_file(const char *path, GError **error);

/* The same for bytes that are there already; path is only a name for messages. */
GPtrArray *reader_read_bytes(GBytes *bytes, const char *path, GError **error);

#endif
