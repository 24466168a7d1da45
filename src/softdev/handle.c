/* Handles: slots in one reserved table, so that any value can be checked without touching foreign
 * memory. The slot of a destroyed stream or event is the first to be used again by its kind, as on
 * hardware.  Those of other kinds wait until many more have been destroyed, so that a stale handle
 * is known as such; contexts are never reused. */
#include <stdlib.h>
#include <sys/mman.h>

#include "softdev/soft.h"

enum { SLOT_LIMIT = 1 << 22, REST = 512 /* dead slots of a kind that are kept from use */ };

struct iq_slot {
    struct iq_obj *object; /* NULL: dead */
    struct iq_slot *next_free;
    uint32_t kind; /* last kind that lived here */
    bool died_with_context;
    char pad[64 - 21];
};

static struct iq_slot *slots;
static size_t slots_used;
static struct {
    struct iq_slot *first, *last;
    size_t count;
} dead_slots[IQ_OBJ_KINDS];

static bool is_used_at_once(enum iq_obj_kind kind)
{
    return kind == IQ_OBJ_STREAM || kind == IQ_OBJ_EVENT;
}

static struct iq_slot *take_slot(enum iq_obj_kind kind)
{
    if (dead_slots[kind].count > (is_used_at_once(kind) ? 0 : REST)) {
        struct iq_slot *slot = dead_slots[kind].first;
        dead_slots[kind].first = slot->next_free;
        dead_slots[kind].count--;
        return slot;
    }
    if (!slots) {
        void *map = mmap(NULL, SLOT_LIMIT * sizeof *slots, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (map == MAP_FAILED)
            return NULL;
        slots = map;
    }
    return slots_used < SLOT_LIMIT ? &slots[slots_used++] : NULL;
}

void *iq_obj_new(enum iq_obj_kind kind, size_t size)
{
    struct iq_obj *obj = calloc(1, size);
    if (!obj)
        return NULL;
    obj->kind = kind;
    if (!iq_obj_revive(obj)) {
        free(obj);
        return NULL;
    }
    return obj;
}

bool iq_obj_revive(void *object)
{
    struct iq_obj *obj = object;
    struct iq_slot *slot = take_slot(obj->kind);
    if (!slot)
        return false;
    slot->object = obj;
    slot->kind = obj->kind;
    slot->died_with_context = false;
    obj->slot = slot;
    obj->refs++;
    return true;
}

void *iq_obj_handle(const void *obj) { return ((const struct iq_obj *)obj)->slot; }

void *iq_obj_get(const void *handle, enum iq_obj_kind kind, CUresult *why)
{
    uintptr_t at = (uintptr_t)handle - (uintptr_t)slots;
    *why = CUDA_ERROR_INVALID_HANDLE;
    if (!slots || (uintptr_t)handle < (uintptr_t)slots || at % sizeof *slots ||
        at / sizeof *slots >= slots_used)
        return NULL;
    const struct iq_slot *slot = handle;
    if (!slot->object) {
        if (slot->died_with_context)
            *why = CUDA_ERROR_CONTEXT_IS_DESTROYED;
        return NULL;
    }
    if (slot->kind != kind) {
        *why = CUDA_ERROR_CONTEXT_IS_DESTROYED;
        return NULL;
    }
    *why = CUDA_SUCCESS;
    return slot->object;
}

static void bury(struct iq_slot *slot, enum iq_obj_kind kind)
{
    slot->next_free = NULL;
    if (!dead_slots[kind].count++) {
        dead_slots[kind].first = dead_slots[kind].last = slot;
    } else if (is_used_at_once(kind)) {
        slot->next_free = dead_slots[kind].first;
        dead_slots[kind].first = slot;
    } else {
        dead_slots[kind].last->next_free = slot;
        dead_slots[kind].last = slot;
    }
}

void iq_obj_kill(void *object, bool with_context)
{
    struct iq_obj *obj = object;
    struct iq_slot *slot = obj->slot;
    if (!slot)
        return;
    obj->slot = NULL;
    slot->object = NULL;
    slot->died_with_context = with_context;
    if (obj->kind != IQ_OBJ_CONTEXT)
        bury(slot, obj->kind);
    iq_obj_unref(obj);
}

void iq_obj_ref(void *obj) { ((struct iq_obj *)obj)->refs++; }

void iq_obj_unref(void *object)
{
    struct iq_obj *obj = object;
    if (!obj || --obj->refs)
        return;
    if (obj->finish)
        obj->finish(obj);
    free(obj);
}
