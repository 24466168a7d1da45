/* What the walker has to do for an entry, worked out from its row when it is first called: which arguments are handles, memory and
 * so on, and which steps of a call there are at all.
 * Owner: the row's own memory.  Threads: any; made by whoever comes first, always the same. */
#ifndef IQ_CORE_PLAN_H
#define IQ_CORE_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "core/entry.h"

/* Steps of a call; those that its row does not need are skipped. */
enum iq_step {
    IQ_STEP_SPECIAL = 1,        /* launches, error queries, parameters in a struct */
    IQ_STEP_LOOK = 2,           /* BEFORE checks */
    IQ_STEP_FORWARD = 4,        /* something ends, or effects */
    IQ_STEP_DONE = 8,           /* something was made or may be adopted, or effects */
    IQ_STEP_VERDICT = 16,       /* DONE checks, order, waiting, error queries */
    IQ_STEP_WAIT = 32           /* may wait for the device */
};

/* Bit i of a mask is argument i. */
struct iq_plan {
    bool ready;                 /* atomic */
    bool counted;               /* the programmer's call, not one that a compiler writes around a launch */
    bool whole_before;          /* BEFORE checks want to see the whole call: handles are hidden in a struct */
    bool array;                 /* uses an array */
    bool changes;               /* a success makes, records or retains something */
    bool only_handles;          /* BEFORE checks look at handles and nothing else */
    bool expanded;              /* of a longer row, made of another one and its shape (expand.h) */
    bool deferred;              /* these accesses are made later, by a graph or a texture; the call itself makes none */
    bool func_is_handle;        /* the kernel is given by handle, not by its host function */
    bool graph_launch;
    uint8_t steps;              /* enum iq_step */
    uint8_t flow;               /* enum iq_flow */
    int8_t stream, event, memkind, grid, block, shared, func, args, extra, config;     /* arguments, -1: none */
    /* Of commands of OpenCL; -1: none. */
    int8_t waits, blocking, made_event, queue, kernel, work_dim, work_offset, work_size, group_size, pattern, pattern_size;
    uint8_t kind[16];           /* kind of handle arguments 0..15 */
    uint32_t handles;           /* handles that are used or destroyed */
    uint32_t memory;            /* addresses that are read, written, freed or registered */
    uint32_t access;            /* of these: read or written */
    uint32_t ends;              /* destroyed or freed */
    uint32_t makes;             /* created, allocated, registered */
    uint32_t gets;              /* handles that exist and are handed out: arrays of mipmaps, default pools */
    uint32_t uses;              /* handles that may be adopted when the call succeeds */
    uint32_t signals;           /* events that it records */
    uint32_t after;             /* arguments that DONE checks look at */
    uint32_t images;
    uint32_t lists;             /* arrays of handles */
    uint32_t objects;           /* memory objects that are accessed in part */
    uint32_t owners;            /* handles whose number of owners changes */
    uint32_t outlists;
    uint32_t arrays;            /* arrays of handles that are destroyed */
    uint32_t needed;            /* Vulkan: handles and structs that no driver can do without */
};

const struct iq_plan *iq_plan_make(const struct iq_entry *entry);

/* Writes the names of the entries that have plans to a new trace; later ones write theirs when they are made. */
void iq_plan_write_names(void);

static inline const struct iq_plan *iq_plan_of(const struct iq_entry *entry)
{
    const struct iq_plan *plan = entry->plan;
    return __builtin_expect(__atomic_load_n(&plan->ready, __ATOMIC_ACQUIRE), 1) ? plan : iq_plan_make(entry);
}

/* OpenCL: a command, or a wait for one: what is called all the time. */
static inline bool iq_plan_is_command(const struct iq_entry *entry)
{
    return entry->flags & (IQ_ENTRY_ASYNC | IQ_ENTRY_SYNC_EVENT | IQ_ENTRY_SYNC_STREAM);
}

/* Kind of the handle that argument [i] is; NONE for a runtime kernel given by its host address. */
enum iq_kind iq_plan_handle_kind(const struct iq_entry *entry, int i);

#endif
