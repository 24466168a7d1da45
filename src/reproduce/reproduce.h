/* A C program that makes the recorded calls again which lead to a finding.
 * Threads: one. */
#ifndef IQ_REPRODUCE_REPRODUCE_H
#define IQ_REPRODUCE_REPRODUCE_H

#include "base/str.h"
#include "trace/document.h"

/* Appends the program to [out]; [path]: the file that it will be in.  Returns 0, IQ_ENOMEM, or
 * IQ_EUNSUPPORTED: it cannot be made, [why] is the reason in a sentence. */
int iq_reproduce_write(struct iq_str *out, const struct iq_document *document,
                       const struct iq_finding *finding, const char *path, struct iq_str *why);

#endif
