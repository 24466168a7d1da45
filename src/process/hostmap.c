#include "process/hostmap.h"

#include <sched.h>
#include <string.h>

#include "base/page.h"
#include "process/hostheap.h"

enum { LIVE = 2048, GONE = 64 };

static struct iq_hostmap_block live[LIVE]; /* by address, none overlaps another */
static struct iq_hostmap_block gone[GONE]; /* a ring */
static uint32_t live_count, gone_next;
/* one did not fit, or was not seen: what is not there proves nothing */
static bool is_full;
static bool is_broken; /* atomic: the table is left alone from now on */
static int taken;      /* atomic */
static __thread bool inside __attribute__((tls_model("initial-exec")));
bool iq_hostmap_active = true;

/* False: the table cannot be used, because a signal handler interrupted its user, or because the
 * user is a thread that a forked child does not have. */
static bool take(void)
{
    enum { PATIENCE = 10000 };
    if (inside || __atomic_load_n(&is_broken, __ATOMIC_RELAXED)) {
        is_full = true;
        return false;
    }
    inside = true;
    for (int tries = 0; __atomic_exchange_n(&taken, 1, __ATOMIC_ACQUIRE); tries++) {
        if (tries == PATIENCE) {
            __atomic_store_n(&is_broken, true, __ATOMIC_RELAXED);
            inside = false;
            return false;
        }
        sched_yield();
    }
    return true;
}

static void give(void)
{
    __atomic_store_n(&taken, 0, __ATOMIC_RELEASE);
    inside = false;
}

/* First block that ends after [address]. */
static uint32_t first_behind(uint64_t address)
{
    uint32_t low = 0, high = live_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (live[middle].end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void insert(uint32_t at, const struct iq_hostmap_block *block)
{
    if (live_count == LIVE) {
        is_full = true;
        return;
    }
    memmove(&live[at + 1], &live[at], (live_count - at) * sizeof *live);
    live[at] = *block;
    live_count++;
}

static void erase(uint32_t at)
{
    live_count--;
    memmove(&live[at], &live[at + 1], (live_count - at) * sizeof *live);
}

static void remember(const struct iq_hostmap_block *block, uint64_t lo, uint64_t hi,
                     const char *how, struct iq_hostmap_caller by)
{
    struct iq_hostmap_block *slot = &gone[gone_next++ % GONE];
    *slot = *block;
    slot->base = lo;
    slot->end = hi;
    slot->unmapped = by.pc;
    slot->unmapped_call = by.call;
    slot->how = how;
}

/* Cuts [lo, hi) out of the table.  [how]: and remembers it as gone. */
static void cut(uint64_t lo, uint64_t hi, const char *how, struct iq_hostmap_caller by)
{
    for (uint32_t i = first_behind(lo); i < live_count && live[i].base < hi;) {
        struct iq_hostmap_block block = live[i], rest = block;
        if (how)
            remember(&block, block.base > lo ? block.base : lo, block.end < hi ? block.end : hi,
                     how, by);
        erase(i);
        if (block.base < lo) {
            rest.end = lo;
            insert(i++, &rest);
        }
        if (block.end > hi) {
            rest = block;
            rest.base = hi;
            insert(i++, &rest);
        }
    }
}

/* Something else is there now: the past of the place is over. */
static void forget_gone(uint64_t lo, uint64_t hi)
{
    for (int i = 0; i < GONE; i++)
        if (gone[i].base < hi && gone[i].end > lo)
            gone[i].end = gone[i].base = 0;
}

uint64_t iq_hostmap_changes;

static void note_change(void) { __atomic_fetch_add(&iq_hostmap_changes, 1, __ATOMIC_RELAXED); }

void iq_hostmap_add(uint64_t base, uint64_t size, bool placed, struct iq_hostmap_caller by)
{
    struct iq_hostmap_block block = { .base = base,
                                      .end = base + iq_page_up(size),
                                      .mapped = by.pc,
                                      .mapped_call = by.call,
                                      .placed = placed };
    note_change();
    iq_hostheap_forget_range(block.base, block.end);
    if (!take())
        return;
    cut(block.base, block.end, NULL, by);
    forget_gone(block.base, block.end);
    insert(first_behind(base), &block);
    give();
}

void iq_hostmap_remove(uint64_t base, uint64_t size, const char *how, struct iq_hostmap_caller by)
{
    uint64_t end = base + iq_page_up(size);
    note_change();
    if (iq_page_offset(base) || end <= base)
        return;
    iq_hostheap_forget_range(base, end);
    if (!take())
        return;
    cut(base, end, how, by);
    give();
}

bool iq_hostmap_find(uint64_t address, struct iq_hostmap_block *block)
{
    if (!__atomic_load_n(&live_count, __ATOMIC_RELAXED) || !take())
        return false;
    uint32_t at = first_behind(address);
    bool found = at < live_count && live[at].base <= address;
    if (found)
        *block = live[at];
    give();
    return found;
}

bool iq_hostmap_find_gone(uint64_t address, struct iq_hostmap_block *block)
{
    const struct iq_hostmap_block *newest = NULL;
    if (!take())
        return false;
    for (uint32_t i = 0; i < GONE && !newest; i++) {
        const struct iq_hostmap_block *at = &gone[(gone_next - 1 - i) % GONE];
        if (at->base <= address && address < at->end)
            newest = at;
    }
    if (newest)
        *block = *newest;
    give();
    return newest != NULL;
}

uint64_t iq_hostmap_joint_end(const struct iq_hostmap_block *block)
{
    if (!take())
        return UINT64_MAX;
    uint32_t at = first_behind(block->base);
    uint64_t end = block->end;
    for (; at + 1 < live_count && live[at].end == live[at + 1].base; at++) {
        const struct iq_hostmap_block *next = &live[at + 1];
        if (!next->placed && !live[at].placed && next->mapped != live[at].mapped)
            break;
        end = next->end;
    }
    if (is_full)
        end = UINT64_MAX;
    give();
    return end;
}
