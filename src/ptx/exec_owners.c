/* Owners of cells of global memory: eight bytes for each, found by the address. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "ptx/cold.h"
#include "ptx/cpu.h"
#include "ptx/owners.h"
#include "ptx/owners_table.h"
#include "ptx/race.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum {
    EXACT = 512,        /* instructions of a launch that take locks */
    OPENED_LEAST = 4096 /* cells; more than one in eight: this launch needs lines */
};

/* ---- life ---- */

void *iq_ptx_race_map(size_t bytes, size_t sparse)
{
    char *map = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (map == MAP_FAILED)
        return NULL;
    madvise(map, bytes, MADV_DONTDUMP);
    madvise(map + sparse, bytes - sparse, MADV_HUGEPAGE);
    return map;
}

static struct iq_ptx_owners_table *table;
static uint32_t holder; /* the launch that has owners; 0: none */

static struct iq_ptx_owners_table *prepare(void)
{
    if (!table)
        table = iq_ptx_race_map(sizeof *table, 0);
    return table;
}

struct iq_ptx_owners *iq_ptx_owners_create(const struct iq_ptx_launch *launch)
{
    uint32_t nobody = 0;
    if (!__atomic_compare_exchange_n(&holder, &nobody, launch->number, false, __ATOMIC_ACQUIRE,
                                     __ATOMIC_RELAXED))
        return NULL;
    struct iq_ptx_owners *o = calloc(1, sizeof *o);
    if (o && (o->table = prepare()) && !iq_ptx_stores_init(&o->stores, launch->blocks)) {
        o->launch = launch;
        return o;
    }
    free(o);
    __atomic_store_n(&holder, 0, __ATOMIC_RELEASE);
    return NULL;
}

void iq_ptx_owners_destroy(struct iq_ptx_owners *o)
{
    if (!o)
        return;
    iq_ptx_stores_finish(&o->stores);
    free(o);
    __atomic_store_n(&holder, 0, __ATOMIC_RELEASE);
}

struct iq_ptx_stores_list *iq_ptx_owners_stores(struct iq_ptx_owners *o) { return &o->stores; }

/* ---- pages ---- */

static inline bool is_by_owners(const struct iq_ptx_owners *o, uint64_t cell)
{
    return __atomic_load_n(&o->table->heads[iq_ptx_owners_slot(cell)], __ATOMIC_ACQUIRE) ==
           iq_ptx_owners_head(o, cell, BY_OWNERS);
}

static bool needs_lines(const struct iq_ptx_owners *o)
{
    uint32_t opened = __atomic_load_n(&o->opened, __ATOMIC_RELAXED),
             claimed = __atomic_load_n(&o->claimed, __ATOMIC_RELAXED);
    return opened > OPENED_LEAST && opened / (OWNERS_PAGE / 8) > claimed;
}

/* The page of [cell], whose place another launch may have had, begins in this one.  True: it is
 * judged by owners. */
static __attribute__((noinline)) bool begin_page(struct iq_ptx_owners *o, uint64_t cell,
                                                 uint32_t by)
{
    size_t slot = iq_ptx_owners_slot(cell);
    uint64_t *head = &o->table->heads[slot], was = __atomic_load_n(head, __ATOMIC_ACQUIRE),
             mine = iq_ptx_owners_head(o, cell, 0);
    while (was >> OWNERS_LAUNCH_SHIFT != mine >> OWNERS_LAUNCH_SHIFT) {
        if (!((was ^ mine) << (64 - OWNERS_PAGE_SHIFT) >>
              (64 - OWNERS_PAGE_SHIFT + OWNERS_LAUNCH_SHIFT)))
            return false; /* another page of this launch has the place */
        if (by == BY_OWNERS && needs_lines(o))
            by = BY_LINES;
        if (!__atomic_compare_exchange_n(head, &was, mine | (by == BY_OWNERS ? OWNERS_BUSY : by),
                                         false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE))
            continue;
        if (by == BY_OWNERS) {
            __atomic_add_fetch(&o->claimed, 1, __ATOMIC_RELAXED);
            memset(o->table->owners[slot], 0, sizeof *o->table->owners);
            __atomic_store_n(head, mine | BY_OWNERS, __ATOMIC_RELEASE);
        }
        return by == BY_OWNERS;
    }
    while (was == (mine | OWNERS_BUSY)) {
        iq_arch_pause();
        was = __atomic_load_n(head, __ATOMIC_ACQUIRE);
    }
    return was == (mine | BY_OWNERS);
}

