/* Commands: one row of commands.def each.  They return the exit status of inquest. */
#ifndef IQ_CLI_COMMAND_H
#define IQ_CLI_COMMAND_H

#include "cli/options.h"

enum { IQ_EXIT_TROUBLE = 125 }; /* inquest could not do its work */

/* [words] are the arguments that are no options, NULL at the end. */
typedef int iq_command_function(const struct iq_options *options, int count, char **words);

#define COMMAND(name, run, ...) iq_command_function run;
#include "cli/commands.def"

/* Prints "inquest: error: ..." and returns IQ_EXIT_TROUBLE. */
int iq_command_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
