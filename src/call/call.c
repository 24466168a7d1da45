#include "call/call.h"

#include <string.h>

#include "base/hot.h"
#include "base/now.h"
#include "base/pkey.h"
#include "call/core.h"
#include "call/expand.h"
#include "call/findings.h"
#include "call/ledger.h"
#include "call/moment.h"
#include "call/plan.h"
#include "call/recorder.h"
#include "call/tracer.h"
#include "call/variable.h"
#include "call/verdict.h"
#include "call/walk.h"
#include "order/guard.h"
#include "process/mono.h"
#include "process/stack.h"

enum { NUMBERS_PER_BLOCK = 64 };

struct iq_moment_clock iq_moment_clock __attribute__((aligned(64))) = { .now = 1 };

/* Numbers are handed to threads in blocks, so that counting calls does not make threads share a
 * cache line. */
static inline uint64_t take_number(struct iq_thread *thread)
{
    if (__builtin_expect(thread->call_number == thread->last_number, 0)) {
        thread->call_number =
            __atomic_fetch_add(&iq_core.next_number, NUMBERS_PER_BLOCK, __ATOMIC_RELAXED);
        thread->last_number = thread->call_number + NUMBERS_PER_BLOCK;
    }
    return ++thread->call_number;
}

uint64_t iq_core_count_call(struct iq_thread *thread)
{
    thread->calls++; /* the trace hears of it with the next call that has a record */
    return take_number(thread);
}

uint64_t iq_core_call_count(void) { return iq_thread_block ? iq_thread_block->call_number : 0; }

__thread struct iq_call *iq_call_top __attribute__((tls_model("initial-exec")));

bool iq_core_inside_call(void) { return iq_call_top; }

void iq_core_set_push_site(struct iq_site site)
{
    struct iq_thread *thread = iq_thread_get();
    if (!thread)
        return;
    thread->push_site = site;
    thread->push_stack = iq_stack_at(site);
}

IQ_FAST void iq_call_push_config(struct iq_site site)
{
    if (__builtin_expect(!__atomic_load_n(&iq_core.started, __ATOMIC_ACQUIRE), 0))
        iq_core_start();
    iq_core_set_push_site(site);
}

/* Launches, error queries and calls whose parameters are in a struct.  True: the call is
 * answered. */
static bool begin_special(struct iq_thread *thread, struct iq_call *call)
{
    uint32_t flags = call->entry->flags;
    if (flags & IQ_ENTRY_LAUNCH && thread->push_site.pc) {
        call->stack = thread->push_stack;
        thread->push_site.pc = 0;
    }
    if (flags & (IQ_ENTRY_GET_LAST_ERROR | IQ_ENTRY_PEEK_LAST_ERROR) && thread->contained_error) {
        call->answered = true;
        call->result = thread->contained_error;
        if (flags & IQ_ENTRY_GET_LAST_ERROR)
            thread->contained_error = 0;
    }
    if (call->entry->shape)
        iq_expand(call, thread->expanded);
    return call->answered;
}

/* May the processor move bytes of a copy, so that guards would stop it?  No: the device does. */
static bool may_meet_guards(const struct iq_call *call)
{
    return iq_guard_count &&
           (iq_core.soft || !call->on_device || !(call->plan->steps & IQ_STEP_ASYNC));
}

/* Runs the checks that come before forwarding; of a call that is [is_cached] made with the same
 * arguments those that ask for more than these. */
static void look(struct iq_thread *thread, struct iq_call *call, bool is_cached)
{
    uint32_t steps = call->plan->steps;
    enum iq_flow flow = (enum iq_flow)call->plan->flow;
    if (steps & IQ_STEP_LOOK && !is_cached) {
        iq_walk_check_before(thread, call);
        if (__builtin_expect(thread->suspicion_count, 0)) {
            iq_verdict_contain(thread, call);
            iq_verdict_doubt(thread, call);
        }
    }
    if (__builtin_expect(thread->frames_in_flight, 0))
        iq_variable_review(thread, call,
                           call->plan->api->may_wait && call->plan->api->may_wait(call));
    if (__builtin_expect(
            (steps & IQ_STEP_ORDER_BEFORE || (flow == IQ_FLOW_ACCESS && may_meet_guards(call))) &&
                !call->answered,
            0))
        call->plan->api->order_before(thread, call);
}

/* Is there anything to be done for each call, whatever it is? */
static inline bool is_watched(const struct iq_thread *thread)
{
    return thread->frames_in_flight || iq_core.config.trace_fd >= 0 || iq_recorder_wanted ||
           iq_mono_is_present() || iq_core.config.stop ||
           __atomic_load_n(&iq_pkey_used, __ATOMIC_RELAXED);
}

