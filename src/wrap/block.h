/* Options --device-guard and --canary: device memory that betrays overruns on a real GPU. A guarded
 * block is a mapping of its own, with nothing mapped in front of it or after it, and lies at the
 * mapping's end: a kernel that runs past it by more than the alignment faults at once, at full
 * speed.  When it is freed its addresses stay unmapped.  A block with a canary is an ordinary one
 * that is a little longer.  In both, the bytes between what the program asked for and the end hold
 * a pattern that is looked at when the program waits (within 5% of the run time) and when it frees
 * the block. What the program asks about such memory (address range, attributes) is answered as for
 * memory of its own size.
 * Owner: wrap; records are used again, never freed.  Threads: any; a lock of our own is held while
 * records change, none while the driver runs. */
#ifndef IQ_WRAP_BLOCK_H
#define IQ_WRAP_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "real_cuda.h"

struct iq_block {
    uint64_t base, size; /* as the program knows it */
    /* bytes after it that hold the pattern; 0: none, or they were found damaged */
    uint64_t canary;
    uint64_t map, map_size; /* map_size 0: not guarded */
    CUmemGenericAllocationHandle handle;
    CUcontext context;
    CUdevice device;
    uint64_t launches; /* made when the canary was seen intact for the last time */
    uint32_t place;    /* in the table */
};

enum { IQ_BLOCK_PATTERN = 0xc5, IQ_BLOCK_CANARY = 512, IQ_BLOCK_ALIGNMENT = 256 };

/* The block that holds [address], as the program knows it; a copy.  False: it is an ordinary
 * one. */
bool iq_block_find(uint64_t address, struct iq_block *block);

/* Adds a copy of [block]; false: too many. */
bool iq_block_add(const struct iq_block *block);

/* Takes the block that begins at [base] out; false: none. */
bool iq_block_take(uint64_t base, struct iq_block *block);

/* The next block after place *at of the table, round and round; false: there are none. */
bool iq_block_next(uint32_t *at, struct iq_block *block);
uint32_t iq_block_count(void);

/* The canary of the block at [base] was intact after [launches], or is not to be looked at
 * again. */
void iq_block_seen(uint64_t base, bool intact, uint64_t launches);

/* Takes any block of [context] out; false: none. */
bool iq_block_take_of(CUcontext context, struct iq_block *block);

void iq_blocks_after_fork(void);

/* Puts itself in front of the driver's functions, if an option asks for it.  Once, when the driver
 * is bound. */
void iq_device_memory_install(void);

/* What the guards cost, as a message, when the process ends. */
void iq_device_memory_tell(void);

#endif
