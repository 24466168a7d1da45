#include "api_vulkan/compute.h"

#include <string.h>

#include "base/hash.h"
#include "base/locks.h"
#include "base/memory.h"
#include "model/names.h"
#include "order/guard.h"

enum { BUCKETS = 1024, MOST_BYTES = 32 << 20, LOOKS = 256, ITEMS = 64 };

struct iq_vk_shader {
    struct iq_vk_shader *next; /* of its bucket */
    uint64_t hash;
    struct iq_spirv *opened; /* NULL: not yet */
    bool busy;               /* atomic: a thread runs it */
    uint32_t words;
    uint32_t code[];
};

static struct iq_vk_shader *buckets[BUCKETS];
static uint64_t kept_bytes;

struct iq_vk_shader *iq_vk_shader_keep(const uint32_t *code, size_t bytes)
{
    size_t words = bytes / sizeof *code;
    if (!code || ((uintptr_t)code & 3) || !iq_spirv_is_compute(code, words))
        return NULL;
    uint64_t hash = iq_hash_bytes(code, words * sizeof *code);
    iq_lock(IQ_LOCK_KERNELS);
    struct iq_vk_shader *shader = buckets[hash >> 54];
    while (shader && (shader->hash != hash || shader->words != words ||
                      memcmp(shader->code, code, words * sizeof *code)))
        shader = shader->next;
    if (!shader && kept_bytes + bytes < MOST_BYTES) {
        shader = iq_core_alloc(sizeof *shader + words * sizeof *code);
        if (shader) {
            kept_bytes += bytes;
            shader->hash = hash;
            shader->words = (uint32_t)words;
            memcpy(shader->code, code, words * sizeof *code);
            shader->next = buckets[hash >> 54];
            buckets[hash >> 54] = shader;
        }
    }
    iq_unlock(IQ_LOCK_KERNELS);
    return shader;
}

const struct iq_vk_program *iq_vk_program_of(struct iq_vk_shader *shader, const char *entry,
                                             const VkSpecializationInfo *special)
{
    struct iq_vk_program program = { .shader = shader,
                                     .entry = shader && entry ? iq_name_intern(entry) : NULL },
                         *kept;
    if (!program.entry || (special && special->mapEntryCount > IQ_VK_CONSTANTS))
        return NULL;
    for (uint32_t i = 0; special && i < special->mapEntryCount; i++) {
        const VkSpecializationMapEntry *one = &special->pMapEntries[i];
        if (one->size != sizeof(uint32_t) || one->offset > special->dataSize ||
            special->dataSize - one->offset < one->size)
            return NULL;
        program.constants[i].id = one->constantID;
        memcpy(&program.constants[i].value, (const char *)special->pData + one->offset,
               sizeof(uint32_t));
        program.constant_count = i + 1;
    }
    kept = iq_core_alloc(sizeof *kept);
    if (kept)
        *kept = program;
    return kept;
}

struct iq_vk_compute *iq_vk_compute_of(struct iq_vk_recording *recording)
{
    if (!recording->compute) {
        recording->compute = iq_core_alloc(sizeof *recording->compute);
        if (recording->compute)
            iq_vk_compute_start(recording->compute);
    }
    return recording->compute;
}

void iq_vk_compute_start(struct iq_vk_compute *compute)
{
    memset(&compute->next, 0, offsetof(struct iq_vk_dispatch, accesses));
    compute->open_count = compute->ordered_count = compute->executed = 0;
    compute->looks = LOOKS;
    compute->items = ITEMS;
}

/* --- what is bound
 * ------------------------------------------------------------------------------------------
 */

struct bound {
    struct iq_handle *handle;
    uint64_t lo, hi;
};

