/* How many references to a user object the program owns, which it may give back or hand to graphs.
 * What graphs own is not counted: their copies and launches retain it, too.  Threads: any. */
#include "abi/cuda_abi.h"
#include "call/core.h"
#include "call/walk.h"

void iq_fx_user_create(struct iq_call *call, int phase);
void iq_fx_user_retain(struct iq_call *call, int phase);
void iq_fx_user_release(struct iq_call *call, int phase);
void iq_fx_user_give(struct iq_call *call, int phase);

static bool has_succeeded(const struct iq_call *call, int phase)
{
    return phase == 1 && !call->outer && !call->result;
}

static struct iq_handle *object_of(const struct iq_call *call, int arg)
{
    return iq_resolved_handle(call, arg, IQ_KIND_USER_OBJECT);
}

/* False: the program does not own that many. */
static bool take(struct iq_handle *object, uint32_t count)
{
    uint32_t owned = __atomic_load_n(&object->refs, __ATOMIC_RELAXED);
    while (owned >= count && !__atomic_compare_exchange_n(&object->refs, &owned, owned - count,
                                                          true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
    return owned >= count;
}

/* (*object, ptr, destroy, count, flags) */
void iq_fx_user_create(struct iq_call *call, int phase)
{
    if (!has_succeeded(call, phase) || !call->args[0])
        return;
    uint64_t value = *(const uint64_t *)(uintptr_t)call->args[0];
    struct iq_handle *object = iq_handle_find(IQ_KIND_USER_OBJECT, value);
    if (object && object->kind == IQ_KIND_USER_OBJECT)
        object->refs = (uint32_t)call->args[3];
}

/* (object, count) */
void iq_fx_user_retain(struct iq_call *call, int phase)
{
    struct iq_handle *object = has_succeeded(call, phase) ? object_of(call, 0) : NULL;
    if (!object)
        return;
    __atomic_fetch_add(&object->refs, (uint32_t)call->args[1], __ATOMIC_RELAXED);
    object->retained = iq_call_ref_of(call);
}

/* (object, count).  The value may be another object's as soon as the driver has ended this one. */
void iq_fx_user_release(struct iq_call *call, int phase)
{
    struct iq_handle *object = call->outer ? NULL : object_of(call, 0);
    uint32_t count = (uint32_t)call->args[1];
    if (!object)
        return;
    if (!phase && !iq_handle_is_dead(object) && take(object, count)) {
        object->released = iq_call_ref_of(call);
        if (!object->refs && !(object->flags & IQ_HANDLE_SHARED))
            iq_handle_destroy(object, object->released);
    } else if (phase && call->result && object->released.number == call->number) {
        __atomic_fetch_add(&object->refs, count, __ATOMIC_RELAXED);
        if (object->destroyed.number == call->number)
            iq_handle_restore(object);
    }
}

/* (graph, object, count, flags) */
void iq_fx_user_give(struct iq_call *call, int phase)
{
    struct iq_handle *object = has_succeeded(call, phase) ? object_of(call, 1) : NULL;
    if (!object)
        return;
    __atomic_fetch_or(&object->flags, IQ_HANDLE_SHARED, __ATOMIC_RELAXED);
    if (call->args[3] & CU_GRAPH_USER_OBJECT_MOVE && take(object, (uint32_t)call->args[2]))
        object->released = iq_call_ref_of(call);
}
