#include "call/walk.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/hot.h"
#include "call/api.h"
#include "call/copy_cache.h"
#include "call/core.h"
#include "call/plan.h"
#include "call/query.h"
#include "model/names.h"
#include "model/pools.h"
#include "process/hostheap.h"
#include "process/hostmem.h"
#include "process/peek.h"

enum { LIST_LIMIT = 65536 }; /* longer lists are mistakes of another kind */

/* Legacy and per-thread default streams have these values; 0 is one of the two. */
static bool is_default_stream(uint64_t value) { return value <= 2; }

static bool is_handle_role(int role)
{
    switch (role) {
    case IQ_ROLE_DEL:
    case IQ_ROLE_USE:
    case IQ_ROLE_CURRENT:
    case IQ_ROLE_STREAM:
    case IQ_ROLE_SIGNAL:
    case IQ_ROLE_WAIT:
    case IQ_ROLE_QUERY:
    case IQ_ROLE_FUNC:
    case IQ_ROLE_RETAIN:
    case IQ_ROLE_RELEASE:
    case IQ_ROLE_READ_OBJECT:
    case IQ_ROLE_WRITE_OBJECT:
    case IQ_ROLE_MAP_OBJECT: return true;
    default: return false;
    }
}

static enum iq_kind handle_kind(const struct iq_call *call, const struct iq_plan *plan, int i)
{
    return i < 16 ? plan->kind[i] : iq_plan_handle_kind(call->entry, i);
}

/* Runs [body] for each argument i in [mask]. */
#define FOR_EACH(i, mask)                                                                 \
    for (uint32_t left_ = (mask), i; left_ && (i = (uint32_t)__builtin_ctz(left_), true); \
         left_ &= left_ - 1)

static bool is_memory_role(int role)
{
    return role == IQ_ROLE_READ || role == IQ_ROLE_WRITE || role == IQ_ROLE_DELMEM ||
           role == IQ_ROLE_REGMEM || role == IQ_ROLE_UNREGMEM;
}

int iq_entry_arg(const struct iq_entry *entry, enum iq_role role)
{
    for (int i = 0; i < entry->arg_count; i++)
        if (entry->args[i].role == role)
            return i;
    return -1;
}

bool iq_entry_only_asks(const struct iq_entry *entry)
{
    bool asks = false;
    for (int i = 0; i < entry->arg_count; i++)
        switch (entry->args[i].role) {
        case IQ_ROLE_OUT: asks = true; break;
        case IQ_ROLE_VALUE:
        case IQ_ROLE_SIZE:
        case IQ_ROLE_COUNT:
        case IQ_ROLE_ENUM:
        case IQ_ROLE_DEVICE:
        case IQ_ROLE_POINTER:
        case IQ_ROLE_USE:
        case IQ_ROLE_FUNC:
        case IQ_ROLE_STR: break;
        default: return false;
        }
    return asks;
}

int iq_entry_arg_named(const struct iq_entry *entry, const char *name)
{
    for (int i = 0; i < entry->arg_count; i++)
        if (!strcmp(entry->args[i].name, name))
            return i;
    return -1;
}

int iq_entry_stream_arg(const struct iq_entry *entry) { return iq_plan_of(entry)->stream; }

/* Five copy kinds, and what is none of them. */
static inline uint32_t kind_of(const struct iq_call *call)
{
    int arg = call->plan->memkind;
    uint64_t kind = arg < 0 ? 4 : call->args[arg];
    return kind < IQ_COPY_KINDS ? (uint32_t)kind : IQ_COPY_KINDS;
}

enum iq_space iq_walk_space(const struct iq_call *call, int arg)
{
    return iq_plan_space(iq_plan_spaces(&call->entry->args[arg]), kind_of(call));
}

uint64_t iq_walk_size(const struct iq_call *call, int arg)
{
    const struct iq_arg *role = &call->entry->args[arg];
    if (role->region || role->element)
        return call->plan->api->region_bytes(call, arg);
    if (role->size_arg < 0 || role->size_arg >= call->entry->arg_count)
        return 0;
    uint64_t size, before;
    if (__builtin_mul_overflow(call->args[role->size_arg], role->unit ? role->unit : 1, &size))
        return UINT64_MAX;
    if (!role->rows)
        return size;
    /* a rectangle ends with its last row, not with that row's pitch */
    uint64_t rows = call->args[role->rows - 1];
    if (size == 0 || rows == 0)
        return 0;
    return __builtin_mul_overflow(call->args[role->pitch - 1], rows - 1, &before) ||
                   __builtin_add_overflow(before, size, &size)
               ? UINT64_MAX
               : size;
}

/* What access [i] of a copy of this [kind] covers, and where. */
static inline void measure(const struct iq_call *call, uint32_t i, uint32_t kind,
                           struct iq_resolved *place)
{
    const struct iq_plan *plan = call->plan;
    bool plain = i < IQ_PLAN_ACCESSES && plan->bytes[i] >= 0;
    place->size =
        __builtin_expect(plain, 1) ? call->args[plan->bytes[i]] : iq_walk_size(call, (int)i);
    place->space = (uint8_t)iq_plan_space(
        i < IQ_PLAN_ACCESSES ? plan->spaces[i] : iq_plan_spaces(&call->entry->args[i]), kind);
}

