/* Memory that the program divides itself and describes by NVTX (nvToolsExtMem) or inquest.h: heaps,
 * the regions in them, what may be done there. The memory of a heap belongs to nobody until a
 * region of it is registered. Owner: core.  Threads: any; IQ_LOCK_POOLS.  Fork: survives.  Nothing
 * is kept, and launches cost one look, until a heap, a permission or a mark is there. */
#ifndef IQ_MODEL_POOLS_H
#define IQ_MODEL_POOLS_H

#include <stdbool.h>
#include <stdint.h>

#include "abi/soft_observer.h"
#include "model/call_ref.h"
#include "model/range.h"

/* In this order where they begin and end together: what comes later lies in what comes before. */
enum iq_pool_kind {
    IQ_POOL_LAYOUT /* usable as a whole */,
    IQ_POOL_HEAP,
    IQ_POOL_BLOCKS /* a heap of which nobody uses the whole: its address is that of a region */,
    IQ_POOL_REGION,
    IQ_POOL_PERMISSIONS /* of an allocation without regions */
};

/* Bytes [base, base+size) are one from now on.  False: no allocation that is known holds them. */
bool iq_pools_add(enum iq_pool_kind kind, uint64_t base, uint64_t size, struct iq_call_ref ref);

/* A pool hands out [size] bytes at [base]: what it handed out there before has come back.  [whole]:
 * the allocation around them belongs to the pool.  False: no allocation that is known holds
 * them. */
bool iq_pools_hand_out(uint64_t base, uint64_t size, bool whole, struct iq_call_ref ref);

/* The allocation that begins at [base] came back to somebody who has not freed it yet. */
void iq_pools_keep(uint64_t base, struct iq_call_ref ref);

/* The region that begins at [base] has [size] bytes now. */
void iq_pools_resize(uint64_t base, uint64_t size);

/* The region that begins at [base] is given back. */
void iq_pools_end_region(uint64_t base, struct iq_call_ref ref);

/* The regions of the heap that begins at [heap] (0: those in no heap) are given back; [whole]: so
 * is the heap, and its memory is ordinary again. */
void iq_pools_end_heap(uint64_t heap, bool whole, struct iq_call_ref ref);

/* What kernels may do (IQ_SOFT_MAY_...) with the region, or else the allocation, that begins at
 * [base]. */
void iq_pools_allow(uint64_t base, uint32_t may, struct iq_call_ref ref);

/* All permissions are what they were. */
void iq_pools_allow_all(void);

/* Somebody that is not seen has written these bytes. */
void iq_pools_mark_written(uint64_t base, uint64_t size);

/* Is any memory divided?  Atomic. */
extern bool iq_pools_used;

/* Where a copy of the host goes: .size bytes from .address on. */
enum iq_pools_place {
    IQ_POOLS_FINE,
    IQ_POOLS_PAST /* begins in a region and ends after it */,
    IQ_POOLS_GONE /* in one that was given back */
};

/* [range] becomes the region's.  What begins where a heap begins may be about the heap as a whole,
 * and is fine. */
enum iq_pools_place iq_pools_look(uint64_t address, uint64_t size, struct iq_range *range);

/* Shows the heaps that consist of blocks, by address, and after each one its regions unless .heap
 * returned false; under the lock. */
struct iq_pools_visitor {
    bool (*heap)(void *user, uint64_t base, uint64_t size);
    void (*region)(void *user, uint64_t size, const struct iq_call_ref *created);
};
void iq_pools_visit(const struct iq_pools_visitor *visitor, void *user);

/* The live region that holds [address]; false: none. */
bool iq_pools_find(uint64_t address, struct iq_range *range);

/* The region that held [address] when [use] was made, and has been given back since; false: none,
 * or another thread gave it out or back, whose calls cannot be put in order. */
bool iq_pools_find_former(uint64_t address, const struct iq_call_ref *use, struct iq_range *range);

/* What the program calls the memory that begins at [base]; NULL [name]: nothing any more. */
void iq_pools_name(uint64_t base, const char *name);
const char *iq_pools_name_of(uint64_t base);

/* As the member of struct iq_soft_observer. */
struct iq_soft_parts *iq_pools_parts(void *user);

/* What an access has to do with the parts. */
enum iq_pools_fault {
    IQ_POOLS_FAULT_NONE,         /* nothing */
    IQ_POOLS_FAULT_OF_PART,      /* it leaves a part, or uses one that was given back */
    IQ_POOLS_FAULT_UNREGISTERED, /* no region is registered there */
    IQ_POOLS_FAULT_FORBIDDEN     /* .part_may is what the program permits there */
};

/* If [fault] is about parts, its kind and object, and [range], become those of the part. */
enum iq_pools_fault iq_pools_explain(struct iq_soft_fault *fault, struct iq_range *range);

/* Is it about memory that is there, and that only the program does not want to be used? */
bool iq_pools_forbid(const struct iq_soft_fault *fault);

#endif