bool iq_ptx_owners_leave(struct iq_ptx_owners *o, uint64_t cell, uint64_t count)
{
    bool left = true;
    for (uint64_t at = cell; at < cell + count; at = (at | (OWNERS_PAGE - 1)) + 1)
        left &= !begin_page(o, at, BY_LINES);
    return left;
}

/* ---- opening ---- */

static struct iq_ptx_owner owner_of(uint64_t is)
{
    uint32_t rank = is >> OWNER_RANK_SHIFT & 3;
    return (struct iq_ptx_owner){ .block = (uint32_t)(is >> OWNER_BLOCK_SHIFT),
                                  .time = (uint32_t)is >> OWNER_TIME_SHIFT,
                                  .who = (is >> OWNER_THREAD_SHIFT & WHO_THREAD) |
                                         (rank == OWNER_REPEATS ? WHO_SAME : 0) |
                                         (uint32_t)(is & ((1u << OWNER_PC_BITS) - 1)) << WHO_PC,
                                  .write = rank != OWNER_READ };
}

/* What the owner's store leaves in the cell: memory has it, unless the handler is still to store.
 */
static __attribute__((no_sanitize("thread"))) void left_in(const struct iq_ptx_owners *o,
                                                           uint64_t is, uint64_t cell,
                                                           uint32_t shift, const uint8_t *memory,
                                                           uint8_t *to)
{
    const uint64_t lanes = (uint64_t)(IQ_PTX_LANES - 1) << OWNER_THREAD_SHIFT;
    const uint8_t *at = memory + (cell << shift);
    if (iq_ptx_stores_find(&o->stores, is >> OWNER_BLOCK_SHIFT, is & ~(OWNER_RANK | lanes),
                           (is & lanes) >> OWNER_THREAD_SHIFT, cell, to))
        return;
    for (uint32_t k = 0; k < 1u << shift; k++)
        to[k] = at[k];
}

/* The line has it before the lock is free, which whoever finds the cell open looks at. */
static void open_cell(struct iq_ptx_owners *o, size_t slot, uint64_t cell, uint32_t shift,
                      const uint8_t *memory)
{
    uint64_t *owner = &o->table->owners[slot][cell % OWNERS_PAGE],
             is = __atomic_load_n(owner, __ATOMIC_ACQUIRE);
    uint8_t held[sizeof(uint32_t)] = { 0 };
    if (is == OWNER_OPEN)
        return;
    __atomic_store_n(owner, OWNER_OPEN, __ATOMIC_RELEASE); /* after the lock was taken */
    if (!is)
        return;
    __atomic_add_fetch(&o->opened, 1, __ATOMIC_RELAXED);
    struct iq_ptx_owner who = owner_of(is);
    if (who.write)
        left_in(o, is, cell, shift, memory, held);
    iq_ptx_race_take_over(o->launch, cell, shift, &who, held);
}

static void open_cells(struct iq_ptx_owners *o, size_t slot, uint64_t cell, uint32_t count,
                       uint32_t shift, const uint8_t *memory)
{
    iq_ptx_race_lock(&o->table->locks[slot]);
    for (uint32_t k = 0; k < count; k++)
        open_cell(o, slot, cell + k, shift, memory);
    iq_ptx_race_unlock(&o->table->locks[slot]);
}

void iq_ptx_owners_open(struct iq_ptx_owners *o, uint64_t cell, uint32_t count, uint32_t shift,
                        const uint8_t *memory)
{
    bool open = true;
    if (!is_by_owners(o, cell) && !begin_page(o, cell, BY_LINES))
        return;
    size_t slot = iq_ptx_owners_slot(cell);
    for (uint32_t k = 0; k < count; k++)
        open &= __atomic_load_n(&o->table->owners[slot][(cell + k) % OWNERS_PAGE],
                                __ATOMIC_ACQUIRE) == OWNER_OPEN;
    if (!open || __atomic_load_n(&o->table->locks[slot], __ATOMIC_ACQUIRE))
        open_cells(o, slot, cell, count, shift, memory);
}

void iq_ptx_owners_forget(struct iq_ptx_owners *o, uint64_t cell, uint32_t count)
{
    size_t slot = iq_ptx_owners_slot(cell);
    if (!is_by_owners(o, cell))
        return;
    iq_ptx_race_lock(&o->table->locks[slot]);
    for (uint32_t k = 0; k < count; k++)
        __atomic_store_n(&o->table->owners[slot][cell % OWNERS_PAGE + k], 0, __ATOMIC_RELAXED);
    iq_ptx_race_unlock(&o->table->locks[slot]);
}

