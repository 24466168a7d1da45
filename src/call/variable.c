#include "call/variable.h"

#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "call/api.h"
#include "call/findings.h"
#include "call/port.h"
#include "call/walk.h"
#include "model/names.h"
#include "order/clock.h"
#include "process/hostheap.h"
#include "process/hostmap.h"
#include "process/modules.h"
#include "process/stack.h"

enum {
    ASKED = 512,
    SITES = 128,
    PER_SITE = 32,
    ALL = 8192 /* of the process: the trace is for findings */,
    FLIGHTS = 16,
    VALUE_BYTES = 96,
    HELD_BYTES = 300
};

/* A copy from or into a frame.  One from it is over when the clock says so; one into it, which
 * drivers finish before they return but need not, when the thread has waited for anything. */
struct flight {
    struct iq_finding finding; /* .id 0 until it was written */
    char value[VALUE_BYTES];
    struct iq_point work;
    uint64_t key;
    uintptr_t root;
};

struct iq_variables {
    uint64_t asked[ASKED];
    struct {
        uintptr_t pc;
        uint32_t count;
    } sites[SITES];
    struct flight flights[FLIGHTS];
    struct iq_finding last; /* of the call in progress; .id 0: none */
    char value[VALUE_BYTES];
};

static uint32_t all; /* atomic: asked so far */

/* First time?  Places with ever new addresses are given up after a while. */
static bool is_new(struct iq_variables *variables, uintptr_t pc, uint64_t key)
{
    uint64_t *place = &variables->asked[key % ASKED];
    uint32_t site = (uint32_t)(iq_hash_u64(pc) % SITES);
    if (*place == key)
        return false;
    if (variables->sites[site].pc != pc) {
        variables->sites[site].pc = pc;
        variables->sites[site].count = 0;
    }
    if (variables->sites[site].count == PER_SITE || __atomic_load_n(&all, __ATOMIC_RELAXED) >= ALL)
        return false;
    __atomic_fetch_add(&all, 1, __ATOMIC_RELAXED);
    variables->sites[site].count++;
    *place = key;
    return true;
}

static struct iq_variables *variables_of(struct iq_thread *thread)
{
    if (!thread->variables)
        thread->variables = iq_core_alloc(sizeof *thread->variables);
    return thread->variables;
}

void iq_variable_begin_again(struct iq_thread *thread)
{
    if (thread->variables)
        memset(thread->variables, 0, sizeof *thread->variables);
}

/* The finding without its sentences, which are the launcher's. */
static void begin(struct iq_finding *finding, enum iq_rule_id rule, enum iq_severity severity,
                  struct iq_call *call, int arg, char *value)
{
    struct iq_str shown;
    *finding =
        (struct iq_finding){ .rule = rule,
                             .severity = severity,
                             .api = call->entry->name,
                             .entry = call->inner ? call->inner->symbol : call->entry->symbol,
                             .arg_index = arg,
                             .arg_name = call->entry->args[arg].name,
                             .arg_value = value,
                             .message = "",
                             .cause = "",
                             .fix = "",
                             .object_kind = iq_kind_name(IQ_KIND_HOST_MEMORY),
                             .object_state = "live",
                             .object_device = -1,
                             .access_address = call->args[arg],
                             .access_writes = call->entry->args[arg].role == IQ_ROLE_WRITE,
                             .stack_call = iq_call_stack(call),
                             .count = 1 };
    iq_str_init_buffer(&shown, value, VALUE_BYTES);
    iq_name_value(&shown, &call->entry->args[arg], call->args[arg]);
}

void iq_variable_look(const struct iq_event *event)
{
    struct iq_thread *thread = iq_thread_block;
    struct iq_call *call = event->call;
    struct iq_variables *variables = variables_of(thread);
    struct iq_stack_frame frame = { 0 };
    bool near = iq_variable_is_near(event->value);
    uint64_t key =
        iq_hash_u64(call->site.pc ^ iq_hash_u64(event->value) ^ event->bytes.size << 20) | 1;
    if (!variables || !is_new(variables, call->site.pc, key) ||
        !iq_rule_is_enabled(iq_call_port.past_variable))
        return;
    if (near ? !iq_stack_frame_of(call->site, event->value, &frame)
             : !iq_modules_path(event->value))
        return;
    begin(&variables->last, iq_call_port.past_variable, IQ_ERROR, call, event->arg,
          variables->value);
    variables->last.access_size = event->bytes.size;
    variables->last.proof = IQ_PROOF_BOUNDS;
    variables->last.frame_pc = frame.pc;
    variables->last.frame_cfa = frame.cfa;
    char message[HELD_BYTES], cause[HELD_BYTES], fix[HELD_BYTES];
    struct iq_words words;
    iq_str_init_buffer(&words.message, message, sizeof message);
    iq_str_init_buffer(&words.cause, cause, sizeof cause);
    iq_str_init_buffer(&words.fix, fix, sizeof fix);
    iq_call_port.held_words(call, event->arg, event->bytes.size, &words);
    variables->last.message = message;
    variables->last.cause = cause;
    variables->last.fix = fix;
    iq_findings_add_unproven(&variables->last);
    variables->last.message = variables->last.cause = variables->last.fix = "";
    thread->variable_call = call->number;
}

