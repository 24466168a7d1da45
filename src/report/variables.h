/* Findings that only debug information can prove: copies that overrun a variable, variables that
 * end under an asynchronous copy.
 * Threads: one (the launcher's). */
#ifndef IQ_REPORT_VARIABLES_H
#define IQ_REPORT_VARIABLES_H

#include "report/objects.h"

/* Proves or drops every unproven finding of [document], and writes the sentences of those that
 * stay.  Stacks are added with ids counted down from *next_id. */
void iq_variables_judge(struct iq_document *document, struct iq_objects *objects,
                        uint32_t *next_id);

#endif
