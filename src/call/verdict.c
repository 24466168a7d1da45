#include "call/verdict.h"

#include <string.h>

#include "base/hot.h"
#include "base/locks.h"
#include "base/pkey.h"
#include "call/api.h"
#include "call/core.h"
#include "call/expand.h"
#include "call/fault.h"
#include "call/findings.h"
#include "call/ledger.h"
#include "call/moment.h"
#include "call/plan.h"
#include "call/port.h"
#include "call/status.h"
#include "call/variable.h"
#include "call/walk.h"
#include "model/names.h"
#include "process/compared.h"
#include "process/modules.h"
#include "process/stack.h"
#include "process/unwind.h"

enum {
    MESSAGE_BYTES = 320,
    CAUSE_BYTES = 900,
    FIX_BYTES = 600,
    VALUE_BYTES = 96,
    RELATED_BYTES = 200
};

/* Is the result of [call] only that nothing is over yet? */
static bool is_not_ready(const struct iq_call *call)
{
    return call->result && call->result == call->plan->api->not_ready;
}

/* Does [suspicion] fit a call that ended so? */
static bool fits_result(const struct iq_suspicion *suspicion, const struct iq_call *call,
                        bool failed)
{
    if (call->answered)
        return suspicion->contain != 0;
    return failed ? suspicion->failed >= 0 : suspicion->done >= 0;
}

static const struct iq_suspicion *choose_suspicion(const struct iq_thread *thread,
                                                   const struct iq_call *call, bool failed)
{
    const struct iq_suspicion *best = NULL;
    for (uint32_t i = 0; i < thread->suspicion_count; i++) {
        const struct iq_suspicion *suspicion = &thread->suspicions[i];
        if (fits_result(suspicion, call, failed) && (!best || suspicion->rank > best->rank))
            best = suspicion;
    }
    return best;
}

void iq_verdict_contain(struct iq_thread *thread, struct iq_call *call)
{
    const struct iq_suspicion *best = NULL;
    for (uint32_t i = 0; i < thread->suspicion_count; i++)
        if (thread->suspicions[i].contain && (!best || thread->suspicions[i].rank > best->rank))
            best = &thread->suspicions[i];
    if (best && !iq_core.config.contain && best->arg >= 0 &&
        call->entry->args[best->arg].role == IQ_ROLE_WRITE)
        iq_modules_look_last();
    if (!best || !iq_core.config.contain ||
        (call->entry->flags & (IQ_ENTRY_NO_STATUS | IQ_ENTRY_VOID)) == IQ_ENTRY_NO_STATUS)
        return;
    call->answered = true;
    for (uint32_t left = call->plan->ends & 0xff; left; left &= left - 1) {
        struct iq_handle *handle = call->found[__builtin_ctz(left)];
        if (handle)
            handle->flags |= IQ_HANDLE_SPARED;
    }
    if (call->plan->api->answered)
        call->plan->api->answered(call);
    call->result = iq_status_for(call, (enum iq_answer)best->contain, best->arg);
}

static uint64_t report_suspicion(struct iq_thread *thread, struct iq_call *call,
                                 const struct iq_suspicion *suspicion, bool failed);

/* What is known to crash drivers first, then any argument that is wrong for certain. */
static const struct iq_suspicion *choose_for_crash(const struct iq_thread *thread)
{
    const struct iq_suspicion *best = NULL;
    for (uint32_t i = 0; i < thread->suspicion_count; i++) {
        const struct iq_suspicion *one = &thread->suspicions[i];
        bool better = !best || (one->contain && !best->contain) ||
                      (one->contain == best->contain && one->rank > best->rank);
        if ((one->contain || ((one->failed == IQ_ERROR || one->done == IQ_ERROR) &&
                              one->rank >= IQ_RANK_UNKNOWN)) &&
            better)
            best = one;
    }
    return best;
}

bool iq_verdict_crashed(struct iq_thread *thread, struct iq_call *call, uint64_t provisional)
{
    const struct iq_suspicion *best = choose_for_crash(thread);
    if (!best)
        return false;
    struct iq_suspicion guilty = *best;
    char text[IQ_RELATION_BYTES];
    guilty.takes_over = provisional;
    if (!guilty.related[1].what) {
        guilty.related[1].what = iq_call_port.relation_words(text, IQ_RELATION_CRASH, NULL, NULL);
        guilty.related[1].ref.stack = call->stack;
    }
    uint64_t finding = report_suspicion(thread, call, &guilty, true);
    if (finding && finding != provisional)
        iq_findings_demote(provisional, IQ_NOTE); /* the same mistake was reported before */
    return finding != 0;
}