/* ---- lanes ---- */

/* May [mine] stand for all that has been done to the cell?  If the owner is of higher rank, it
 * stays, and must be of the same time. */
ALWAYS_INLINE bool is_said(uint64_t is, uint64_t mine)
{
    return !is ||
           (!((is ^ mine) >> OWNER_THREAD_SHIFT) && ((is & OWNER_RANK) <= (mine & OWNER_RANK) ||
                                                     !((uint32_t)(is ^ mine) >> OWNER_TIME_SHIFT)));
}

/* [count] cells of one lane. */
ALWAYS_INLINE bool note_cells(uint64_t *owner, uint64_t mine, uint32_t count)
{
    bool said = true;
    for (uint32_t k = 0; k < count; k++)
        said &= is_said(__atomic_load_n(&owner[k], __ATOMIC_RELAXED), mine);
    for (uint32_t k = 0; k < count && said; k++)
        if ((__atomic_load_n(&owner[k], __ATOMIC_RELAXED) & OWNER_RANK) <= (mine & OWNER_RANK))
            __atomic_store_n(&owner[k], mine, __ATOMIC_RELEASE);
    return said;
}

/* Owners and memory are most often out of the cache: all are asked for at once. */
ALWAYS_INLINE void ask(const struct iq_ptx_owners_use *u, uint32_t shift)
{
    const uint64_t *owners = u->owners->table->owners[0], *addr = u->addr, offset = u->offset;
    const uint8_t *memory = u->memory;
    for (uint32_t m = u->mask; m; m &= m - 1) {
        uint64_t at = addr[iq_ptx_first_lane(m)] + offset, cell = at >> shift;
        __builtin_prefetch(&owners[iq_ptx_owners_slot(cell) * OWNERS_PAGE + cell % OWNERS_PAGE], 1);
        __builtin_prefetch(memory + at);
    }
}

ALWAYS_INLINE uint32_t note_lanes(const struct iq_ptx_owners_use *u, uint64_t row, uint32_t count,
                                  uint32_t shift, bool write, bool exact)
{
    struct iq_ptx_owners_table *t = u->owners->table;
    const uint64_t *addr = u->addr, offset = u->offset,
                   head = iq_ptx_owners_head(u->owners, 0, BY_OWNERS);
    const uint8_t *values = u->values, *memory = u->memory;
    uint32_t left = 0, stride = u->stride;
    ask(u, shift);
    for (uint32_t m = u->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m);
        uint64_t at = addr[l] + offset, cell = at >> shift, k = cell % OWNERS_PAGE;
        size_t slot = iq_ptx_owners_slot(cell), bytes = (size_t)count << shift;
        const uint8_t *value = write ? values + l * stride : NULL;
        uint64_t rank = !write                              ? OWNER_READ
                        : memcmp(memory + at, value, bytes) ? OWNER_CHANGES
                                                            : OWNER_REPEATS,
                 mine = row + ((uint64_t)l << OWNER_THREAD_SHIFT) + (rank << OWNER_RANK_SHIFT);
        if (__builtin_expect(__atomic_load_n(&t->heads[slot], __ATOMIC_ACQUIRE) !=
                                 (cell >> OWNERS_PAGE_LOG << OWNERS_PAGE_SHIFT | head),
                             0) &&
            !begin_page(u->owners, cell, BY_OWNERS)) {
            left |= 1u << l;
            continue;
        }
        if (exact)
            iq_ptx_race_lock(&t->locks[slot]);
        bool noted = note_cells(&t->owners[slot][k], mine, count);
        if (exact)
            iq_ptx_race_unlock(&t->locks[slot]);
        if (__builtin_expect(!noted, 0)) {
            open_cells(u->owners, slot, cell, count, shift, memory);
            left |= 1u << l;
        }
    }
    return left;
}

/* The commonest sizes, so that they need not be in the loops. */
ALWAYS_INLINE uint32_t note_sizes(const struct iq_ptx_owners_use *u, uint64_t mine, bool write)
{
    switch (u->size >> u->shift << 2 | u->shift) {
    case 1 << 2 | 2: return note_lanes(u, mine, 1, 2, write, false);
    case 2 << 2 | 2: return note_lanes(u, mine, 2, 2, write, false);
    case 1 << 2: return note_lanes(u, mine, 1, 0, write, false);
    case 4 << 2: return note_lanes(u, mine, 4, 0, write, false);
    default: return note_lanes(u, mine, u->size >> u->shift, u->shift, write, false);
    }
}

