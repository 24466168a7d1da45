#include "call/call.h"

#include <stddef.h>
#include <string.h>

#include "base/armed.h"
#include "base/counters.h"
#include "base/hot.h"
#include "base/pkey.h"
#include "call/core.h"
#include "call/covered.h"
#include "call/expand.h"
#include "call/fault.h"
#include "call/findings.h"
#include "call/ledger.h"
#include "call/moment.h"
#include "call/plan.h"
#include "call/query.h"
#include "call/recorder.h"
#include "call/tracer.h"
#include "call/variable.h"
#include "call/verdict.h"
#include "call/walk.h"
#include "order/guard.h"
#include "process/compiled.h"
#include "process/stack.h"

enum { NUMBERS_PER_BLOCK = 64 };

struct iq_moment_clock iq_moment_clock __attribute__((aligned(64))) = { .now = 1 };

static struct iq_thread *first_taker; /* atomic */
static bool several_take;             /* atomic */

/* Numbers are handed to threads in blocks, so that counting calls does not make threads share a
 * cache line. */
static inline uint64_t take_number(struct iq_thread *thread)
{
    if (__builtin_expect(thread->call_number == thread->last_number, 0)) {
        struct iq_thread *first = NULL;
        if (!__atomic_compare_exchange_n(&first_taker, &first, thread, false, __ATOMIC_RELAXED,
                                         __ATOMIC_RELAXED) &&
            first != thread)
            __atomic_store_n(&several_take, true, __ATOMIC_RELAXED);
        thread->call_number =
            __atomic_fetch_add(&iq_core.next_number, NUMBERS_PER_BLOCK, __ATOMIC_RELAXED);
        thread->last_number = thread->call_number + NUMBERS_PER_BLOCK;
    }
    return ++thread->call_number;
}

bool iq_core_counts_between(uint64_t then, uint64_t now)
{
    return (then - 1) / NUMBERS_PER_BLOCK == (now - 1) / NUMBERS_PER_BLOCK ||
           !__atomic_load_n(&several_take, __ATOMIC_RELAXED);
}

uint64_t iq_core_count_call(struct iq_thread *thread)
{
    iq_thread_count_passed(thread);
    thread->calls++; /* the trace hears of it with the next call that has a record */
    return take_number(thread);
}

IQ_FAST __attribute__((noinline)) static void count_passed(struct iq_thread *thread)
{
    thread->calls += iq_call_here.passed;
    iq_count_by(IQ_COUNTER_QUERIES, iq_call_here.passed);
    for (; iq_call_here.passed; iq_call_here.passed--) {
        uint64_t left = thread->last_number - thread->call_number;
        uint64_t many = left < iq_call_here.passed ? left : iq_call_here.passed;
        thread->call_number += many;
        iq_call_here.passed -= many;
        if (!iq_call_here.passed)
            break;
        take_number(thread);
    }
}

void iq_thread_count_passed(struct iq_thread *thread)
{
    if (__builtin_expect(iq_call_here.passed != 0, 0))
        count_passed(thread);
}

uint64_t iq_core_call_count(void)
{
    struct iq_thread *thread = iq_thread_block;
    if (!thread)
        return 0;
    iq_thread_count_passed(thread);
    return thread->call_number;
}

__thread struct iq_call_here iq_call_here
    __attribute__((tls_model("initial-exec"))) = { .query = IQ_CALL_CLOSED };

IQ_FAST bool iq_core_inside_call(void) { return iq_call_is_inside(); }

IQ_FAST void iq_core_set_push_site(struct iq_site site)
{
    struct iq_thread *thread = iq_thread_get();
    if (!thread)
        return;
    thread->push_site = site;
    thread->push_stack = iq_stack_again(site);
}

IQ_FAST void iq_call_push_config(struct iq_site site)
{
    if (__builtin_expect(!__atomic_load_n(&iq_core.started, __ATOMIC_ACQUIRE), 0))
        iq_core_start();
    iq_core_set_push_site(site);
}