void iq_verdict_doubt(struct iq_thread *thread, struct iq_call *call)
{
    if (call->answered || !call->plan->api->has_driver_threads)
        return;
    iq_call_stack(call); /* another thread could not */
    thread->doubted.call = call;
    thread->doubted.number = call->number;
}

bool iq_verdict_crashed_elsewhere(void)
{
    bool told = false;
    for (struct iq_thread *thread = iq_thread_first(); thread && !told; thread = thread->next) {
        told = thread->doubted.call && thread->doubted.number == thread->call_number &&
               thread->live && thread->live->inside && thread->suspicion_count &&
               iq_verdict_crashed(thread, thread->doubted.call, 0);
    }
    return told;
}

static void fill_object(const struct iq_suspicion *suspicion, struct iq_finding *finding)
{
    const struct iq_object *object = &suspicion->object;
    finding->object_device = -1;
    if (!object->kind)
        return;
    finding->object_kind = object->kind;
    finding->object_state = object->state;
    finding->object_address = object->address;
    finding->object_size = object->size;
    finding->object_device = object->device;
    finding->stack_created = object->created.stack;
    finding->stack_destroyed = object->destroyed.stack;
    finding->access_address = suspicion->access_address;
    finding->access_size = suspicion->access_size;
}

static void fill_call(const struct iq_call *call, bool failed, struct iq_finding *finding)
{
    finding->api = call->entry->name;
    /* by the runtime itself, whatever it asked before */
    bool refused = failed && call->result && call->inner && !call->inner_result;
    finding->entry = call->inner && !refused ? call->inner->symbol : call->entry->symbol;
    finding->has_result = failed && call->result; /* a crash has none */
    if (finding->has_result) {
        finding->result_code = call->result;
        finding->result_name = iq_status_name(call->entry->api, call->result);
    }
    finding->contained = call->answered || call->left_out;
}

static void fill_related(const struct iq_suspicion *suspicion, struct iq_finding *finding,
                         char text[IQ_SUSPICION_RELATED][RELATED_BYTES])
{
    for (int i = 0; i < IQ_SUSPICION_RELATED; i++)
        if (suspicion->related[i].what) {
            size_t length = strlen(suspicion->related[i].what);
            length = length < RELATED_BYTES - 1 ? length : RELATED_BYTES - 1;
            memcpy(text[i], suspicion->related[i].what, length);
            text[i][length] = 0;
            if (iq_fault_made(suspicion->related[i].ref.number))
                strncat(text[i], IQ_FAULT_WORDS, RELATED_BYTES - 1 - strlen(text[i]));
            finding->related[finding->related_count++] =
                (struct iq_related){ text[i], suspicion->related[i].ref.stack };
        }
}

/* The mistake is in [suspicion]'s guilty call; this one only showed it. */
static void blame_earlier(const struct iq_suspicion *suspicion, const struct iq_call *call,
                          struct iq_finding *finding, char text[IQ_RELATION_BYTES])
{
    finding->api = finding->entry = suspicion->guilty.entry->name;
    finding->stack_call = suspicion->guilty.stack;
    finding->has_result = false;
    if (finding->related_count < IQ_FINDING_MAX_RELATED)
        finding->related[finding->related_count++] =
            (struct iq_related){ iq_call_port.relation_words(text, IQ_RELATION_NOTICED, NULL, NULL),
                                 call->stack };
}

/* The earlier call did not fail of itself. */
static void put_fault(const struct iq_suspicion *suspicion, struct iq_str *cause)
{
    for (int i = 0; i < IQ_SUSPICION_RELATED; i++)
        if (suspicion->related[i].what && iq_fault_made(suspicion->related[i].ref.number)) {
            iq_str_printf(cause, "; %s was made to fail by --fail",
                          suspicion->related[i].ref.entry->name);
            return;
        }
}

