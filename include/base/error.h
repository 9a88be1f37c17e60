/* The one error domain of the project: what went wrong with the world, never with our own code. */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <glib.h>

#define TROUBLE (trouble_quark())

typedef enum {
    TROUBLE_FILE,   /* cannot be read or written */
    TROUBLE_FORMAT, /* can be read, but holds not what was expected */
    TROUBLE_USAGE,  /* the command line asks for something impossible */
    TROUBLE_RUN,    /* a program that we started failed */
} TroubleCode;

GQuark trouble_quark(void);

#endif