/* See IQ_STEP_ANSWERS. */
IQ_COLD static void answer_anyway(struct iq_thread *thread, struct iq_call *call)
{
    uint32_t flags = call->entry->flags;
    if (!(flags & (IQ_ENTRY_GET_LAST_ERROR | IQ_ENTRY_PEEK_LAST_ERROR)))
        iq_fault_answer(thread, call);
    else if (thread->contained_error) {
        call->answered = true;
        call->result = thread->contained_error;
        if (flags & IQ_ENTRY_GET_LAST_ERROR)
            thread->contained_error = 0;
    }
}

/* Launches, error queries and calls whose parameters are in a struct.  True: the call is
 * answered. */
IQ_FAST static bool begin_special(struct iq_thread *thread, struct iq_call *call)
{
    uint32_t flags = call->entry->flags;
    if (flags & IQ_ENTRY_LAUNCH && thread->push_site.pc) {
        call->stack = thread->push_stack;
        thread->push_site.pc = 0;
    }
    if (call->plan->steps & IQ_STEP_ANSWERS)
        answer_anyway(thread, call);
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

/* Which kind of call was not known by a cache. */
static enum iq_counter counter_of(const struct iq_plan *plan, const struct iq_entry *entry)
{
    if (plan->steps & IQ_STEP_LAUNCH)
        return IQ_COUNTER_LAUNCHES;
    if (plan->steps & IQ_STEP_CACHED && !plan->api->has_contexts)
        return IQ_COUNTER_COMMANDS;
    if (plan->makes || plan->ends)
        return plan->memory || iq_entry_arg(entry, IQ_ROLE_NEWMEM) >= 0 ? IQ_COUNTER_MEMORY
                                                                        : IQ_COUNTER_OTHERS;
    if (plan->access)
        return IQ_COUNTER_COPIES;
    return plan->flow == IQ_FLOW_NONE ? IQ_COUNTER_OTHERS : IQ_COUNTER_RECORDS;
}

/* Runs the checks that come before forwarding; of a call that is [is_cached] made with the same
 * arguments those that ask for more than these. */
static void look(struct iq_thread *thread, struct iq_call *call, bool is_cached)
{
    uint32_t steps = call->plan->steps;
    enum iq_flow flow = (enum iq_flow)call->plan->flow;
    iq_count(is_cached ? IQ_COUNTER_ORDERED : counter_of(call->plan, call->entry));
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

/* Has the calling thread something that it asks of each call? */
static inline bool has_questions(const struct iq_thread *thread)
{
    return thread->frames_in_flight || thread->contained_error || thread->last_error.ref.number;
}

/* What was open for a call is open for the next one. */
static inline void leave_open(const struct iq_thread *thread)
{
    iq_call_here.query = has_questions(thread) ? IQ_CALL_CLOSED : 0;
}

/* Does nobody ask anything of calls of which there is nothing to be learnt? */
static inline bool is_usual(void)
{
    return __builtin_expect(!iq_call_here.query, 1) && !iq_is_armed();
}

/* Calls with no steps, and those that ask for an error where there is none: they are counted, and
 * known while they are under way. */
static inline bool is_plain(const struct iq_thread *thread, uint32_t steps)
{
    const uint32_t watched =
        IQ_ARMED_OPTION | IQ_ARMED_COMPILED | IQ_ARMED_KEYS | IQ_ARMED_RECORDER;
    return (!steps || (steps == IQ_STEPS_OF_ERROR_QUERY && !thread->contained_error &&
                       !thread->last_error.ref.number)) &&
           !thread->frames_in_flight && !(iq_armed & watched);
}

/* Counts an outermost call, and tells the trace of it. */
static inline void begin_outermost(struct iq_thread *thread, struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    bool counted = plan->counted || !thread->call_number;
    iq_thread_count_passed(thread);
    call->number = counted ? take_number(thread) : thread->call_number;
    thread->suspicion_count = 0;
    thread->calls += plan->counted;
    iq_thread_begins(thread, call->entry->id);
}

/* Looks at an outermost call, unless it is settled by a cache.  [usual]: nothing is armed, and the
 * thread has no questions. */
__attribute__((always_inline)) static inline void look_at_outermost(struct iq_thread *thread,
                                                                    struct iq_call *call,
                                                                    enum iq_cached cached,
                                                                    bool usual)
{
    const struct iq_plan *plan = call->plan;
    if (cached != IQ_CACHED_SETTLED) {
        if (!(plan->steps & IQ_STEP_SPECIAL) || !begin_special(thread, call))
            look(thread, call, cached != IQ_CACHED_NOT);
        if (plan->steps & IQ_STEP_SETTLES)
            iq_verdict_settle(thread, call);
    }
    call->plain = call->settled && !call->conflict;
    if (!usual && __atomic_load_n(&iq_pkey_used, __ATOMIC_RELAXED))
        iq_pkey_enter();
    if (!usual && (iq_core.config.trace_fd >= 0 || iq_recorder_wanted))
        call->start_ns = iq_recorder_now_ns();
    if (call->plan->steps & IQ_STEP_WAIT && iq_watchdog_wanted && !call->answered)
        iq_watchdog_begin(thread, call);
}

/* An outermost call of which somebody asks more than usual. */
static void enter_outermost(struct iq_thread *thread, struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    begin_outermost(thread, call);
    if (plan->steps & IQ_STEP_SYNCED)
        call->began = iq_moment_step();
    if (is_plain(thread, plan->steps)) {
        call->plain = true;
        return;
    }
    if (iq_compiled_is_present())
        iq_call_stack(call); /* later a lock may be held */
    enum iq_cached cached =
        plan->steps & IQ_STEP_CACHED ? plan->api->cached(thread, call) : IQ_CACHED_NOT;
    look_at_outermost(thread, call, cached, false);
}

/* As usual, of a call that is not settled. */
IQ_FAST __attribute__((noinline)) static void enter_usual(struct iq_thread *thread,
                                                          struct iq_call *call,
                                                          enum iq_cached cached)
{
    const struct iq_plan *plan = call->plan;
    if (plan->steps & IQ_STEP_SYNCED)
        call->began = iq_moment_step();
    if (!plan->steps || plan->steps == IQ_STEPS_OF_ERROR_QUERY)
        call->plain = true;
    else
        look_at_outermost(thread, call, cached, true);
    if (plan->steps & IQ_STEP_FORWARD && !call->answered)
        iq_walk_forward(thread, call);
}

static inline void clear_call(struct iq_call *call, const struct iq_entry *entry,
                              const uint64_t *args, struct iq_site site)
{
    call->entry = entry;
    call->args = args;
    call->site = site;
    /* in parts that a compiler clears without a loop */
    enum { FROM = offsetof(struct iq_call, outer), PART = 64, ALL = sizeof *call - FROM };
    char *at = (char *)call + FROM;
    memset(at, 0, PART);
    memset(at + PART, 0, PART);
    memset(at + 2 * PART, 0, ALL - 2 * PART);
    _Static_assert(ALL > 2 * PART && ALL <= 3 * PART, "three parts");
}

static inline void track(struct iq_call *call)
{
    call->tracked = true;
    call->seal = iq_call_seal(call);
    iq_call_here.top = call;
    iq_call_here.query = IQ_CALL_CLOSED;
}

/* A nested call, or one of which somebody asks more than usual. */
__attribute__((noinline)) static void enter(struct iq_call *call)
{
    const struct iq_entry *entry = call->entry;
    struct iq_thread *thread = iq_thread_get();
    if (__builtin_expect(!thread, 0))
        return;
    if (__builtin_expect(!__atomic_load_n(&iq_core.started, __ATOMIC_ACQUIRE), 0))
        iq_core_start();
    struct iq_call *top = iq_call_innermost(call->site.sp);
    if (top && !(top = iq_call_live(top, call->site.sp)))
        iq_watchdog_leave(thread);
    if (top && entry->api == top->entry->api && iq_api_of(entry)->nests_itself)
        return; /* a loader and its layer, or a driver using its own API */
    call->plan = iq_plan_of(entry);
    call->outer = top;
    track(call);
    if (top) {
        call->unknown = call->plan->uses;
        struct iq_call *outermost = iq_call_outermost(top);
        call->number = outermost->number;
        iq_count(IQ_COUNTER_NESTED);
        iq_call_meets(outermost, entry, entry->flags & IQ_ENTRY_LAUNCH);
    } else {
        enter_outermost(thread, call);
        call->plain = call->plain && !has_questions(thread);
    }
    if (call->plan->steps & IQ_STEP_FORWARD && !call->answered && !call->settled)
        iq_walk_forward(thread, call);
}

IQ_FAST void iq_call_enter(struct iq_call *call, const struct iq_entry *entry, const uint64_t *args,
                           struct iq_site site)
{
    clear_call(call, entry, args, site);
    call->plan = entry->plan;
    if (__builtin_expect(!is_usual() || !__atomic_load_n(&entry->plan->ready, __ATOMIC_ACQUIRE),
                         0)) {
        enter(call);
        return;
    }
    struct iq_thread *thread = iq_thread_block;
    enum iq_cached cached = IQ_CACHED_NOT;
    track(call);
    begin_outermost(thread, call);
    if (call->plan->steps & IQ_STEP_CACHED &&
        (cached = call->plan->api->cached(thread, call)) == IQ_CACHED_SETTLED)
        call->plain = true; /* without a conflict */
    else
        enter_usual(thread, call, cached);
}

IQ_FAST void iq_call_enter_command(struct iq_call *call, const struct iq_entry *entry,
                                   const uint64_t *args, struct iq_site site)
{
    struct iq_thread *thread = iq_thread_block;
    clear_call(call, entry, args, site);
    call->plan = entry->plan;
    if (__builtin_expect(!is_usual() || !iq_api_of(entry)->resume(thread, call), 0)) {
        iq_call_enter(call, entry, args, site);
        return;
    }
    track(call);
    call->own_blocks = true;
    iq_thread_count_passed(thread);
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
    if (__builtin_expect(iq_call_here.query > IQ_CALL_CLOSED, 0) && iq_query_covers(sp))
        return true;
    struct iq_call *top = iq_call_live(iq_call_here.top, sp);
    struct iq_call *outermost = top ? iq_call_outermost(top) : NULL;
    if (!top || (__builtin_expect(outermost->plan->symbol >= 0, 0) && iq_plan_of(entry)->access))
        return false;
    iq_call_meets(outermost, entry, entry->flags & IQ_ENTRY_LAUNCH);
    return true;
}

void iq_call_covered_failed(const struct iq_entry *entry, int64_t result)
{
    struct iq_call *call = iq_call_current();
    if (call && !(entry->flags & IQ_ENTRY_NO_STATUS))
        note_inner(iq_call_outermost(call), entry, result);
}

void iq_call_covered_launch_failed(const struct iq_entry *entry, int64_t result, uint64_t kernel)
{
    iq_call_covered_failed(entry, result);
    iq_thread_block->refused_kernel = kernel;
}

uint64_t iq_call_refused_kernel(const struct iq_call *call)
{
    bool launch = call->inner && call->inner_result && (call->inner->flags & IQ_ENTRY_LAUNCH);
    return launch ? iq_thread_block->refused_kernel : 0;
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
    iq_call_here.top = call->outer;
    if (call->settled && iq_verdict_is_settled(thread, call, failed)) {
        iq_thread_is_back(thread);
        if (__builtin_expect(iq_recorder_wanted, 0))
            iq_recorder_leave(call);
        leave_open(thread);
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
    leave_open(thread);
}

/* Nothing was to be done but what was done on entry, and nothing speaks against that. */
static inline bool is_over(const struct iq_thread *thread, const struct iq_call *call,
                           int64_t result)
{
    return call->plain && __builtin_expect(!(result | thread->suspicion_count), 1) &&
           !iq_is_armed();
}

IQ_FAST void iq_call_leave(struct iq_call *call, int64_t result)
{
    struct iq_thread *thread = iq_thread_block;
    if (__builtin_expect(!call->tracked || !thread, 0))
        return;
    if (is_over(thread, call, result)) {
        call->tracked = false;
        iq_call_here.top = NULL;
        iq_call_here.query = 0; /* as on entry: there are no questions, see enter */
        if (call->launch)
            iq_launch_is_back(call->launch);
        iq_thread_is_back(thread);
        return;
    }
    leave(thread, call, result);
    if (__builtin_expect(__atomic_load_n(&iq_findings_stop_waits, __ATOMIC_RELAXED) && !call->outer,
                         0))
        iq_findings_stop();
}
