#include "api_opencl/fence.h"

#include <dlfcn.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "api_opencl/memobj.h"
#include "api_opencl/objects.h"
#include "base/blocks.h"
#include "base/page.h"
#include "call/call.h"
#include "call/plan.h"
#include "order/guard.h"
#include "process/peek.h"

enum { BLOCKS = 1 << 16, LIVE = 4096, KEPT = 64, SITES = 4, FRONT = 1, BEHIND = 2 };
/* bytes of a fence; it is as long as its block within these */
enum { LEAST = 64 << 10, MOST = 16 << 20 };
/* Low, as the heap is: what a wild index makes of an address there is still one. */
#define WISH 0x200000000000u

bool iq_cl_fence_wanted;
uint64_t iq_cl_fence_lo;

/* of the address space; all that follows: under [busy] */
static uint64_t used;
/* by address, BLOCKS of them are reserved */
static struct iq_cl_fence_block *blocks;
static uint32_t count, live; /* .count atomic, published last */
/* freed blocks with their pages, to be handed out again */
static uint32_t kept[KEPT], kept_count;
/* larger ones are gone when they are freed, as the C library has it: once, then it grows */
static uint64_t threshold = 128 << 10;
static bool busy; /* atomic */
static struct {
    uintptr_t pc;
    bool fenced;
} sites[SITES]; /* .pc atomic, published last */

static bool enter(void) { return !__atomic_test_and_set(&busy, __ATOMIC_ACQUIRE); }

/* False: nobody leaves any more, as in the child of a fork that came in between. */
static bool enter_soon(void)
{
    enum { TRIES = 1 << 16 };
    for (int i = 0; i < TRIES; i++) {
        if (enter())
            return true;
        sched_yield();
    }
    return false;
}

static void leave(void) { __atomic_clear(&busy, __ATOMIC_RELEASE); }

static uint64_t reserve(uint64_t wish, uint64_t size, int protection)
{
    long at = syscall(SYS_mmap, wish, size, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                      -1, 0L);
    return at == -1 ? 0 : (uint64_t)at;
}

void iq_cl_fence_enable(void)
{
    if (iq_cl_fence_wanted || !iq_guard_is_enabled() || !enter())
        return;
    blocks = (struct iq_cl_fence_block *)(uintptr_t)reserve(0, BLOCKS * sizeof *blocks,
                                                            PROT_READ | PROT_WRITE);
    uint64_t lo = blocks ? reserve(WISH, (uint64_t)1 << IQ_CL_FENCE_SHIFT, PROT_NONE) : 0;
    __atomic_store_n(&iq_cl_fence_lo, lo, __ATOMIC_RELEASE);
    iq_blocks_set(IQ_BLOCKS_FENCED, lo != 0);
    __atomic_store_n(&iq_cl_fence_wanted, lo != 0, __ATOMIC_RELEASE);
    leave();
}

/* Is it PoCL that asks?  It does so at few places. */
static bool is_poclsite(uintptr_t pc)
{
    Dl_info info;
    int free_site = -1;
    for (int i = 0; i < SITES; i++) {
        uintptr_t known = __atomic_load_n(&sites[i].pc, __ATOMIC_ACQUIRE);
        if (known == pc)
            return sites[i].fenced;
        free_site = known ? free_site : i;
    }
    const char *name =
        dladdr((void *)pc, &info) && info.dli_fname ? strrchr(info.dli_fname, '/') : NULL;
    bool fenced = name && !strncmp(name + 1, "libpocl", 7);
    if (free_site >= 0 && enter()) {
        sites[free_site].fenced = fenced;
        __atomic_store_n(&sites[free_site].pc, pc, __ATOMIC_RELEASE);
        leave();
    }
    return fenced;
}

static struct iq_cl_fence_block *take_kept(uint64_t size)
{
    for (uint32_t i = 0; i < kept_count; i++) {
        struct iq_cl_fence_block *block = &blocks[kept[i]];
        if (block->end - block->base == size) {
            if (block->gone && iq_guard_protect(block->begin, block->end, PROT_READ | PROT_WRITE))
                return NULL;
            block->gone = false;
            memmove(&kept[i], &kept[i + 1], (--kept_count - i) * sizeof *kept);
            return block;
        }
    }
    return NULL;
}

static struct iq_cl_fence_block *make(uint64_t size)
{
    uint64_t bytes = iq_page_up(size), fence = bytes < LEAST ? LEAST : bytes > MOST ? MOST : bytes;
    if (count == BLOCKS || (uint64_t)1 << IQ_CL_FENCE_SHIFT < used + bytes + 2 * fence)
        return NULL;
    uint64_t slot = iq_cl_fence_lo + used, begin = slot + fence;
    if (iq_guard_protect(begin, begin + bytes, PROT_READ | PROT_WRITE))
        return NULL;
    struct iq_cl_fence_block *block = &blocks[count];
    *block = (struct iq_cl_fence_block){ .slot = slot,
                                         .slot_end = begin + bytes + fence,
                                         .begin = begin,
                                         .base = begin + bytes - size,
                                         .end = begin + bytes };
    used += bytes + 2 * fence;
    __atomic_store_n(&count, count + 1, __ATOMIC_RELEASE);
    return block;
}

struct iq_cl_fence_block *iq_cl_fence_find(uint64_t address)
{
    uint32_t low = 0, high = __atomic_load_n(&count, __ATOMIC_ACQUIRE);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (address < blocks[middle].slot)
            high = middle;
        else if (address >= blocks[middle].slot_end)
            low = middle + 1;
        else
            return &blocks[middle];
    }
    return NULL;
}

