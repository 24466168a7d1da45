/* The parts of flow.c that are about the memory which the work of one call touches: copies and fills, kernels, nodes of graphs.
 * Owner: core.  Threads: the caller holds IQ_LOCK_ORDER, except where said otherwise. */
#ifndef IQ_API_CUDA_FLOW_WORK_H
#define IQ_API_CUDA_FLOW_WORK_H

#include "api_cuda/captures.h"
#include "api_cuda/flow.h"

struct iq_kernel;

/* Looks for what [touch] of [timeline] (NULL: the host) conflicts with and remembers it for this thread; NULL: nothing.  One conflict per call is
 * enough: what follows counts as ordered. */
struct iq_conflict *iq_flow_look(enum iq_conflict_kind kind, struct iq_timeline *timeline, const struct iq_touch *touch);

/* What was remembered, or what another part of order wants to remember.  No lock. */
struct iq_conflict *iq_flow_found(void);

/* Sends the conflict that was remembered to the rules.  No lock. */
void iq_flow_send(struct iq_call *call);

/* [call] copies or fills; true if that conflicts.  *frame: argument in a frame that nobody promises to be done with, -1: none. */
bool iq_flow_access_done(const struct iq_thread *thread, struct iq_call *call, struct iq_timeline *timeline, int *frame);

/* The same before it is forwarded; call->conflict gets the answer.  False: only for when it is back, nothing was done. */
bool iq_flow_access_again(struct iq_thread *thread, struct iq_call *call, struct iq_timeline *timeline);
bool iq_flow_access_ahead(struct iq_thread *thread, struct iq_call *call, struct iq_timeline *timeline);

/* The processor, not the device, may be what moves these bytes: guards would stop it.  No lock. */
void iq_flow_unguard(const struct iq_thread *thread, const struct iq_call *call);

/* Does the launch touch memory that is known?  A stream that may touch it too may be made while it runs.  No lock. */
bool iq_flow_has_touches(const struct iq_thread *thread, const struct iq_call *call);

/* [call] launches a kernel that does; true if that conflicts. */
bool iq_flow_kernel_done(struct iq_thread *thread, struct iq_call *call, struct iq_timeline *timeline);

/* The node that [call] describes copies or fills memory, or launches [kernel] (NULL: it does not): operation [op] of [captured] does that. */
void iq_flow_put_node(struct iq_thread *thread, struct iq_call *call, struct iq_captured *captured, uint32_t op, const struct iq_kernel *kernel);

#endif
