/* Cells of global memory that one thread alone has used: most of those that lanes go to wherever
 * they like.  An owner says who that was, and its weightiest access; whatever it cannot say opens
 * the cell: it goes into the line (race_table.h), where the cell is judged from then on.
 * Cells come in pages, which the first access in a launch gives to owners or to lines: rows of
 * lanes go to lines.  One launch at a time has owners, so that what is left of others is old.
 * Owner: the process.  Threads: any.  Of two threads that use a cell at the same moment one may go
 * unseen; not in the first instructions of a launch, where each page has a lock. */
#ifndef IQ_PTX_OWNERS_H
#define IQ_PTX_OWNERS_H

#include "arch/arch.h"
#include "ptx/exec.h"

struct iq_ptx_owners; /* of a launch */
struct iq_ptx_stores; /* stores.h */
struct iq_ptx_stores_list;

/* NULL: another launch has them, or there is no memory. */
struct iq_ptx_owners *iq_ptx_owners_create(const struct iq_ptx_launch *launch);
void iq_ptx_owners_destroy(struct iq_ptx_owners *owners);
struct iq_ptx_stores_list *iq_ptx_owners_stores(struct iq_ptx_owners *owners);

/* Accesses of the lanes of a warp.  stores: those of the block; values: of a store, a lane's at
 * lane * stride; memory: where the host has address 0; shift: log2 of the bytes of a cell. */
struct iq_ptx_owners_use {
    struct iq_ptx_owners *owners;
    struct iq_ptx_stores *stores;
    const uint64_t *addr;
    const uint8_t *values, *memory;
    uint64_t offset;
    uint32_t block, thread, time, pc, mask, size, shift, stride;
    bool write, plain; /* plain: an owner can say it */
};

/* Notes what it can, and opens the rest; returns the lanes that are to be judged by lines. */
uint32_t iq_ptx_owners_note(const struct iq_ptx_owners_use *use);
/* Addresses whose pages are by owners; attempts to find more of them: each time their number
 * doubles. */
struct iq_ptx_owners_known {
    uint64_t begin, bytes;
    uint32_t misses;
};
/* Of words, by lane: addresses, those of a lane that runs for lanes that do not, and where in the
 * table their owners are. */
struct iq_ptx_owners_places {
    uint64_t addr[IQ_PTX_LANES];
    uint32_t places[IQ_PTX_LANES];
};

/* Words whose owners are about to be looked at: asks for their lines, and says where they are;
 * false: they are to be noted at once. */
bool iq_ptx_owners_ask(const struct iq_ptx_owners_use *use, struct iq_ptx_owners_known *known,
                       struct iq_ptx_owners_places *to);
/* Stores to words, found before, of all lanes; false: an owner stands in the way, and nothing has
 * been noted. */
bool iq_ptx_owners_store(const struct iq_ptx_owners_use *use,
                         const struct iq_ptx_owners_places *at);
/* Are all these cells judged by lines?  If nobody has used them, they are from now on. */
bool iq_ptx_owners_leave(struct iq_ptx_owners *o, uint64_t cell, uint64_t count);
/* These are about to be looked at in their lines; [shift] and [memory] as above. */
void iq_ptx_owners_open(struct iq_ptx_owners *o, uint64_t cell, uint32_t count, uint32_t shift,
                        const uint8_t *memory);
/* Nobody has used these, 16 at most and all in one page. */
void iq_ptx_owners_forget(struct iq_ptx_owners *o, uint64_t cell, uint32_t count);

/* exec_race_global.c: a cell that is opened.  Who has used it; what a store left there. */
struct iq_ptx_owner {
    uint32_t block, time, who; /* as in a record of race_table.h */
    bool write;
};
void iq_ptx_race_take_over(const struct iq_ptx_launch *launch, uint64_t cell, uint32_t shift,
                           const struct iq_ptx_owner *owner, const uint8_t *held);

/* ... [bytes] of zeroes for a table of races, with huge pages but for the first [sparse]; NULL: no
 * memory. */
void *iq_ptx_race_map(size_t bytes, size_t sparse);

/* Locks of what threads of the host share, for a few instructions. */
static inline void iq_ptx_race_lock(uint8_t *lock)
{
    while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE))
        iq_arch_pause();
}
static inline void iq_ptx_race_unlock(uint8_t *lock)
{
    __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

#endif