/* The argument that [suspicion] blames, or none. */
static void fill_argument(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_finding *finding, struct iq_str *value)
{
    finding->arg_index = -1;
    if (suspicion->arg < 0 || suspicion->arg >= call->entry->arg_count)
        return;
    const char *own = call->entry->args[suspicion->arg].name;
    bool element = suspicion->member && !strncmp(suspicion->member, own, strlen(own)) &&
                   suspicion->member[strlen(own)] == '[' && !strchr(suspicion->member, '.');
    finding->arg_index = iq_expand_own(call, suspicion->arg);
    finding->arg_name = suspicion->member && !element ? suspicion->member : own;
    if (suspicion->member && suspicion->member_value != IQ_NO_VALUE)
        iq_str_printf(value, suspicion->member_value >> 32 ? "0x%llx" : "%llu",
                      (unsigned long long)suspicion->member_value);
    else if (!suspicion->member)
        iq_name_value(value, &call->entry->args[suspicion->arg], call->args[suspicion->arg]);
    if (!suspicion->member || suspicion->member_value != IQ_NO_VALUE)
        finding->arg_value = iq_str_text(value);
    if (suspicion->parameter) {
        finding->arg_index = suspicion->parameter - 1;
        finding->arg_of_kernel = true;
        finding->arg_function =
            call->plan->api->launch_function ? call->plan->api->launch_function(call) : 0;
    }
}

/* The mistake is a finding already: this call is related to it. */
static uint64_t relate_call(const struct iq_suspicion *suspicion, struct iq_call *call)
{
    char text[IQ_RELATION_BYTES];
    iq_findings_relate(suspicion->folds_into,
                       iq_call_port.relation_words(
                           text, call->result ? IQ_RELATION_REPORTED : IQ_RELATION_WRONG_TOO,
                           call->entry->name, iq_status_name(call->entry->api, call->result)),
                       iq_call_stack(call));
    iq_findings_raise(suspicion->folds_into, (enum iq_severity)suspicion->failed);
    iq_ledger_used(suspicion->folds_into);
    return suspicion->folds_into;
}

/* Writes the sentences and hands the finding over.  Returns its id. */
static uint64_t report_suspicion(struct iq_thread *thread, struct iq_call *call,
                                 const struct iq_suspicion *suspicion, bool failed)
{
    char message[MESSAGE_BYTES], cause[CAUSE_BYTES], fix[FIX_BYTES], value[VALUE_BYTES],
        related[IQ_SUSPICION_RELATED][RELATED_BYTES], here[IQ_RELATION_BYTES];
    struct iq_words words;
    struct iq_str shown;
    struct iq_finding finding = {
        .rule = suspicion->rule, .message = message, .cause = cause, .fix = fix, .count = 1
    };
    if (suspicion->folds_into)
        return relate_call(suspicion, call);
    iq_str_init_buffer(&words.message, message, sizeof message);
    iq_str_init_buffer(&words.cause, cause, sizeof cause);
    iq_str_init_buffer(&words.fix, fix, sizeof fix);
    iq_str_init_buffer(&shown, value, sizeof value);
    finding.severity = (enum iq_severity)(failed ? suspicion->failed : suspicion->done);
    fill_call(call, failed, &finding);
    finding.contained &= !suspicion->as_driver;
    fill_object(suspicion, &finding);
    fill_related(suspicion, &finding, related);
    finding.stack_call = iq_call_stack(call);
    if (suspicion->guilty.number)
        blame_earlier(suspicion, call, &finding, here);
    fill_argument(suspicion, call, &finding, &shown);
    uint64_t old = iq_findings_of_cause(suspicion->displaces);
    old = suspicion->takes_over ? suspicion->takes_over : old;
    bool known = !iq_findings_is_new(&finding, suspicion->cause, old); /* it only counts */
    if (!known) {
        suspicion->explain(suspicion, call, &words);
        put_fault(suspicion, &words.cause);
    }
    if (failed && finding.severity == IQ_ERROR && suspicion->failed == IQ_ERROR &&
        !suspicion->guilty.number)
        thread->unchecked = (uint8_t)iq_call_port.result_fate(call, &words.cause);
    iq_ledger_used(suspicion->takes_over);
    iq_lock(IQ_LOCK_FINDINGS);
    if (!known && !suspicion->takes_over) /* meanwhile there may be one */
        old = iq_findings_of_cause(suspicion->displaces);
    if (old && !suspicion->takes_over && iq_findings_is_error(old))
        finding.severity = IQ_ERROR;
    uint64_t id = iq_findings_add(&finding, suspicion->cause, old, true);
    if (id && suspicion->also)
        iq_findings_add_cause(id, suspicion->also);
    iq_unlock(IQ_LOCK_FINDINGS);
    /* folded into another call's: what becomes of that one's result is said there */
    const struct iq_last_error *last = &thread->last_error;
    if (known && thread->unchecked && !iq_findings_is_of(id, finding.stack_call))
        thread->unchecked = last->finding == id && !last->asked ? last->unchecked : IQ_UNCHECKED_NO;
    return id;
}

