#include "process/hostheap.h"

#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arch/arch.h"
#include "base/hot.h"
#include "base/page.h"
#include "process/caller.h"
#include "process/hostmem.h"

enum { LIVE = 1, FREED = 2, STATE = 3 };

/* One block: its address with the state in the low bits (no allocator hands out odd multiples of 4
 * bytes).  freed of a live one: flags. */
enum { RESIZED = 1 /* where it was: it is still the block of who got it first */, USED = 2 };
struct block_record {
    uint64_t base, size, allocated, freed;
};

/* Size classes.  Two blocks of a class cannot begin in the same granule of it (but for blocks that
 * are smaller than a granule of the first class, where the younger record stays), so the granule of
 * the address is the place of the record. Memory: one record per granule at most, that is 1/1 of a
 * heap of tiny blocks, 1/4 of small ones, 1/32 of others. */
enum { REGION_BITS = 26, ADDRESS_BITS = 47, CLASSES = 5, TAG_BITS = 4 };
static const uint8_t granule_bits[CLASSES] = { 5, 7, 10, 16, 22 };

/* Shadow of 64 MiB of address space, in one mapping that gets pages where it is touched: the class
 * (plus 1) of the block that begins in each 16 bytes, then the records of each class. */
enum { TAG_BYTES = 1 << (REGION_BITS - TAG_BITS) };
static const uint32_t class_offset[CLASSES] = {
    TAG_BYTES,
    TAG_BYTES + (32u << 21),
    TAG_BYTES + (32u << 21) + (32u << 19),
    TAG_BYTES + (32u << 21) + (32u << 19) + (32u << 16),
    TAG_BYTES + (32u << 21) + (32u << 19) + (32u << 16) + (32u << 10),
};
enum {
    SHADOW_BYTES = TAG_BYTES + (32u << 21) + (32u << 19) + (32u << 16) + (32u << 10) + (32u << 4)
};
#define NO_SHADOW ((char *)1)

static char *regions[1u << (ADDRESS_BITS - REGION_BITS)]; /* atomic; NULL: nothing there yet */
static uint64_t largest;                                  /* atomic: block ever seen */

bool iq_hostheap_leaky, iq_hostheap_is_glibc;
bool (*iq_hostheap_look_for_leaks)(void);

