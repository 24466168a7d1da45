/* Which of the recorded calls lead to a finding: the call itself, and before it those that made,
 * changed or ended the objects that it uses, what those need in turn, and the state of its thread.
 * Owner: the caller of iq_slicer_init, which reads [document] until iq_slicer_finish.
 * Threads: one. */
#ifndef IQ_REPRODUCE_SLICE_H
#define IQ_REPRODUCE_SLICE_H

#include "base/vec.h"
#include "reproduce/signature.h"
#include "trace/document.h"

/* An object or memory that a recorded call has made. */
struct iq_made {
    uint64_t value, size; /* size of memory; 0: not known */
    uint32_t call;        /* position among the recorded calls */
    uint16_t memory;      /* position among the call's memory; UINT16_MAX: it is returned */
    uint16_t word;        /* of it */
    uint8_t makes;        /* bits of enum iq_parameter_makes */
};

struct iq_slicer {
    const struct iq_document *document;
    IQ_VEC(struct iq_made) made; /* by value, then call */
    uint8_t *marks;              /* of each recorded call: what is it needed for? */
};
typedef IQ_VEC(uint32_t) iq_slice; /* positions among the recorded calls, in order */

/* Returns 0, IQ_ENOMEM. */
int iq_slicer_init(struct iq_slicer *slicer, const struct iq_document *document);
void iq_slicer_finish(struct iq_slicer *slicer);

/* The function of [call], NULL: not known, or the call does not fit it. */
const struct iq_signature *iq_signature_of(const struct iq_recorded_call *call);

/* The last that made [value], or memory that it lies in, before call [before].  With [slack] also
 * one that lies a little behind.  NULL: none. */
const struct iq_made *iq_slicer_find(const struct iq_slicer *slicer, uint64_t value,
                                     uint32_t before, bool slack);

/* Fills [slice], which is empty; the last one is the call that [finding] is about.  Empty: no
 * recorded call is.  Returns 0, IQ_ENOMEM. */
int iq_slicer_slice(struct iq_slicer *slicer, const struct iq_finding *finding, iq_slice *slice);

#endif
