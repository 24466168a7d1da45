/* What the ranks of a communicator called, one against the other: rule collective-mismatch.
 * Owner: nothing is kept; findings belong to the documents.  Threads: none of its own. */
#ifndef IQ_REPORT_COLLECTIVES_H
#define IQ_REPORT_COLLECTIVES_H

#include "trace/document.h"

/* Adds a finding to the document of each rank whose call differs from that of most others, the
 * first time that they differ on a communicator; and of each that has ended well without a call
 * that others made.  What a document says already is not said again.  Stacks must be resolved.
 * Returns 0, IQ_ENOMEM. */
int iq_collectives_compare(struct iq_document *documents, size_t count);

#endif
