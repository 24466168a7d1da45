/* What watching a program did and cost (--stats), as a table on a terminal.  Threads: any. */
#ifndef IQ_CLI_STATISTICS_H
#define IQ_CLI_STATISTICS_H

#include <stddef.h>
#include <stdio.h>

#include "trace/document.h"

struct rusage;

/* Prints a table for each process that used a GPU, and what the whole program [used]. */
void iq_statistics_print(FILE *out, const struct iq_document *documents, size_t count,
                         const struct rusage *used);

#endif
