/* Functions that the program is linked to, that the driver has, and that this inquest does not
 * know: the dynamic linker would miss them, since our library stands in for the driver's.  Threads:
 * start-up only. */
#ifndef IQ_CLI_NEWER_H
#define IQ_CLI_NEWER_H

#include <stdbool.h>

#include "base/str.h"

/* Is the file at [path] a library with cuInit? */
bool iq_newer_is_driver(const char *path);

/* Writes their names ("cuFoo, cuBar") to [names]; returns how many there are.  Files that cannot be
 * read have none. */
unsigned iq_newer_functions(const char *program, const char *guest, const char *driver,
                            struct iq_str *names);

#endif
