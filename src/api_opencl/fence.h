/* Fences around what PoCL allocates for buffers and images: each block ends where memory that
 * nobody may touch begins, and so does the page that it begins in.  A kernel that leaves its buffer
 * traps, is reported, and goes on: the fence is opened.  Nothing of the API changes, and other
 * drivers allocate as ever.
 * Owner: the C library's hooks (src/wrap/malloc.c), which hand out and take back.  Threads: any.
 * Signals: the last three may run in a handler. */
#ifndef IQ_API_OPENCL_FENCE_H
#define IQ_API_OPENCL_FENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hot.h"

enum {
    IQ_CL_FENCE_ALIGNMENT = 128, /* of everything that PoCL keeps for kernels, and its unit */
    IQ_CL_FENCE_PATTERN = 0xb7
};

struct iq_cl_fence_block {
    uint64_t slot, slot_end;   /* with the fences on both sides */
    uint64_t begin, base, end; /* pages begin; the block, which ends with them */
    uint64_t filled;           /* the pattern is from here to the end */
    uint32_t live;             /* atomic */
    uint32_t opened;           /* bits: in front, after; atomic */
    bool gone;                 /* kept without access */
};

extern bool iq_cl_fence_wanted IQ_HOT;
extern uint64_t iq_cl_fence_lo IQ_HOT;
/* there are 2^40 bytes of address space for all blocks */
enum { IQ_CL_FENCE_SHIFT = 40 };

/* There is a device that is a CPU: its driver's blocks are to be fenced, if guards are possible. */
void iq_cl_fence_enable(void);

/* May [block] be one that is fenced? */
static inline bool iq_cl_fence_holds(const void *block)
{
    return __builtin_expect(
        ((uint64_t)(uintptr_t)block - iq_cl_fence_lo) >> IQ_CL_FENCE_SHIFT == 0 && iq_cl_fence_lo,
        0);
}

/* [size] bytes for the caller at [pc]; NULL: it is not to be fenced, or there is no room. */
void *iq_cl_fence_allocate(size_t size, uintptr_t pc);

/* Gives it back; the bytes that it has. */
void iq_cl_fence_free(void *block);
size_t iq_cl_fence_size(const void *block);

/* What PoCL takes for a buffer of [size] bytes. */
static inline uint64_t iq_cl_fence_rounded(uint64_t size)
{
    return (size + IQ_CL_FENCE_ALIGNMENT - 1) / IQ_CL_FENCE_ALIGNMENT * IQ_CL_FENCE_ALIGNMENT;
}

/* The block whose slot [address] is in, live or not; NULL: none. */
struct iq_cl_fence_block *iq_cl_fence_find(uint64_t address);

/* The live block of [size] bytes that is the driver's memory of the buffer [value]; NULL: not
 * found, or not allocated yet. */
const struct iq_cl_fence_block *iq_cl_fence_of(uint64_t value, uint64_t size);

/* Opens the fence that [address] is in; false: it is in none of a live block. */
bool iq_cl_fence_open(struct iq_cl_fence_block *block, uint64_t address);

/* A kernel or the host touched what crash->address says, in a fence of crash->block.  crashed.c. */
struct iq_cl_crash;
void iq_cl_fence_crossed(const struct iq_cl_crash *crash);

#endif