/* Calls with no steps, and those that ask for an error where there is none: they are counted, and
 * known while they are under way. */
static inline bool is_plain(const struct iq_thread *thread, uint32_t steps)
{
    const uint32_t asks = IQ_STEP_SPECIAL | IQ_STEP_READS_ERROR | IQ_STEP_VERDICT;
    return (!steps ||
            (steps == asks && !thread->contained_error && !thread->last_error.ref.number)) &&
           !is_watched(thread);
}

static void begin_outermost(struct iq_thread *thread, struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    bool counted = plan->counted || !thread->call_number;
    call->number = counted ? take_number(thread) : thread->call_number;
    thread->suspicion_count = 0;
    thread->calls += plan->counted;
    if (plan->steps & IQ_STEP_SYNCED)
        call->began = iq_moment_step();
    iq_thread_begins(thread, call->entry->id);
    if (is_plain(thread, plan->steps)) {
        call->plain = true;
        return;
    }
    if (__builtin_expect(iq_mono_is_present(), 0))
        iq_call_stack(call); /* later a lock may be held */
    bool is_cached = plan->steps & IQ_STEP_CACHED && plan->api->is_cached(thread, call);
    if (!is_cached || !plan->api->settle_cached || !plan->api->settle_cached(thread, call)) {
        if (!(plan->steps & IQ_STEP_SPECIAL) || !begin_special(thread, call))
            look(thread, call, is_cached);
        if (plan->steps & IQ_STEP_SETTLES)
            iq_verdict_settle(thread, call);
    }
    if (__builtin_expect(__atomic_load_n(&iq_pkey_used, __ATOMIC_RELAXED), 0))
        iq_pkey_enter();
    if (__builtin_expect(iq_core.config.trace_fd >= 0 || iq_recorder_wanted, 0))
        call->start_ns = iq_now_ns();
    if (call->plan->steps & IQ_STEP_WAIT && iq_watchdog_wanted && !call->answered)
        iq_watchdog_begin(thread, call);
}

/* The first nested call stands for the entry point, unless a launch or a failure does so better. */
static void meet_inner(struct iq_call *outermost, const struct iq_entry *entry)
{
    if (!outermost->inner || (entry->flags & IQ_ENTRY_LAUNCH && !outermost->inner_result))
        outermost->inner = entry;
}

static inline void clear_call(struct iq_call *call, const struct iq_entry *entry,
                              const uint64_t *args, struct iq_site site)
{
    call->entry = entry;
    call->args = args;
    call->site = site;
    call->outer = NULL;
    call->inner = NULL;
    call->inner_result = call->result = 0;
    call->foreseen = call->symbol = call->refused = 0;
    call->stack = call->unknown = 0;
    call->foreseen_parameter = 0;
    call->launch = NULL;
    call->cached_copy = NULL;
    call->cached_command = NULL;
    call->answered = call->left_out = call->tracked = call->odd_copy = call->on_device =
        call->settled = call->conflict = call->plain = call->own_blocks = false;
}

IQ_FAST void iq_call_enter(struct iq_call *call, const struct iq_entry *entry, const uint64_t *args,
                           struct iq_site site)
{
    struct iq_thread *thread = iq_thread_get();
    clear_call(call, entry, args, site);
    if (__builtin_expect(!thread, 0))
        return;
    if (__builtin_expect(!__atomic_load_n(&iq_core.started, __ATOMIC_ACQUIRE), 0))
        iq_core_start();
    struct iq_call *top = iq_call_top; /* most are in none */
    if (__builtin_expect(top != NULL, 0) && !(top = iq_call_live(top, site.sp)))
        iq_watchdog_leave(thread);
    if (__builtin_expect(top && entry->api == top->entry->api && iq_api_of(entry)->nests_itself, 0))
        return; /* a loader and its layer, or a driver using its own API */
    call->plan = iq_plan_of(entry);
    call->tracked = true;
    call->outer = top;
    call->seal = iq_call_seal(call);
    iq_call_top = call;
    memset(call->found, 0, sizeof call->found);
    if (__builtin_expect(top != NULL, 0)) {
        call->unknown = call->plan->uses;
        struct iq_call *outermost = iq_call_outermost(top);
        call->number = outermost->number;
        meet_inner(outermost, entry);
    } else
        begin_outermost(thread, call);
    if (call->plan->steps & IQ_STEP_FORWARD && !call->answered)
        iq_walk_forward(thread, call);
}

