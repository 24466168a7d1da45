#include "call/fault.h"

#include <fnmatch.h>
#include <string.h>

#include "base/fail_spec.h"
#include "base/hash.h"
#include "base/locks.h"
#include "base/map.h"
#include "call/core.h"
#include "call/findings.h"
#include "call/plan.h"
#include "call/port.h"
#include "call/result.h"
#include "call/walk.h"
#include "trace/writer.h"

enum { RULES = 32, MADE = 1024, BROKEN = 16 };

/* One --fail. */
static struct rule {
    struct iq_fail_spec spec;
    int64_t code[IQ_API_COUNT];
    bool fits[IQ_API_COUNT]; /* the API has that code */
    uint64_t met;            /* atomic: calls that matched */
} rules[RULES];
static int rule_count;

static uint64_t made[MADE], made_count; /* atomic: numbers of calls */

/* Contexts and devices that are broken, and by which code. */
static struct broken {
    uint64_t what;
    int64_t code;
} broken[BROKEN];
static uint32_t broken_count; /* atomic */

static bool find_code(const struct iq_api *api, const char *word, int64_t *code)
{
    bool number = iq_fail_number(word, code);
    for (uint32_t i = 0; i < api->status_count; i++)
        if (number ? api->statuses[i].code == *code : !strcmp(api->statuses[i].name, word)) {
            *code = api->statuses[i].code;
            return *code != 0;
        }
    return false;
}

bool iq_fault_start(void)
{
    const char *text = iq_core.config.fail ? iq_core.config.fail : "";
    struct iq_fail_spec spec;
    for (rule_count = 0; rule_count < RULES && iq_fail_next(&text, &spec, NULL) > 0; rule_count++) {
        struct rule *rule = &rules[rule_count];
        *rule = (struct rule){ .spec = spec };
        for (int api = 0; api < IQ_API_COUNT; api++)
            rule->fits[api] = find_code(iq_apis[api], spec.code, &rule->code[api]);
    }
    return rule_count || iq_core.config.fail_sites;
}

bool iq_fault_concerns(const struct iq_entry *entry)
{
    uint32_t never = IQ_ENTRY_NO_STATUS | IQ_ENTRY_VOID | IQ_ENTRY_PLAIN | IQ_ENTRY_HIDDEN |
                     IQ_ENTRY_GET_LAST_ERROR | IQ_ENTRY_PEEK_LAST_ERROR;
    return (rule_count || iq_core.config.fail_sites) && !(entry->flags & never);
}

/* ---- contexts that are broken ---- */

static void forget_broken(uint64_t what)
{
    for (uint32_t i = 0; i < broken_count; i++)
        if (broken[i].what == what)
            broken[i].what = 0;
}

static void note_broken(uint64_t what, int64_t code)
{
    uint32_t at = __atomic_fetch_add(&broken_count, 1, __ATOMIC_RELAXED) % BROKEN;
    broken[at] = (struct broken){ what, code };
    if (broken_count > BROKEN)
        __atomic_store_n(&broken_count, BROKEN, __ATOMIC_RELAXED);
}

/* The code that broke what [call] works on; 0: it is whole. */
static int64_t broken_code(const struct iq_thread *thread, const struct iq_call *call)
{
    const struct iq_api *api = call->plan->api;
    uint32_t count = __atomic_load_n(&broken_count, __ATOMIC_RELAXED);
    if (!count || !api->meets_sticky || !api->meets_sticky(call->entry))
        return 0;
    uint64_t what = api->broken_by(thread, call);
    if (call->entry->flags & IQ_ENTRY_RESET)
        forget_broken(what);
    for (uint32_t i = 0; what && i < count && i < BROKEN; i++)
        if (broken[i].what == what)
            return broken[i].code;
    return 0;
}

/* ---- whose turn it is ---- */

static int argument_that_allocates(const struct iq_entry *entry)
{
    for (int i = 0; i < entry->arg_count; i++) {
        enum iq_kind kind = (enum iq_kind)entry->args[i].kind;
        bool object = kind == IQ_KIND_CL_BUFFER || kind == IQ_KIND_CL_IMAGE ||
                      kind == IQ_KIND_CL_MEM || kind == IQ_KIND_VK_MEMORY;
        if (entry->args[i].role == IQ_ROLE_NEWMEM || (entry->args[i].role == IQ_ROLE_NEW && object))
            return i;
    }
    return -1;
}

/* Would it make more bytes live than there are?  Of some calls the size is not known before. */
static bool is_too_much(const struct iq_call *call, uint64_t most)
{
    int arg = argument_that_allocates(call->entry);
    if (arg < 0 || !call->plan->api->live_bytes)
        return false;
    uint64_t live = call->plan->api->live_bytes();
    int size = call->entry->args[arg].size_arg;
    if (size < 0)
        size = iq_entry_arg_named(call->entry, "size");
    uint64_t wanted = size >= 0 ? call->args[size] : 1;
    return wanted > most || live > most - wanted;
}

/* The same in each run, whichever thread comes first. */
static bool draws(const struct rule *rule, uint64_t nth)
{
    uint64_t seed = iq_core.config.fail_seed * 64 + (uint64_t)(rule - rules);
    double drawn = (double)(iq_hash_u64(iq_hash_u64(seed + 1) + nth) >> 11) * 0x1p-53;
    return drawn < rule->spec.probability;
}

