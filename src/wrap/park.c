/* See park.h.
 *
 * A parked handle has been created and never shown.  While there is room, a recycled value is
 * parked and one more handle is created.  When there is none, the newest value takes the place of
 * the oldest parked one of the same kind, context, flags and priority, which is handed out instead:
 * its value has been dead for longest. */
#include "wrap/park.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "call/guest.h"
#include "wrap/driver.h"
#include "wrap/sys.h"

enum { ROOM = 32, TRIES = 8 };

struct parked {
    uint64_t value, context;
    uint32_t flags;
    int priority;
};
struct lot {
    struct parked slots[ROOM];
    unsigned count;
    enum iq_kind kind;
};

typedef int (*create_fn)(uint64_t *handle, unsigned flags);
typedef int (*create_priority_fn)(uint64_t *handle, unsigned flags, int priority);
typedef int (*current_fn)(uint64_t *context);
typedef int (*end_context_fn)(uint64_t context);
typedef int (*end_device_fn)(int device);

static struct lot streams = { .kind = IQ_KIND_STREAM }, events = { .kind = IQ_KIND_EVENT },
                  graphs = { .kind = IQ_KIND_GRAPH };
static int lock;
static create_fn stream_create, event_create, graph_create;
static create_priority_fn stream_create_priority;
static current_fn context_current;
static end_context_fn context_destroy[2];
static end_device_fn device_end[4];

static void take_lock(void)
{
    while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE))
        iq_sys_call(SYS_sched_yield, 0, 0, 0, 0, 0, 0);
}

static void release_lock(void) { __atomic_store_n(&lock, 0, __ATOMIC_RELEASE); }

void iq_park_after_fork(void)
{
    release_lock();
    streams.count = events.count = graphs.count = 0;
}

/* Parks [item] if there is room. */
static bool park(struct lot *lot, struct parked item)
{
    take_lock();
    bool fits = lot->count < ROOM;
    if (fits)
        lot->slots[lot->count++] = item;
    release_lock();
    if (fits)
        iq_core_parked(lot->kind, item.value);
    return fits;
}

/* Parks [item] for the oldest one like it, which is returned; 0 if there is none. */
static uint64_t swap(struct lot *lot, struct parked item)
{
    uint64_t value = 0;
    take_lock();
    for (unsigned i = 0; i < lot->count && !value; i++) {
        const struct parked *old = &lot->slots[i];
        if (old->context != item.context || old->flags != item.flags ||
            old->priority != item.priority)
            continue;
        value = old->value;
        for (; i + 1 < lot->count; i++)
            lot->slots[i] = lot->slots[i + 1];
        lot->slots[lot->count - 1] = item;
    }
    release_lock();
    if (value)
        iq_core_parked(lot->kind, item.value);
    return value;
}

static int create_one(const struct lot *lot, uint64_t *handle, const struct parked *like,
                      bool with_priority)
{
    if (lot != &streams)
        return (lot == &events ? event_create : graph_create)(handle, like->flags);
    return with_priority ? stream_create_priority(handle, like->flags, like->priority)
                         : stream_create(handle, like->flags);
}

static int create(struct lot *lot, uint64_t *handle, struct parked like, bool with_priority)
{
    int result = create_one(lot, handle, &like, with_priority);
    for (int tries = 0;
         result == 0 && handle && tries < TRIES && iq_core_was_destroyed(lot->kind, *handle);
         tries++) {
        if (context_current && context_current(&like.context))
            break;
        like.value = *handle;
        if (!park(lot, like)) {
            uint64_t older = swap(lot, like);
            if (older)
                *handle = older;
            break;
        }
        uint64_t next = 0;
        if (create_one(lot, &next, &like, with_priority)) {
            take_lock(); /* no second one to be had: the first must do */
            for (unsigned i = 0; i < lot->count; i++)
                if (lot->slots[i].value == like.value)
                    lot->slots[i] = lot->slots[--lot->count];
            release_lock();
            break;
        }
        *handle = next;
    }
    return result;
}

static int park_stream_create(uint64_t *handle, unsigned flags)
{
    return create(&streams, handle, (struct parked){ .flags = flags }, false);
}
static int park_event_create(uint64_t *handle, unsigned flags)
{
    return create(&events, handle, (struct parked){ .flags = flags }, false);
}
static int park_graph_create(uint64_t *handle, unsigned flags)
{
    return create(&graphs, handle, (struct parked){ .flags = flags }, false);
}

static int park_stream_create_priority(uint64_t *handle, unsigned flags, int priority)
{
    return create(&streams, handle, (struct parked){ .flags = flags, .priority = priority }, true);
}

/* Handles end with their context; forgetting all of them when any context ends is simple and
 * right. */
static void forget(void)
{
    take_lock();
    streams.count = events.count = graphs.count = 0;
    release_lock();
}

#define END_CONTEXT(n)                           \
    static int end_context_##n(uint64_t context) \
    {                                            \
        forget();                                \
        return context_destroy[n](context);      \
    }
#define END_DEVICE(n)                     \
    static int end_device_##n(int device) \
    {                                     \
        forget();                         \
        return device_end[n](device);     \
    }
END_CONTEXT(0)
END_CONTEXT(1)
END_DEVICE(0)
END_DEVICE(1)
END_DEVICE(2)
END_DEVICE(3)

void iq_park_install(void)
{
    context_current = (current_fn)iq_driver_symbol("cuCtxGetCurrent");
    stream_create =
        (create_fn)iq_driver_replace("cuStreamCreate", (void *)(uintptr_t)park_stream_create);
    stream_create_priority = (create_priority_fn)iq_driver_replace(
        "cuStreamCreateWithPriority", (void *)(uintptr_t)park_stream_create_priority);
    event_create =
        (create_fn)iq_driver_replace("cuEventCreate", (void *)(uintptr_t)park_event_create);
    graph_create =
        (create_fn)iq_driver_replace("cuGraphCreate", (void *)(uintptr_t)park_graph_create);
    context_destroy[0] =
        (end_context_fn)iq_driver_replace("cuCtxDestroy", (void *)(uintptr_t)end_context_0);
    context_destroy[1] =
        (end_context_fn)iq_driver_replace("cuCtxDestroy_v2", (void *)(uintptr_t)end_context_1);
    device_end[0] = (end_device_fn)iq_driver_replace("cuDevicePrimaryCtxReset",
                                                     (void *)(uintptr_t)end_device_0);
    device_end[1] = (end_device_fn)iq_driver_replace("cuDevicePrimaryCtxReset_v2",
                                                     (void *)(uintptr_t)end_device_1);
    device_end[2] = (end_device_fn)iq_driver_replace("cuDevicePrimaryCtxRelease",
                                                     (void *)(uintptr_t)end_device_2);
    device_end[3] = (end_device_fn)iq_driver_replace("cuDevicePrimaryCtxRelease_v2",
                                                     (void *)(uintptr_t)end_device_3);
}
