/* host-overrun, host-use-after-free: a copy against the heap block or the mapping that its host
 * side lies in. A pointer that is in no recorded block, and every doubt about a record, is
 * silence. */
#include "process/hostheap.h"

#include "api_cuda/boxes.h"
#include "call/variable.h"
#include "call/walk.h"
#include "process/hostmap.h"
#include "process/hostmem.h"
#include "process/stack.h"
#include "rules/common/held.h"
#include "rules/common/host.h"
#include "rules/rules.h"

enum { BY_HOST = 64 << 10 /* bytes */ };
#define ADDRESS_SPACE (1ull << 47) /* of a process, bytes */

static void put_place(struct iq_str *text, const struct iq_suspicion *suspicion, const char *thing)
{
    iq_str_printf(text, "0x%llx is ", (unsigned long long)suspicion->access_address);
    iq_put_offset(text, suspicion->access_address - suspicion->object.address, thing,
                  suspicion->object.size);
}

struct explain_overrun {
    bool is_mapping; /* the object is one; else a block of the heap */
    bool has_rows;   /* the call moves several */
    bool unmapped;   /* a byte after the object is */
};
static void explain_overrun(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    const struct explain_overrun *evidence = IQ_EVIDENCE(explain_overrun, suspicion);
    bool write = call->entry->args[suspicion->arg].role == IQ_ROLE_WRITE;
    uint64_t room = suspicion->object.address + suspicion->object.size - suspicion->access_address;
    uint64_t beyond = suspicion->access_size - room;
    const char *name = iq_guilty_name(suspicion, call);
    struct iq_held held;
    iq_str_printf(&words->message, "%s %s ", call->entry->name, write ? "writes" : "reads");
    iq_put_bytes(&words->message, beyond);
    iq_str_printf(&words->message, " past the end of the %s that %s points into",
                  evidence->is_mapping ? "mapping" : "host block", name);
    put_place(&words->cause, suspicion, evidence->is_mapping ? "mapping" : "heap block");
    if (room != suspicion->object.size)
        iq_str_printf(&words->cause, ", with %llu byte%s left", (unsigned long long)room,
                      room == 1 ? "" : "s");
    iq_str_printf(&words->cause, "; the call %s %llu bytes%s", write ? "writes" : "reads",
                  (unsigned long long)suspicion->access_size,
                  evidence->has_rows ? " (all rows but the last count with their full pitch)" : "");
    iq_str_puts(&words->cause,
                evidence->unmapped
                    ? "; the memory after it is not mapped, so a real driver may crash"
                : write ? ", overwriting whatever follows in memory"
                        : ", including whatever follows in memory");
    if (iq_held_find(suspicion->access_address, room, suspicion->access_size, false, &held)) {
        iq_put_held(&words->cause, &held);
        iq_str_puts(&words->fix, iq_held_fix(&held));
        return;
    }
    iq_str_printf(
        &words->fix,
        "allocate at least %llu bytes, or copy at most %llu; check that both sizes are in bytes",
        (unsigned long long)(suspicion->access_address - suspicion->object.address +
                             suspicion->access_size),
        (unsigned long long)room);
}

struct explain_freed {
    bool unmapped; /* its pages are */
};
static void explain_freed(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    bool write = call->entry->args[suspicion->arg].role == IQ_ROLE_WRITE;
    iq_str_printf(&words->message, "%s of %s points into a host block that has been freed",
                  iq_guilty_name(suspicion, call), call->entry->name);
    put_place(&words->cause, suspicion, "heap block");
    iq_str_puts(&words->cause, " that the program has freed");
    iq_str_puts(&words->cause,
                IQ_EVIDENCE(explain_freed, suspicion)->unmapped
                    ? "; its pages are unmapped, so a real driver may crash"
                : write ? "; the call overwrites what the allocator or the next owner keeps there"
                        : "; the call copies whatever is there now");
    iq_str_puts(
        &words->fix,
        "free the block after its last use, or after the stream has been synchronised if the copy is asynchronous");
}

