/* Every handle that the driver gave out: streams, events, modules, contexts, textures...  Destroyed
 * ones are remembered for a while, so that a stale value is known as destroyed.  A value that comes
 * back is a new generation.
 * Owner: core; records are reused only long after their handle died.  Threads: look-up takes no
 * lock; changes take IQ_LOCK_HANDLES.  Fork: survives. */
#ifndef IQ_MODEL_HANDLE_H
#define IQ_MODEL_HANDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/contract.h"
#include "base/hot.h"
#include "model/call_ref.h"
#include "model/context.h"
#include "model/entry.h"

enum iq_handle_state { IQ_HANDLE_LIVE = 1, IQ_HANDLE_DESTROYED };
enum iq_handle_flags {
    IQ_HANDLE_RECORDED = 1,     /* event: recorded at least once */
    IQ_HANDLE_NO_TIMING = 2,    /* event: made without timing */
    IQ_HANDLE_NON_BLOCKING = 4, /* stream */
    IQ_HANDLE_CAPTURING = 8,    /* stream */
    /* its end was answered and not forwarded: it lives on, and nobody's leak */
    IQ_HANDLE_SPARED = 32,
    IQ_HANDLE_SHARED = 64, /* user object: graphs have had references of it, too */
    IQ_HANDLE_SPENT = 128, /* dead, and kept for those that it is parent or owner of */
    IQ_HANDLE_ADOPTED = 16 /* first seen in a call that succeeded, not when it was made */
};

struct iq_code;
struct iq_graph_uses;
struct iq_kernel;

struct iq_handle {
    uint64_t key; /* of the table: the value, and for numbers their kind, too */
    uint64_t value;
    uint8_t kind;        /* enum iq_kind */
    uint8_t state;       /* atomic, enum iq_handle_state */
    uint8_t flags;       /* atomic, enum iq_handle_flags */
    uint32_t generation; /* 1.. of this value */
    uint32_t serial;     /* 1.. among all of its kind: "stream 2" */
    /* of a pool: times that it was reset; of what came from it: its parent's epoch then */
    uint16_t epoch, born;
    struct iq_context *context; /* NULL: unknown */
    struct iq_handle *parent;   /* module of a kernel, graph of a node; NULL: none */
    uint32_t dependents;        /* atomic: records whose parent or owner it is */
    /* atomic: the number of deaths when all its parents were last seen to be alive */
    uint32_t alive;
    /* times that the live value was handed out once more (Vulkan drivers share equal objects) */
    uint32_t extra_references;
    /* what the same value was before, destroyed, and after that; NULL: nothing remembered */
    struct iq_handle *older, *newer;
    struct iq_call_ref created, destroyed;
    /* last call that recorded it (event), began a capture (stream) or reset it (pool) */
    struct iq_call_ref touched;
    const char *name; /* kernel name, file of a module; NULL */
    /* what flow.c keeps of it: a timeline, a snapshot, accesses of a graph */
    void *flow;
    union {
        const struct iq_extent *extent; /* array: its size; NULL unknown */
        /* kernel: what is known of it (kernels.c); NULL: not looked up */
        const struct iq_kernel *kernel;
        /* module, library: its image (kernels.c); NULL unknown */
        struct iq_code *code;
        uint64_t bytes; /* VMM allocation: its size; 0 unknown */
        /* graph, executable graph: memory that its nodes use (effects_graph.c) */
        struct iq_graph_uses *uses;
    };
    /* kernel: host function or handle that it was got from; 0: by name */
    uint64_t origin;
    uint32_t refs; /* atomic: owners, of kinds that are counted; the program's (user object) */
    /* what it was made in and does not die with: a context, a parent buffer; NULL: none */
    struct iq_handle *owner;
    /* what its API's effects keep of it, from iq_handle_details; NULL: none */
    void *details;
    struct iq_call_ref retained, released; /* last changes of .refs */
};

/* array: in elements; height, depth 0: not there */
struct iq_extent {
    uint64_t width, height, depth;
    uint32_t element_bytes, channels; /* channels: 0 if not known */
};

static inline bool iq_handle_is_of_vulkan(enum iq_kind kind)
{
    return kind >= IQ_KIND_VK_ACCELERATION_STRUCTURE && kind <= IQ_KIND_VK_VALIDATION_CACHE;
}

/* A value that is no pointer (textures, devices): the same number may be of several kinds at
 * once. */
static inline bool iq_handle_is_number(enum iq_kind kind)
{
    const uint64_t numbers = 1ull << IQ_KIND_TEXTURE | 1ull << IQ_KIND_SURFACE |
                             1ull << IQ_KIND_DEVICE | 1ull << IQ_KIND_VMM_HANDLE;
    return kind < IQ_KIND_VK_ACCELERATION_STRUCTURE ? numbers >> kind & 1
                                                    : iq_handle_is_of_vulkan(kind);
}
_Static_assert(IQ_KIND_VK_ACCELERATION_STRUCTURE <= 64, "a bit for each kind of the other APIs");
/* May a handle of kind [actual] stand where one of kind [wanted] is asked for?  Memory objects may
 * be asked for without saying which. */