/* What binding [binding] of set [set] is for [dispatch]; false: not known. */
static bool find_bound(const struct iq_vk_dispatch *dispatch, uint32_t set, uint32_t binding,
                       struct bound *bound)
{
    const struct iq_handle *handle = set < IQ_VK_SETS ? dispatch->sets[set] : NULL;
    const struct iq_vk_object *object = handle ? handle->details : NULL;
    for (int i = 0;
         object && !object->set.loose && object->set.changed <= dispatch->at && i < IQ_VK_WRITTEN;
         i++)
        if (object->set.written[i] && object->set.key[i] == IQ_VK_SLOT(binding, 0)) {
            *bound = (struct bound){ object->set.written[i], object->set.lo[i], object->set.hi[i] };
            return bound->hi > bound->lo;
        }
    return false;
}

static uint64_t bytes_bound(void *user, uint32_t set, uint32_t binding)
{
    struct bound bound;
    return find_bound(user, set, binding, &bound) ? bound.hi - bound.lo : 0;
}

/* The memory or, while that is not known, the object itself; [at] is where the object begins in
 * it. */
static const struct iq_handle *place_of(const struct iq_handle *handle, uint64_t *at)
{
    const struct iq_vk_object *object = handle->details;
    *at = 0;
    if (!object || !object->memory)
        return handle;
    *at = handle->kind == IQ_KIND_VK_BUFFER ? object->offset : 0;
    /* of views: the same view is the same texels */
    return handle->kind == IQ_KIND_VK_BUFFER ? object->memory : handle;
}

/* Do two things that are bound share memory?  Views count as such. */
static bool is_shared(const struct bound *a, const struct bound *b)
{
    uint64_t at, bt;
    return a->handle->kind == b->handle->kind &&
           place_of(a->handle, &at) == place_of(b->handle, &bt) && at + a->lo < bt + b->hi &&
           bt + b->lo < at + a->hi;
}

/* Does some descriptor of [a] lead to what one of [b] leads to? */
static bool may_conflict(const struct iq_vk_dispatch *a, const struct iq_vk_dispatch *b)
{
    for (int s = 0; s < IQ_VK_SETS * IQ_VK_SETS; s++) {
        const struct iq_vk_object *one =
            a->sets[s / IQ_VK_SETS] ? a->sets[s / IQ_VK_SETS]->details : NULL;
        const struct iq_vk_object *two =
            b->sets[s % IQ_VK_SETS] ? b->sets[s % IQ_VK_SETS]->details : NULL;
        for (int i = 0; one && two && i < IQ_VK_WRITTEN * IQ_VK_WRITTEN; i++) {
            int m = i / IQ_VK_WRITTEN, n = i % IQ_VK_WRITTEN;
            if (one->set.written[m] && two->set.written[n] &&
                is_shared(&(struct bound){ one->set.written[m], one->set.lo[m], one->set.hi[m] },
                          &(struct bound){ two->set.written[n], two->set.lo[n], two->set.hi[n] }))
                return true;
        }
    }
    return false;
}

/* --- conflicts
 * ------------------------------------------------------------------------------------------
 */

/* Runs the first work item, if that was not done yet. */
static void look(struct iq_vk_dispatch *dispatch)
{
    const struct iq_vk_program *program = dispatch->program;
    struct iq_vk_shader *shader = program->shader;
    if (dispatch->access_count >= 0 || __atomic_exchange_n(&shader->busy, true, __ATOMIC_ACQUIRE))
        return;
    size_t room = shader->opened ? 0 : iq_spirv_room(shader->code, shader->words);
    void *tables = room ? iq_core_alloc(room) : NULL;
    if (tables)
        shader->opened = iq_spirv_open(tables, shader->code, shader->words);
    struct iq_spirv_run run = { .entry = program->entry,
                                .push = dispatch->push,
                                .push_bytes = dispatch->push_bytes,
                                .constants = program->constants,
                                .constant_count = program->constant_count,
                                .bytes_bound = bytes_bound,
                                .user = dispatch };
    memcpy(run.groups, dispatch->groups, sizeof run.groups);
    dispatch->access_count =
        shader->opened
            ? iq_spirv_first_item(shader->opened, &run, dispatch->accesses, IQ_VK_ITEM_ACCESSES)
            : 0;
    __atomic_store_n(&shader->busy, false, __ATOMIC_RELEASE);
}

