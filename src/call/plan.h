/* What the walker has to do for an entry, worked out from its row when it is first called: which
 * arguments are handles, memory and so on, and which steps of a call there are at all.
 * Owner: the row's own memory.  Threads: any; made by whoever comes first, always the same. */
#ifndef IQ_CALL_PLAN_H
#define IQ_CALL_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "call/event.h"
#include "model/entry.h"

struct iq_api;
struct iq_checks;

/* Steps of a call; those that its row does not need are skipped. */
enum iq_step {
    /* Before it is forwarded. */
    IQ_STEP_SPECIAL = 1u << 0,  /* launches, error queries, parameters in a struct */
    IQ_STEP_LOOK = 1u << 1,     /* BEFORE checks */
    IQ_STEP_OTHERS = 1u << 2,   /* ... of more than handles: */
    IQ_STEP_LISTS = 1u << 3,    /* arrays of handles that are used */
    IQ_STEP_MEMBERS = 1u << 4,  /* handles in structs, or arrays of handles that end */
    IQ_STEP_OWN = 1u << 5,      /* the API has checks of its own, and nothing of what follows */
    IQ_STEP_MEMORY = 1u << 6,   /* addresses */
    IQ_STEP_BOXES = 1u << 7,    /* memory objects, boxes in host memory */
    IQ_STEP_RELEASES = 1u << 8, /* OpenCL: memory by its address ends */
    IQ_STEP_TELLS = 1u << 9,    /* effects that check */
    IQ_STEP_CONFIG = 1u << 10,  /* a launch with its geometry and stream in a struct */
    IQ_STEP_LAUNCH = 1u << 11,  /* launches a kernel */
    /* checks of the call as a whole: handles are hidden in a struct */
    IQ_STEP_WHOLE = 1u << 12,
    IQ_STEP_IMAGES = 1u << 13,
    IQ_STEP_ORDER_BEFORE = 1u << 14, /* order wants to know before */
    IQ_STEP_FORWARD = 1u << 15,      /* something ends, or effects */
    IQ_STEP_WAIT = 1u << 16,         /* may wait for the device */
    /* When it is back. */
    IQ_STEP_DONE = 1u << 17,    /* something was made or may be adopted */
    IQ_STEP_CHANGES = 1u << 18, /* ... and is, by every success: made, recorded or retained */
    IQ_STEP_VERDICT = 1u << 19, /* DONE checks, order, waiting, error queries */
    IQ_STEP_AFTER = 1u << 20,   /* DONE checks of arguments */
    IQ_STEP_ORDER = 1u << 21,
    IQ_STEP_GRAPH = 1u << 22,       /* launches a graph */
    IQ_STEP_SYNCED = 1u << 23,      /* launches before it are known to be good */
    IQ_STEP_READS_ERROR = 1u << 24, /* returns an error's number or name */
    IQ_STEP_NO_STATUS = 1u << 25,
    IQ_STEP_NEGATIVE = 1u << 26, /* positive codes are answers */
    IQ_STEP_EFFECTS = 1u << 27,
    IQ_STEP_ASYNC = 1u << 28, /* enqueues and returns */
    /* mostly nothing is left to be done then: see iq_verdict_settle */
    IQ_STEP_SETTLES = 1u << 29,
    /* a call that is mostly like the last one of its kind: the API's .cached may settle it */
    IQ_STEP_CACHED = 1u << 30,
    IQ_STEP_LAST = IQ_STEP_CACHED
};
_Static_assert(IQ_STEP_LAST < 1u << 31, "steps of struct iq_plan has 32 bits");

/* One more step, beyond the ints of an enum.  It may be answered whatever its arguments are: it
 * asks for the error of a call that was answered, or may be made to fail (fault.h). */
static const uint32_t IQ_STEP_ANSWERS = 1u << 31;

/* All that there is to cudaGetLastError. */
static const uint32_t IQ_STEPS_OF_ERROR_QUERY =
    IQ_STEP_SPECIAL | IQ_STEP_READS_ERROR | IQ_STEP_VERDICT | 1u << 31 /* ..._ANSWERS */;

enum { IQ_PLAN_ACCESSES = 8, IQ_COPY_KINDS = 5 };

