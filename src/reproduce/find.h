/* Recorded calls that findings speak of.  Threads: one. */
#ifndef IQ_REPRODUCE_FIND_H
#define IQ_REPRODUCE_FIND_H

#include "trace/document.h"

/* The position of the call that [finding] is about, or made the object; false: it was not kept. */
bool iq_find_call(const struct iq_document *document, const struct iq_finding *finding,
                  uint32_t *position);

/* The position of the last call before [before] that was made from [stack], rather one of [object];
 * -1: none. */
int64_t iq_find_stack(const struct iq_document *document, uint32_t stack, uint64_t object,
                      uint32_t before);

#endif