/* The same work on the same things: what both only write has the same value. */
static bool is_same_work(const struct iq_vk_dispatch *a, const struct iq_vk_dispatch *b)
{
    return a->program == b->program && !memcmp(a->sets, b->sets, sizeof a->sets) &&
           !memcmp(a->groups, b->groups, sizeof a->groups) && a->push_bytes == b->push_bytes &&
           !memcmp(a->push, b->push, a->push_bytes);
}

/* Both write one and the same number. */
static bool is_same_value(const struct iq_spirv_access *a, const struct iq_spirv_access *b)
{
    return a->write && b->write && a->is_known && b->is_known && a->value == b->value;
}

static bool is_read(const struct iq_vk_dispatch *dispatch, const struct iq_spirv_access *access)
{
    for (int i = 0; i < dispatch->access_count; i++) {
        const struct iq_spirv_access *other = &dispatch->accesses[i];
        if (!other->write && other->set == access->set && other->binding == access->binding &&
            other->lo < access->hi && access->lo < other->hi)
            return true;
    }
    return false;
}

/* Are writes up to dispatch [number] to [handle] visible?  Buffers count as ordered with those that
 * share memory with them. */
static bool is_ordered(const struct iq_vk_compute *compute, const struct iq_handle *handle,
                       uint32_t number)
{
    const struct iq_vk_object *object = handle->details;
    struct bound own = { (struct iq_handle *)(uintptr_t)handle, 0, object ? object->size : 0 };
    for (uint32_t i = 0; i < compute->ordered_count; i++) {
        const struct iq_handle *other = compute->ordered[i].handle;
        const struct iq_vk_object *details = other->details;
        if (compute->ordered[i].number >= number &&
            (other == handle ||
             (details && is_shared(&own, &(struct bound){ (struct iq_handle *)(uintptr_t)other, 0,
                                                          details->size }))))
            return true;
    }
    return false;
}

/* What the first work item of [dispatch] does to [bound], as bytes of the memory behind it; of
 * images: as texels. */
static struct iq_access access_of(const struct iq_vk_dispatch *dispatch,
                                  const struct iq_spirv_access *access, const struct bound *bound)
{
    uint64_t at;
    (void)place_of(bound->handle, &at);
    uint64_t lo = access->image ? access->lo : at + bound->lo + access->lo;
    return (struct iq_access){ .lo = lo,
                               .hi = lo + (access->hi - access->lo),
                               .ref = dispatch->ref,
                               .arg = -1,
                               .write = access->write,
                               .ordered = access->atomic };
}

static bool conflict_of(const struct iq_vk_compute *compute, const struct iq_vk_dispatch *old,
                        const struct iq_spirv_access *first, const struct iq_spirv_access *second,
                        struct iq_conflict *conflict)
{
    struct bound a, b;
    uint64_t at;
    if (first->image != second->image || (!first->write && old->number <= compute->executed) ||
        !find_bound(old, first->set, first->binding, &a) ||
        !find_bound(&compute->next, second->set, second->binding, &b) || !is_shared(&a, &b))
        return false;
    const struct iq_vk_object *view =
        a.handle->kind == IQ_KIND_VK_IMAGE_VIEW ? a.handle->details : NULL;
    const struct iq_handle *object = view && view->memory ? view->memory : b.handle;
    struct iq_access earlier = access_of(old, first, &a),
                     later = access_of(&compute->next, second, &b);
    if (!iq_access_conflicts(&earlier, &later, false) || is_ordered(compute, object, old->number))
        return false;
    (void)place_of(b.handle, &at);
    *conflict = iq_conflict_of(IQ_CONFLICT_RACE, &earlier, &later);
    conflict->object = object;
    conflict->texel = first->image;
    bool inside = first->image || conflict->hi <= at + b.hi;
    conflict->lo -= at;
    conflict->hi -= at;
    return inside;
}