void iq_verdict_ahead(struct iq_thread *thread, struct iq_call *call,
                      const struct iq_suspicion *suspicion)
{
    if (iq_core.config.traced_only)
        return;
    struct iq_suspicion own = *suspicion;
    own.thread = thread;
    thread->ahead = report_suspicion(thread, call, &own, false);
    thread->ahead_call = call->number;
}

bool iq_verdict_is_ahead(const struct iq_thread *thread, const struct iq_call *call)
{
    return thread->ahead && thread->ahead_call == call->number;
}

void iq_verdict_came_back(struct iq_thread *thread, const struct iq_call *call, bool success)
{
    if (iq_verdict_is_ahead(thread, call) && success)
        iq_findings_demote(thread->ahead, IQ_NOTE);
    thread->ahead = 0;
}

/* Codes that only answer a question. */
static bool is_expected(const struct iq_call *call)
{
    if (call->answered)
        return true; /* follows from a call that was answered before */
    return call->entry->flags & IQ_ENTRY_QUERY ||
           (call->plan->api->is_expected && call->plan->api->is_expected(call));
}

/* Does what is known of the last error explain that [call] returns it?  A failure that is no bug by
 * itself (the peer was enabled
 * already, a smaller size was tried next) does so only for the call right after it: later the
 * error is taken for another call's. */
static bool explains_query(const struct iq_thread *thread, const struct iq_call *call)
{
    const struct iq_last_error *last = &thread->last_error;
    if (!call->result || is_not_ready(call) || call->answered)
        return true;
    if (last->result != call->result)
        return false;
    return thread->calls <= last->calls + 1 ||
           (last->finding ? iq_findings_is_error(last->finding) ||
                                iq_findings_rule(last->finding) == iq_call_port.limit
                          : !last->expected);
}

/* cudaGetLastError and its kin: what they return was some other call's failure. */
static bool note_error_query(struct iq_thread *thread, struct iq_call *call)
{
    bool explained = explains_query(thread, call);
    struct iq_last_error *last = &thread->last_error;
    char text[IQ_RELATION_BYTES];
    if (__builtin_expect(!call->result && !last->ref.number, 1))
        return true;
    last->calls++;
    if (call->result && last->finding && last->result == call->result) {
        iq_findings_relate(
            last->finding,
            iq_call_port.relation_words(text, IQ_RELATION_RETURNED, call->entry->name, NULL),
            iq_call_stack(call));
    }
    last->asked |= call->result == last->result;
    /* else the rule wants to name it first */
    /* the program was ready for this code, and clears it */
    if (call->entry->flags & IQ_ENTRY_GET_LAST_ERROR && last->probed &&
        thread->calls <= last->calls && call->result == last->result)
        iq_findings_demote(last->finding, IQ_NOTE);
    if (call->entry->flags & IQ_ENTRY_GET_LAST_ERROR && explained)
        *last = (struct iq_last_error){ 0 };
    return explained;
}

/* Calls of OpenCL that return an object write their code to a variable: the argument that names it,
 * -1: none. */
static int variable_of_code(const struct iq_entry *entry)
{
    int at = entry->arg_count - 1;
    while (at >= 0 && strcmp(entry->args[at].name, "errcode_ret") != 0)
        at--;
    return at;
}

static bool is_compared(const struct iq_call *call, const struct iq_stack *stack)
{
    int at = variable_of_code(call->entry);
    if (at < 0)
        return iq_result_is_compared(stack->pc, stack->count, (int32_t)call->result);
    struct iq_code_variable variable = { call->args[at], call->site.sp,
                                         iq_unwind_fp_of(call->site) };
    return iq_code_is_compared(call->site.pc, &variable, (int32_t)call->result);
}

