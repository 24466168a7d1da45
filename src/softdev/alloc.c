/* The index of all allocations: a treap over base addresses; they never overlap.  A second lock
 * lets worker threads look things up while an API thread holds the driver lock; changes take
 * both. */
#include <pthread.h>
#include <stdlib.h>

#include "softdev/memory.h"

enum { HISTORY = 4096 };

static pthread_rwlock_t index_lock = PTHREAD_RWLOCK_INITIALIZER;
static struct iq_alloc *root;
static struct iq_freed history[HISTORY];
static size_t history_count;
static _Atomic uint32_t generation;
static uint32_t rank_state = 0x9e3779b9;

static uint32_t next_rank(void)
{
    rank_state ^= rank_state << 13;
    rank_state ^= rank_state >> 17;
    return rank_state ^= rank_state << 5;
}

/* Splits [tree] into what lies below [base] and the rest. */
static void split(struct iq_alloc *tree, uint64_t base, struct iq_alloc **below,
                  struct iq_alloc **above)
{
    while (tree) {
        if (tree->base < base) {
            *below = tree;
            below = &tree->right;
            tree = tree->right;
        } else {
            *above = tree;
            above = &tree->left;
            tree = tree->left;
        }
    }
    *below = *above = NULL;
}

static struct iq_alloc *merge(struct iq_alloc *below, struct iq_alloc *above)
{
    struct iq_alloc *top = NULL, **place = &top;
    while (below && above) {
        if (below->tree_rank > above->tree_rank) {
            *place = below;
            place = &below->right;
            below = below->right;
        } else {
            *place = above;
            place = &above->left;
            above = above->left;
        }
    }
    *place = below ? below : above;
    return top;
}

struct iq_alloc *iq_alloc_add(enum iq_alloc_kind kind, uint64_t base, size_t size,
                              struct iq_ctx *ctx, int64_t bias)
{
    struct iq_alloc *alloc = calloc(1, sizeof *alloc);
    if (!alloc)
        return NULL;
    alloc->kind = kind;
    alloc->base = base;
    alloc->size = size;
    alloc->ctx = ctx;
    alloc->device = ctx ? ctx->device : NULL;
    alloc->bias = bias;
    alloc->id = iq_next_id();
    alloc->readable = alloc->writable = true;
    alloc->tree_rank = next_rank();
    struct iq_alloc *below, *above;
    pthread_rwlock_wrlock(&index_lock);
    split(root, base, &below, &above);
    root = merge(merge(below, alloc), above);
    atomic_fetch_add(&generation, 1);
    pthread_rwlock_unlock(&index_lock);
    return alloc;
}

static struct iq_alloc *find(uint64_t address)
{
    struct iq_alloc *best = NULL;
    for (struct iq_alloc *at = root; at;) {
        if (at->base <= address) {
            best = at;
            at = at->right;
        } else {
            at = at->left;
        }
    }
    return best && address - best->base < best->size ? best : NULL;
}

struct iq_alloc *iq_alloc_find(uint64_t address)
{
    struct iq_alloc *alloc = find(address);
    return alloc && !alloc->dying && alloc->kind != IQ_ALLOC_ARRAY ? alloc : NULL;
}

struct iq_alloc *iq_alloc_find_array(uint64_t base)
{
    struct iq_alloc *alloc = find(base);
    return alloc && alloc->base == base && alloc->kind == IQ_ALLOC_ARRAY ? alloc : NULL;
}

void iq_alloc_mark_dying(struct iq_alloc *alloc)
{
    pthread_rwlock_wrlock(&index_lock);
    alloc->dying = true;
    pthread_rwlock_unlock(&index_lock);
}

struct iq_alloc *iq_alloc_above(uint64_t address)
{
    struct iq_alloc *best = NULL;
    for (struct iq_alloc *at = root; at;) {
        if (at->base >= address) {
            best = at;
            at = at->left;
        } else {
            at = at->right;
        }
    }
    return best;
}

