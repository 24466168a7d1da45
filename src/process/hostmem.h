/* Ordinary host memory: may an address be read or written, and what is it (stack, heap, program
 * data, unmapped)?
 * Threads: any.  Fork: survives.  Nothing here faults, whatever the address. */
#ifndef IQ_PROCESS_HOSTMEM_H
#define IQ_PROCESS_HOSTMEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/contract.h"

enum iq_hostmem_what {
    IQ_HOSTMEM_UNMAPPED,
    IQ_HOSTMEM_STACK,
    IQ_HOSTMEM_HEAP,
    IQ_HOSTMEM_DATA,
    IQ_HOSTMEM_CODE,
    IQ_HOSTMEM_MAPPING
};

struct iq_hostmem_region {
    uint64_t begin, end;
    bool readable, writable, executable, shared;
    uint8_t what;
};

/* Region of [address] by a fresh look at the process's mappings.  False: unmapped. */
IQ_NODISCARD bool iq_hostmem_look(uint64_t address, struct iq_hostmem_region *region);

/* The same, without a look where the last one saw readable memory, it still is, and neither
 * libraries nor the program's mappings have changed since.  Bounds and protection may be older. */
IQ_NODISCARD bool iq_hostmem_find(uint64_t address, struct iq_hostmem_region *region);

/* First region that ends after [address], as the last look saw it.  False: none. */
IQ_NODISCARD bool iq_hostmem_next(uint64_t address, struct iq_hostmem_region *region);

/* Pages that we have protected ourselves may be used all the same; NULL: there are none. */
extern bool (*iq_hostmem_is_guarded)(uint64_t address);

enum iq_hostmem_verdict { IQ_HOSTMEM_OK, IQ_HOSTMEM_UNREADABLE, IQ_HOSTMEM_READ_ONLY };

/* May [size] bytes at [address] be read (or written)?  *bad gets the first address that may not.
 * Usually without a system call for
 * long-lived regions, one for others.  Doubt counts as OK. */
enum iq_hostmem_verdict iq_hostmem_check(uint64_t address, uint64_t size, bool write,
                                         uint64_t *bad);

/* Is [address] in a frame of the calling thread that still exists, above its stack pointer [sp]?
 * Other stacks count as no. */
bool iq_hostmem_is_in_frames(uint64_t address, uint64_t sp);

/* Are these bytes of the calling thread's own stack, below its stack pointer [sp], where only
 * frames were that have ended?  Other
 * stacks (of coroutines, of signal handlers) count as no.  Usually one comparison. */
bool iq_hostmem_is_dead_stack(uint64_t address, uint64_t size, uint64_t sp);

/* Copies at most [size] bytes of the C string [text]; returns its length, 0 if it cannot be
 * read. */
size_t iq_hostmem_copy_text(const char *text, char *copy, size_t size);

/* Copies [size] bytes from [address]; false if they cannot be read. */
IQ_NODISCARD bool iq_hostmem_copy(uint64_t address, void *copy, size_t size);

#endif