/* A conflict in what the earlier one writes says more than one in what it reads. */
static bool compare(struct iq_vk_compute *compute, struct iq_vk_dispatch *old,
                    struct iq_conflict *conflict)
{
    look(old);
    look(&compute->next);
    struct iq_conflict found;
    bool same = is_same_work(old, &compute->next), any = false;
    for (int i = 0; i < old->access_count && !(any && conflict->earlier.write); i++)
        for (int k = 0; k < compute->next.access_count; k++) {
            const struct iq_spirv_access *first = &old->accesses[i],
                                         *second = &compute->next.accesses[k];
            bool harmless = (same && first->write && second->write && !is_read(old, first)) ||
                            (is_same_value(first, second) && !is_read(&compute->next, second));
            if ((any && !first->write) || harmless ||
                !conflict_of(compute, old, first, second, &found))
                continue;
            *conflict = found;
            any = true;
        }
    return any;
}

bool iq_vk_compute_conflict(struct iq_vk_compute *compute, const uint32_t groups[3],
                            struct iq_conflict *conflict)
{
    struct iq_vk_dispatch *next = &compute->next;
    next->access_count = -1;
    next->at = iq_vk_now();
    memcpy(next->groups, groups, sizeof next->groups);
    for (uint32_t i = compute->open_count; next->program && i-- > 0;) {
        if (!compute->looks)
            return false;
        compute->looks--;
        if (compute->open[i].program && may_conflict(&compute->open[i], next) &&
            compare(compute, &compute->open[i], conflict))
            return true;
    }
    return false;
}

static bool leads_to_mapped(const struct iq_vk_dispatch *dispatch)
{
    for (int s = 0; s < IQ_VK_SETS; s++) {
        const struct iq_vk_object *object = dispatch->sets[s] ? dispatch->sets[s]->details : NULL;
        for (int i = 0; object && i < IQ_VK_WRITTEN; i++)
            if (iq_vk_is_mapped(object->set.written[i]))
                return true;
    }
    return false;
}

/* What the dispatch does to mapped memory, for the host's sake: what its first item uses. */
static void touch_mapped(struct iq_vk_recording *recording, struct iq_vk_dispatch *next)
{
    struct bound bound;
    if (!recording->compute->items || !iq_guard_is_enabled() || !leads_to_mapped(next))
        return;
    recording->compute->items--;
    look(next);
    /* writes first: they keep the host from reading, too */
    for (int i = 0; i < 2 * next->access_count; i++) {
        const struct iq_spirv_access *access = &next->accesses[i % next->access_count];
        if (access->write != (i < next->access_count) || access->image ||
            !find_bound(next, access->set, access->binding, &bound) ||
            !iq_vk_is_mapped(bound.handle))
            continue;
        iq_vk_access(recording, bound.handle, bound.lo + access->lo, bound.lo + access->hi,
                     access->write);
    }
}

void iq_vk_compute_dispatch(struct iq_vk_recording *recording, const uint32_t groups[3],
                            struct iq_call_ref ref)
{
    struct iq_vk_compute *compute = recording->compute;
    struct iq_vk_dispatch *next = &compute->next;
    next->number++;
    next->ref = ref;
    memcpy(next->groups, groups, sizeof next->groups);
    if (!next->program)
        return;
    touch_mapped(recording, next);
    if (!compute->looks)
        return;
    if (compute->open_count == IQ_VK_OPEN)
        memmove(compute->open, compute->open + 1, --compute->open_count * sizeof *compute->open);
    memcpy(&compute->open[compute->open_count++], next,
           next->access_count > 0 ? sizeof *next : offsetof(struct iq_vk_dispatch, accesses));
}

/* --- barriers
 * ------------------------------------------------------------------------------------------
 */

void iq_vk_compute_order(struct iq_vk_compute *compute, bool all)
{
    if (all)
        compute->open_count = compute->ordered_count = 0;
    else
        compute->executed = compute->next.number;
}

void iq_vk_compute_order_one(struct iq_vk_compute *compute, const struct iq_handle *handle)
{
    if (compute->ordered_count == IQ_VK_ORDERED)
        /* too many to remember: nothing is called a conflict */
        iq_vk_compute_order(compute, true);
    compute->ordered[compute->ordered_count].handle = handle;
    compute->ordered[compute->ordered_count++].number = compute->next.number;
}