static inline bool iq_kind_fits(enum iq_kind wanted, enum iq_kind actual)
{
    return wanted == actual ||
           (wanted == IQ_KIND_CL_MEM && actual > IQ_KIND_CL_MEM && actual <= IQ_KIND_CL_PIPE) ||
           (actual == IQ_KIND_CL_MEM && wanted > IQ_KIND_CL_MEM && wanted <= IQ_KIND_CL_PIPE);
}

/* Open addressing; slots are only ever filled, or replaced by a record of the same key.  A full
 * table is copied into a larger one; the old one stays mapped for readers that still look at it
 * (they miss only what is newer). */
struct iq_handle_table {
    uint64_t mask;
    uint32_t shift;
    struct iq_handle *slots[];
};
extern struct iq_handle_table *iq_handles IQ_HOT; /* atomic, NULL: empty */

static inline uint64_t iq_handle_key(enum iq_kind kind, uint64_t value)
{
    return iq_handle_is_number(kind) ? value ^ (uint64_t)kind << 56 : value;
}

static inline struct iq_handle **iq_handle_slot(struct iq_handle_table *table, uint64_t key)
{
    for (uint64_t i = key * 0x9e3779b97f4a7c15u >> table->shift;; i = (i + 1) & table->mask) {
        struct iq_handle *handle = __atomic_load_n(&table->slots[i], __ATOMIC_ACQUIRE);
        if (!handle || handle->key == key)
            return &table->slots[i];
    }
}

/* Record of [value] as [kind]; destroyed ones too; NULL if never seen.  Where there is none of this
 * kind one of another is returned: compare .kind. */
static inline struct iq_handle *iq_handle_find(enum iq_kind kind, uint64_t value)
{
    struct iq_handle_table *table = __atomic_load_n(&iq_handles, __ATOMIC_ACQUIRE);
    if (!table)
        return NULL;
    struct iq_handle *first =
        __atomic_load_n(iq_handle_slot(table, iq_handle_key(kind, value)), __ATOMIC_ACQUIRE);
    for (struct iq_handle *handle = first; handle; handle = handle->older)
        if (iq_kind_fits(kind, (enum iq_kind)handle->kind) && handle->value == value)
            return handle;
    return first;
}

/* Notes that a handle was created.  Returns its record (the existing one if call [created.number]
 * made it already). */
struct iq_handle *iq_handle_create(enum iq_kind kind, uint64_t value, struct iq_context *context,
                                   struct iq_call_ref created);

/* Notes that [handle] is being destroyed; iq_handle_restore when that failed. */
void iq_handle_destroy(struct iq_handle *handle, struct iq_call_ref ref);
void iq_handle_restore(struct iq_handle *handle);
void iq_handle_set_live(struct iq_handle *handle);

/* [handle] dies with [parent]; belongs to [owner] without dying with it.  NULL: nothing. */
void iq_handle_set_parent(struct iq_handle *handle, struct iq_handle *parent);
void iq_handle_set_owner(struct iq_handle *handle, struct iq_handle *owner);
/* One owner more; one less: true if that was the last one, of a handle whose owners are all
 * known. */
void iq_handle_retain(struct iq_handle *handle, struct iq_call_ref ref);
bool iq_handle_release(struct iq_handle *handle, struct iq_call_ref ref);

/* Room of [size] bytes, the same for every handle of a kind: zeroed, but for the first [keep]
 * bytes, which may be as the handle that had it before left them (their first word apart).  It goes
 * with the record, to be reused.  NULL: out of memory. */
IQ_NODISCARD IQ_NONNULL void *iq_handle_details(struct iq_handle *handle, size_t size, size_t keep);

/* atomic: handles (but OpenCL's events) and contexts that died, and pools that were reset; starts
 * at 1 */
extern uint32_t iq_handle_deaths IQ_HOT;

/* has it lost a parent?  Remembered until the next death */
bool iq_handle_is_orphan(const struct iq_handle *handle);
/* of a dead one: its own, or that of its context, parent or pool; .number 0: not known */
IQ_NONNULL struct iq_call_ref iq_handle_end(const struct iq_handle *handle);

/* Destroyed itself, or gone with its context or its parent, or when its pool was reset. */
static inline bool iq_handle_is_dead(const struct iq_handle *handle)
{
    if (!handle)
        return false;
    if (__atomic_load_n(&handle->state, __ATOMIC_ACQUIRE) == IQ_HANDLE_DESTROYED ||
        iq_context_is_dead(handle->context))
        return true;
    return handle->parent &&
           __atomic_load_n(&handle->alive, __ATOMIC_RELAXED) !=
               __atomic_load_n(&iq_handle_deaths, __ATOMIC_ACQUIRE) &&
           iq_handle_is_orphan(handle);
}

/* every live one, under the lock */
void iq_handle_visit(void (*visit)(void *user, const struct iq_handle *handle), void *user);
#endif
