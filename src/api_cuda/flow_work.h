/* The parts of flow.c that are about the memory which the work of one call touches: copies and
 * fills, kernels, nodes of graphs.
 * Owner: core.  Threads: the caller holds IQ_LOCK_ORDER, except where said otherwise. */
#ifndef IQ_API_CUDA_FLOW_WORK_H
#define IQ_API_CUDA_FLOW_WORK_H

#include "api_cuda/captures.h"
#include "api_cuda/flow.h"
#include "api_cuda/launch_cache.h"

struct iq_kernel;

/* [call] copies or fills; true if that conflicts.  *frame: argument in a frame that nobody promises
 * to be done with, -1: none. */
bool iq_flow_access_done(const struct iq_thread *thread, struct iq_call *call,
                         struct iq_timeline *timeline, int *frame);

/* [call], which copies or fills, is about to be forwarded: puts it in order now; call->conflict
 * gets the conflict.  False: that has to wait until the call is back, nothing was done. */
bool iq_flow_access_ahead(struct iq_thread *thread, struct iq_call *call,
                          struct iq_timeline *timeline);

/* The processor, not the device, may be what moves these bytes: guards would stop it.  No lock. */
void iq_flow_unguard(const struct iq_thread *thread, const struct iq_call *call);

/* A launch on a GPU, with what its kernel uses of managed memory for certain.  IQ_LOCK_ORDER held.
 */
void iq_flow_place_kernel(const struct iq_thread *thread, struct iq_call *call,
                          struct iq_timeline *timeline);

/* Does the launch touch memory that is known?  A stream that may touch it too may be made while it
 * runs.  No lock. */
bool iq_flow_has_accesses(const struct iq_thread *thread, const struct iq_call *call);

/* [call] launches a kernel that does; true if that conflicts. */
bool iq_flow_kernel_done(struct iq_thread *thread, struct iq_call *call,
                         struct iq_timeline *timeline);

/* Where the words that [thread] launches its kernel with lead. */
void iq_flow_words(const struct iq_thread *thread, struct iq_work_words *words);

/* As iq_flow_kernel_done, of a launch in the call cache.  False: that has to be asked anew, nothing
 * was done. */
bool iq_flow_kernel_again(struct iq_thread *thread, struct iq_call *call,
                          struct iq_timeline *timeline);

/* The node that [call] describes copies or fills memory, or launches [kernel] (NULL: it does not):
 * operation [op] of [captured] does that. */
void iq_flow_put_node(struct iq_thread *thread, struct iq_call *call, struct iq_captured *captured,
                      uint32_t op, const struct iq_kernel *kernel);

#endif