/* An object of the driver's begins with numbers and pointers, of which one is its memory. */
const struct iq_cl_fence_block *iq_cl_fence_of(uint64_t value, uint64_t size)
{
    enum { WORDS = 48 };
    uint64_t words[WORDS];
    if (!iq_peek(words, (uintptr_t)value, sizeof words, false))
        return NULL;
    for (int i = 0; i < WORDS; i++) {
        const struct iq_cl_fence_block *block =
            iq_cl_fence_holds((void *)(uintptr_t)words[i]) ? iq_cl_fence_find(words[i]) : NULL;
        if (block && block->base == words[i] && block->end - block->base == size &&
            __atomic_load_n(&block->live, __ATOMIC_ACQUIRE))
            return block;
    }
    return NULL;
}

/* Bytes of the buffer [value] if PoCL takes [all] for it, and has not yet. */
static uint64_t bytes_of(uint64_t value, uint64_t all)
{
    const struct iq_handle *object = value ? iq_handle_find(IQ_KIND_CL_BUFFER, value) : NULL;
    const struct iq_memobj *memory = iq_memobj_of(object);
    if (memory && memory->is_part)
        memory = iq_memobj_of(object = object->owner);
    bool fits = memory && !memory->dimensions && !memory->host_ptr &&
                iq_cl_fence_rounded(memory->size) == all && !iq_cl_fence_of(object->value, all);
    return fits ? memory->size : 0;
}

/* PoCL takes [all] bytes in a call of the program's: of the buffers that the call is about, the
 * most that is needed of them; 0: none is so long. */
static uint64_t bytes_needed(uint64_t all)
{
    const struct iq_call *call = iq_call_current();
    uint64_t most = 0, bytes;
    if (!call || call->entry->api != IQ_API_OPENCL)
        return 0;
    for (int i = 0; i < call->entry->arg_count; i++)
        if (call->entry->args[i].role == IQ_ROLE_USE &&
            (bytes = bytes_of(call->args[i], all)) > most)
            most = bytes;
    const struct iq_cl_kernel *kernel =
        call->plan->kernel < 0 ? NULL : iq_cl_kernel_of(iq_cl_object(call, call->plan->kernel));
    for (uint32_t i = 0; kernel && i < kernel->arg_count; i++)
        if (kernel->args[i].kind == IQ_CL_ARG_MEMORY && !kernel->args[i].by_address &&
            (bytes = bytes_of(kernel->args[i].value, all)) > most)
            most = bytes;
    return most;
}

/* What nobody needs of the last unit is filled, and nothing else: programs may live on what is in
 * fresh memory. */
static void fill(struct iq_cl_fence_block *block)
{
    uint64_t size = block->end - block->base, bytes = bytes_needed(size);
    block->filled = bytes ? block->base + bytes : block->end;
    memset((void *)(uintptr_t)block->filled, IQ_CL_FENCE_PATTERN, block->end - block->filled);
}

void *iq_cl_fence_allocate(size_t size, uintptr_t pc)
{
    if (!size || size % IQ_CL_FENCE_ALIGNMENT || size >> 36 || !is_poclsite(pc) || !enter())
        return NULL;
    struct iq_cl_fence_block *block = live < LIVE ? take_kept(size) : NULL;
    if (!block && live < LIVE)
        block = make(size);
    live += block != NULL;
    if (block)
        __atomic_store_n(&block->live, 1, __ATOMIC_RELEASE);
    leave();
    if (block)
        fill(block);
    return block ? (void *)(uintptr_t)block->base : NULL;
}

size_t iq_cl_fence_size(const void *at)
{
    const struct iq_cl_fence_block *block = iq_cl_fence_find((uint64_t)(uintptr_t)at);
    return block ? block->end - block->base : 0;
}

/* Its pages go back to the system, and the fences are whole again. */
static void drop(const struct iq_cl_fence_block *block)
{
    syscall(SYS_mmap, block->slot, block->slot_end - block->slot, PROT_NONE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0L);
}

void iq_cl_fence_free(void *at)
{
    struct iq_cl_fence_block *block = iq_cl_fence_find((uint64_t)(uintptr_t)at);
    if (!block || !__atomic_exchange_n(&block->live, 0, __ATOMIC_ACQ_REL))
        return;
    if (iq_guard_count)
        iq_guard_drop(block->begin, block->end);
    uint64_t size = block->end - block->base;
    if (!enter_soon())
        return;
    live--;
    bool keep = kept_count < KEPT && !block->opened && size <= MOST;
    if (keep && size > threshold) {
        threshold = size;
        block->gone = !iq_guard_protect(block->begin, block->end, PROT_NONE);
    }
    if (keep)
        kept[kept_count++] = (uint32_t)(block - blocks);
    leave();
    if (!keep)
        drop(block);
}

bool iq_cl_fence_open(struct iq_cl_fence_block *block, uint64_t address)
{
    bool behind = address >= block->end;
    if (!__atomic_load_n(&block->live, __ATOMIC_ACQUIRE) || (!behind && address >= block->begin))
        return false;
    __atomic_fetch_or(&block->opened, behind ? BEHIND : FRONT, __ATOMIC_RELAXED);
    return behind ? !iq_guard_protect(block->end, block->slot_end, PROT_READ | PROT_WRITE)
                  : !iq_guard_protect(block->slot, block->begin, PROT_READ | PROT_WRITE);
}
