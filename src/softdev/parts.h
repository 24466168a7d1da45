/* Allocations that the program divides itself, as the observer describes them
 * (abi/soft_observer.h): what a kernel may do where.
 * Owner: each launch holds the division of the moment when it was enqueued.  Threads: any; a
 * division never changes. */
#ifndef IQ_SOFTDEV_PARTS_H
#define IQ_SOFTDEV_PARTS_H

#include "abi/soft_observer.h"
#include "ptx/ptx_exec.h"

/* One more use, which iq_soft_parts_done ends; NULL is fine. */
struct iq_soft_parts *iq_parts_ref(struct iq_soft_parts *parts);

/* Cuts [range], which holds [address, address+size), down to the part there, or to what lies
 * between parts.  False: the access leaves it, or needs a closer look (iq_parts_allow). */
bool iq_parts_clip(const struct iq_soft_parts *parts, uint64_t address, uint32_t size,
                   struct iq_ptx_range *range);

/* [access] was refused: may the kernel make it all the same, in a part where it may not do
 * everything? */
bool iq_parts_allow(const struct iq_soft_parts *parts, const struct iq_ptx_access *access);

/* As iq_ptx_env.belongs, for a range of the same allocation; 1 if parts say nothing against it. */
int iq_parts_belongs(const struct iq_soft_parts *parts, uint64_t pointer,
                     const struct iq_ptx_range *range);

/* Does [address, address+size) count as written? */
bool iq_parts_is_written(const struct iq_soft_parts *parts, uint64_t address, uint32_t size);

/* Says in [fault] which parts it is about. */
void iq_parts_explain(const struct iq_soft_parts *parts, struct iq_soft_fault *fault);

#endif
