/* Effects by which rules know calls of OpenCL, whatever their names.  Threads: the calling thread. */
#ifndef IQ_API_OPENCL_KNOWN_H
#define IQ_API_OPENCL_KNOWN_H

#include "call/call.h"

/* Map and unmap. */
void iq_fx_cl_unmap(struct iq_call *call, int phase);
void iq_fx_cl_svm_unmap(struct iq_call *call, int phase);
void iq_fx_cl_svm_map(struct iq_call *call, int phase);

/* Compile or link a program. */
void iq_fx_cl_build(struct iq_call *call, int phase);
void iq_fx_cl_compile(struct iq_call *call, int phase);
void iq_fx_cl_link(struct iq_call *call, int phase);
static inline bool iq_cl_builds(const struct iq_entry *entry)
{
    return entry->effects == iq_fx_cl_build || entry->effects == iq_fx_cl_compile || entry->effects == iq_fx_cl_link;
}

/* Asks an event for its times. */
void iq_fx_cl_times(struct iq_call *call, int phase);

#endif