void iq_variable_failed(struct iq_thread *thread)
{
    struct iq_variables *variables = thread->variables;
    variables->last.proof = IQ_DISPROVEN;
    iq_findings_add_unproven(&variables->last);
}

void iq_variable_in_flight(struct iq_thread *thread, struct iq_call *call, int arg,
                           struct iq_point work)
{
    struct iq_variables *variables = variables_of(thread);
    struct iq_stack_frame frame;
    struct flight *place = NULL;
    if (!variables || !iq_hostmap_active || !iq_rule_is_enabled(iq_call_port.past_frame) ||
        !iq_stack_frame_of(call->site, call->args[arg], &frame))
        return;
    for (int i = 0; i < FLIGHTS && !place; i++)
        if (!variables->flights[i].finding.proof)
            place = &variables->flights[i];
    if (!place)
        return;
    begin(&place->finding, iq_call_port.past_frame,
          call->plan->api->is_hard_on_frames ? IQ_ERROR : IQ_WARNING, call, arg, place->value);
    place->finding.access_size = iq_walk_size(call, arg);
    place->finding.proof = IQ_PROOF_SCOPE;
    place->finding.frame_pc = frame.pc;
    place->finding.frame_cfa = frame.cfa;
    place->work = work;
    place->root = frame.root;
    place->key = iq_hash_u64(call->site.pc ^ (uint64_t)place->finding.stack_call << 32);
    thread->frames_in_flight++;
}

static void forget(struct iq_thread *thread, struct flight *flight)
{
    flight->finding.proof = IQ_PROVEN;
    thread->frames_in_flight--;
}

/* Says that the frame, or the block, may have ended when [call] was made. */
static void ask(struct iq_variables *variables, struct flight *flight, struct iq_call *call,
                enum iq_proof proof, uintptr_t later_pc)
{
    struct iq_finding *finding = &flight->finding;
    char text[IQ_RELATION_BYTES];
    if (!is_new(variables, call->site.pc,
                flight->key ^ iq_hash_u64(later_pc ^ (uint64_t)proof << 60)))
        return;
    finding->proof = proof;
    finding->proof_address = later_pc;
    finding->related[0] =
        (struct iq_related){ iq_call_port.relation_words(text, IQ_RELATION_NEXT_CALL, NULL, NULL),
                             iq_call_stack(call) };
    finding->related_count = 1;
    finding->id = 0;
    iq_findings_add_unproven(finding);
}

/* Is the thread still on the stack that it was on?  Coroutines change it; a stack may lie in the
 * heap. */
static bool is_same_stack(const struct flight *flight, const struct iq_stack_frame *frame)
{
    struct iq_hostheap_block block;
    return frame->root == flight->root &&
           iq_hostheap_find(flight->finding.access_address, &block) == IQ_HOSTHEAP_UNKNOWN;
}

static void review(struct iq_thread *thread, struct flight *flight, struct iq_call *call,
                   bool waits)
{
    uint64_t address = flight->finding.access_address;
    struct iq_stack_frame frame = { 0 };
    bool ended = address + flight->finding.access_size <= call->site.sp;
    if (!flight->finding.access_writes && iq_point_is_complete(flight->work)) {
        forget(thread, flight);
        return;
    }
    if (!ended && !waits)
        return;
    bool found = iq_stack_frame_of(call->site, address, &frame);
    if (!is_same_stack(flight, &frame) || (!found && !ended)) {
        forget(thread, flight);
        return;
    }
    if (ended) {
        ask(thread->variables, flight, call, IQ_PROOF_FRAME, call->site.pc);
        forget(thread, flight);
        return;
    }
    ask(thread->variables, flight, call,
        frame.cfa == flight->finding.frame_cfa ? IQ_PROOF_SCOPE : IQ_PROOF_FRAME, frame.pc);
    if (flight->finding.access_writes)
        forget(thread, flight);
}

void iq_variable_review(struct iq_thread *thread, struct iq_call *call, bool waits)
{
    struct iq_variables *variables = thread->variables;
    for (int i = 0; i < FLIGHTS; i++)
        if (variables->flights[i].finding.proof)
            review(thread, &variables->flights[i], call, waits);
}
