/* What the terminal can do: its width, whether colour is wanted, whether it shows UTF-8. */
#ifndef BASE_TERMINAL_H
#define BASE_TERMINAL_H

#include <glib.h>

typedef enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } ColorMode;

/* TRUE if colour may be written to the stream with this descriptor: --color first, then NO_COLOR, then the terminal. */
gboolean terminal_has_color(int fd, ColorMode mode);

/* Columns of the terminal, or of $COLUMNS, or 100 where there is neither. */
guint terminal_width(void);

#endif
