/* Blocks of the program's own heap (malloc and its kin): which block does an address lie in, and
 * which freed one?
 *
 * Out of band: nothing is put into blocks.  A block's record lies in a shadow of the address space,
 * at a place that follows from the block's address and size class, so that adding and freeing take
 * no lock, search nothing and allocate nothing but shadow pages.  A record belongs to who owns the
 * block: the order that malloc and free give is the only one needed. Freed records stay until the
 * place is used again: the history is bounded by the shadow.
 * Threads: any.  Fork: survives.  Signals: all but iq_hostheap_certainly_freed are
 * async-signal-safe. Works before libc is ready and inside malloc: raw mmap only; leaves errno
 * alone. */
#ifndef IQ_PROCESS_HOSTHEAP_H
#define IQ_PROCESS_HOSTHEAP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/blocks.h"
#include "process/stack.h"

/* Are blocks recorded?  The hooks decide once; blocks from before are unknown, which every look-up
 * says. */
static inline bool iq_hostheap_is_active(void) { return iq_blocks_are(IQ_BLOCKS_RECORDED); }

/* Becomes true when blocks are seen to be made or freed behind the hooks' back: freed records then
 * prove nothing. */
extern bool iq_hostheap_leaky;

/* Is the allocator glibc's?  Only there are records checked against the allocator's own idea of a
 * block. */
extern bool iq_hostheap_is_glibc;

/* Looks for ways around the hooks that can only be seen in loaded objects; may be NULL. */
extern bool (*iq_hostheap_look_for_leaks)(void);

struct iq_hostheap_block {
    uint64_t base, size;
    /* callers (process/caller.h) of malloc, of free; freed 0: live */
    uint64_t allocated, freed;
};

/* A block was handed out; one has changed its size and not its place. */
void iq_hostheap_add(uint64_t base, uint64_t size, struct iq_site by);
void iq_hostheap_resize(uint64_t base, uint64_t size, struct iq_site by);

/* To be called before the allocator gets the block back.  False: not recorded. */
bool iq_hostheap_free(uint64_t base, struct iq_site by);

/* The allocator refused (a failed realloc): the block lives. */
void iq_hostheap_restore(uint64_t base);

/* Nothing is known of the block any more: its record was found to be wrong. */
void iq_hostheap_forget(uint64_t base);

/* [lo, hi) is no heap any more: big blocks there are forgotten.  Small ones share pages, which
 * allocators do not give back while they are used, and cost too much to look for. */
void iq_hostheap_forget_range(uint64_t lo, uint64_t hi);

/* The program was told that it may use more of the block (malloc_usable_size). */
void iq_hostheap_grow(uint64_t base, uint64_t size);

enum iq_hostheap_state { IQ_HOSTHEAP_UNKNOWN, IQ_HOSTHEAP_LIVE, IQ_HOSTHEAP_FREED };

/* What [address] lies in; a block of no bytes holds its own address.  Doubt is UNKNOWN. */
enum iq_hostheap_state iq_hostheap_find(uint64_t address, struct iq_hostheap_block *block);

/* Do [size] bytes at [address], which a call uses, lie in one live block?  False is no answer:
 * iq_hostheap_find knows.  For the same addresses again and again: each thread remembers a few
 * records. */
bool iq_hostheap_covers(uint64_t address, uint64_t size);

/* Who frees the live block at [base], which a call uses, first of all from now on is remembered,
 * whoever gets its place; returns a number for the other two, -1: there are too many. */
int iq_hostheap_watch(uint64_t base);
uint64_t iq_hostheap_watched(int watch); /* its caller, 0: nobody has freed it */
void iq_hostheap_unwatch(int watch);

/* Live record against the allocator's header: false if they contradict each other. */
bool iq_hostheap_certainly_live(const struct iq_hostheap_block *block);

/* Has the block that was live at [base], handed out to caller [allocated], been freed since, or
 * moved, or resized to less than [base, end), whoever owns its place now?  False: it lives, its
 * place was handed out to the same caller again, or to one that has resized it, or blocks are freed
 * unseen. */
bool iq_hostheap_is_over(uint64_t base, uint64_t allocated, uint64_t end);

/* Is the memory of freed [block] still the allocator's, so that nobody else can live there?  False:
 * unmapped or doubt. */
bool iq_hostheap_certainly_freed(const struct iq_hostheap_block *block);

#endif
