/* What `inquest inspect` prints of a file.
 * Threads: any, no shared state. */
#ifndef IQ_CLI_DESCRIBE_H
#define IQ_CLI_DESCRIBE_H

#include <stdbool.h>
#include <stdio.h>

/* What is inside, on which devices it can load, what is missing.  Text for
 * people or one JSON document. Returns 0, IQ_EFORMAT when no image is inside, IQ_ETRUNCATED or
 * IQ_ECORRUPT when one is damaged; or what open returned. */
int iq_describe_path(const char *path, FILE *out, bool json);
int iq_describe_memory(const char *name, const void *bytes, size_t size, FILE *out, bool json);

#endif
