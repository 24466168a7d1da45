/* The command line of this run, for a second run with another option.  Threads: start-up only. */
#ifndef IQ_CLI_RERUN_H
#define IQ_CLI_RERUN_H

#include "base/str.h"

/* Appends, ready for a shell, what stood after `inquest` on the command line, without --blame
 * and --kernel-checks; nothing if it is too long to be read. [first]: which word is the program's
 * name. */
void iq_rerun_line(int first, struct iq_str *line);

/* Appends [word] as a shell reads it. */
void iq_rerun_put_word(struct iq_str *line, const char *word);

#endif
