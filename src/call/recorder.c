#include "call/recorder.h"

#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/armed.h"
#include "base/locks.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/now.h"
#include "base/numbered.h"
#include "base/ticker.h"
#include "call/api.h"
#include "call/core.h"
#include "call/findings.h"
#include "call/payload.h"
#include "call/plan.h"
#include "process/peek.h"
#include "trace/writer.h"

bool iq_recorder_wanted;

static struct iq_trace_ring *ring;

/* Which arguments of an entry are recorded: indices, -1: none. */
struct recipe {
    int8_t stream, object, bytes;
    bool made; /* [object] points to the value */
    uint8_t unit;
    uint16_t flags;
    bool ready; /* atomic */
};
static struct recipe *recipes; /* of each entry */

static bool is_cheap; /* the time is told by the ticker */
static struct iq_ticker ticker;

/* The calling thread, of the kernel; 0: not asked yet. */
static __thread uint32_t self __attribute__((tls_model("initial-exec")));

/* Kernels whose names are in the trace, by what the launch names them with. */
static struct iq_map names;
/* The one that the calling thread launched last, whose name is there. */
static __thread uint64_t named __attribute__((tls_model("initial-exec")));

void iq_recorder_start(void)
{
    if (!iq_core.config.record)
        return;
    if (!recipes && (recipes = iq_core_alloc(iq_entry_count * sizeof *recipes)))
        memset(recipes, 0, iq_entry_count * sizeof *recipes);
    ring = recipes ? iq_trace_take_ring(iq_core.config.record) : NULL;
    iq_recorder_wanted = ring != NULL;
    iq_payload_start(ring && iq_core.config.record_arguments);
    is_cheap = ring && iq_core.config.trace_fd < 0 && iq_ticker_is_trusted();
    iq_arm(IQ_ARMED_RECORDER, iq_recorder_wanted);
}

IQ_FAST uint64_t iq_recorder_now_ns(void)
{
    return is_cheap ? iq_ticker_now_ns(&ticker) : iq_now_ns();
}

void iq_recorder_after_fork(void)
{
    iq_map_finish(&names);
    ticker = (struct iq_ticker){ 0 };
    ring = NULL;
    self = 0;
    named = 0;
    iq_recorder_wanted = false;
    iq_payload_start(false);
    iq_arm(IQ_ARMED_RECORDER, false);
}

/* The argument that says most of what the call is about: what it makes, else what it ends, else
 * where it writes, else the first object that it uses. */
static int rank_of(const struct iq_arg *arg)
{
    switch (arg->role) {
    case IQ_ROLE_NEWMEM: return 6;
    case IQ_ROLE_NEW: return 5;
    case IQ_ROLE_DELMEM:
    case IQ_ROLE_DEL:
    case IQ_ROLE_RELEASE: return 4;
    case IQ_ROLE_WRITE:
    case IQ_ROLE_WRITE_OBJECT: return 3;
    case IQ_ROLE_SIGNAL:
    case IQ_ROLE_WAIT:
    case IQ_ROLE_QUERY:
    case IQ_ROLE_READ_OBJECT: return 2;
    case IQ_ROLE_USE: return 1;
    default: return 0;
    }
}

static uint16_t flags_of(const struct iq_entry *entry)
{
    uint32_t flags = entry->flags;
    return (flags & IQ_ENTRY_LAUNCH ? IQ_CALL_LAUNCH : 0) |
           (flags & IQ_ENTRY_SYNC_CTX ? IQ_CALL_WAIT_ALL : 0) |
           (flags & IQ_ENTRY_SYNC_STREAM ? IQ_CALL_WAIT_STREAM : 0) |
           (flags & IQ_ENTRY_HIDDEN ? IQ_CALL_HIDDEN : 0);
}

