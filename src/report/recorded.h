/* The calls that --record kept, for formats that show time.  Stateless; borrowed from the
 * document. */
#ifndef IQ_REPORT_RECORDED_H
#define IQ_REPORT_RECORDED_H

#include "trace/document.h"

/* The last call with [stack] (0: none) that began at [before] or earlier; among them rather one
 * that is about [object] (0: any).  NULL: it was not kept. */
const struct iq_recorded_call *iq_recorded_find(const struct iq_document *document, uint32_t stack,
                                                uint64_t object, uint64_t before);

/* The call that [finding] is about. */
const struct iq_recorded_call *iq_recorded_of(const struct iq_document *document,
                                              const struct iq_finding *finding);

/* Its kernel, if it launches one, or its name. */
const char *iq_recorded_name(const struct iq_recorded_call *call);

/* The line in the program that made it; NULL: unknown. */
const struct iq_frame *iq_recorded_place(const struct iq_document *document,
                                         const struct iq_recorded_call *call);

#endif
