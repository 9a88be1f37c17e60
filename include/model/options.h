/* Options of fio by name, as a report or a command line gives them. */
#ifndef MODEL_OPTIONS_H
#define MODEL_OPTIONS_H

#include <glib.h>

typedef struct {
    char *name;
    char *value;
} Option;

/* Replaces the value if the option is there. Both texts are copied; a NULL value means a bare flag ("1"). */
void options_set(GPtrArray *options, const char *name, const char *value);
/* The option's value, borrowed; NULL when it is not set. */
const char *options_get(const GPtrArray *options, const char *name);
GPtrArray *options_new(void);

#endif
