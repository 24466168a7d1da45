/* Names of kernels' parameters: PTX numbers them, sources name them.
 * Threads: one.  Owner: the texts are the document's. */
#ifndef IQ_REPORT_PARAMETERS_H
#define IQ_REPORT_PARAMETERS_H

#include "report/objects.h"
#include "trace/document.h"

/* Where [finding] speaks of the parameters of a kernel by number, puts what its author calls them:
 * the name that the kernel's host function has for it in debug information, the argument of the
 * Python function that Numba compiled.  Its stacks have been resolved. */
void iq_parameters_name(struct iq_document *document, struct iq_objects *objects,
                        struct iq_finding *finding);

#endif
