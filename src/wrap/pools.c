/* The pools of include/inquest.h, and those of Python's frameworks (pools.py). */
#include "wrap/pools.h"

#include "base/locks.h"
#include "call/guest.h"
#include "call/thread.h"
#include "model/entry.h"
#include "model/names.h"
#include "model/pools.h"

#define IQ_EXPORT __attribute__((visibility("default")))

enum { CALLS = 16 };

/* [by]: the function of the program's that reports name.  [frame]: its caller's return address and
 * stack pointer, in front of which all frames are left out; NULL: ours. */
IQ_EXPORT void inquest_guest_pool_create(const char *by, void *const frame[2], const void *memory,
                                         size_t bytes);
IQ_EXPORT void inquest_guest_pool_destroy(const char *by, void *const frame[2], const void *memory);
IQ_EXPORT void inquest_guest_pool_alloc(const char *by, void *const frame[2], const void *pool,
                                        const void *pointer, size_t bytes);
IQ_EXPORT void inquest_guest_pool_free(const char *by, void *const frame[2], const void *pointer);
IQ_EXPORT void inquest_guest_pool_keep(const char *by, void *const frame[2], const void *pointer);

struct iq_call_ref iq_pools_ref(const struct iq_entry *entry, struct iq_site site)
{
    struct iq_thread *thread = iq_thread_get();
    uint64_t number = thread && thread->call_number ? thread->call_number : 1;
    return (struct iq_call_ref){ .number = number,
                                 .entry = entry,
                                 .stack = iq_stack_at(site),
                                 .thread = thread ? thread->number : 0 };
}

/* The row of the function [name]; when there are too many, that of another one. */
static const struct iq_entry *entry_of(const char *name)
{
    static struct iq_entry entries[CALLS];
    static uint32_t count;
    const char *text = iq_name_intern(name);
    uint32_t i = 0;
    iq_lock(IQ_LOCK_POOLS);
    while (i < count && entries[i].name != text)
        i++;
    if (i == count && count < CALLS)
        entries[count++] = (struct iq_entry){ .symbol = text, .name = text, .api = IQ_API_CUDA };
    iq_unlock(IQ_LOCK_POOLS);
    return &entries[i < CALLS ? i : CALLS - 1];
}

static struct iq_call_ref ref_of(const char *by, void *const frame[2], struct iq_site own)
{
    struct iq_site site =
        frame ? (struct iq_site){ (uintptr_t)frame[0], (uintptr_t)frame[1] } : own;
    return iq_pools_ref(entry_of(by), site);
}

static uint64_t address_of(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

void inquest_guest_pool_create(const char *by, void *const frame[2], const void *memory,
                               size_t bytes)
{
    iq_pools_add(IQ_POOL_BLOCKS, address_of(memory), bytes, ref_of(by, frame, IQ_SITE));
}

void inquest_guest_pool_destroy(const char *by, void *const frame[2], const void *memory)
{
    if (memory)
        iq_pools_end_heap(address_of(memory), true, ref_of(by, frame, IQ_SITE));
}

void inquest_guest_pool_alloc(const char *by, void *const frame[2], const void *pool,
                              const void *pointer, size_t bytes)
{
    iq_pools_hand_out(address_of(pointer), bytes, !pool, ref_of(by, frame, IQ_SITE));
}

void inquest_guest_pool_free(const char *by, void *const frame[2], const void *pointer)
{
    iq_pools_end_region(address_of(pointer), ref_of(by, frame, IQ_SITE));
}

/* The allocation that begins at [pointer] is not used any more; it will be freed later. */
void inquest_guest_pool_keep(const char *by, void *const frame[2], const void *pointer)
{
    iq_pools_keep(address_of(pointer), ref_of(by, frame, IQ_SITE));
}
