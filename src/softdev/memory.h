/* Memory: the reserved address range of each device, and every allocation of any kind, found by
 * address. Device memory lies at an address that the host cannot dereference; its bytes are at
 * address + iq_alloc.bias.  Managed and pinned memory of a device that is observed is mapped
 * twice: the observer may protect what the host sees, and the device goes on at address + bias.
 * Owner: an allocation belongs to its context; freed ones leave a note in the history.
 * Threads: driver lock for all changes; iq_alloc_find_shared and iq_history_find may be called
 * without it. */
#ifndef IQ_SOFTDEV_MEMORY_H
#define IQ_SOFTDEV_MEMORY_H

#include "softdev/context.h"

enum { IQ_CHUNK_SHIFT = 21, IQ_UNIT = 512 };
#define IQ_CHUNK ((size_t)1 << IQ_CHUNK_SHIFT)

enum iq_alloc_kind {
    IQ_ALLOC_DEVICE,
    IQ_ALLOC_POOL,
    IQ_ALLOC_GLOBAL /* variable of a module */,
    IQ_ALLOC_VMM /* mapped piece */,
    IQ_ALLOC_RESERVED /* address range without memory */,
    IQ_ALLOC_INTERNAL /* device heap and the like */,
    IQ_ALLOC_MANAGED,
    IQ_ALLOC_HOST,
    IQ_ALLOC_REGISTERED,
    IQ_ALLOC_ARRAY /* storage of an array: no address of it was ever given out */,
    IQ_ALLOC_IMPORTED /* memory of another process */
};

struct iq_alloc {
    enum iq_alloc_kind kind;
    uint64_t base;
    size_t size, span; /* asked for; taken from the address range */
    size_t zone;       /* of the span, in front of base */
    int64_t bias;      /* host address = device address + bias */
    struct iq_ctx *ctx;
    struct iq_device *device; /* whose memory; NULL for host memory */
    struct iq_pool *pool;
    struct iq_physical *physical; /* VMM */
    struct iq_import *import;     /* imported */
    uint64_t id;
    unsigned flags; /* of the creating call */
    bool sync_memops, writable, readable;
    /* of an allocation node: freed by calls and nodes, it rests until the graph allocates it
     * again */
    bool of_graph, resting;
    /* freed in stream order: gone for the API, not yet for work in front of the free */
    bool dying;
    /* there are shadow bits (shadow.h); some bytes may never have been written */
    bool has_shadow, shadowed;
    bool constant;        /* kernels only read it, unless they are given its address */
    size_t written_front; /* bytes known to be written from the start on */
    /* mapped host bytes at base, for kinds that own them; those that are watched, again at
     * base + bias */
    size_t host_span;
    int preferred, prefetched, read_mostly; /* managed advice; -2: none */
    uint32_t accessed_by;
    bool preferred_set, prefetched_set;
    uint32_t tree_rank; /* the index: a treap over base */
    struct iq_alloc *left, *right;
};

struct iq_freed {
    uint64_t base;
    size_t size;
    enum iq_alloc_kind kind;
    uint64_t id;
};

/* ---- arena.c: address ranges of devices ---- */
CUresult iq_arena_create(struct iq_device *device, size_t memory_bytes);
/* Takes memory; *base gets the device address.  [lowest]: first fit from the bottom, for the
 * driver's own use. */
CUresult iq_arena_take(struct iq_device *device, size_t bytes, bool lowest, uint64_t *base,
                       size_t *span);
void iq_arena_give(struct iq_device *device, uint64_t base, size_t span);
/* Addresses without memory (VMM), in chunks; [wish] 0: anywhere. */
CUresult iq_arena_reserve(struct iq_device *device, size_t bytes, size_t alignment, uint64_t wish,
                          uint64_t *base);
void iq_arena_unreserve(struct iq_device *device, uint64_t base, size_t bytes);
/* Puts a memory file behind reserved addresses, or takes it away again. */
CUresult iq_arena_map_file(struct iq_device *device, uint64_t base, size_t bytes, int fd,
                           size_t offset);
void iq_arena_unmap_file(struct iq_device *device, uint64_t base, size_t bytes);
/* Moves the memory of an allocation into a memory file, if it is not in one; nothing may be using
 * it. */
struct iq_share;
CUresult iq_arena_share(struct iq_device *device, uint64_t base, size_t span);
/* The file behind [address] and where it is in it; NULL: none. */
struct iq_share *iq_arena_share_of(const struct iq_device *device, uint64_t address,
                                   size_t *offset);
