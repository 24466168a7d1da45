#include "process/depot.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

#include "base/hash.h"
#include "base/pages.h"

enum { BUCKETS = 1 << 17, TRIES = 64 };

struct stack {
    uint64_t count;
    uintptr_t pc[IQ_DEPOT_DEPTH];
};
struct depot {
    uint32_t last;            /* atomic: number given out last */
    uint32_t bucket[BUCKETS]; /* atomic: number of a stack that is complete, 0: none */
    struct stack stack[IQ_DEPOT_STACKS + 1]; /* by number */
};
static struct depot *the_depot; /* atomic, NULL: no stack yet */

static struct depot *make_depot(void)
{
    int error = errno;
    struct depot *expected = NULL, *fresh = iq_pages_get(sizeof *fresh);
    bool taken = fresh && !__atomic_compare_exchange_n(&the_depot, &expected, fresh, false,
                                                       __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    if (taken)
        munmap(fresh, sizeof *fresh);
    errno = error;
    return taken ? expected : fresh;
}

static bool is_equal(const struct stack *stack, const uintptr_t *pc, uint32_t count)
{
    return stack->count == count && !memcmp(stack->pc, pc, count * sizeof *pc);
}

/* A number of one's own for the stack, which nobody finds yet; 0: there are no more. */
static uint32_t fill(struct depot *depot, const uintptr_t *pc, uint32_t count)
{
    uint32_t last = __atomic_load_n(&depot->last, __ATOMIC_RELAXED);
    do
        if (last == IQ_DEPOT_STACKS)
            return 0;
    while (!__atomic_compare_exchange_n(&depot->last, &last, last + 1, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED));
    struct stack *stack = &depot->stack[last + 1];
    stack->count = count;
    memcpy(stack->pc, pc, count * sizeof *pc);
    return last + 1;
}

uint32_t iq_depot_put(const uintptr_t *pc, uint32_t count)
{
    struct depot *depot = __atomic_load_n(&the_depot, __ATOMIC_ACQUIRE);
    if (!depot && !(depot = make_depot()))
        return 0;
    uint64_t at = iq_hash_bytes(pc, count * sizeof *pc);
    uint32_t own = 0;
    for (int i = 0; i < TRIES; i++, at++) {
        uint32_t *bucket = &depot->bucket[at % BUCKETS],
                 id = __atomic_load_n(bucket, __ATOMIC_ACQUIRE);
        if (!id && !own && !(own = fill(depot, pc, count)))
            return 0;
        if (!id && __atomic_compare_exchange_n(bucket, &id, own, false, __ATOMIC_ACQ_REL,
                                               __ATOMIC_ACQUIRE))
            return own;
        if (is_equal(&depot->stack[id], pc, count)) /* [own] is lost, if another thread was first */
            return id;
    }
    return own;
}

uint32_t iq_depot_get(uint32_t id, uintptr_t *pc)
{
    const struct depot *depot = __atomic_load_n(&the_depot, __ATOMIC_ACQUIRE);
    if (!depot || !id || id > __atomic_load_n(&depot->last, __ATOMIC_RELAXED))
        return 0;
    const struct stack *stack = &depot->stack[id];
    memcpy(pc, stack->pc, stack->count * sizeof *pc);
    return (uint32_t)stack->count;
}