static void fill_recipe(struct recipe *recipe, const struct iq_entry *entry)
{
    int best = 0;
    recipe->stream = recipe->object = recipe->bytes = -1;
    recipe->flags = flags_of(entry);
    for (int8_t i = 0; i < entry->arg_count; i++) {
        const struct iq_arg *arg = &entry->args[i];
        int rank = rank_of(arg);
        bool memory =
            arg->role == IQ_ROLE_READ || arg->role == IQ_ROLE_WRITE || arg->role == IQ_ROLE_NEWMEM;
        if (arg->role == IQ_ROLE_STREAM && recipe->stream < 0)
            recipe->stream = i;
        if (memory && arg->size_arg >= 0) {
            recipe->bytes = arg->size_arg;
            recipe->unit = arg->unit ? arg->unit : 1;
        }
        if (arg->role == IQ_ROLE_READ || arg->role == IQ_ROLE_WRITE)
            recipe->flags |= IQ_CALL_COPY;
        recipe->flags |= arg->role == IQ_ROLE_NEWMEM ? IQ_CALL_ALLOCATE : 0;
        recipe->flags |= arg->role == IQ_ROLE_DELMEM ? IQ_CALL_FREE : 0;
        if (rank > best) {
            best = rank;
            recipe->object = i;
            recipe->made = rank >= 5;
        }
    }
    recipe->flags |= recipe->stream >= 0 ? IQ_CALL_HAS_STREAM : 0;
    __atomic_store_n(&recipe->ready, true, __ATOMIC_RELEASE);
}

static const struct recipe *recipe_of(const struct iq_entry *entry)
{
    struct recipe *recipe = &recipes[entry->id];
    if (!__atomic_load_n(&recipe->ready, __ATOMIC_ACQUIRE)) {
        iq_lock(IQ_LOCK_NAMES);
        if (!recipe->ready)
            fill_recipe(recipe, entry);
        iq_unlock(IQ_LOCK_NAMES);
    }
    return recipe;
}

/* Writes what kernel function [id] is called, once. */
static void write_name(const struct iq_call *call, uint64_t id)
{
    char text[512];
    const struct iq_api *api = iq_api_of(call->entry);
    if (id == named)
        return;
    iq_lock(IQ_LOCK_FINDINGS);
    if (!iq_map_get(&names, id) && !iq_map_set(&names, id, &names) && api->print_launch &&
        api->print_launch(call, text, sizeof text)) {
        text[strcspn(text, "(")] = 0;
        if (iq_trace_begin(IQ_REC_NAME)) {
            iq_trace_u64(IQ_TAG_NAME_ID, id);
            iq_trace_text(IQ_TAG_NAME, text);
            iq_trace_end();
        }
    }
    iq_unlock(IQ_LOCK_FINDINGS);
    named = id;
}

static uint64_t object_of(const struct iq_call *call, const struct recipe *recipe)
{
    uint64_t value = recipe->object >= 0 ? call->args[recipe->object] : 0;
    if (!value || !recipe->made)
        return value;
    if (call->result || !iq_peek(&value, (uintptr_t)value, sizeof value, false))
        return 0;
    return value;
}

static uint32_t thread_id(void)
{
    if (!self)
        self = (uint32_t)syscall(SYS_gettid);
    return self;
}

void iq_recorder_leave(struct iq_call *call)
{
    const struct iq_entry *entry = call->entry;
    uint64_t now = iq_recorder_now_ns();
    if (!ring)
        return;
    /* a runtime cleaning up at exit, not the program */
    if (entry->api <= IQ_API_CUDART && !(entry->flags & IQ_ENTRY_HIDDEN) &&
        iq_stack_is_hidden(call->site.pc))
        return;
    const struct recipe *recipe = recipe_of(entry);
    bool failed = call->result && iq_result_is_error(entry, call->result);
    struct iq_trace_call record = {
        .start_ns = call->start_ns,
        .spent_ns = now > call->start_ns ? now - call->start_ns : 0,
        .thread = thread_id(),
        .stack = iq_call_stack(call),
        .entry = entry->id,
        .flags = (uint16_t)(recipe->flags | (failed ? IQ_CALL_FAILED : 0) |
                            (call->answered ? IQ_CALL_ANSWERED : 0)),
        .result = (int32_t)call->result,
        .stream = recipe->stream >= 0 ? call->args[recipe->stream] : 0,
        .object = object_of(call, recipe),
        .bytes = recipe->bytes >= 0 ? call->args[recipe->bytes] * recipe->unit : 0,
    };
    if (entry->flags & IQ_ENTRY_LAUNCH && call->plan->func >= 0) {
        record.bytes = call->args[call->plan->func];
        write_name(call, record.bytes);
    }
    iq_findings_keep_stack(record.stack);
    uint64_t number = __atomic_fetch_add(&ring->used, 1, __ATOMIC_RELAXED);
    record.payload = iq_payload_write(call, number + 1, failed);
    struct iq_trace_call *place = &((struct iq_trace_call *)(ring + 1))[number % ring->capacity];
    iq_numbered_open(&place->number);
    memcpy((char *)place + sizeof place->number, (const char *)&record + sizeof record.number,
           sizeof record - sizeof record.number);
    iq_numbered_close(&place->number, number + 1);
}