static struct iq_suspicion suspect_block(const struct iq_event *event, enum iq_rule_id rule,
                                         const struct iq_hostheap_block *block,
                                         enum iq_host_reach reach)
{
    struct iq_suspicion suspicion = iq_suspicion_at(event, rule, IQ_RANK_DEAD + 1, event->arg);
    suspicion.object = iq_object_of_host(block->base, block->size);
    suspicion.object.state = block->freed ? "freed" : "live";
    suspicion.object.created.stack = iq_stack_of_caller(block->allocated);
    suspicion.object.destroyed.stack = iq_stack_of_caller(block->freed);
    suspicion.access_address = event->value;
    suspicion.access_size = event->bytes.size;
    suspicion.done = IQ_ERROR;
    /* a call that failed for another reason has not touched it */
    suspicion.failed = reach == IQ_HOST_ALL ? IQ_SILENT : IQ_ERROR;
    suspicion.contain = reach == IQ_HOST_TO_HOLE;
    if (block->freed) /* too early, once for all that uses it */
        suspicion.cause = iq_cause(IQ_CAUSE_HOST_BLOCK, block->base ^ (uint64_t)block->freed << 32);
    return suspicion;
}

static bool has_rows(const struct iq_event *event)
{
    return event->role->rows && event->call->args[event->role->rows - 1] > 1;
}

/* Registered pages stay pinned for the device, but the driver makes small copies itself, as
 * measured with 4 KiB (a crash) and 1 MiB (none). */
static bool is_by_device(const struct iq_event *event)
{
    return event->place->live &&
           (event->place->range.kind != IQ_KIND_REGISTERED_MEMORY || event->bytes.size > BY_HOST);
}

/* How far would the driver get? */
static enum iq_host_reach reach_of(const struct iq_event *event)
{
    uint64_t bad;
    bool stops = !is_by_device(event) &&
                 iq_hostmem_check(event->value, event->bytes.size, event->verb == IQ_VERB_WRITE,
                                  &bad) == IQ_HOSTMEM_UNREADABLE &&
                 !iq_host_device_side_is_bad(event);
    return stops ? iq_host_reach_to(bad) : IQ_HOST_ALL;
}

/* False if the block is forgotten: somebody else lives there. */
static bool check_live(const struct iq_event *event, const struct iq_hostheap_block *block)
{
    if (event->bytes.size <= block->base + block->size - event->value)
        return true;
    if (!iq_hostheap_certainly_live(block)) {
        iq_hostheap_forget(block->base);
        return false;
    }
    enum iq_host_reach reach = reach_of(event);
    struct iq_suspicion suspicion = suspect_block(event, IQ_RULE_HOST_OVERRUN, block, reach);
    /* a broken heap takes the report with it */
    if (event->verb == IQ_VERB_WRITE && !iq_host_device_side_is_bad(event)) {
        suspicion.contain = 1;
        suspicion.failed = IQ_ERROR;
    }
    IQ_EXPLAIN(&suspicion, explain_overrun, .has_rows = has_rows(event),
               .unmapped = reach == IQ_HOST_TO_HOLE);
    iq_suspect(&suspicion);
    return true;
}

static bool check_freed(const struct iq_event *event, const struct iq_hostheap_block *block)
{
    enum iq_host_reach reach = reach_of(event);
    bool unmapped = reach == IQ_HOST_TO_HOLE;
    if (!unmapped && !iq_hostheap_certainly_freed(block) && !event->place->live) {
        /* somebody else may live there; do not look again at every call */
        iq_hostheap_forget(block->base);
        return false;
    }
    struct iq_suspicion suspicion = suspect_block(event, IQ_RULE_HOST_USE_AFTER_FREE, block, reach);
    IQ_EXPLAIN(&suspicion, explain_freed, .unmapped = unmapped);
    iq_suspect(&suspicion);
    return true;
}

static void explain_unregistered(const struct iq_suspicion *suspicion, struct iq_call *call,
                                 struct iq_words *words)
{
    iq_str_printf(&words->message,
                  "%s of %s is a host block that was freed while it was registered",
                  iq_guilty_name(suspicion, call), call->entry->name);
    put_place(&words->cause, suspicion, "heap block");
    iq_str_puts(
        &words->cause,
        " that the program has freed; until now its pages were pinned and the device could use them, whoever got them from the allocator");
    iq_str_puts(&words->fix, "unregister the memory first, then free it");
}