/* System calls without libc, whose functions are hooked. */
static void *map_shadow(size_t size)
{
    long result = iq_arch_call(SYS_mmap, 0, (long)size, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return result < 0 ? NULL : (void *)result;
}

static void raw_call(long number, void *at, size_t size, long last)
{
    iq_arch_call(number, (long)at, (long)size, last, 0, 0, 0);
}

/* Huge pages would make a sparse shadow dense; dumps do not need it. */
static char *make_region(uint64_t index)
{
    char *expected = NULL, *fresh = map_shadow(SHADOW_BYTES);
    if (fresh) {
        raw_call(SYS_madvise, fresh, SHADOW_BYTES, MADV_NOHUGEPAGE);
        raw_call(SYS_madvise, fresh, SHADOW_BYTES, MADV_DONTDUMP);
    }
    char *wanted = fresh ? fresh : NO_SHADOW;
    if (__atomic_compare_exchange_n(&regions[index], &expected, wanted, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
        return wanted;
    if (fresh)
        raw_call(SYS_munmap, fresh, SHADOW_BYTES, 0);
    return expected;
}

/* NULL: there is none (and none can be made, when [make]). */
static inline char *region_of(uint64_t address, bool make)
{
    uint64_t index = address >> REGION_BITS;
    if (__builtin_expect(index >= sizeof regions / sizeof *regions, 0))
        return NULL;
    char *region = __atomic_load_n(&regions[index], __ATOMIC_ACQUIRE);
    if (__builtin_expect(!region, 0) && make)
        region = make_region(index);
    return region == NO_SHADOW ? NULL : region;
}

static inline struct block_record *record_at(char *region, int class, uint64_t address)
{
    uint64_t inside = address & ((1u << REGION_BITS) - 1);
    return (struct block_record *)(void *)(region + class_offset[class]) +
           (inside >> granule_bits[class]);
}

static inline uint8_t *tag_at(char *region, uint64_t address)
{
    return (uint8_t *)region + ((address & ((1u << REGION_BITS) - 1)) >> TAG_BITS);
}

static inline int class_of(uint64_t size)
{
    return size < 128 ? 0 : size < 1024 ? 1 : size < 65536 ? 2 : size < 4u << 20 ? 3 : 4;
}

#define GET(field) __atomic_load_n(&(field), __ATOMIC_RELAXED)
#define PUT(field, value) __atomic_store_n(&(field), (value), __ATOMIC_RELAXED)
/* A record's first word tells that the others are there, and the stacks that they name. */
#define GET_BASE(record) __atomic_load_n(&(record)->base, __ATOMIC_ACQUIRE)
#define PUT_BASE(record, value) __atomic_store_n(&(record)->base, (value), __ATOMIC_RELEASE)

/* Where the last block that began near [base] has its record, which may be another block's by now;
 * NULL: there was none. */
static inline struct block_record *last_at(uint64_t base, char **region_out)
{
    char *region = *region_out = region_of(base, false);
    int class = region ? GET(*tag_at(region, base)) - 1 : -1;
    return class < 0 ? NULL : record_at(region, class, base);
}

/* Live record that begins at [base], NULL if there is none. */
static inline struct block_record *live_at(uint64_t base, char **region_out)
{
    struct block_record *record = last_at(base, region_out);
    return record && GET_BASE(record) == (base | LIVE) ? record : NULL;
}

/* What [record] says is over, if it is about [base]. */
static inline void drop(struct block_record *record, uint64_t base)
{
    if ((GET_BASE(record) & ~(uint64_t)STATE) == base)
        PUT_BASE(record, 0);
}

static inline void add(uint64_t base, uint64_t size, uint64_t caller, uint64_t flags)
{
    char *region = region_of(base, true);
    if (!region || base & STATE)
        return;
    int class = class_of(size);
    uint8_t *tag = tag_at(region, base);
    int before = GET(*tag);
    if (before != class + 1) {
        /* its end was not seen, or it was freed: this place has a new owner */
        if (before)
            drop(record_at(region, before - 1, base), base);
        PUT(*tag, (uint8_t)(class + 1));
    }
    if (__builtin_expect(size > GET(largest), 0))
        PUT(largest, size);
    struct block_record *record = record_at(region, class, base);
    PUT(record->size, size);
    PUT(record->allocated, caller);
    PUT(record->freed, flags);
    PUT_BASE(record, base | LIVE);
}

/* Blocks whose end somebody wants to hear of; no locks, because programs free anywhere. */
enum { WATCHES = 64 };
static struct {
    uint64_t base, freed; /* base 0: none */
} watches[WATCHES];
static uint32_t watched; /* how many there are */

int iq_hostheap_watch(uint64_t base)
{
    for (int i = 0; i < WATCHES; i++) {
        uint64_t none = 0;
        if (GET(watches[i].base) ||
            !__atomic_compare_exchange_n(&watches[i].base, &none, base, false, __ATOMIC_ACQ_REL,
                                         __ATOMIC_RELAXED))
            continue;
        __atomic_fetch_add(&watched, 1, __ATOMIC_RELEASE);
        return i;
    }
    return -1;
}

uint64_t iq_hostheap_watched(int watch)
{
    return watch < 0 ? 0 : __atomic_load_n(&watches[watch].freed, __ATOMIC_ACQUIRE);
}

void iq_hostheap_unwatch(int watch)
{
    if (watch < 0)
        return;
    PUT(watches[watch].freed, 0);
    __atomic_store_n(&watches[watch].base, 0, __ATOMIC_RELEASE);
    __atomic_fetch_sub(&watched, 1, __ATOMIC_RELEASE);
}

/* [base] is freed by [caller]; 0: it was not freed after all. */
__attribute__((noinline)) static void tell(uint64_t base, uint64_t caller)
{
    for (int i = 0; i < WATCHES; i++)
        if (GET(watches[i].base) == base && (!caller || !GET(watches[i].freed)))
            __atomic_store_n(&watches[i].freed, caller, __ATOMIC_RELEASE);
}

void iq_hostheap_add(uint64_t base, uint64_t size, struct iq_site by)
{
    add(base, size, iq_caller_of(by, size), 0);
}
void iq_hostheap_resize(uint64_t base, uint64_t size, struct iq_site by)
{
    add(base, size, iq_caller_of(by, size), RESIZED);
    if (GET(watched))
        tell(base, 0); /* it lives on, though the allocator was asked to move it */
}

IQ_FAST bool iq_hostheap_free(uint64_t base, struct iq_site by)
{
    char *region;
    struct block_record *record = live_at(base, &region);
    if (!record)
        return false;
    PUT(record->freed,
        iq_caller_of(by, GET(record->freed) & USED ? IQ_CALLER_SURE : GET(record->size)));
    PUT_BASE(record, base | FREED);
    if (__builtin_expect(GET(watched), 0))
        tell(base, GET(record->freed));
    return true;
}

void iq_hostheap_restore(uint64_t base)
{
    char *region;
    struct block_record *record = last_at(base, &region);
    if (!record || GET_BASE(record) != (base | FREED))
        return;
    PUT(record->freed, RESIZED); /* maybe: it was overwritten */
    if (GET(watched))
        tell(base, 0);
    PUT_BASE(record, base | LIVE);
}

void iq_hostheap_forget(uint64_t base)
{
    char *region = region_of(base, false);
    for (int class = 0; region && class < CLASSES; class ++)
        drop(record_at(region, class, base), base);
}

/* Forgets the blocks of [class] that begin in [lo, hi) or reach into it. */
static void forget_class(int class, uint64_t lo, uint64_t hi, uint64_t reach)
{
    uint64_t step = (uint64_t)1 << granule_bits[class],
             at = (lo > reach ? lo - reach : 0) & ~(step - 1);
    while (at < hi) {
        char *region = region_of(at, false);
        struct block_record *record = region ? record_at(region, class, at) : NULL;
        uint64_t base = record ? GET_BASE(record) & ~(uint64_t)STATE : 0;
        if (base && base < hi && base + GET(record->size) > lo)
            PUT_BASE(record, 0);
        at = region ? at + step : (at | ((1u << REGION_BITS) - 1)) + 1;
    }
}

void iq_hostheap_forget_range(uint64_t lo, uint64_t hi)
{
    if (!iq_hostheap_is_active() || hi >> ADDRESS_BITS)
        return;
    forget_class(3, lo, hi, 4u << 20);
    forget_class(4, lo, hi, GET(largest));
}

void iq_hostheap_grow(uint64_t base, uint64_t size)
{
    char *region;
    struct block_record *record = live_at(base, &region);
    if (record && size > GET(record->size))
        add(base, size, GET(record->allocated), GET(record->freed));
}

struct block_search {
    struct block_record live, freed;
    uint32_t live_count, freed_count;
};

static inline void consider(struct block_search *search, const struct block_record *record,
                            uint64_t address)
{
    uint64_t word = GET_BASE(record), base = word & ~(uint64_t)STATE, state = word & STATE;
    if (__builtin_expect(!state, 1))
        return;
    struct block_record copy = { base, GET(record->size), GET(record->allocated),
                                 GET(record->freed) };
    if (address - base >= (copy.size ? copy.size : 1))
        return;
    if (state == LIVE) {
        search->live = copy;
        search->live_count++;
    } else if (!search->freed_count++ || copy.size < search->freed.size)
        search->freed = copy;
}

/* Records of [class] in granules that a block around [address] can begin in. */
static void search_class(struct block_search *search, int class, uint64_t address)
{
    static const uint64_t longest[CLASSES] = { 128, 1024, 65536, 4u << 20, 0 };
    uint64_t reach = longest[class] ? longest[class] : GET(largest),
             step = (uint64_t)1 << granule_bits[class];
    uint64_t granule = address & ~(step - 1),
             last = address > reach ? (address - reach) & ~(step - 1) : 0;
    for (;;) {
        char *region = region_of(granule, false);
        uint64_t first = granule & ~(uint64_t)((1u << REGION_BITS) - 1); /* of this region */
        first = first > last ? first : last;
        if (region)
            for (uint64_t at = granule;; at -= step) {
                consider(search, record_at(region, class, at), address);
                if (at <= first)
                    break;
            }
        if (first <= last || first < step)
            return;
        granule = first - step;
    }
}

enum iq_hostheap_state iq_hostheap_find(uint64_t address, struct iq_hostheap_block *block)
{
    struct block_search search = { .live_count = 0 };
    if (!iq_hostheap_is_active() || address >> ADDRESS_BITS)
        return IQ_HOSTHEAP_UNKNOWN;
    for (int class = 0; class < CLASSES; class ++)
        search_class(&search, class, address);
    if (search.live_count > 1 || (!search.live_count && !search.freed_count))
        /* two owners: one of them is gone, and we did not see it go */
        return IQ_HOSTHEAP_UNKNOWN;
    const struct block_record *found = search.live_count ? &search.live : &search.freed;
    *block = (struct iq_hostheap_block){ found->base, found->size, found->allocated,
                                         search.live_count ? 0 : found->freed };
    return search.live_count ? IQ_HOSTHEAP_LIVE : IQ_HOSTHEAP_FREED;
}

/* Its free will be remembered with a stack.  Another thread may be freeing it just now. */
static void mark_used(struct block_record *record)
{
    uint64_t flags = GET(record->freed);
    if (!(flags & ~(uint64_t)RESIZED))
        __atomic_compare_exchange_n(&record->freed, &flags, flags | USED, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED);
}

bool iq_hostheap_covers(uint64_t address, uint64_t size)
{
    enum { HINTS = 16 };
    static __thread struct block_record *hints[HINTS] __attribute__((tls_model("initial-exec")));
    struct block_record **hint = &hints[(address * 0x9e3779b97f4a7c15u) >> 60], *record = *hint;
    for (int tries = 0; tries < 2; tries++) {
        uint64_t base = record ? GET_BASE(record) : 0, bytes = record ? GET(record->size) : 0;
        if ((base & STATE) == LIVE && address - (base & ~(uint64_t)STATE) < bytes)
            return size <= bytes - (address - (base & ~(uint64_t)STATE));
        struct iq_hostheap_block block;
        char *region;
        if (tries || iq_hostheap_find(address, &block) != IQ_HOSTHEAP_LIVE)
            return false;
        *hint = record = live_at(block.base, &region);
        if (record)
            mark_used(record);
    }
    return false;
}

/* glibc's word before a block: bytes of the chunk and three flags; a mapped chunk ends with its
 * page. */
bool iq_hostheap_certainly_live(const struct iq_hostheap_block *block)
{
    uint64_t header;
    if (!iq_hostheap_is_glibc)
        return !iq_hostheap_leaky;
    if (!iq_hostmem_copy(block->base - 8, &header, sizeof header))
        return false;
    uint64_t chunk = header & ~(uint64_t)7, mapped = header & 2;
    uint64_t least = (block->size + 8 + 15) & ~(uint64_t)15;
    least = least < 32 ? 32 : least;
    return mapped ? chunk >= block->size + 16 && chunk - block->size < 8192 + 16
                  : chunk >= least && chunk <= least + 32;
}

/* Does a live block begin in the page of [address]?  Then the page is the allocator's. */
static bool shares_page(uint64_t address)
{
    char *region = region_of(address, false);
    for (uint64_t at = iq_page_down(address), end = at + iq_page_bytes; region && at < end;
         at += 16) {
        int class = GET(*tag_at(region, at)) - 1;
        if (class >= 0 &&
            (GET(record_at(region, class, at)->base) & (~(uint64_t)15 | STATE)) == (at | LIVE))
            return true;
    }
    return false;
}

static bool is_leaky(void)
{
    return iq_hostheap_leaky || (iq_hostheap_look_for_leaks && iq_hostheap_look_for_leaks());
}

bool iq_hostheap_is_over(uint64_t base, uint64_t allocated, uint64_t end)
{
    char *region;
    const struct block_record *record = live_at(base, &region);
    bool lives = record && (iq_caller_pc(GET(record->allocated)) == iq_caller_pc(allocated) ||
                            (GET(record->freed) & RESIZED && end - base <= GET(record->size)));
    return !lives && !is_leaky();
}

bool iq_hostheap_certainly_freed(const struct iq_hostheap_block *block)
{
    struct iq_hostmem_region region;
    if (!iq_hostheap_is_glibc || is_leaky())
        return false;
    if (!iq_hostmem_look(block->base, &region) || !region.writable ||
        region.end - block->base < block->size)
        return false;
    /* of another thread: glibc aligns those */
    uint64_t arena = block->base & ~((uint64_t)(64u << 20) - 1);
    return region.what == IQ_HOSTMEM_HEAP ||
           (region.begin == arena && region.end - arena <= 64u << 20) || shares_page(block->base);
}
