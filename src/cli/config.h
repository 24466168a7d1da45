/* inquest.toml: options that hold for a project or a user.  The command line comes first, then the
 * variables INQUEST_<NAME>, then inquest.toml in the folder of the program (of the current folder,
 * where the program is found on PATH or there is none) or the nearest one above it, then
 * ~/.config/inquest.toml.
 * Threads: start-up only. */
#ifndef IQ_CLI_CONFIG_H
#define IQ_CLI_CONFIG_H

#include "cli/options.h"

/* Adds what the files say to [options]; [program]: the word on the command line, NULL: none. Values
 * live in the arena of [options].  Options of other commands than [scope] are checked and left out.
 * Files of other users than us and root are not read: a line on stderr says so.  Returns 0, or
 * IQ_EINVAL with "FILE:LINE: what is wrong" in [error]. */
int iq_config_read(struct iq_options *options, unsigned scope, const char *program,
                   struct iq_str *error);

#endif