static struct iq_event event_of(struct iq_call *call, enum iq_phase phase, enum iq_verb verb,
                                int arg)
{
    return (struct iq_event){ .verb = verb,
                              .phase = phase,
                              .call = call,
                              .arg = arg,
                              .kind = arg < 0 ? IQ_KIND_NONE
                                              : (enum iq_kind)call->entry->args[arg].kind,
                              .role = arg < 0 ? NULL : &call->entry->args[arg],
                              .value = arg < 0 ? 0 : call->args[arg],
                              .result = phase == IQ_PHASE_BEFORE ? 0 : call->result };
}

static void send_handle(struct iq_call *call, int i, enum iq_phase phase,
                        const struct iq_handle *handle)
{
    int role = call->entry->args[i].role;
    struct iq_event event =
        event_of(call, phase,
                 role == IQ_ROLE_DEL || role == IQ_ROLE_RELEASE ? IQ_VERB_DESTROY : IQ_VERB_USE, i);
    event.handle = handle;
    iq_rule_dispatch(&event);
}

/* Element [index] of list argument [i]. */
static void send_element(struct iq_call *call, int i, enum iq_phase phase, uint32_t index,
                         uint64_t value)
{
    char name[96];
    struct iq_event event = event_of(call, phase, IQ_VERB_USE, i);
    snprintf(name, sizeof name, "%s[%u]", call->entry->args[i].name, index);
    event.member = iq_name_intern(name);
    event.value = value;
    event.handle = value ? iq_handle_find((enum iq_kind)call->entry->args[i].kind, value) : NULL;
    iq_rule_dispatch(&event);
}

uint64_t iq_walk_list_count(const struct iq_call *call, int i)
{
    int size = call->entry->args[i].size_arg;
    if (size < 0)
        return 0;
    return call->entry->args[size].bytes == 4 ? (uint32_t)call->args[size] : call->args[size];
}

uint32_t iq_walk_list(const struct iq_call *call, int i, uint32_t first, uint64_t *values,
                      uint32_t room)
{
    uint64_t count = iq_walk_list_count(call, i), last;
    if (!call->args[i] || first >= count || first >= LIST_LIMIT)
        return 0;
    if (!first && count > room &&
        (count - 1 > (UINTPTR_MAX - call->args[i]) / sizeof last ||
         !iq_peek_word(&last, call->args[i] + (count - 1) * sizeof last)))
        return 0; /* not its handles are wrong, but the count */
    uint32_t wanted = count - first < room ? (uint32_t)(count - first) : room;
    if (wanted == 1)
        return iq_peek_word(values, (uintptr_t)call->args[i] + first * sizeof *values);
    return iq_peek(values, (uintptr_t)call->args[i] + first * sizeof *values,
                   wanted * sizeof *values, false)
               ? wanted
               : 0;
}

/* Looks at the handles of list argument [i]; sends those that are odd, or all of them after a
 * failure.  Of Vulkan's the first is kept (api_vulkan/objects.h). */
static void walk_list(struct iq_call *call, int i, enum iq_phase phase)
{
    enum iq_kind kind = (enum iq_kind)call->entry->args[i].kind;
    uint64_t values[16];
    for (uint32_t first = 0, got; (got = iq_walk_list(call, i, first, values, 16)); first += got)
        for (uint32_t n = 0; n < got; n++) {
            const struct iq_handle *handle =
                phase == IQ_PHASE_BEFORE && values[n] ? iq_handle_find(kind, values[n]) : NULL;
            if (phase == IQ_PHASE_BEFORE && !(first + n) && iq_handle_is_of_vulkan(kind))
                call->found[i] = (void *)(uintptr_t)handle;
            bool good =
                phase == IQ_PHASE_BEFORE &&
                ((!values[n] && kind != IQ_KIND_CL_EVENT && kind != IQ_KIND_EXTERNAL_SEMAPHORE) ||
                 (handle && iq_kind_fits(kind, (enum iq_kind)handle->kind) &&
                  !iq_handle_is_dead(handle)));
            if (__builtin_expect(!good, 0))
                send_element(call, i, phase, first + n, values[n]);
        }
}

static void send_memory(struct iq_thread *thread, struct iq_call *call, int i, enum iq_phase phase)
{
    int role = call->entry->args[i].role;
    struct iq_event event = event_of(call, phase,
                                     role == IQ_ROLE_READ     ? IQ_VERB_READ
                                     : role == IQ_ROLE_WRITE  ? IQ_VERB_WRITE
                                     : role == IQ_ROLE_REGMEM ? IQ_VERB_CREATE
                                                              : IQ_VERB_DESTROY,
                                     i);
    struct iq_resolved *place = &thread->resolved[i];
    if (place->call != call->number)
        iq_resolve(place, call->number, event.value);
    if (phase != IQ_PHASE_DONE)
        iq_resolve_history(call, place);
    event.place = place;
    if (call->plan->access & 1u << i) {
        event.bytes.size = place->size;
        event.bytes.space = (enum iq_space)place->space;
    } else if (event.verb == IQ_VERB_CREATE)
        event.create.size = iq_walk_size(call, i);
    iq_rule_dispatch(&event);
}

