#include "base/terminal.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

gboolean terminal_has_color(int fd, ColorMode mode)
{
    if (mode != COLOR_AUTO)
        return mode == COLOR_ALWAYS;
    const char *no_color = g_getenv("NO_COLOR");
    if (no_color && *no_color)
        return FALSE;
    const char *term = g_getenv("TERM");
    return isatty(fd) && g_strcmp0(term, "dumb") != 0;
}

guint terminal_width(void)
{
    const char *columns = g_getenv("COLUMNS");
    guint64 width = columns ? g_ascii_strtoull(columns, NULL, 10) : 0;
    struct winsize size;
    if (width == 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        width = size.ws_col;
    return width >= 20 && width <= 1000 ? (guint)width : 100;
}
