/* Whole files in and out: reading with a ceiling, writing so that a reader never sees half a file. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <glib.h>

/* No input is read beyond this many bytes. */
#define FILE_CEILING_BYTES ((gsize)256 * 1024 * 1024)

/* Reads the file at path, or standard input for "-". Folders, devices and files above the ceiling are
 * refused. The caller owns the bytes. NULL with error set on failure. */
GBytes *file_read(const char *path, GError **error);

/* Writes length bytes to path through a temporary file in the same folder and a rename. */
gboolean file_write(const char *path, const char *content, gsize length, GError **error);

/* SHA-256 of the bytes as 64 hexadecimal digits; the caller frees it. */
char *file_sha256(GBytes *bytes);

#endif
