#include "core/call.h"

#include <time.h>

#include "core/core.h"
#include "core/expand.h"
#include "core/flow.h"
#include "core/guard.h"
#include "core/launch.h"
#include "core/plan.h"
#include "core/stack.h"
#include "core/tracer.h"
#include "core/verdict.h"
#include "core/walk.h"

enum { NUMBERS_PER_BLOCK = 64 };

static __thread uint64_t next_number __attribute__((tls_model("initial-exec")));
static __thread uint64_t last_number __attribute__((tls_model("initial-exec")));

/* Numbers are handed to threads in blocks, so that counting calls does not make threads share a cache line. */
static uint64_t take_number(void)
{
    if (next_number == last_number) {
        next_number = __atomic_fetch_add(&iq_core.next_number, NUMBERS_PER_BLOCK, __ATOMIC_RELAXED);
        last_number = next_number + NUMBERS_PER_BLOCK;
    }
    return ++next_number;
}

uint64_t iq_core_call_count(void) { return next_number; }

struct iq_call *iq_call_outermost(struct iq_call *call)
{
    while (call->outer)
        call = call->outer;
    return call;
}

uint32_t iq_call_stack(struct iq_call *call)
{
    call = iq_call_outermost(call);
    if (!call->stack)
        call->stack = iq_stack_at(call->site);
    return call->stack;
}

struct iq_mark iq_call_mark_light(struct iq_call *call)
{
    struct iq_thread *thread = iq_thread_block;
    call = iq_call_outermost(call);
    return (struct iq_mark){ call->number, call->entry, call->stack, thread ? thread->number : 0 };
}

struct iq_mark iq_call_mark(struct iq_call *call)
{
    iq_call_stack(call);
    return iq_call_mark_light(call);
}

bool iq_core_inside_call(void) { return iq_thread_block && iq_thread_block->top; }

void iq_core_set_push_site(struct iq_site site)
{
    struct iq_thread *thread = iq_thread_get();
    if (!thread)
        return;
    thread->push_site = site;
    thread->push_stack = iq_stack_at(site);
}

/* Calls that the compiler writes around a launch are not the programmer's. */
static bool is_counted(const struct iq_entry *entry)
{
    return entry->symbol[0] != '_' || entry->flags & IQ_ENTRY_LAUNCH;
}

static void begin_outermost(struct iq_thread *thread, struct iq_call *call)
{
    call->number = is_counted(call->entry) ? take_number() : next_number ? next_number : take_number();
    thread->suspicion_count = 0;
    thread->calls += is_counted(call->entry);
    if (call->entry->flags & IQ_ENTRY_LAUNCH && thread->push_site.pc) {
        call->stack = thread->push_stack;
        thread->push_site.pc = 0;
    }
    if (call->entry->flags & (IQ_ENTRY_GET_LAST_ERROR | IQ_ENTRY_PEEK_LAST_ERROR) && thread->contained_error) {
        call->answered = true;
        call->result = thread->contained_error;
        if (call->entry->flags & IQ_ENTRY_GET_LAST_ERROR)
            thread->contained_error = 0;
        return;
    }
    if (__builtin_expect(call->entry->shape != NULL, 0))
        iq_expand(call, thread->expanded);
    iq_walk_check_before(thread, call);
    if (thread->suspicion_count)
        iq_verdict_contain(thread, call);
    enum iq_flow flow = (enum iq_flow)iq_plan_of(call->entry)->flow;
    if (__builtin_expect((flow >= IQ_FLOW_TELL || (flow == IQ_FLOW_ACCESS && iq_guard_count)) && !call->answered, 0))
        iq_flow_before(thread, call, flow);
}

void iq_call_enter(struct iq_call *call, const struct iq_entry *entry, const uint64_t *args, struct iq_site site)
{
    struct iq_thread *thread = iq_thread_get();
    call->entry = entry;
    call->args = args;
    call->site = site;
    call->inner = NULL;
    call->inner_result = 0;
    call->stack = 0;
    call->result = 0;
    call->start_ns = 0;
    call->answered = false;
    call->tracked = false;
    call->outer = NULL;
    if (!thread)
        return;
    if (__builtin_expect(!__atomic_load_n(&iq_core.started, __ATOMIC_ACQUIRE), 0))
        iq_core_start();
    if (__builtin_expect(entry->flags & IQ_ENTRY_PUSH_CONFIG, 0)) {
        iq_core_set_push_site(site);
        return;
    }
    call->tracked = true;
    struct iq_call *top = iq_call_live(thread->top, site.sp);
    call->outer = top;
    call->seal = iq_call_seal(call);
    thread->top = call;
    for (int i = 0; i < 8; i++)
        call->found[i] = NULL;
    if (top) {
        struct iq_call *outermost = iq_call_outermost(top);
        call->number = outermost->number;
        if (!outermost->inner)
            outermost->inner = entry;
    } else {
        begin_outermost(thread, call);
        if (__builtin_expect(iq_core.config.trace_fd >= 0, 0))
            iq_tracer_enter(call);
    }
    if (!call->answered)
        iq_walk_forward(thread, call);
}

static void note_inner(struct iq_call *call, int64_t result)
{
    struct iq_call *outermost = iq_call_outermost(call);
    if (result || outermost->inner == call->entry) {
        outermost->inner = call->entry;
        outermost->inner_result = result;
    }
}

void iq_call_leave(struct iq_call *call, int64_t result)
{
    struct iq_thread *thread = iq_thread_block;
    if (!call->tracked || !thread)
        return;
    call->tracked = false;
    call->result = result;
    thread->top = call->outer;
    bool failed = iq_result_is_error(call->entry, result);
    if (!call->answered) {
        if (failed)
            iq_walk_undo(thread, call);
        else
            iq_walk_done(thread, call);
        if (call->entry->effects)
            call->entry->effects(call, 1);
    }
    if (call->outer) {
        note_inner(call, failed ? result : 0);
        return;
    }
    iq_verdict(thread, call);
    if (call->entry->flags & IQ_ENTRY_LAUNCH && !failed)
        iq_launch_note(thread, call);
    if (__builtin_expect(iq_core.config.trace_fd >= 0, 0))
        iq_tracer_leave(call);
}