static bool is_turn(struct rule *rule, const struct iq_call *call, uint64_t *nth)
{
    const struct iq_fail_spec *spec = &rule->spec;
    if (!rule->fits[call->entry->api] || (spec->rank >= 0 && spec->rank != iq_core.config.rank) ||
        fnmatch(spec->call, call->entry->name, 0) != 0)
        return false;
    *nth = __atomic_add_fetch(&rule->met, 1, __ATOMIC_RELAXED);
    return (!spec->nth || *nth == spec->nth) && draws(rule, *nth) &&
           (!spec->has_after || is_too_much(call, spec->after_bytes));
}

/* ---- what is said of it ---- */

enum iq_unchecked iq_fault_fate(struct iq_call *call)
{
    char text[200];
    struct iq_str unused;
    if (!call->answered || !iq_fault_made(call->number))
        return IQ_UNCHECKED_NO;
    iq_str_init_buffer(&unused, text, sizeof text);
    return iq_call_port.result_fate(call, &unused);
}

/* Of a call that returns its code. */
static enum iq_fault_use use_of(struct iq_call *call)
{
    struct iq_stack room;
    const struct iq_stack *stack = iq_stack_get(iq_call_stack(call), &room);
    if (!stack || stack->interpreter || stack->python ||
        iq_entry_arg_named(call->entry, "returned") >= 0)
        return IQ_FAULT_USE_UNKNOWN;
    switch (iq_call_result_use(call, stack)) {
    case IQ_RESULT_READ: return IQ_FAULT_USE_READ;
    case IQ_RESULT_UNUSED: return IQ_FAULT_USE_NONE;
    default: return IQ_FAULT_USE_UNKNOWN;
    }
}

static void tell(struct iq_call *call, uint64_t nth, int64_t code, bool is_made)
{
    uint32_t stack = iq_call_stack(call);
    enum iq_fault_use use = is_made ? use_of(call) : IQ_FAULT_USE_UNKNOWN;
    iq_findings_keep_stack(stack);
    iq_lock(IQ_LOCK_FINDINGS);
    if (iq_trace_begin(IQ_REC_FAULT)) {
        iq_trace_text(IQ_TAG_CALL_API, call->entry->name);
        iq_trace_u64(IQ_TAG_COUNT, nth);
        iq_trace_u64(IQ_TAG_RESULT_CODE, (uint64_t)code);
        iq_trace_text(IQ_TAG_RESULT_NAME, iq_status_name(call->entry->api, code));
        iq_trace_u64(IQ_TAG_STACK_CALL, stack);
        iq_trace_u64(IQ_TAG_MADE, is_made);
        iq_trace_u64(IQ_TAG_USE, use);
        iq_trace_end();
    }
    iq_unlock(IQ_LOCK_FINDINGS);
}

bool iq_fault_any(void) { return __atomic_load_n(&made_count, __ATOMIC_RELAXED) != 0; }

bool iq_fault_made(uint64_t number)
{
    uint64_t count = __atomic_load_n(&made_count, __ATOMIC_RELAXED);
    for (uint64_t i = 0; number && i < count && i < MADE; i++)
        if (made[i] == number)
            return true;
    return false;
}

/* Not what only asks, unless for platforms and devices or by waiting, nor what ends objects: nobody
 * can do anything about that. */
static bool is_worth_failing(const struct iq_plan *plan, const struct iq_entry *entry)
{
    uint32_t waits =
        IQ_ENTRY_SYNC_CTX | IQ_ENTRY_SYNC_STREAM | IQ_ENTRY_SYNC_EVENT | IQ_ENTRY_SYNC_HOST;
    bool asks = entry->flags & IQ_ENTRY_QUERY && !(entry->flags & waits) && !plan->outlists;
    return plan->api->likely && !asks && !plan->ends && !plan->owners;
}

/* Where calls could be made to fail: each call once per stack. */
static void note_site(struct iq_call *call)
{
    static struct iq_map sites, counts;
    const struct iq_entry *entry = call->entry;
    uint64_t name = iq_hash_bytes(entry->name, strlen(entry->name)),
             site = iq_hash_u64(name + iq_call_stack(call));
    if (!is_worth_failing(call->plan, entry))
        return;
    iq_lock(IQ_LOCK_FINDINGS);
    uint64_t nth = (uint64_t)(uintptr_t)iq_map_get(&counts, name) + 1;
    bool is_new = !iq_map_get(&sites, site);
    IQ_DROP(iq_map_set(&counts, name, (void *)(uintptr_t)nth));
    IQ_DROP(iq_map_set(&sites, site, &sites));
    iq_unlock(IQ_LOCK_FINDINGS);
    if (is_new)
        tell(call, nth, call->plan->api->likely(entry), false);
}

static void answer(struct iq_thread *thread, struct iq_call *call, int64_t code)
{
    call->answered = true;
    call->result = code;
    if (call->plan->api->keeps_last_error)
        thread->contained_error = code;
    made[__atomic_fetch_add(&made_count, 1, __ATOMIC_RELAXED) % MADE] = call->number;
}

void iq_fault_answer(struct iq_thread *thread, struct iq_call *call)
{
    const struct iq_api *api = call->plan->api;
    uint64_t nth[RULES];
    int first = -1;
    if (iq_stack_is_hidden(call->site.pc)) /* a runtime's own clean-up */
        return;
    if (iq_core.config.fail_sites)
        note_site(call);
    int64_t code = broken_code(thread, call);
    if (code) {
        answer(thread, call, code);
        return;
    }
    /* each rule counts the call, the first one whose turn it is answers */
    for (int i = rule_count; i-- > 0;)
        if (is_turn(&rules[i], call, &nth[i]))
            first = i;
    if (first < 0)
        return;
    code = rules[first].code[call->entry->api];
    answer(thread, call, code);
    if (api->is_sticky && api->is_sticky(code))
        note_broken(api->broken_by(thread, call), code);
    tell(call, nth[first], code, true);
}
