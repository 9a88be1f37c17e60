/* The archive's raw files, given back as they were. */
#ifndef STORE_EXPORT_H
#define STORE_EXPORT_H

#include "store/store.h"

/* All raw files into a folder, or into a new tar file when the path ends in .tar (pax format, through libarchive). A file that
 * is there is never overwritten. *count is how many were written. */
gboolean store_export(Store *store, const char *path, guint *count, GError **error);

#endif