IQ_FAST void iq_call_enter_command(struct iq_call *call, const struct iq_entry *entry,
                                   const uint64_t *args, struct iq_site site)
{
    struct iq_thread *thread = iq_thread_block;
    bool usual = thread && !iq_call_top && !is_watched(thread);
    clear_call(call, entry, args, site);
    call->plan = entry->plan;
    if (__builtin_expect(!usual || !iq_api_of(entry)->resume(thread, call), 0)) {
        iq_call_enter(call, entry, args, site);
        return;
    }
    call->tracked = true;
    call->seal = iq_call_seal(call);
    iq_call_top = call;
    call->own_blocks = true;
    call->number = take_number(thread);
    thread->calls++;
    thread->suspicion_count = 0;
    iq_thread_begins(thread, entry->id);
    if (!iq_api_of(entry)->in_turn(call))
        entry->effects(call, 0);
    call->plain = call->settled;
}

static void note_inner(struct iq_call *outermost, const struct iq_entry *entry, int64_t result)
{
    if (result || outermost->inner == entry) {
        outermost->inner = entry;
        outermost->inner_result = result;
    }
}

IQ_FAST bool iq_call_covers(const struct iq_entry *entry, uintptr_t sp)
{
    struct iq_call *top = iq_call_live(iq_call_top, sp);
    struct iq_call *outermost = top ? iq_call_outermost(top) : NULL;
    if (!top || (outermost->plan->symbol >= 0 && iq_plan_of(entry)->access))
        return false;
    meet_inner(outermost, entry);
    return true;
}

void iq_call_covered_failed(const struct iq_entry *entry, int64_t result)
{
    if (iq_call_top && !(entry->flags & IQ_ENTRY_NO_STATUS))
        note_inner(iq_call_outermost(iq_call_top), entry, result);
}

/* The driver is told where the variable lies that the program named. */
static void note_symbol(struct iq_call *outermost, const struct iq_call *call)
{
    uint32_t side =
        outermost->plan->writes ? call->plan->access & ~call->plan->writes : call->plan->writes;
    if (side && !outermost->symbol)
        outermost->symbol = call->args[__builtin_ctz(side)];
}

IQ_FAST __attribute__((noinline)) static void leave(struct iq_thread *thread, struct iq_call *call,
                                                    int64_t result)
{
    uint32_t steps = call->plan->steps;
    bool failed = result && iq_result_is_error(call->entry, result);
    call->tracked = false;
    call->result = result;
    iq_call_top = call->outer;
    if (__builtin_expect(call->settled, 0) && iq_verdict_is_settled(thread, call, failed)) {
        iq_thread_is_back(thread);
        if (__builtin_expect(iq_recorder_wanted, 0))
            iq_recorder_leave(call);
        return;
    }
    if (__builtin_expect(!call->answered, 1)) {
        if (__builtin_expect(failed, 0))
            iq_walk_undo(thread, call);
        else if (steps & IQ_STEP_DONE &&
                 (steps & IQ_STEP_CHANGES || call->unknown || iq_core.capture_stream))
            iq_walk_done(thread, call);
        if (__builtin_expect(steps & IQ_STEP_EFFECTS, 0))
            call->entry->effects(call, 1);
    }
    if (call->outer) {
        struct iq_call *outermost = iq_call_outermost(call->outer);
        note_inner(outermost, call->entry, failed ? result : 0);
        if (__builtin_expect(outermost->plan->symbol >= 0, 0) && !failed)
            note_symbol(outermost, call);
        return;
    }
    iq_thread_is_back(thread);
    if (__builtin_expect(__atomic_load_n(&iq_pkey_used, __ATOMIC_RELAXED) && iq_pkey_inside, 0))
        iq_pkey_leave();
    if (steps & IQ_STEP_WAIT && iq_watchdog_wanted)
        iq_watchdog_end(thread);
    if (steps & IQ_STEP_VERDICT || failed || thread->suspicion_count || iq_ledger_is_open())
        iq_verdict(thread, call, failed);
    if (steps & IQ_STEP_LAUNCH && !failed && !call->settled)
        call->plan->api->launch_note(thread, call);
    if (__builtin_expect(iq_core.config.trace_fd >= 0, 0))
        iq_tracer_leave(call);
    if (__builtin_expect(iq_recorder_wanted, 0))
        iq_recorder_leave(call);
}

IQ_FAST void iq_call_leave(struct iq_call *call, int64_t result)
{
    struct iq_thread *thread = iq_thread_block;
    if (__builtin_expect(!call->tracked || !thread, 0))
        return;
    if (!call->plain ||
        __builtin_expect(result || thread->suspicion_count || iq_ledger_is_open(), 0)) {
        leave(thread, call, result);
        if (__builtin_expect(
                __atomic_load_n(&iq_findings_stop_waits, __ATOMIC_RELAXED) && !call->outer, 0))
            iq_findings_stop();
        return;
    }
    call->tracked = false;
    iq_call_top = NULL;
    iq_thread_is_back(thread);
}