/* False: there is something to say about it. */
static inline bool before_handle(struct iq_call *call, enum iq_kind kind, uint32_t i)
{
    uint64_t value = call->args[i];
    if (value <= 2 && (!value || kind == IQ_KIND_STREAM)) { /* none, or a default stream */
        if (__builtin_expect(call->plan->api->refuses_null, 0) &&
            !(call->entry->flags & IQ_ENTRY_QUERY))
            send_handle(call, (int)i, IQ_PHASE_BEFORE, NULL);
        return true;
    }
    struct iq_handle *handle = iq_handle_find(kind, value);
    if (i < 8)
        call->found[i] = handle;
    call->unknown |= (uint32_t)!handle << i;
    bool good =
        handle && iq_kind_fits(kind, (enum iq_kind)handle->kind) && !iq_handle_is_dead(handle);
    if (__builtin_expect(!good, 0))
        send_handle(call, (int)i, IQ_PHASE_BEFORE, handle);
    return good;
}

static inline uint32_t seen_at(const struct iq_call *call)
{
    uint32_t handles = call->plan->handles;
    return iq_walk_seen_at(call, call->args[__builtin_ctz(handles)],
                           call->args[31 - __builtin_clz(handles)]);
}

IQ_FAST bool iq_walk_knows_handles(const struct iq_thread *thread, struct iq_call *call)
{
    const struct iq_handles_seen *seen = &thread->seen[seen_at(call)];
    int k = 0;
    if (seen->entry != call->entry ||
        seen->deaths != __atomic_load_n(&iq_handle_deaths, __ATOMIC_ACQUIRE))
        return false;
    FOR_EACH(i, call->plan->handles) {
        if (seen->value[k] != call->args[i])
            return false;
        if (i < 8)
            call->found[i] = seen->found[k];
        k++;
    }
    return true;
}

/* [seen] NULL: they are not remembered. */
IQ_FAST __attribute__((noinline)) static void check_handles(struct iq_call *call,
                                                            struct iq_handles_seen *seen)
{
    const struct iq_plan *plan = call->plan;
    uint32_t deaths = __atomic_load_n(&iq_handle_deaths, __ATOMIC_ACQUIRE);
    bool good = true;
    int k = 0;
    FOR_EACH(i, plan->handles)
        good &= before_handle(call, handle_kind(call, plan, (int)i), i);
    if (!seen)
        return;
    seen->entry = good ? call->entry : NULL;
    seen->deaths = deaths;
    FOR_EACH(i, plan->handles) {
        seen->value[k] = call->args[i];
        seen->found[k++] = i < 8 ? call->found[i] : NULL;
    }
}

/* Must a host rule look at it, although it is in a table? */
IQ_COLD static bool is_questionable(const struct iq_call *call, int i,
                                    const struct iq_resolved *place)
{
    struct iq_hostheap_block block;
    return place->range.kind != IQ_KIND_REGISTERED_MEMORY ||
           iq_resolved_block(call, i, place->address, &block) == IQ_HOSTHEAP_FREED;
}

static void visit_array(struct iq_call *call, int i, iq_member_fn visit, void *user)
{
    const struct iq_arg *role = &call->entry->args[i];
    const uint64_t *values = (const uint64_t *)(uintptr_t)call->args[i];
    struct iq_member member = {
        .arg = i, .role = role->role, .kind = role->kind, .optional = role->optional
    };
    for (uint32_t k = 0; values && k < (uint32_t)call->args[role->size_arg]; k++) {
        member.index[0] = k;
        member.value = values[k];
        visit(user, call, &member);
    }
}

void iq_walk_members(struct iq_call *call, iq_member_fn visit, void *user)
{
    FOR_EACH(i, iq_plan_of(call->entry)->arrays)
        visit_array(call, (int)i, visit, user);
    if (call->entry->look)
        call->entry->look(call, visit, user);
}

const char *iq_walk_member_path(const struct iq_call *call, const struct iq_member *member)
{
    char path[160];
    if (member->path)
        snprintf(path, sizeof path, member->path, member->index[0], member->index[1]);
    else
        snprintf(path, sizeof path, "%s[%u]", call->entry->args[member->arg].name,
                 member->index[0]);
    return iq_name_intern(path);
}

static void before_member(void *user, struct iq_call *call, const struct iq_member *member)
{
    struct iq_handle *handle =
        member->value ? iq_handle_find((enum iq_kind)member->kind, member->value) : NULL;
    (void)user;
    if (handle && handle->kind == member->kind && !iq_handle_is_dead(handle)) {
        if (member->role == IQ_ROLE_DEL && call->plan->api->check_end)
            call->plan->api->check_end(call, member->arg, handle,
                                       iq_walk_member_path(call, member));
        return;
    }
    if (!member->value)
        return;
    struct iq_event event =
        event_of(call, IQ_PHASE_BEFORE, member->role == IQ_ROLE_DEL ? IQ_VERB_DESTROY : IQ_VERB_USE,
                 member->arg);
    event.value = member->value;
    event.handle = handle;
    event.member = iq_walk_member_path(call, member);
    event.kind = (enum iq_kind)member->kind;
    iq_rule_dispatch(&event);
}

/* The driver does not know where the program's part of a block ends. */
static bool is_beyond(const struct iq_resolved *place, uint64_t address)
{
    return place->live && place->range.kind == IQ_KIND_DEVICE_MEMORY &&
           place->size > place->range.size - (address - place->range.base);
}

/* Of copies that went well DONE checks see those whose addresses contradict the copy kind, that
 * stay within one allocation, that go to or from an array, and those of memory that is gone or of a
 * negative number of bytes. */