static bool is_of_words(const struct iq_ptx_owners_use *u)
{
    return u->size == sizeof(uint32_t) && u->shift == 2;
}

/* Can an owner say this? */
static bool is_sayable(const struct iq_ptx_owners_use *u)
{
    return u->plain && u->block < (1u << OWNER_BLOCK_BITS) - 1 && u->time < 1u << OWNER_TIME_BITS &&
           u->pc < 1u << OWNER_PC_BITS;
}

/* An owner without lane and rank. */
static uint64_t row_of(const struct iq_ptx_owners_use *u)
{
    return (uint64_t)u->block << OWNER_BLOCK_SHIFT | (uint64_t)u->thread << OWNER_THREAD_SHIFT |
           (uint64_t)u->time << OWNER_TIME_SHIFT | u->pc;
}

/* Are all pages from the first to the last of these addresses by owners, too?  Most arrays' are,
 * once lanes have been to each of them. */
static __attribute__((noinline)) void know_more(const struct iq_ptx_owners_use *u,
                                                struct iq_ptx_owners_known *known,
                                                const uint64_t *addr)
{
    const uint64_t page = (uint64_t)OWNERS_PAGE << u->shift;
    uint64_t low = known->bytes ? known->begin : UINT64_MAX, high = known->begin + known->bytes;
    known->misses++;
    if (known->misses & (known->misses - 1))
        return;
    for (uint32_t l = 0; l < IQ_PTX_LANES; l++) {
        uint64_t first = addr[l] & ~(page - 1);
        low = first < low ? first : low;
        high = first + page > high ? first + page : high;
    }
    for (uint64_t at = low; at < high; at += page) {
        if (at == known->begin && known->bytes)
            at += known->bytes - page;
        else if (!is_by_owners(u->owners, at >> u->shift))
            return;
    }
    *known = (struct iq_ptx_owners_known){ low, high - low, 0 };
}

bool iq_ptx_owners_ask(const struct iq_ptx_owners_use *u, struct iq_ptx_owners_known *known,
                       struct iq_ptx_owners_places *to)
{
    if (!is_of_words(u) || !is_sayable(u) ||
        __atomic_load_n(&u->owners->seen, __ATOMIC_RELAXED) < EXACT ||
        !iq_ptx_cpu()->ask_owners(u, known, to))
        return false;
    uint64_t first = to->addr[0], last = to->addr[IQ_PTX_LANES - 1];
    if (first - known->begin >= known->bytes || last - known->begin >= known->bytes)
        know_more(u, known, to->addr);
    return true;
}

bool iq_ptx_owners_store(const struct iq_ptx_owners_use *u, const struct iq_ptx_owners_places *at)
{
    uint64_t row = row_of(u);
    if (!is_of_words(u) || !is_sayable(u))
        return false;
    iq_ptx_cpu()->put_stores(u, row);
    return iq_ptx_cpu()->store_owners(u, row, at);
}

uint32_t iq_ptx_owners_note(const struct iq_ptx_owners_use *u)
{
    struct iq_ptx_owners *o = u->owners;
    uint64_t mine = row_of(u);
    if (!is_sayable(u)) {
        for (uint32_t m = u->mask; m; m &= m - 1)
            iq_ptx_owners_open(o, (u->addr[iq_ptx_first_lane(m)] + u->offset) >> u->shift,
                               u->size >> u->shift, u->shift, u->memory);
        return u->mask;
    }
    if (u->write)
        iq_ptx_cpu()->put_stores(u, mine);
    if (__atomic_load_n(&o->seen, __ATOMIC_RELAXED) < EXACT) {
        __atomic_add_fetch(&o->seen, 1, __ATOMIC_RELAXED);
        return note_lanes(u, mine, u->size >> u->shift, u->shift, u->write, true);
    }
    struct iq_ptx_owners_use rest = *u;
    if (is_of_words(u))
        rest.mask = iq_ptx_cpu()->note_owners(u, mine);
    return !rest.mask ? 0
           : u->write ? note_sizes(&rest, mine, true)
                      : note_sizes(&rest, mine, false);
}
