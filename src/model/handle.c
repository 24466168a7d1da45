#include "model/handle.h"

#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

#include "base/hot.h"
#include "base/locks.h"
#include "base/memory.h"
#include "base/pages.h"

enum { FIRST_SLOTS = 4096, HISTORY = 16384, HISTORY_OF_VALUE = 4 };

struct iq_handle_table *iq_handles;
uint32_t iq_handle_deaths = 1;
static uint64_t used;
static uint32_t serials[IQ_KIND_COUNT];
static struct iq_handle *history[HISTORY]; /* dead, oldest first from history_next */
static uint32_t history_next;
static void *free_details[IQ_KIND_COUNT]; /* linked by their first word */
static struct iq_handle *spare;           /* records for reuse, linked by .older */

static struct iq_handle_table *make_table(uint64_t slots)
{
    size_t bytes = sizeof(struct iq_handle_table) + slots * sizeof(struct iq_handle *);
    struct iq_handle_table *made = iq_pages_get(bytes);
    if (!made)
        return NULL;
    made->mask = slots - 1;
    made->shift = 64 - (uint32_t)__builtin_ctzll(slots);
    return made;
}

/* Makes room for one more key.  IQ_LOCK_HANDLES held. */
static bool reserve(void)
{
    if (iq_handles && used * 4 < (iq_handles->mask + 1) * 3)
        return true;
    struct iq_handle_table *larger =
        make_table(iq_handles ? (iq_handles->mask + 1) * 2 : FIRST_SLOTS);
    if (!larger)
        return false;
    used = 0;
    for (uint64_t i = 0; iq_handles && i <= iq_handles->mask; i++) {
        struct iq_handle *handle = iq_handles->slots[i];
        if (handle && handle->state) {
            *iq_handle_slot(larger, handle->key) = handle;
            used++;
        }
    }
    __atomic_store_n(&iq_handles, larger, __ATOMIC_RELEASE);
    return true;
}

static struct iq_handle *new_record(void)
{
    struct iq_handle *handle = spare;
    if (!handle)
        return iq_core_alloc(sizeof *handle);
    spare = handle->older;
    *handle = (struct iq_handle){ 0 };
    return handle;
}

static void give_up_details(struct iq_handle *gone)
{
    if (!gone->details)
        return;
    memcpy(gone->details, &free_details[gone->kind], sizeof(void *));
    free_details[gone->kind] = gone->details;
    gone->details = NULL;
}

static void forget(struct iq_handle *handle);

static void let_go(struct iq_handle *of)
{
    if (of && !__atomic_sub_fetch(&of->dependents, 1, __ATOMIC_RELAXED) &&
        of->flags & IQ_HANDLE_SPENT)
        forget(of);
}

/* [gone] may serve another handle. */
static void give_up(struct iq_handle *gone)
{
    give_up_details(gone);
    let_go(gone->parent);
    let_go(gone->owner);
    gone->parent = gone->owner = NULL;
    gone->newer = NULL;
    gone->older = spare;
    spare = gone;
}

void *iq_handle_details(struct iq_handle *handle, size_t size, size_t keep)
{
    iq_lock(IQ_LOCK_HANDLES);
    if (!handle->details) {
        char *details = free_details[handle->kind];
        if (details) {
            memcpy(&free_details[handle->kind], details, sizeof(void *));
            memset(details + keep, 0, size - keep);
        } else
            details = iq_core_alloc(size);
        __atomic_store_n(&handle->details, details, __ATOMIC_RELEASE);
    }
    iq_unlock(IQ_LOCK_HANDLES);
    return handle->details;
}

/* A value that comes back many times keeps only its last lives, so that walking them stays
 * short.  Records that others refer to are kept. */
static void shorten(struct iq_handle *newest)
{
    struct iq_handle *last = newest;
    if (newest->kind != IQ_KIND_EVENT && newest->kind != IQ_KIND_STREAM &&
        newest->kind != IQ_KIND_CL_EVENT)
        return;
    for (int lives = 1; last && lives < HISTORY_OF_VALUE; lives++)
        last = last->older;
    if (!last || !last->older || last->older->older || last->older->dependents ||
        last->older->state != IQ_HANDLE_DESTROYED)
        return;
    struct iq_handle *gone = last->older;
    __atomic_store_n(&last->older, NULL, __ATOMIC_RELEASE);
    give_up(gone);
}

/* Forgets the handle that died longest ago; if it is the newest of its value only what it was
 * like: it stays known as destroyed. Under a validation layer each object of Vulkan has a value of
 * its own. */
static void forget(struct iq_handle *handle)
{
    struct iq_handle *newer = handle->newer, *older = handle->older;
    if (!newer || handle->dependents) {
        if (iq_handle_is_of_vulkan(handle->kind))
            give_up_details(handle);
        if (newer)
            __atomic_fetch_or(&handle->flags, IQ_HANDLE_SPENT, __ATOMIC_RELAXED);
        return;
    }
    __atomic_store_n(&newer->older, older, __ATOMIC_RELEASE);
    if (older)
        older->newer = newer;
    give_up(handle);
}

/* [handle] has died, or is known to have died with its parent or its context. */
static void bury(struct iq_handle *handle)
{
    struct iq_handle **place = &history[history_next++ % HISTORY];
    if (*place && *place != handle && iq_handle_is_dead(*place))
        forget(*place);
    *place = handle;
}