/* Is the program ready for the very code that [call] returned?  Finding [id] says why it did. */
static bool is_probed(struct iq_call *call, uint64_t id)
{
    struct iq_stack room;
    const struct iq_stack *stack =
        id && !call->answered ? iq_stack_get(iq_call_stack(call), &room) : NULL;
    return stack && stack->count && stack->pc[0] == call->site.pc &&
           iq_findings_is_of(id, iq_call_stack(call)) && is_compared(call, stack);
}

static void note_last_error(struct iq_thread *thread, struct iq_call *call, uint64_t finding)
{
    if (!call->plan->api->keeps_last_error || is_not_ready(call))
        return;
    if (finding != thread->last_error.finding)
        iq_call_port.error_overwritten(thread, IQ_ERROR_END_REPLACED);
    thread->last_error =
        (struct iq_last_error){ iq_call_ref_of(call), call->result, finding, thread->calls,
                                is_expected(call),    false,        false,   thread->unchecked };
    thread->contained_error = call->answered ? call->result : 0;
}

static void verdict_failed(struct iq_thread *thread, struct iq_call *call)
{
    uint64_t finding = 0;
    bool query = call->entry->flags & IQ_ENTRY_QUERY;
    thread->unchecked = (uint8_t)iq_fault_fate(call);
    if (!call->answered)
        iq_walk_check_failed(thread, call);
    const struct iq_suspicion *best = choose_suspicion(thread, call, true);
    if (best && (!query || best->rank >= IQ_RANK_NO_OUTPUT))
        finding = report_suspicion(thread, call, best, true);
    else if (!best && !is_expected(call)) {
        struct iq_suspicion unexplained = iq_call_port.unexplained(call);
        unexplained.thread = thread;
        finding = report_suspicion(thread, call, &unexplained, true);
    }
    if (call->entry->flags & (IQ_ENTRY_GET_LAST_ERROR | IQ_ENTRY_PEEK_LAST_ERROR)) {
        if (call->entry->flags & IQ_ENTRY_GET_LAST_ERROR)
            thread->last_error = (struct iq_last_error){ 0 };
        return;
    }
    if (thread->variable_call == call->number &&
        !(call->answered && best && iq_call_port.is_of_host(best->rule)))
        iq_variable_failed(thread);
    note_last_error(thread, call, finding);
    bool probed = is_probed(call, finding);
    if (call->plan->api->keeps_last_error)
        thread->last_error.probed = probed && thread->last_error.finding == finding;
    else if (probed && best && iq_call_port.is_answer(call, best->rule))
        iq_findings_demote(finding, IQ_NOTE);
    bool excusable = best && !best->ours &&
                     (iq_call_port.is_excusable(call, best->rule) ||
                      (call->plan->api->makes_many && best->rank == IQ_RANK_CODE));
    iq_ledger_failed(call, finding, excusable, best ? best->instead : IQ_KIND_NONE);
}

/* See struct iq_api. */
static uint64_t foresee_soft(const struct iq_call *call, uint64_t finding, int parameter)
{
    return iq_core.sees_kernels && call->plan->api->foresee
               ? call->plan->api->foresee(call, finding, parameter)
               : 0;
}

/* Reports what will make the launched kernel, or work that is pending, fault.  The software device
 * may have seen the fault already, and says more of it. */
static void foresee(struct iq_thread *thread, struct iq_call *call,
                    const struct iq_suspicion *suspicion)
{
    struct iq_context *context =
        thread->current ? thread->current : iq_context_stand_in(thread->device);
    if (!(call->entry->flags & IQ_ENTRY_LAUNCH)) {
        if (foresee_soft(call, 0, 0))
            return;
        uint64_t finding = report_suspicion(thread, call, suspicion, false);
        if (foresee_soft(call, finding, 0))
            iq_findings_demote(finding, IQ_NOTE);
        if (context)
            __atomic_store_n(&context->foreseen, finding, __ATOMIC_RELAXED);
        return;
    }
    if (foresee_soft(call, 0, suspicion->parameter))
        return;
    call->foreseen = report_suspicion(thread, call, suspicion, false);
    call->foreseen_parameter = suspicion->parameter;
    if (suspicion->once)
        call->plan->api->foresaw_parameter(thread, suspicion->parameter - 1, call->foreseen);
    if (foresee_soft(call, call->foreseen, suspicion->parameter))
        iq_findings_demote(call->foreseen, IQ_NOTE);
}