static inline bool is_contrary(const struct iq_resolved *place)
{
    return place->space == (place->live_where == IQ_WHERE_PINNED ? IQ_SPACE_DEVICE : IQ_SPACE_HOST);
}

/* Looks up the addresses; returns those that host memory in no table, or the program's own, may
 * stand behind. */
static uint32_t look_at_memory(struct iq_thread *thread, struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    uint32_t host = 0, kind = kind_of(call);
    bool odd = __atomic_load_n(&iq_pools_used, __ATOMIC_RELAXED), on_device = false;
    uint64_t base = 0;
    FOR_EACH(i, plan->memory) {
        struct iq_resolved *place = &thread->resolved[i];
        uint64_t address = call->args[i];
        iq_resolve(place, call->number, address);
        if (plan->access >> i & 1) {
            measure(call, i, kind, place);
            odd |= place->size >> 63; /* some drivers take it */
        }
        if (!place->live) {
            place->where = place->space == IQ_SPACE_DEVICE ? IQ_WHERE_DEVICE : IQ_WHERE_PAGEABLE;
            if (place->space == IQ_SPACE_DEVICE) {
                iq_resolve_history(call, place);
                odd |= place->freed;
            }
            on_device |= place->where == IQ_WHERE_DEVICE;
            host |= (uint32_t)(address != 0) << i;
            continue;
        }
        place->where = place->live_where;
        on_device |= place->where == IQ_WHERE_DEVICE;
        if (__builtin_expect(place->doubtful, 0))
            host |= (uint32_t)is_questionable(call, (int)i, place) << i;
        if (plan->compared >> i & 1) {
            odd |= (place->range.base == base) | (plan->after >> i & 1 & is_contrary(place));
            base = place->range.base;
        }
    }
    call->odd_copy = odd;
    call->on_device = on_device;
    return plan->deferred ? 0 : host;
}

static void check_memory(struct iq_thread *thread, struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    uint32_t host = look_at_memory(thread, call);
    if (__builtin_expect(plan->steps & IQ_STEP_BOXES, 0))
        plan->api->check_regions(call);
    if (__builtin_expect(iq_core.roomy, 0))
        FOR_EACH(i, plan->access)
            if (is_beyond(&thread->resolved[i], call->args[i]))
                send_memory(thread, call, (int)i, IQ_PHASE_BEFORE);
    /* after the device side is known: it may fail before the host is touched */
    FOR_EACH(i, host & plan->access)
        if (thread->resolved[i].space != IQ_SPACE_DEVICE)
            send_memory(thread, call, (int)i, IQ_PHASE_BEFORE);
    if (__builtin_expect(plan->steps & IQ_STEP_RELEASES, 0))
        FOR_EACH(i, plan->ends & plan->memory)
            if (call->args[i])
                send_memory(thread, call, (int)i, IQ_PHASE_BEFORE);
}

/* Handles in arrays and structs.  Not cold: commands of Vulkan come here. */
IQ_FAST void iq_walk_check_hidden(struct iq_call *call)
{
    if (call->plan->shape && !call->plan->api->is_whole(call)) {
        call->unreadable = true;
        return;
    }
    FOR_EACH(i, call->plan->lists)
        if (iq_walk_has_list(call, (int)i))
            walk_list(call, (int)i, IQ_PHASE_BEFORE);
    if (call->plan->steps & IQ_STEP_MEMBERS)
        iq_walk_members(call, before_member, NULL);
}

/* What is to be seen as a whole.  Not cold: OpenCL's commands come here, and gcc clears structures
 * of cold functions slowly. */
__attribute__((noinline)) static void check_whole(struct iq_call *call)
{
    if (call->plan->steps & IQ_STEP_WHOLE) {
        struct iq_event event = event_of(call, IQ_PHASE_BEFORE, IQ_VERB_BEGIN, -1);
        iq_rule_dispatch(&event);
    }
    FOR_EACH(i, call->plan->images) {
        struct iq_event event = event_of(call, IQ_PHASE_BEFORE, IQ_VERB_PASS, (int)i);
        event.kind = IQ_KIND_MODULE;
        iq_rule_dispatch(&event);
    }
}

/* All arguments but the handles. */
IQ_FAST __attribute__((noinline)) static void check_others(struct iq_thread *thread,
                                                           struct iq_call *call)
{
    uint32_t steps = call->plan->steps;
    if (__builtin_expect(steps & (IQ_STEP_LISTS | IQ_STEP_MEMBERS) || call->plan->shape, 0))
        iq_walk_check_hidden(call);
    if (steps & IQ_STEP_OWN) {
        call->plan->api->check(thread, call);
        return;
    }
    if (steps & (IQ_STEP_MEMORY | IQ_STEP_BOXES))
        check_memory(thread, call);
    if (__builtin_expect(steps & IQ_STEP_TELLS, 0))
        call->entry->effects(call, IQ_EFFECTS_CHECK);
    if (steps & IQ_STEP_CONFIG)
        call->plan->api->check_config(call);
    if (steps & IQ_STEP_LAUNCH)
        call->plan->api->check_launch(thread, call);
    if (__builtin_expect(steps & (IQ_STEP_WHOLE | IQ_STEP_IMAGES), 0))
        check_whole(call);
}

