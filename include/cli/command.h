/* A subcommand: its name, its option table and what it does. The table is parser, help and completion. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <glib.h>

#define EXIT_CONDITION 1 /* a --fail-if held, or a claim is refuted */
#define EXIT_TROUBLE 2
#define EXIT_UNDECIDED 3
#define EXIT_INTERRUPTED 130

typedef struct {
    const char *name, *arguments, *about;
    const GOptionEntry *options; /* ended by an entry without name */
    int (*run)(int argc, char **argv); /* argv[0] is the subcommand; options are parsed; gives the exit status */
    gboolean is_raw; /* takes all options as they are */
} Command;

extern const Command command_run, command_compare, command_show, command_chart, command_archive, command_engine, command_help, command_completion;

/* All subcommands, ended by NULL. */
extern const Command *const commands[];

/* Prints "fiocompare: …" on standard error and gives EXIT_TROUBLE; frees the error. */
int trouble(GError *error);
G_GNUC_PRINTF(1, 2) int trouble_text(const char *format, ...);

/* What --lang asks for, found before anything is parsed; NULL when it is not there. The engine's options are fio's. */
const char *command_language(int argc, char **argv);

/* The parser of the command's options and of those that all commands have; the caller frees it. */
GOptionContext *command_context(const Command *command);

/* Parses the command's options; FALSE after it printed what is wrong, with the nearest known option. */
gboolean command_parse(const Command *command, int *argc, char ***argv);

#endif