bool iq_alloc_find_shared(uint64_t address, struct iq_alloc *copy)
{
    pthread_rwlock_rdlock(&index_lock);
    const struct iq_alloc *alloc = find(address);
    if (alloc)
        *copy = *alloc;
    pthread_rwlock_unlock(&index_lock);
    return alloc;
}

void iq_alloc_set_shadowed(uint64_t base, uint64_t id, bool shadowed)
{
    pthread_rwlock_wrlock(&index_lock);
    struct iq_alloc *alloc = find(base);
    if (alloc && alloc->id == id) {
        alloc->shadowed = shadowed;
        alloc->has_shadow |= shadowed;
        alloc->written_front = 0;
        atomic_fetch_add(&generation, 1); /* kernels look again */
    }
    pthread_rwlock_unlock(&index_lock);
}

void iq_alloc_set_front(uint64_t base, uint64_t id, size_t front)
{
    pthread_rwlock_wrlock(&index_lock);
    struct iq_alloc *alloc = find(base);
    if (alloc && alloc->id == id)
        alloc->written_front = front;
    pthread_rwlock_unlock(&index_lock);
}

/* The allocation that begins last at or below [address] (first above: [up]), past those that
 * are hidden. */
static const struct iq_alloc *neighbour(uint64_t address, bool up)
{
    const struct iq_alloc *best;
    do {
        best = NULL;
        for (const struct iq_alloc *at = root; at;) {
            bool fits = up ? at->base > address : at->base <= address;
            best = fits ? at : best;
            at = fits == up ? at->left : at->right;
        }
        address = !best ? 0 : up ? best->base : best->base - 1;
    } while (best && iq_alloc_is_hidden(best));
    return best;
}

bool iq_alloc_near_shared(uint64_t address, uint64_t most, struct iq_alloc *copy)
{
    pthread_rwlock_rdlock(&index_lock);
    const struct iq_alloc *below = neighbour(address, false), *above = neighbour(address, true);
    uint64_t behind = !below ? UINT64_MAX
                      : address - below->base < below->size
                          ? 0
                          : address - below->base - below->size + 1;
    uint64_t before = above ? above->base - address : UINT64_MAX;
    const struct iq_alloc *best = behind <= before ? below : above;
    bool found = best && (behind <= before ? behind : before) <= most;
    if (found)
        *copy = *best;
    pthread_rwlock_unlock(&index_lock);
    return found;
}

void iq_alloc_remove(struct iq_alloc *alloc)
{
    struct iq_alloc *below, *self, *above;
    pthread_rwlock_wrlock(&index_lock);
    split(root, alloc->base, &below, &above);
    split(above, alloc->base + 1, &self, &above);
    root = merge(below, above);
    if (alloc->kind != IQ_ALLOC_ARRAY)
        history[history_count++ % HISTORY] =
            (struct iq_freed){ alloc->base, alloc->size, alloc->kind, alloc->id };
    atomic_fetch_add(&generation, 1);
    pthread_rwlock_unlock(&index_lock);
    free(alloc);
}

bool iq_history_find(uint64_t address, struct iq_freed *freed)
{
    bool found = false;
    pthread_rwlock_rdlock(&index_lock);
    size_t count = history_count < HISTORY ? history_count : HISTORY;
    for (size_t i = 0; i < count && !found; i++) {
        const struct iq_freed *entry = &history[(history_count - 1 - i) % HISTORY];
        found = address - entry->base < entry->size;
        if (found)
            *freed = *entry;
    }
    pthread_rwlock_unlock(&index_lock);
    return found;
}

const uint32_t *iq_alloc_generation(void) { return (const uint32_t *)&generation; }

void iq_alloc_each(void (*visit)(struct iq_alloc *alloc, void *user), void *user)
{
    for (struct iq_alloc *alloc = iq_alloc_above(0); alloc;) {
        uint64_t base = alloc->base;
        visit(alloc, user);
        alloc = base == UINT64_MAX ? NULL : iq_alloc_above(base + 1);
    }
}
