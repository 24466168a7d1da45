/* Mappings that the program makes and gives back itself (mmap, munmap, mremap): which one does an
 * address lie in, and who unmapped it? What the C library maps for its own use is not among them.
 * Owner: a fixed table; the history is bounded.  Threads: any; a lock of its own, held for a few
 * copies at most.
 * Fork: survives, also of a process with threads.  Works before libc is ready; leaves errno alone;
 * allocates nothing. */
#ifndef IQ_PROCESS_HOSTMAP_H
#define IQ_PROCESS_HOSTMAP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/contract.h"

/* Is a copy compared with the size of the mapping?  True unless the user said no. */
extern bool iq_hostmap_active;

/* How often the program has changed its mappings; atomic. */
extern uint64_t iq_hostmap_changes;

struct iq_hostmap_block {
    uint64_t base, end;                  /* whole pages */
    uintptr_t mapped, unmapped;          /* return addresses into the callers */
    uint64_t mapped_call, unmapped_call; /* running numbers of calls at that time */
    const char *how;                     /* "munmap", "mremap"; NULL: live */
    bool placed;                         /* at an address that the program asked for */
};

/* Who maps or unmaps: the return address into the caller, and the running number of its thread's
 * last call of an API. */
struct iq_hostmap_caller {
    uintptr_t pc;
    uint64_t call;
};

/* [size] bytes at [base] are the program's now, whatever was there before. */
void iq_hostmap_add(uint64_t base, uint64_t size, bool placed, struct iq_hostmap_caller by);

/* Nothing is there any more.  [how] is static. */
void iq_hostmap_remove(uint64_t base, uint64_t size, const char *how, struct iq_hostmap_caller by);

/* The mapping that [address] lies in now. */
IQ_NODISCARD bool iq_hostmap_find(uint64_t address, struct iq_hostmap_block *block);

/* The last one that lay there, if nothing is known to have come since. */
IQ_NODISCARD bool iq_hostmap_find_gone(uint64_t address, struct iq_hostmap_block *block);

/* Address up to which memory may be meant to belong together with [block]: its end, or that of the
 * last of its neighbours that was put after it on purpose or by the same caller, as allocators
 * do. */
uint64_t iq_hostmap_joint_end(const struct iq_hostmap_block *block);

#endif