IQ_FAST void iq_walk_check_before(struct iq_thread *thread, struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    struct iq_handles_seen *seen = plan->remembers ? &thread->seen[seen_at(call)] : NULL;
    uint32_t changes = iq_query_changes();
    if (!seen || !iq_walk_knows_handles(thread, call))
        check_handles(call, seen);
    if (plan->asks && plan->flow == IQ_FLOW_NONE && !call->unknown && !thread->suspicion_count)
        iq_query_keep(call, NULL, changes);
    if (plan->steps & IQ_STEP_OTHERS)
        check_others(thread, call);
    if (plan->steps & IQ_STEP_CACHED && __builtin_expect(call->cached_copy != NULL, 0))
        iq_copy_cache_add(thread, call);
    else if (plan->steps & IQ_STEP_CACHED && plan->access)
        iq_copy_cache_add_pair(thread, call);
}

/* A call frees what it may free: another kind of memory is left alone, the driver will refuse
 * it. */
static bool frees(enum iq_kind freed, enum iq_kind kind)
{
    if (kind == IQ_KIND_MANAGED_MEMORY || kind == IQ_KIND_DEVICE_MEMORY)
        return freed == IQ_KIND_DEVICE_MEMORY || freed == IQ_KIND_MANAGED_MEMORY ||
               freed == IQ_KIND_NONE;
    return freed == kind || freed == IQ_KIND_NONE;
}

/* Memory of a graph is there again whenever the graph runs.  What a capture allocates and frees is
 * there between these two only. */
static bool ends(const struct iq_call *call, const struct iq_range *range)
{
    const struct iq_api *api = call->plan->api;
    return !range->of_graph || (range->created.number > iq_core.capture.number &&
                                api->is_captured && api->is_captured(call));
}

static void forward_free(struct iq_call *call, int i, enum iq_kind kind)
{
    struct iq_range range;
    uint64_t address = call->args[i];
    if (address && iq_resolved_range(call, i, &range) && range.base == address &&
        ends(call, &range) && frees(kind, range.kind))
        iq_range_free(address, iq_call_ref_of(call));
}

static void forward_end(struct iq_call *call, int i)
{
    const struct iq_arg *role = &call->entry->args[i];
    if (role->role == IQ_ROLE_DELMEM)
        forward_free(call, i, role->kind);
    else if (role->role == IQ_ROLE_UNREGMEM)
        forward_free(call, i, IQ_KIND_REGISTERED_MEMORY);
    else if (call->args[i]) {
        struct iq_handle *handle = iq_resolved_handle(call, i, role->kind);
        if (handle && !iq_handle_is_dead(handle))
            iq_handle_destroy(handle, iq_call_ref_of(call));
    }
}

static void forward_member(void *user, struct iq_call *call, const struct iq_member *member)
{
    struct iq_handle *handle = member->role == IQ_ROLE_DEL && member->value
                                   ? iq_handle_find((enum iq_kind)member->kind, member->value)
                                   : NULL;
    (void)user;
    if (handle && handle->kind == member->kind && !iq_handle_is_dead(handle))
        iq_handle_destroy(handle, iq_call_ref_of(call));
}

/* The object that argument [i] is, if it lives. */
static struct iq_handle *live_object(const struct iq_call *call, int i)
{
    enum iq_kind kind = (enum iq_kind)call->entry->args[i].kind;
    struct iq_handle *handle = !call->args[i]            ? NULL
                               : i < 8 && call->found[i] ? call->found[i]
                                                         : iq_handle_find(kind, call->args[i]);
    return handle && iq_kind_fits(kind, (enum iq_kind)handle->kind) && !iq_handle_is_dead(handle)
               ? handle
               : NULL;
}

/* The last owner ends the object. */
static void forward_release(struct iq_call *call, int i)
{
    struct iq_handle *handle =
        call->entry->args[i].role == IQ_ROLE_RELEASE ? live_object(call, i) : NULL;
    if (handle && iq_handle_release(handle, iq_call_ref_of(call)))
        iq_handle_destroy(handle, iq_call_ref_of(call));
}

IQ_FAST void iq_walk_forward(struct iq_thread *thread, struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    (void)thread;
    if (__builtin_expect(!(plan->ends | plan->owners | plan->arrays), 1)) {
        call->entry->effects(call, 0);
        return;
    }
    FOR_EACH(i, plan->ends)
        forward_end(call, (int)i);
    FOR_EACH(i, plan->owners)
        forward_release(call, (int)i);
    FOR_EACH(i, plan->arrays)
        visit_array(call, (int)i, forward_member, NULL);
    if (call->entry->effects)
        call->entry->effects(call, 0);
}

/* Value that the call stored through out pointer [i]; old entry points have 32-bit device
 * addresses. */