/* Device whose range holds [address]; NULL: none. */
struct iq_device *iq_arena_device(uint64_t address);
bool iq_arena_is_mapped(const struct iq_device *device, uint64_t address, size_t size);
void iq_arena_bounds(const struct iq_device *device, uint64_t *base, uint64_t *bytes);
int64_t iq_arena_bias(const struct iq_device *device);
size_t iq_arena_used(const struct iq_device *device);
/* Charges memory that has no device address yet (physical memory); may be refused. */
CUresult iq_arena_charge(struct iq_device *device, size_t bytes);
void iq_arena_discharge(struct iq_device *device, size_t bytes);

/* ---- alloc.c: the index ---- */
/* Enters a new allocation; NULL without memory.  The fields kind, base, size, ctx, device, bias are
 * set. */
struct iq_alloc *iq_alloc_add(enum iq_alloc_kind kind, uint64_t base, size_t size,
                              struct iq_ctx *ctx, int64_t bias);
/* The allocation with [address] inside; NULL: none, an array's, or freed in stream order. */
struct iq_alloc *iq_alloc_find(uint64_t address);
struct iq_alloc *iq_alloc_find_array(uint64_t base);
/* The first allocation at or above [address]. */
struct iq_alloc *iq_alloc_above(uint64_t address);
/* Freed in stream order; iq_alloc_remove follows when the stream gets there. */
void iq_alloc_mark_dying(struct iq_alloc *alloc);
/* Takes it out of the index, notes it in the history, frees the record. */
void iq_alloc_remove(struct iq_alloc *alloc);
/* Copy of the record that holds [address, address+size), for threads without the lock. */
bool iq_alloc_find_shared(uint64_t address, struct iq_alloc *copy);
/* May some of allocation [id] at [base] not be written?  The first [front] bytes are. */
void iq_alloc_set_shadowed(uint64_t base, uint64_t id, bool shadowed);
void iq_alloc_set_front(uint64_t base, uint64_t id, size_t front);
/* The live allocation nearest to [address], at most [most] bytes away; none that is hidden. */
bool iq_alloc_near_shared(uint64_t address, uint64_t most, struct iq_alloc *copy);
bool iq_history_find(uint64_t address, struct iq_freed *freed);
/* Changes with every removal. */
const uint32_t *iq_alloc_generation(void);
/* Calls [visit] for all; it may remove the one it is given. */
void iq_alloc_each(void (*visit)(struct iq_alloc *alloc, void *user), void *user);

static inline bool iq_alloc_holds(const struct iq_alloc *alloc, uint64_t address, size_t size)
{
    return address >= alloc->base && size <= alloc->size &&
           address - alloc->base <= alloc->size - size;
}
/* Does it belong to a graph that has not allocated it, or freed it again?  Calls are refused then,
 * nodes are not. */
static inline bool iq_alloc_rests(const struct iq_alloc *alloc)
{
    return alloc && alloc->of_graph && alloc->resting;
}
/* Does it lie in the memory of a device, and nowhere else? */
static inline bool iq_alloc_is_device(const struct iq_alloc *alloc)
{
    return alloc->bias && !alloc->host_span;
}

/* Memory that no program has the address of. */
static inline bool iq_alloc_is_hidden(const struct iq_alloc *alloc)
{
    return alloc->kind == IQ_ALLOC_INTERNAL || alloc->kind == IQ_ALLOC_ARRAY;
}

static inline bool iq_alloc_is_host(const struct iq_alloc *alloc)
{
    return alloc->kind == IQ_ALLOC_HOST || alloc->kind == IQ_ALLOC_REGISTERED;
}

/* ---- allocate.c: whole operations, used by API functions and graphs ---- */
CUresult iq_memory_take(struct iq_ctx *ctx, enum iq_alloc_kind kind, size_t bytes,
                        struct iq_alloc **alloc);
void iq_memory_give(struct iq_alloc *alloc);
CUresult iq_memory_take_host(struct iq_ctx *ctx, enum iq_alloc_kind kind, size_t bytes,
                             unsigned flags, struct iq_alloc **alloc);
/* Frees everything that belongs to [ctx]. */
void iq_memory_free_all(struct iq_ctx *ctx);

/* ---- hostmem.c: memory that may not be there ---- */
/* Copies; returns 0 or CUDA_ERROR_INVALID_VALUE when the foreign side cannot be read or written. */
CUresult iq_host_read(void *to, const void *from, size_t size);
CUresult iq_host_write(void *to, const void *from, size_t size);
bool iq_host_is_mapped(const void *at, size_t size);

#endif
