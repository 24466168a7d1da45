/* Which bytes of device memory have been written: a bit per byte, next to the arena of each device.
 * Only for allocations of programs, and only while an observer wants to know.  Owner: process; the
 * bits are never unmapped.
 * Threads: begin with the driver lock, the rest without any. */
#ifndef IQ_SOFTDEV_SHADOW_H
#define IQ_SOFTDEV_SHADOW_H

#include "softdev/memory.h"

/* New memory: nothing of it has been written. */
void iq_shadow_begin(struct iq_alloc *alloc);
/* [alloc] was zeroed when it was made, and only from now on is it asked who writes to it. */
void iq_shadow_begin_late(const struct iq_alloc *alloc);
/* Whole chunks of memory went back: so do the pages of their bits. */
void iq_shadow_drop(const struct iq_device *device, uint64_t base, size_t bytes);
/* For iq_ptx_range.shadow; 0: all is written, or nobody asks. */
uint64_t iq_shadow_of(const struct iq_alloc *alloc);
void iq_shadow_written(uint64_t address, uint64_t size);
/* Bytes moved: what was not written stays so. */
void iq_shadow_copied(uint64_t to, uint64_t from, uint64_t size);
/* Kernels have written to the allocation at [address]: looks whether it is complete now. */
void iq_shadow_settle(uint64_t address);

#endif