IQ_FAST struct iq_handle *iq_handle_create(enum iq_kind kind, uint64_t value,
                                           struct iq_context *context, struct iq_call_ref created)
{
    iq_lock(IQ_LOCK_HANDLES);
    struct iq_handle *handle = NULL, **slot = NULL;
    if (!reserve())
        goto out;
    slot = iq_handle_slot(iq_handles, iq_handle_key(kind, value));
    struct iq_handle *older = *slot;
    if (older && older->kind == kind && older->state == IQ_HANDLE_LIVE &&
        /* a kernel dies with its library */
        (older->created.number == created.number || !iq_handle_is_dead(older))) {
        if (older->created.number != created.number && iq_handle_is_of_vulkan(kind))
            older->extra_references++;
        /* seen already by the nested call, or handed out twice (a retained context) */
        handle = older;
        goto out;
    }
    handle = new_record();
    if (!handle)
        goto out;
    handle->key = iq_handle_key(kind, value);
    handle->value = value;
    handle->kind = (uint8_t)kind;
    handle->state = IQ_HANDLE_LIVE;
    handle->context = context;
    handle->created = created;
    handle->generation = older ? older->generation + 1 : 1;
    handle->serial = ++serials[kind];
    if (!older)
        used++;
    handle->older = older;
    if (older) {
        older->newer = handle;
        if (older->state == IQ_HANDLE_LIVE && iq_handle_is_dead(older))
            bury(older);
    }
    shorten(handle);
    __atomic_store_n(slot, handle, __ATOMIC_RELEASE);
out:
    iq_unlock(IQ_LOCK_HANDLES);
    return handle;
}

void iq_handle_destroy(struct iq_handle *handle, struct iq_call_ref ref)
{
    iq_lock(IQ_LOCK_HANDLES);
    if (handle->extra_references)
        handle->extra_references--;
    else if (handle->state != IQ_HANDLE_DESTROYED) {
        handle->destroyed = ref;
        __atomic_store_n(&handle->state, IQ_HANDLE_DESTROYED, __ATOMIC_RELEASE);
        /* nothing depends on those, and they come and go all the time */
        if (handle->kind != IQ_KIND_CL_EVENT)
            __atomic_add_fetch(&iq_handle_deaths, 1, __ATOMIC_RELEASE);
        bury(handle);
    }
    iq_unlock(IQ_LOCK_HANDLES);
}

static void refer(struct iq_handle **from, struct iq_handle *to)
{
    iq_lock(IQ_LOCK_HANDLES);
    if (to)
        __atomic_add_fetch(&to->dependents, 1, __ATOMIC_RELAXED);
    let_go(*from);
    __atomic_store_n(from, to, __ATOMIC_RELEASE); /* read without the lock */
    iq_unlock(IQ_LOCK_HANDLES);
}

void iq_handle_set_parent(struct iq_handle *handle, struct iq_handle *parent)
{
    refer(&handle->parent, parent);
}

void iq_handle_set_owner(struct iq_handle *handle, struct iq_handle *owner)
{
    refer(&handle->owner, owner);
}

bool iq_handle_is_orphan(const struct iq_handle *handle)
{
    uint32_t deaths = __atomic_load_n(&iq_handle_deaths, __ATOMIC_ACQUIRE);
    for (const struct iq_handle *at = handle; at->parent; at = at->parent)
        if (__atomic_load_n(&at->parent->state, __ATOMIC_ACQUIRE) == IQ_HANDLE_DESTROYED ||
            iq_context_is_dead(at->parent->context) || at->born != at->parent->epoch)
            return true;
    __atomic_store_n(&((struct iq_handle *)(uintptr_t)handle)->alive, deaths, __ATOMIC_RELAXED);
    return false;
}

struct iq_call_ref iq_handle_end(const struct iq_handle *handle)
{
    struct iq_call_ref end = handle->destroyed;
    for (const struct iq_handle *at = handle; at && !end.number; at = at->parent)
        end = at->destroyed.number                          ? at->destroyed
              : iq_context_is_dead(at->context)             ? at->context->destroyed
              : at->parent && at->born != at->parent->epoch ? at->parent->touched
                                                            : end;
    return end;
}

void iq_handle_retain(struct iq_handle *handle, struct iq_call_ref ref)
{
    __atomic_fetch_add(&handle->refs, 1, __ATOMIC_RELAXED);
    handle->retained = ref;
}

bool iq_handle_release(struct iq_handle *handle, struct iq_call_ref ref)
{
    uint32_t refs = __atomic_load_n(&handle->refs, __ATOMIC_RELAXED);
    while (refs && !__atomic_compare_exchange_n(&handle->refs, &refs, refs - 1, true,
                                                __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
    handle->released = ref;
    return refs == 1 && !(handle->flags & IQ_HANDLE_ADOPTED);
}

void iq_handle_set_live(struct iq_handle *handle)
{
    __atomic_store_n(&handle->state, IQ_HANDLE_LIVE, __ATOMIC_RELEASE);
}

void iq_handle_restore(struct iq_handle *handle)
{
    iq_lock(IQ_LOCK_HANDLES);
    handle->destroyed = (struct iq_call_ref){ 0 };
    iq_handle_set_live(handle);
    iq_unlock(IQ_LOCK_HANDLES);
}

void iq_handle_visit(void (*visit)(void *user, const struct iq_handle *handle), void *user)
{
    iq_lock(IQ_LOCK_HANDLES);
    for (uint64_t i = 0; iq_handles && i <= iq_handles->mask; i++)
        if (iq_handles->slots[i] && iq_handles->slots[i]->state == IQ_HANDLE_LIVE &&
            !iq_context_is_dead(iq_handles->slots[i]->context))
            visit(user, iq_handles->slots[i]);
    iq_unlock(IQ_LOCK_HANDLES);
}
