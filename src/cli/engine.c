#include "cli/command.h"

#include "base/translate.h"
#include "cli/version.h"

#include "run/builtin.h"

static int run(int argc, char **argv)
{
    (void)argc;
    return builtin_run(argv + 1, FIOCOMPARE_VERSION);
}

const Command command_engine = {"engine", "FIO-OPTION...",
                                N_("The built-in engine by itself: takes fio's options, prints fio's JSON+."), NULL, run, TRUE};