static uint64_t stored(const struct iq_call *call, int i)
{
    const void *at = (const void *)(uintptr_t)call->args[i];
    if (!strcmp(call->entry->args[i].type, "CUdeviceptr_v1 *")) {
        uint32_t small;
        memcpy(&small, at, sizeof small);
        return small;
    }
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

/* What a new handle belongs to and is called, as far as the same call's arguments say. */
static void describe(struct iq_call *call, struct iq_handle *handle)
{
    FOR_EACH(i, call->plan->names)
        if (call->args[i] && !handle->name)
            handle->name = iq_name_intern((const char *)(uintptr_t)call->args[i]);
    if (call->plan->api->describe)
        call->plan->api->describe(call, handle);
}

/* What a new object belongs to without dying with it: what the call took it from, else what stands
 * first. */
static struct iq_handle *owner_of(const struct iq_call *call)
{
    struct iq_handle *owner = NULL;
    for (int i = 0; i < call->entry->arg_count && i < 8; i++) {
        struct iq_handle *handle = call->found[i];
        if (handle && handle->kind != IQ_KIND_CL_DEVICE && !owner)
            owner = handle;
    }
    return owner;
}

/* An object that is counted.  A value that we believe to be live has come back: its end was not
 * seen. */
static struct iq_handle *made_object(struct iq_call *call, enum iq_kind kind, uint64_t value)
{
    struct iq_call_ref ref = iq_call_ref_of(call);
    struct iq_handle *handle = iq_handle_find(kind, value);
    if (handle && iq_kind_fits(kind, (enum iq_kind)handle->kind) && !iq_handle_is_dead(handle) &&
        handle->created.number != call->number)
        iq_handle_destroy(handle, (struct iq_call_ref){ 0 });
    handle = iq_handle_create(kind, value, NULL, ref);
    if (!handle)
        return NULL;
    handle->refs = 1;
    iq_handle_set_owner(handle, owner_of(call));
    describe(call, handle);
    return handle;
}

static void done_list(struct iq_call *call, int i)
{
    const struct iq_arg *role = &call->entry->args[i];
    uint64_t values[16];
    uint32_t count = 1;
    if (i + 1 < call->entry->arg_count && call->entry->args[i + 1].role == IQ_ROLE_OUT &&
        call->args[i + 1])
        memcpy(&count, (const void *)(uintptr_t)call->args[i + 1], sizeof count);
    for (uint32_t first = 0, got; first < count && (got = iq_walk_list(call, i, first, values, 16));
         first += got)
        for (uint32_t n = 0; n < got && first + n < count; n++) {
            struct iq_handle *handle =
                values[n] ? iq_handle_find((enum iq_kind)role->kind, values[n]) : NULL;
            if (values[n] &&
                (role->kind == IQ_KIND_CL_KERNEL || !handle || handle->kind != role->kind))
                made_object(call, (enum iq_kind)role->kind, values[n]);
        }
}

/* Objects that come in arrays. */
static void done_new_array(struct iq_call *call, int i)
{
    const struct iq_arg *role = &call->entry->args[i];
    const uint64_t *values = (const uint64_t *)(uintptr_t)call->args[i];
    uint32_t count = role->size_arg >= 0 ? (uint32_t)call->args[role->size_arg] : 1;
    struct iq_call_ref ref = iq_call_ref_of(call);
    for (uint32_t k = 0; values && k < count; k++) {
        struct iq_handle *handle =
            values[k] ? iq_handle_create(role->kind, values[k], NULL, ref) : NULL;
        if (handle)
            describe(call, handle);
    }
}

IQ_FAST static void done_new(struct iq_thread *thread, struct iq_call *call, int i)
{
    const struct iq_arg *role = &call->entry->args[i];
    const struct iq_api *api = call->plan->api;
    if (api->makes_many && role->role == IQ_ROLE_NEW) {
        done_new_array(call, i);
        return;
    }
    uint64_t value = call->args[i] ? stored(call, i) : 0;
    if (!value || role->kind == IQ_KIND_CONTEXT) /* contexts: see effects_context.c */
        return;
    struct iq_call_ref ref = iq_call_ref_of(call);
    if (api->counts_owners && role->role == IQ_ROLE_NEW) {
        made_object(call, (enum iq_kind)role->kind, value);
        return;
    }
    if (role->role == IQ_ROLE_NEW) {
        bool no_context =
            !api->has_contexts || (api->is_process_wide && api->is_process_wide(call, role->kind));
        struct iq_context *own =
            no_context ? NULL : iq_context_of_new_object(&thread->current, thread->device, ref);
        struct iq_handle *handle = iq_handle_create(role->kind, value, own, ref);
        if (handle)
            describe(call, handle);
        return;
    }
    struct iq_context *context =
        !api->has_contexts ? NULL : iq_context_of_new_object(&thread->current, thread->device, ref);
    struct iq_range range = { .base = value,
                              .size = iq_walk_size(call, i),
                              .context = context,
                              .created = ref,
                              .kind = role->kind,
                              .of_graph = api->is_captured && api->is_captured(call),
                              .device = (int16_t)(context ? context->device : thread->device) };
    IQ_DROP(iq_range_add(&range)); /* base/pages.h counts what found no memory */
}

/* What the call took it from, and what it dies with. */
static struct iq_handle *whole_of(const struct iq_call *call, enum iq_kind kind)
{
    /* a level; a neighbour of a graph's node */
    enum iq_kind wanted = kind == IQ_KIND_ARRAY ? IQ_KIND_MIPMAPPED_ARRAY : kind;
    for (int k = 0; k < call->entry->arg_count; k++) {
        const struct iq_arg *role = &call->entry->args[k];
        struct iq_handle *whole = role->kind == wanted && role->role == IQ_ROLE_USE
                                      ? iq_resolved_handle(call, k, wanted)
                                      : NULL;
        if (whole)
            return kind == IQ_KIND_GRAPH_NODE ? whole->parent : whole;
    }
    return NULL;
}

struct iq_handle *iq_walk_got(struct iq_thread *thread, struct iq_call *call, enum iq_kind kind,
                              uint64_t value)
{
    struct iq_handle *handle = value ? iq_handle_find(kind, value) : NULL;
    if (!value || (handle && handle->kind == kind && !iq_handle_is_dead(handle))) {
        if (kind == IQ_KIND_VMM_HANDLE && value && !call->outer)
            handle->extra_references++; /* such handles are counted: one release will not end it */
        return handle;
    }
    struct iq_call_ref ref = iq_call_ref_of(call);
    handle = iq_handle_create(kind, value,
                              iq_context_of_new_object(&thread->current, thread->device, ref), ref);
    if (!handle)
        return NULL;
    handle->flags |= IQ_HANDLE_ADOPTED;
    if (kind == IQ_KIND_GRAPH_NODE)
        describe(call, handle);
    if (!handle->parent && (kind == IQ_KIND_ARRAY || kind == IQ_KIND_GRAPH_NODE))
        iq_handle_set_parent(handle, whole_of(call, kind));
    return handle;
}

static void done_get(struct iq_thread *thread, struct iq_call *call, int i)
{
    const struct iq_arg *role = &call->entry->args[i];
    size_t count = 1;
    uint64_t value;
    if (role->size_arg >= 0 && call->args[role->size_arg])
        memcpy(&count, (const void *)(uintptr_t)call->args[role->size_arg], sizeof count);
    /* a driver may say how many there are of a list that has no room for them */
    for (size_t k = 0; call->args[i] && k < count && k < LIST_LIMIT; k++) {
        if (!iq_peek_word(&value, (uintptr_t)call->args[i] + k * sizeof value))
            return;
        iq_walk_got(thread, call, (enum iq_kind)role->kind, value);
    }
}

/* Made where we could not see it, and good: remember it. */
static void adopt(struct iq_thread *thread, struct iq_call *call, enum iq_kind kind, uint32_t i)
{
    uint64_t value = call->args[i];
    if (!value || (kind == IQ_KIND_STREAM && is_default_stream(value)) ||
        iq_handle_find(kind, value))
        return;
    struct iq_call_ref unseen = { 0 };
    struct iq_handle *handle = iq_handle_create(
        kind, value, call->plan->api->has_contexts ? thread->current : NULL, unseen);
    if (!handle)
        return;
    handle->flags |= IQ_HANDLE_ADOPTED;
    if (call->plan->api->adopted)
        call->plan->api->adopted(call, handle);
    if (i < 8)
        call->found[i] = handle;
}

static void note_record(struct iq_call *call, uint32_t i)
{
    struct iq_handle *handle =
        i < 8 && call->found[i] ? call->found[i] : iq_handle_find(IQ_KIND_EVENT, call->args[i]);
    if (handle && !(handle->flags & IQ_HANDLE_RECORDED)) {
        /* events are recorded all the time */
        handle->touched =
            handle->kind == IQ_KIND_EVENT ? iq_call_ref_light(call) : iq_call_ref_of(call);
        __atomic_fetch_or(&handle->flags, IQ_HANDLE_RECORDED, __ATOMIC_RELAXED);
    }
}

static void done_register(struct iq_thread *thread, struct iq_call *call, int i)
{
    struct iq_call_ref ref = iq_call_ref_of(call);
    struct iq_range range = { .base = call->args[i],
                              .size = iq_walk_size(call, i),
                              .created = ref,
                              .device = -1,
                              .context =
                                  iq_context_of_new_object(&thread->current, thread->device, ref),
                              .kind = IQ_KIND_REGISTERED_MEMORY };
    if (range.base)
        IQ_DROP(iq_range_add(&range)); /* base/pages.h counts what found no memory */
}

IQ_FAST void iq_walk_done(struct iq_thread *thread, struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    /* a command: it makes an event where somebody asked for it */
    if (plan->made_event >= 0 && !call->unknown) {
        if (call->args[plan->made_event])
            done_new(thread, call, plan->made_event);
        return;
    }
    FOR_EACH(i, plan->makes) {
        if (call->entry->args[i].role == IQ_ROLE_REGMEM)
            done_register(thread, call, (int)i);
        else
            done_new(thread, call, (int)i);
    }
    FOR_EACH(i, plan->gets)
        done_get(thread, call, (int)i);
    FOR_EACH(i, call->unknown & plan->uses)
        adopt(thread, call, handle_kind(call, plan, (int)i), i);
    FOR_EACH(i, plan->signals)
        note_record(call, i);
    FOR_EACH(i, plan->outlists)
        done_list(call, (int)i);
    FOR_EACH(i, plan->owners) {
        struct iq_handle *handle = i < 8 ? call->found[i] : NULL;
        if (handle && call->entry->args[i].role == IQ_ROLE_RETAIN)
            iq_handle_retain(handle, iq_call_ref_of(call));
    }
    if (__builtin_expect(iq_core.capture_stream != 0, 0) && !call->outer) {
        if (call->cached_copy)
            look_at_memory(thread, call);
        if (plan->api->captured)
            plan->api->captured(thread, call);
    }
}

void iq_walk_undo(struct iq_thread *thread, struct iq_call *call)
{
    (void)thread;
    FOR_EACH(i, call->plan->ends) {
        const struct iq_arg *role = &call->entry->args[i];
        if (!call->args[i])
            continue;
        if (role->role != IQ_ROLE_DEL) {
            iq_range_restore(call->args[i], call->number);
            continue;
        }
        struct iq_handle *handle = iq_resolved_handle(call, (int)i, role->kind);
        if (handle && handle->destroyed.number == call->number)
            iq_handle_restore(handle);
    }
    FOR_EACH(i, call->plan->owners) {
        struct iq_handle *handle = i < 8 ? call->found[i] : NULL;
        if (!handle || call->entry->args[i].role != IQ_ROLE_RELEASE ||
            handle->released.number != call->number)
            continue;
        iq_handle_retain(handle, handle->retained);
        if (handle->destroyed.number == call->number)
            iq_handle_restore(handle);
    }
}

/* One that the driver has refused: it may not have looked at it. */
IQ_COLD static const struct iq_launch_config *copy_config(const struct iq_call *call)
{
    static __thread struct iq_launch_config copy __attribute__((tls_model("initial-exec")));
    return iq_hostmem_copy(call->args[call->plan->config], &copy, sizeof copy) ? &copy : NULL;
}

IQ_FAST const struct iq_launch_config *iq_walk_config_of(const struct iq_call *call)
{
    if (__builtin_expect(call->result != 0, 0))
        return copy_config(call);
    return (const struct iq_launch_config *)(uintptr_t)call->args[call->plan->config];
}

/* Arguments that checks of [phase] want to see after the call. */
static void send_after(struct iq_thread *thread, struct iq_call *call, int i, enum iq_phase phase)
{
    int role = call->entry->args[i].role;
    bool failed = phase == IQ_PHASE_FAILED;
    if (role == IQ_ROLE_LIST || role == IQ_ROLE_WAITS) {
        if (failed && !call->args[i]) {
            struct iq_event event = event_of(call, phase, IQ_VERB_PASS, i);
            event.kind = IQ_KIND_NONE;
            iq_rule_dispatch(&event);
        } else if (failed)
            walk_list(call, i, phase);
    } else if (is_handle_role(role)) {
        struct iq_handle *handle = i < 8 ? call->found[i] : NULL;
        enum iq_kind kind = iq_plan_handle_kind(call->entry, i);
        if (!handle && failed && kind != IQ_KIND_NONE)
            handle = iq_handle_find(kind, call->args[i]);
        if (failed || (role == IQ_ROLE_WAIT && handle && !(handle->flags & IQ_HANDLE_RECORDED)))
            send_handle(call, i, phase, handle);
    } else if (is_memory_role(role)) {
        send_memory(thread, call, i, phase);
    } else if (failed && (role == IQ_ROLE_NEW || role == IQ_ROLE_NEWMEM)) {
        struct iq_event event = event_of(call, phase, IQ_VERB_CREATE, i);
        event.create.size = iq_walk_size(call, i);
        iq_rule_dispatch(&event);
    } else if (failed || role == IQ_ROLE_IMAGE || role == IQ_ROLE_PATH) {
        bool image = role == IQ_ROLE_IMAGE || role == IQ_ROLE_PATH;
        struct iq_event event = event_of(call, phase, IQ_VERB_PASS, i);
        event.kind = image ? IQ_KIND_MODULE : IQ_KIND_NONE;
        event.pass.size = iq_walk_size(call, i);
        if (!(call->entry->flags & IQ_ENTRY_NO_STATUS))
            iq_rule_dispatch(&event);
    }
}

static void send_launch(struct iq_call *call, enum iq_phase phase, struct iq_launch *launch)
{
    struct iq_event event = event_of(call, phase, IQ_VERB_ENQUEUE, -1);
    event.kind = IQ_KIND_KERNEL;
    event.enqueue.launch = launch;
    if (call->plan->api->launch_read && call->plan->api->launch_read(call, launch))
        iq_rule_dispatch(&event);
}

void iq_walk_check_done(struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    FOR_EACH(i, call->odd_copy ? plan->after | plan->access
                : plan->array  ? plan->after
                               : plan->after & ~plan->access)
        send_after(iq_thread_block, call, (int)i, IQ_PHASE_DONE);
}

void iq_walk_check_far_launch(struct iq_call *call)
{
    struct iq_launch launch;
    send_launch(call, IQ_PHASE_DONE, &launch);
}

void iq_walk_check_failed(struct iq_thread *thread, struct iq_call *call)
{
    const struct iq_entry *entry = call->entry;
    struct iq_launch launch;
    int count = entry->arg_count < IQ_THREAD_ARGS ? entry->arg_count : IQ_THREAD_ARGS;
    struct iq_event whole = event_of(call, IQ_PHASE_FAILED, IQ_VERB_BEGIN, -1);
    if (call->cached_copy) /* the arguments were not looked up */
        look_at_memory(thread, call);
    iq_rule_dispatch(&whole);
    if (call->plan->api->send_regions)
        call->plan->api->send_regions(call);
    for (int i = 0; i < count; i++)
        send_after(thread, call, i, IQ_PHASE_FAILED);
    /* one that is described, if only to ask about it */
    if (entry->flags & IQ_ENTRY_LAUNCH || call->plan->config >= 0)
        send_launch(call, IQ_PHASE_FAILED, &launch);
    struct iq_event event = event_of(call, IQ_PHASE_FAILED, IQ_VERB_END, -1);
    iq_rule_dispatch(&event);
}