static bool is_far_launch(const struct iq_thread *thread, const struct iq_call *call)
{
    int stream = call->plan->stream;
    const struct iq_handle *handle = stream >= 0 && stream < 8 ? call->found[stream] : NULL;
    return handle && handle->context && thread->current && handle->context != thread->current;
}

static bool is_recorded(const struct iq_handle *event)
{
    return event && event->flags & IQ_HANDLE_RECORDED;
}

IQ_FAST void iq_verdict_settle(struct iq_thread *thread, struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    bool odd = call->answered || call->odd_copy || call->unknown || thread->suspicion_count ||
               iq_core.captures ||
               (iq_core.keeps_places && plan->steps & (IQ_STEP_LAUNCH | IQ_STEP_GRAPH)) ||
               iq_core.config.traced_only;
    if (__builtin_expect(odd, 0) ||
        (plan->signals &&
         (plan->event < 0 || plan->event >= 8 || !is_recorded(call->found[plan->event]))) ||
        (plan->steps & IQ_STEP_LAUNCH && is_far_launch(thread, call)) ||
        (plan->flow && !plan->api->order_ahead(thread, call)))
        return;
    call->settled = true;
    if (plan->steps & IQ_STEP_LAUNCH)
        call->launch = plan->api->launch_begin(thread, call);
}

IQ_COLD static void take_back(struct iq_call *call)
{
    if (call->launch)
        iq_launch_failed(call->launch);
    if (call->plan->flow)
        call->plan->api->order_take_back(call);
}

IQ_FAST bool iq_verdict_is_settled(struct iq_thread *thread, struct iq_call *call, bool failed)
{
    if (__builtin_expect(failed, 0)) {
        take_back(call);
        return false;
    }
    if (call->launch)
        iq_launch_is_back(call->launch);
    return !call->conflict && !thread->suspicion_count && !iq_ledger_is_open() && !iq_pkey_used &&
           iq_core.config.trace_fd < 0;
}

IQ_FAST static void verdict_done(struct iq_thread *thread, struct iq_call *call)
{
    uint32_t steps = call->plan->steps;
    if (__builtin_expect(steps & IQ_STEP_AFTER || call->odd_copy, 0))
        iq_walk_check_done(call);
    if (steps & IQ_STEP_LAUNCH && __builtin_expect(is_far_launch(thread, call), 0))
        iq_walk_check_far_launch(call);
    if (steps & IQ_STEP_ORDER && call->settled)
        call->plan->api->order_conflict(call);
    else if (steps & IQ_STEP_ORDER)
        call->plan->api->order_done(thread, call);
    if (__builtin_expect(steps & IQ_STEP_GRAPH, 0))
        call->plan->api->launch_note(thread, call);
    if (__builtin_expect(thread->suspicion_count, 0)) {
        const struct iq_suspicion *best = choose_suspicion(thread, call, false);
        if (best && best->foresees)
            foresee(thread, call, best);
        else if (best)
            report_suspicion(thread, call, best, false);
    }
    if (__builtin_expect(iq_ledger_is_open(), 0))
        iq_ledger_succeeded(call);
    if (steps & IQ_STEP_SYNCED)
        call->plan->api->synced(thread, call);
}

IQ_FAST void iq_verdict(struct iq_thread *thread, struct iq_call *call, bool failed)
{
    uint32_t steps = call->plan->steps;
    if (__builtin_expect(iq_core.config.traced_only, 0))
        return;
    if (steps & IQ_STEP_READS_ERROR) {
        if (!note_error_query(thread, call))
            verdict_failed(thread, call);
        return;
    }
    if (__builtin_expect(steps & IQ_STEP_NO_STATUS, 0)) {
        thread->last_error.calls++; /* cudaGetErrorString between a failure and its reading */
        thread->last_error.asked |=
            call->entry->arg_count && (int32_t)call->args[0] == thread->last_error.result;
    }
    if (__builtin_expect(!failed, 1))
        verdict_done(thread, call);
    else if (!is_not_ready(call) ||
             !(call->entry->flags &
               IQ_ENTRY_QUERY)) /* asked for again and again, and never wrong */
        verdict_failed(thread, call);
}