void iq_host_check_unregistered(const struct iq_event *event)
{
    struct iq_hostheap_block block;
    struct iq_hostmem_region region;
    if (iq_hostheap_find(event->value, &block) != IQ_HOSTHEAP_FREED ||
        (iq_hostmem_look(block.base, &region) && !iq_hostheap_certainly_freed(&block)))
        return;
    struct iq_suspicion suspicion =
        suspect_block(event, IQ_RULE_HOST_USE_AFTER_FREE, &block, IQ_HOST_ALL);
    suspicion.done = IQ_WARNING;
    suspicion.explain = explain_unregistered;
    iq_suspect(&suspicion);
}

static void explain_stack(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    bool write = call->entry->args[suspicion->arg].role == IQ_ROLE_WRITE;
    iq_str_printf(&words->message,
                  "%s of %s points to a local variable of a function that has returned",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_printf(
        &words->cause,
        "0x%llx is on this thread's stack, %llu bytes below the caller's frame, where no variable is alive; %s",
        (unsigned long long)suspicion->access_address,
        (unsigned long long)(call->site.sp - suspicion->access_address),
        write ? "the next function call overwrites what is written there"
              : "the call copies whatever later function calls left there");
    iq_str_puts(
        &words->fix,
        "do not keep or return the address of a local variable: let the caller pass the buffer, or allocate it");
}

/* The stack pointer is above it: the frame is gone. */
static void suspect_stack(const struct iq_event *event)
{
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_HOST_USE_AFTER_FREE, IQ_RANK_DEAD + 1, event->arg);
    suspicion.object = iq_object_of_host(event->value, event->bytes.size);
    suspicion.object.state = "freed";
    suspicion.access_address = event->value;
    suspicion.access_size = event->bytes.size;
    suspicion.done = IQ_ERROR;
    suspicion.failed = IQ_SILENT;
    suspicion.explain = explain_stack;
    iq_suspect(&suspicion);
}

/* A mapping ends with its pages; what its caller puts after it belongs to it. */
static void check_mapping(const struct iq_event *event)
{
    struct iq_hostmap_block map;
    uint64_t last = event->value + event->bytes.size;
    if (!iq_hostmap_active || event->place->live)
        return;
    if (!iq_hostmap_find(event->value, &map)) {
        if (iq_hostmem_is_dead_stack(event->value, event->bytes.size, event->call->site.sp))
            suspect_stack(event);
        else if (!event->member) /* it looks at arguments themselves */
            iq_variable_look(event);
        return;
    }
    if (last <= map.end || last <= iq_hostmap_joint_end(&map) || iq_stack_is_hidden(map.mapped))
        return;
    struct iq_hostheap_block block = { map.base, map.end - map.base, map.mapped, 0 };
    enum iq_host_reach reach = reach_of(event);
    struct iq_suspicion suspicion = suspect_block(event, IQ_RULE_HOST_OVERRUN, &block, reach);
    IQ_EXPLAIN(&suspicion, explain_overrun, .is_mapping = true, .has_rows = has_rows(event),
               .unmapped = reach == IQ_HOST_TO_HOLE);
    iq_suspect(&suspicion);
}

struct explain_instead {
    struct iq_held held;
};
static void explain_instead(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    const struct iq_held *held = &IQ_EVIDENCE(explain_instead, suspicion)->held;
    bool write = call->entry->args[suspicion->arg].role == IQ_ROLE_WRITE;
    unsigned long long size = suspicion->access_size;
    iq_str_printf(
        &words->message,
        "%s of %s is the address of an object that holds a pointer to the elements, not theirs",
        iq_guilty_name(suspicion, call), call->entry->name);
    iq_str_printf(
        &words->cause,
        "the object at 0x%llx says that it has %llu bytes of elements at 0x%llx, and the call %s just as many bytes of the object itself%s",
        (unsigned long long)suspicion->access_address, size, (unsigned long long)held->address,
        write ? "overwrites" : "reads", write ? ", whose pointers are lost" : "");
    iq_str_puts(&words->fix, iq_held_fix(held));
}

