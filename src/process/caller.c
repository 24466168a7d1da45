#include "process/caller.h"

#include <errno.h>
#include <stddef.h>

#include "base/hot.h"
#include "process/find_object.h"
#include "process/modules.h"
#include "process/unwind.h"

/* Units of account: a walk that is known again (some 140 instructions).  A fresh one costs WALK of
 * them.  Every UNIT_BYTES of a block pay for one; what all blocks together may spend beyond that is
 * in the purse, of which a thread takes SHARE at a time. */
enum { UNIT_BYTES = 256, WALK = IQ_CALLER_SURE / UNIT_BYTES, SHARE = 4 * WALK };
static int64_t purse = 1 << 20; /* atomic */

/* Thread-local memory is scarce under LD_AUDIT: the walks of all threads are in one table. */
static __thread struct {
    int32_t allowance;
    bool walking; /* what the walk itself calls has no stack */
} own __attribute__((tls_model("initial-exec")));

/* A walk, by its return address and stack pointer, and the words that it read. */
enum { TABLE_BITS = 10 };
static struct known {
    uint32_t busy; /* atomic: a thread looks at it; others do without */
    uint16_t id, count;
    uintptr_t pc, sp;
    uint16_t place[IQ_CALLER_DEPTH];
    uint32_t word[IQ_CALLER_DEPTH]; /* their lower halves */
    uint64_t rest;
} table[1 << TABLE_BITS] __attribute__((aligned(128)));
_Static_assert(sizeof(struct known) == 128, "two cache lines");

/* False: all is spent. */
static bool take_share(void)
{
    if (__atomic_load_n(&purse, __ATOMIC_RELAXED) <= 0)
        return false;
    __atomic_fetch_sub(&purse, SHARE, __ATOMIC_RELAXED);
    own.allowance += SHARE;
    return true;
}

static inline void earn(uint64_t bytes)
{
    own.allowance += bytes < IQ_CALLER_SURE ? (int32_t)bytes / UNIT_BYTES : WALK + 1;
    if (own.allowance > SHARE)
        own.allowance = SHARE;
}

static inline bool may_spend(int32_t cost)
{
    if (__builtin_expect(own.allowance < cost, 0) && !take_share())
        return false;
    own.allowance -= cost;
    return true;
}

/* The frames are those of others, with what a sanitizer put around their variables.  Innermost
 * first: where a return address is the same, so is the size of the frame around the next one, which
 * is therefore on this stack, whatever lay here when the walk was made. */
__attribute__((no_sanitize("address"))) static inline bool is_same(const struct known *known,
                                                                   struct iq_site site)
{
    const uintptr_t *words = (const uintptr_t *)site.sp - 1;
    if (known->pc != site.pc || known->sp != site.sp)
        return false;
    for (uint32_t i = 0; i < known->count; i++)
        if ((uint32_t)words[known->place[i]] != known->word[i])
            return false;
    return true;
}

static void remember(struct known *known, struct iq_site site, const struct iq_unwind *walk,
                     uint32_t id)
{
    known->pc = 0;
    if (!iq_unwind_places(walk, site.sp, known->place, IQ_CALLER_DEPTH))
        return;
    for (uint32_t i = 0; i < walk->words; i++)
        known->word[i] = (uint32_t)*walk->slot[i];
    known->count = (uint16_t)walk->words;
    known->id = (uint16_t)id;
    known->sp = site.sp;
    known->pc = site.pc;
}

/* Where the unwinder takes the loader's lock there are no walks: anybody may wait behind that who
 * holds a lock that this thread waits for.  The dynamic linker's own blocks, some twenty for each
 * library, are nobody's argument. */
IQ_COLD static uint32_t walk(struct iq_site site, struct known *known)
{
    if (own.walking || !iq_find_object_is_lockless() || iq_modules_is_loader(site.pc) ||
        !may_spend(WALK))
        return 0;
    int error = errno;
    struct iq_unwind walk = { .first = site.pc, .limit = IQ_CALLER_DEPTH, .chain.quiet = true };
    own.walking = true;
    iq_unwind(&walk);
    uint32_t id = walk.count > 1 ? iq_depot_put(walk.pc, walk.count) : 0;
    remember(known, site, &walk, id);
    own.walking = false;
    errno = error;
    return id;
}

/* Apart from iq_caller_of, which mostly has nothing to spend and needs no registers for that. */
static __attribute__((noinline)) uint64_t recall(struct iq_site site)
{
    struct known *known = &table[(site.pc ^ site.sp) * 0x9e3779b97f4a7c15u >> (64 - TABLE_BITS)];
    if (__atomic_exchange_n(&known->busy, 1, __ATOMIC_ACQUIRE))
        return site.pc;
    uint64_t id = is_same(known, site) ? known->id : walk(site, known);
    __atomic_store_n(&known->busy, 0, __ATOMIC_RELEASE);
    return site.pc | id << IQ_CALLER_PC_BITS;
}

IQ_FAST uint64_t iq_caller_of(struct iq_site site, uint64_t bytes)
{
    if (!site.sp)
        return site.pc;
    earn(bytes);
    return may_spend(1) ? recall(site) : site.pc;
}

uint32_t iq_caller_frames(uint64_t caller, uintptr_t *pc)
{
    uint32_t count = iq_depot_get((uint32_t)(caller >> IQ_CALLER_PC_BITS), pc);
    if (count)
        return count;
    *pc = iq_caller_pc(caller);
    return *pc != 0;
}
