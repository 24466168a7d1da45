/* What the walker has to do for an entry, worked out once from its row: which arguments are handles, memory and so on.
 * Owner: core; one per row of iq_entries.  Threads: any; made by whoever comes first, always the same. */
#ifndef IQ_CORE_PLAN_H
#define IQ_CORE_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "core/entry.h"

/* Bit i of a mask is argument i. */
struct iq_plan {
    uint32_t handles;           /* handles that are used or destroyed */
    uint32_t memory;            /* addresses that are read, written, freed or registered */
    uint32_t access;            /* of these: read or written */
    uint32_t ends;              /* destroyed or freed */
    uint32_t makes;             /* created, allocated, registered */
    uint32_t uses;              /* handles that may be adopted or recorded when the call succeeds */
    uint32_t after;             /* arguments that DONE checks look at */
    uint32_t images;
    int8_t stream, memkind, grid, block, shared, func, args;    /* -1: none */
    uint8_t flow;               /* enum iq_flow */
    uint8_t kind[16];           /* kind of handle arguments 0..15 */
    bool whole_before;          /* BEFORE checks want to see the whole call: handles are hidden in a struct */
    bool ready;                 /* atomic */
};

/* The plan of [entry].  Entries that are not in iq_entries (unit tests) share one plan per thread, made anew. */
const struct iq_plan *iq_plan_make(const struct iq_entry *entry);

extern struct iq_plan *iq_plans;        /* NULL until iq_plan_prepare */
void iq_plan_prepare(void);

static inline const struct iq_plan *iq_plan_of(const struct iq_entry *entry)
{
    if (iq_plans && entry->id < iq_entry_count && entry == &iq_entries[entry->id]) {
        const struct iq_plan *plan = &iq_plans[entry->id];
        if (__atomic_load_n(&plan->ready, __ATOMIC_ACQUIRE))
            return plan;
    }
    return iq_plan_make(entry);
}

/* Kind of the handle that argument [i] is; NONE for a runtime kernel given by its host address. */
enum iq_kind iq_plan_handle_kind(const struct iq_entry *entry, int i);

#endif