/* The address of a container in the place of that of its few elements: the access does not leave
 * the container. */
static void check_instead(const struct iq_event *event)
{
    struct iq_held held;
    if (event->place->live || event->member || has_rows(event) ||
        !iq_held_instead(event->value, event->bytes.size, &held))
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_HOST_OVERRUN, IQ_RANK_FOREIGN, event->arg);
    suspicion.failed = IQ_SILENT;
    suspicion.done = IQ_WARNING;
    suspicion.object = iq_object_of_host(event->value, event->bytes.size);
    suspicion.access_address = event->value;
    suspicion.access_size = event->bytes.size;
    IQ_EXPLAIN(&suspicion, explain_instead, .held = held);
    iq_suspect(&suspicion);
}

static void explain_no_pitch(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is %llu, more than the largest pitch of %d bytes",
                  iq_guilty_name(suspicion, call), call->entry->name,
                  (unsigned long long)call->args[suspicion->arg], IQ_CUDA_LONGEST_PITCH);
    iq_str_puts(
        &words->cause,
        "a pitch is the number of bytes from the start of a row to the start of the next one; the driver follows this one to where the host has no memory");
    iq_str_puts(&words->fix, IQ_PITCH_ADVICE);
}

/* Rows that are so far apart that no process has all of them: measured to crash a driver. */
static bool check_pitch(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    if (call->entry->api != IQ_API_CUDA || !has_rows(event) || event->bytes.size < ADDRESS_SPACE ||
        call->args[event->role->pitch - 1] <= IQ_CUDA_LONGEST_PITCH)
        return false;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_BAD_SIZE, IQ_RANK_DEAD + 2, event->role->pitch - 1);
    suspicion.done = IQ_ERROR;
    suspicion.contain = IQ_ANSWER_ARGUMENT;
    suspicion.explain = explain_no_pitch;
    iq_suspect(&suspicion);
    return true;
}

/* Shared memory is the implementation's, wherever it took it from. */
static bool is_shared(const struct iq_resolved *place)
{
    bool kind = place->range.kind == IQ_KIND_SVM_MEMORY || place->range.kind == IQ_KIND_USM_MEMORY;
    return (place->live || place->freed) && kind;
}

void iq_host_check_heap(const struct iq_event *event)
{
    struct iq_hostheap_block block;
    if (event->bytes.space == IQ_SPACE_HOST && check_pitch(event))
        return;
    if (event->bytes.space == IQ_SPACE_DEVICE || event->bytes.space == IQ_SPACE_NONE ||
        !event->bytes.size || (int64_t)event->bytes.size < 0 || is_shared(event->place))
        return;
    check_instead(event);
    if (iq_hostmem_is_in_frames(event->value, event->call->site.sp)) {
        if (iq_hostmap_active && !event->place->live && !event->member)
            iq_variable_look(event);
        return;
    }
    if (iq_hostheap_covers(event->value, event->bytes.size))
        return;
    enum iq_hostheap_state state = iq_resolved_block(event->call, event->arg, event->value, &block);
    if (state == IQ_HOSTHEAP_LIVE ? !check_live(event, &block)
                                  : state != IQ_HOSTHEAP_FREED || !check_freed(event, &block))
        check_mapping(event);
}

void iq_host_reads(const struct iq_event *event, int arg, int size_arg, uint64_t address,
                   uint64_t size, const char *member)
{
    struct iq_resolved place = { .call = event->call->number };
    struct iq_arg role = event->call->entry->args[arg];
    struct iq_event access = *event;
    role.role = IQ_ROLE_READ;
    role.size_arg = (int8_t)size_arg;
    place.live = iq_range_find(address, &place.range);
    access.verb = IQ_VERB_READ;
    access.kind = IQ_KIND_NONE;
    access.arg = arg;
    access.role = &role;
    access.value = address;
    access.bytes.size = size;
    access.bytes.space = IQ_SPACE_HOST;
    access.place = &place;
    access.member = member;
    iq_rule_dispatch(&access);
}