/* Bit i of a mask is argument i. */
struct iq_plan {
    /* What every call looks at, on one cache line. */
    bool ready; /* atomic */
    /* the programmer's call, not one that a compiler writes around a launch */
    bool counted;
    uint8_t flow;             /* enum iq_flow */
    bool func_is_handle;      /* the kernel is given by handle, not by its host function */
    bool asks;                /* passes while its handle is as it was (iq_query_keep) */
    bool remembers;           /* handles that were good in its last call are looked up no more */
    uint32_t steps;           /* enum iq_step, IQ_STEP_ANSWERS */
    const struct iq_api *api; /* of its row */
    uint32_t handles;         /* handles that are used or destroyed */
    uint32_t memory;          /* addresses that are read, written, freed or registered */
    uint32_t access;          /* of these: read or written */
    uint32_t writes;          /* of these: written */
    uint32_t uses;            /* handles that may be adopted when the call succeeds */
    /* arguments, -1: none */
    int8_t stream, event, memkind, grid, block, shared, func, args, extra, config;
    /* these accesses are made later, by a graph or a texture; the call itself makes none */
    bool deferred;
    bool array;       /* uses an array */
    bool dim3;        /* grid and block are structs, given by address */
    uint8_t kind[16]; /* kind of handle arguments 0..15 */
    uint32_t signals; /* events that it records */
    uint32_t after;   /* arguments that DONE checks look at */
    /* Of calls with addresses, on another one. */
    /* of access 0..: argument that says how many, -1: it takes more to know (iq_walk_size) */
    int8_t bytes[IQ_PLAN_ACCESSES];
    uint32_t spaces[IQ_PLAN_ACCESSES]; /* ... see iq_plan_space */
    /* argument that names the variable which is copied to or from, -1: none; where it lies a nested
     * call tells */
    int8_t symbol;
    uint32_t compared; /* accesses of copies that are compared with each other */
    /* The rest. */
    uint32_t ends;  /* destroyed or freed */
    uint32_t makes; /* created, allocated, registered */
    /* handles that exist and are handed out: arrays of mipmaps, default pools */
    uint32_t gets;
    uint32_t images;
    uint32_t lists;   /* arrays of handles */
    uint32_t objects; /* memory objects that are accessed in part */
    uint32_t owners;  /* handles whose number of owners changes */
    uint32_t outlists;
    uint32_t names;     /* texts that name what the call makes */
    uint32_t arrays;    /* arrays of handles that are destroyed */
    uint32_t addresses; /* OpenCL: of sizes of a launch */
    uint32_t needed;    /* Vulkan: handles that no driver can do without */
    uint32_t numbers;   /* Vulkan: numbers of elements, places and bytes */
    uint32_t wide;      /* of these: of 64 bits */
    uint16_t shape;     /* Vulkan: what its structs and lists must have (needs.h); 0: nothing */
    bool expanded;      /* of a longer row, made of another one and its shape (expand.h) */
    /* Of commands of OpenCL; -1: none. */
    int8_t waits, blocking, made_event, queue, kernel, work_dim, work_offset, work_size, group_size,
        pattern, pattern_size, host;
    uint64_t named[8]; /* atomic; see iq_cl_arg_named */
    const struct iq_checks
        *checks[IQ_PHASES][IQ_VERBS];   /* rule.c: that see its events; NULL: none */
    const struct iq_entry *made_before; /* whose plan was made before this one; NULL: none */
} __attribute__((aligned(64)));

const struct iq_plan *iq_plan_make(const struct iq_entry *entry);

/* Writes the names of the entries that have plans to a new trace; later ones write theirs when they
 * are made. */
void iq_plan_write_names(void);

/* Argument [i] of the plan's numbers: is its [value] beyond all lists, tables and memory? */
static inline bool iq_plan_is_absurd(const struct iq_plan *plan, int i, uint64_t value)
{
    return plan->wide & 1u << i ? value >> 40 : (uint32_t)value >> 24;
}

static inline const struct iq_plan *iq_plan_of(const struct iq_entry *entry)
{
    const struct iq_plan *plan = entry->plan;
    return __builtin_expect(__atomic_load_n(&plan->ready, __ATOMIC_ACQUIRE), 1)
               ? plan
               : iq_plan_make(entry);
}

/* enum iq_space of what [role] reads or writes, by copy kind, four bits each; the last one if it is
 * none of them. */
uint32_t iq_plan_spaces(const struct iq_arg *role);
static inline enum iq_space iq_plan_space(uint32_t spaces, uint32_t kind)
{
    return (enum iq_space)(spaces >> kind * 4 & 15);
}

/* OpenCL: a command, or a wait for one: what is called all the time. */
static inline bool iq_plan_is_command(const struct iq_entry *entry)
{
    return entry->flags & (IQ_ENTRY_ASYNC | IQ_ENTRY_SYNC_EVENT | IQ_ENTRY_SYNC_STREAM);
}

/* Kind of the handle that argument [i] is; NONE for a runtime kernel given by its host address. */
enum iq_kind iq_plan_handle_kind(const struct iq_entry *entry, int i);

#endif
