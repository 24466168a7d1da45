/* What an argument of a call leads to: the API's allocation that its address lies in, the block of
 * the program's heap, the mapping of the process, the box of elements that it stands for.  Each is
 * found out once per call, when somebody first asks, and read by order, guards and rules alike.
 * Owner: the thread's block, one per argument of its outermost call.  Threads: its own. */
#ifndef IQ_CALL_RESOLVED_H
#define IQ_CALL_RESOLVED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hot.h"
#include "call/call.h"
#include "model/handle.h"
#include "model/range.h"
#include "order/box.h"
#include "process/hostheap.h"
#include "process/hostmem.h"

/* What a device's access to an address means for order. */
enum iq_where {
    IQ_WHERE_DEVICE = 1,
    IQ_WHERE_PINNED = 2,
    IQ_WHERE_PAGEABLE = 4,
    IQ_WHERE_MANAGED = 8,
    IQ_WHERE_OTHER = 16
};

static inline enum iq_where iq_where_of(enum iq_kind kind)
{
    const uint64_t device = 1ull << IQ_KIND_DEVICE_MEMORY | 1ull << IQ_KIND_SYMBOL,
                   pinned = 1ull << IQ_KIND_PINNED_MEMORY | 1ull << IQ_KIND_REGISTERED_MEMORY;
    return device >> kind & 1               ? IQ_WHERE_DEVICE
           : pinned >> kind & 1             ? IQ_WHERE_PINNED
           : kind == IQ_KIND_MANAGED_MEMORY ? IQ_WHERE_MANAGED
                                            : IQ_WHERE_OTHER;
}

/* A memory argument: what every call with one looks up. */
struct iq_resolved {
    uint64_t call;    /* number of the call that this is of; 0: of none, or of no argument */
    bool live, freed; /* in .range */
    /* enum iq_space; of what is read or written: after looking at the copy kind */
    uint8_t space;
    uint8_t where;      /* enum iq_where */
    uint8_t live_where; /* ... if it is live */
    /* .range may be gone, or is used beyond its end, and no driver would say so */
    bool doubtful;
    uint64_t address, size; /* as the call has them */
    /* of all ranges when .range was looked up: the same again if nothing has changed since */
    uint64_t version;
    struct iq_range range;
};

/* Any argument: what only few calls ask about. */
struct iq_resolved_rare {
    const struct iq_call *record; /* with .call: the call that this is of */
    uint64_t call, address;
    bool block_known, region_known, box_known;
    bool mapped, is_box;
    enum iq_hostheap_state state;
    struct iq_hostheap_block block;
    struct iq_hostmem_region region; /* if .mapped */
    struct iq_box box;               /* if .is_box */
};

/* Looks [address] up for call number [call], unless that is what is known already. */
void iq_resolve_anew(struct iq_resolved *resolved, uint64_t address);
static inline void iq_resolve(struct iq_resolved *resolved, uint64_t call, uint64_t address)
{
    /* most addresses are those of the last such call, and nothing has changed since */
    bool again = __atomic_load_n(&iq_range_version, __ATOMIC_ACQUIRE) == resolved->version &&
                 (resolved->live ? iq_range_holds(&resolved->range, address) &&
                                       !iq_context_is_dead(resolved->range.context)
                                 : address == resolved->address);
    if (__builtin_expect(!again, 0))
        iq_resolve_anew(resolved, address);
    resolved->address = address;
    resolved->call = call;
    resolved->freed = false;
}

/* Looks up what held the address of [resolved], of [call], once; history is only asked when
 * somebody wants to know. */
void iq_resolve_history(const struct iq_call *call, struct iq_resolved *resolved);

/* The live allocation that argument [arg] of [call] lies in; the youngest freed one.  False: there
 * is none. */
bool iq_resolved_range(const struct iq_call *call, int arg, struct iq_range *range);
bool iq_resolved_freed(const struct iq_call *call, int arg, struct iq_range *range);

/* The block of the program's heap that [address] lies in, to which argument [arg] of [call] leads
 * (-1: none does); the region of the process's mappings.  False: unmapped. */
enum iq_hostheap_state iq_resolved_block(const struct iq_call *call, int arg, uint64_t address,
                                         struct iq_hostheap_block *block);
bool iq_resolved_region(const struct iq_call *call, int arg, uint64_t address,
                        struct iq_hostmem_region *region);

/* The object of [kind] that argument [arg] of [call] is (-1: there is none); NULL: it is not known.
 */
static inline struct iq_handle *iq_resolved_handle(const struct iq_call *call, int arg,
                                                   enum iq_kind kind)
{
    struct iq_handle *handle = arg >= 0 && arg < 8 ? call->found[arg] : NULL;
    if (!handle && arg >= 0 && call->args[arg])
        handle = iq_handle_find(kind, call->args[arg]);
    return handle && handle->kind == kind ? handle : NULL;
}

/* The record of argument [arg] of [call]; NULL: there is no room for one. */
struct iq_resolved_rare *iq_resolved_rare(const struct iq_call *call, int arg);

#endif
