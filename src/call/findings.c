#include "call/findings.h"

#include <signal.h>
#include <string.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/locks.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/str.h"
#include "call/core.h"
#include "call/port.h"
#include "call/recorder.h"
#include "call/rule.h"
#include "model/names.h"
#include "order/guard.h"
#include "process/compiled.h"
#include "process/hostheap.h"
#include "process/modules.h"
#include "process/python.h"
#include "process/stack.h"
#include "trace/writer.h"

enum { WRITTEN_IDS = IQ_STACKS + 1, WAIT_STACKS = 1 << 14, GENERATION = 1 << 14 };

/* A finding as it was last written, with its own texts.  Those of long ago are in the trace only,
 * where their count and their severity can still change: else a program that makes a million
 * mistakes would need a gigabyte for them. */
struct kept {
    struct iq_finding *finding; /* NULL: in the trace only */
    const char *api;
    uint64_t id, key, place, count;
    uint32_t stack_call;
    uint16_t rule;
    uint8_t severity;
    bool unchecked;
    struct kept *next; /* of its generation */
};
struct generation {
    struct iq_arena arena;
    struct kept *kept;
};

static struct iq_map by_key, by_id;
static struct kept counted; /* stands for every finding over the limit */
static uint64_t last_id, kept_count;
static struct generation generations[2]; /* this one and the one before */
/* atomic: stacks that are in the trace; those that are in its last further file */
static uint8_t written[WRITTEN_IDS / 8 + 1], written_further[WRITTEN_IDS / 8 + 1];
static uint32_t wait_stacks; /* atomic */
static bool in_further;      /* atomic: findings go to a further file */

static struct generation *generation(void) { return &generations[kept_count / GENERATION % 2]; }

static const char *keep(const char *text)
{
    const char *copy = text ? iq_arena_copy(&generation()->arena, text, strlen(text)) : NULL;
    return text && !copy ? "" : copy;
}

static bool has(const uint8_t *set, uint32_t id)
{
    return id >= WRITTEN_IDS || __atomic_load_n(&set[id / 8], __ATOMIC_RELAXED) & 1u << id % 8;
}

static bool is_written(uint32_t id) { return has(written, id); }

/* [further]: to the file that findings are written to. */
static void write_stack(uint32_t id, bool further)
{
    const struct iq_stack *stack = iq_stack_get(id);
    if (!stack || is_written(id) || (further && has(written_further, id)))
        return;
    if (iq_trace_stack(id, stack->pc, stack->count, iq_section_name(stack->in.mark),
                       iq_section_name(stack->in.range))) {
        uint8_t *set = further ? written_further : written;
        __atomic_fetch_or(&set[id / 8], (uint8_t)(1u << id % 8), __ATOMIC_RELAXED);
        iq_python_write(id, stack->python);
        iq_compiled_write(stack->pc, stack->count);
    }
}

void iq_findings_keep_stack(uint32_t id)
{
    if (__builtin_expect(is_written(id), 1))
        return;
    iq_lock(IQ_LOCK_FINDINGS);
    iq_modules_write();
    write_stack(id, false);
    iq_unlock(IQ_LOCK_FINDINGS);
}

void iq_findings_keep_wait(uint32_t id)
{
    if (__builtin_expect(is_written(id), 1) || __atomic_load_n(&in_further, __ATOMIC_RELAXED) ||
        !iq_trace_has_room() || __atomic_load_n(&wait_stacks, __ATOMIC_RELAXED) >= WAIT_STACKS)
        return;
    __atomic_fetch_add(&wait_stacks, 1, __ATOMIC_RELAXED);
    iq_findings_keep_stack(id);
}

/* Where there is no room any more, findings go on in another file. */
static bool has_room(void)
{
    if (iq_trace_has_room())
        return true;
    if (!iq_trace_add_further())
        return false;
    memset(written_further, 0, sizeof written_further);
    __atomic_store_n(&in_further, true, __ATOMIC_RELAXED);
    return true;
}

static uint64_t write_with_stacks(const struct iq_finding *finding)
{
    IQ_DROP(has_room()); /* else it is told that a record was lost */
    iq_modules_write();
    iq_trace_to_further(in_further);
    write_stack(finding->stack_call, in_further);
    write_stack(finding->stack_created, in_further);
    write_stack(finding->stack_destroyed, in_further);
    write_stack(finding->stack_kernel, in_further);
    for (int i = 0; i < finding->related_count; i++)
        write_stack(finding->related[i].stack, in_further);
    uint64_t place = iq_trace_finding(finding);
    iq_trace_to_further(false);
    return place;
}

/* As it is now; of one that is in the trace only what can change there. */
static void write_finding(struct kept *kept)
{
    uint64_t before = kept->place;
    if (!kept->finding) {
        iq_trace_severity(before, (enum iq_severity)kept->severity);
        return;
    }
    kept->finding->id = kept->id;
    kept->finding->count = kept->count;
    kept->finding->severity = (enum iq_severity)kept->severity;
    kept->place = write_with_stacks(kept->finding);
    if (kept->place)
        iq_trace_moved(before);
}

/* The mark and the range of the call that is wrong; of a leak those that its object comes from; of
 * what no stack is known of those of now. */
static void name_sections(struct iq_finding *finding)
{
    uint32_t id = finding->stack_call ? finding->stack_call : finding->stack_created;
    const struct iq_stack *stack = iq_stack_get(id);
    struct iq_sections in = stack ? stack->in : iq_sections_now();
    finding->mark = iq_section_name(in.mark);
    finding->range = iq_section_name(in.range);
}

void iq_findings_add_unproven(struct iq_finding *finding)
{
    name_sections(finding);
    iq_lock(IQ_LOCK_FINDINGS);
    if (!finding->id)
        finding->id = ++last_id;
    write_with_stacks(finding);
    iq_unlock(IQ_LOCK_FINDINGS);
}

static uint64_t key_of(const struct iq_finding *finding, uint64_t cause)
{
    if (cause)
        return iq_hash_u64(cause);
    struct {
        uint64_t rule, api, stack, created, arg;
    } parts = { finding->rule, (uintptr_t)finding->api, iq_stack_place(finding->stack_call),
                finding->stack_call ? 0 : iq_stack_place(finding->stack_created),
                (uint64_t)(int64_t)finding->arg_index };
    return iq_hash_bytes(&parts, sizeof parts);
}

/* The texts of those of the generation before the last are given back. */
static void begin_generation(void)
{
    for (struct kept *kept = generation()->kept; kept; kept = kept->next)
        kept->finding = NULL;
    generation()->kept = NULL;
    iq_arena_finish(&generation()->arena);
}

static struct kept *keep_finding(const struct iq_finding *finding)
{
    if (++kept_count % GENERATION == 0)
        begin_generation();
    struct kept *kept = iq_core_alloc(sizeof *kept);
    struct iq_finding *copy = iq_arena_get(&generation()->arena, sizeof *copy);
    if (!kept || !copy)
        return NULL;
    *copy = *finding;
    copy->message = keep(finding->message);
    copy->cause = keep(finding->cause);
    copy->fix = keep(finding->fix);
    copy->arg_value = keep(finding->arg_value);
    copy->kernel_site = keep(finding->kernel_site);
    for (int i = 0; i < finding->related_count; i++)
        copy->related[i].what = keep(finding->related[i].what);
    name_sections(copy);
    copy->found_ns = iq_recorder_wanted ? iq_recorder_now_ns() : 0;
    *kept = (struct kept){
        .finding = copy,
        .api = finding->api,
        .count = 1,
        .stack_call = finding->stack_call,
        .rule = (uint16_t)finding->rule,
        .severity = (uint8_t)finding->severity,
        .next = generation()->kept,
    };
    generation()->kept = kept;
    return kept;
}

static void relate_place(struct kept *kept, const char *what, uint32_t stack)
{
    struct iq_finding *finding = kept->finding;
    for (int i = 0; finding && i < finding->related_count; i++)
        if (iq_stack_place(finding->related[i].stack) == iq_stack_place(stack) &&
            !strcmp(finding->related[i].what, what))
            return;
    if (finding && finding->related_count < IQ_FINDING_MAX_RELATED)
        finding->related[finding->related_count++] = (struct iq_related){ keep(what), stack };
}

static int related_count(const struct kept *kept)
{
    return kept->finding ? kept->finding->related_count : 0;
}

/* A limit of the software device stays what it is, whatever follows from it.  Returns whether the
 * severity has changed. */
static bool raise_severity(struct kept *kept, enum iq_severity severity)
{
    if (kept->severity >= severity || kept->rule == iq_call_port.limit)
        return false;
    kept->severity = (uint8_t)severity;
    return true;
}

/* The same cause again: at the same place a count, elsewhere a related line. */
static void fold(struct kept *kept, const struct iq_finding *finding)
{
    char text[IQ_RELATION_BYTES];
    bool same = iq_stack_place(kept->stack_call) == iq_stack_place(finding->stack_call) &&
                kept->api == finding->api;
    int before = related_count(kept);
    if (same)
        iq_trace_count(kept->place, ++kept->count);
    else {
        bool failed = finding->has_result || !finding->api;
        relate_place(
            kept,
            iq_call_port.relation_words(
                text, failed ? IQ_RELATION_FAILED_TOO : IQ_RELATION_WRONG_TOO, finding->api, NULL),
            finding->stack_call);
    }
    if (raise_severity(kept, finding->severity) || related_count(kept) != before)
        write_finding(kept);
}

/* Findings over the limit are counted, and so are those of which the trace would have nothing: the
 * program's memory stays bounded with --max 0, too. */
static bool is_full(void)
{
    return (iq_core.config.max && by_id.count >= iq_core.config.max) || !has_room();
}

void iq_finding_set_object(struct iq_finding *finding, const struct iq_range *range)
{
    finding->object_kind = iq_kind_name(range->kind);
    finding->object_state = range->freed.number ? "freed" : "live";
    finding->object_address = range->base;
    finding->object_size = range->size;
    finding->object_device = range->device;
    finding->stack_created = range->created.stack;
    finding->stack_destroyed = range->freed.stack;
}

void iq_finding_set_handle(struct iq_finding *finding, const struct iq_handle *handle,
                           uint64_t size)
{
    bool dead = iq_handle_is_dead(handle);
    finding->object_kind = iq_kind_name((enum iq_kind)handle->kind);
    finding->object_state = dead ? "destroyed" : "live";
    finding->object_address = handle->value;
    finding->object_size = size;
    finding->object_device = handle->context ? handle->context->device : -1;
    finding->stack_created = handle->created.stack;
    finding->stack_destroyed = dead ? iq_handle_end(handle).stack : 0;
}

void iq_finding_set_host(struct iq_finding *finding, uint64_t address, uint64_t size)
{
    struct iq_range range;
    struct iq_hostheap_block block;
    if (iq_range_find(address, &range)) {
        iq_finding_set_object(finding, &range);
        return;
    }
    /* it may be about to be given back */
    bool known = iq_hostheap_find(address, &block) != IQ_HOSTHEAP_UNKNOWN;
    finding->object_kind = iq_kind_name(IQ_KIND_HOST_MEMORY);
    finding->object_state = "live";
    finding->object_address = known ? block.base : address;
    finding->object_size = known ? block.size : size;
    finding->object_device = -1;
    finding->stack_created = known ? iq_stack_of_caller(block.allocated) : 0;
}

bool iq_findings_stop_waits;

static void stop(void) { raise(SIGTRAP); }

void iq_findings_stop(void)
{
    if (!iq_guard_on_device_thread() &&
        __atomic_exchange_n(&iq_findings_stop_waits, false, __ATOMIC_RELAXED))
        stop();
}

/* A thread of the device's has no frame of the program's, and blocks signals. */
static void ask_to_stop(void)
{
    if (iq_guard_on_device_thread())
        __atomic_store_n(&iq_findings_stop_waits, true, __ATOMIC_RELAXED);
    else
        iq_lock_when_free(stop);
}

bool iq_findings_is_new(const struct iq_finding *finding, uint64_t cause, uint64_t takes_over)
{
    iq_lock(IQ_LOCK_FINDINGS);
    bool fresh = iq_rule_is_enabled(finding->rule) &&
                 !iq_map_get(&by_key, key_of(finding, cause)) && (takes_over || !is_full());
    iq_unlock(IQ_LOCK_FINDINGS);
    return fresh;
}

uint64_t iq_findings_add(const struct iq_finding *finding, uint64_t cause, uint64_t takes_over,
                         bool final)
{
    uint64_t key = key_of(finding, cause), id = 0;
    bool fresh = false;
    if (!iq_rule_is_enabled(finding->rule))
        return 0;
    iq_lock(IQ_LOCK_FINDINGS);
    struct kept *kept = iq_map_get(&by_key, key);
    if (kept == &counted) {
        id = 0;
    } else if (kept) {
        fold(kept, finding);
        id = kept->id;
        if (takes_over && takes_over != id)
            iq_findings_demote(takes_over, IQ_NOTE);
    } else if (takes_over || !is_full()) {
        kept = keep_finding(finding);
        struct kept *old = takes_over ? iq_map_get(&by_id, takes_over) : NULL;
        if (kept && !iq_map_set(&by_key, key, kept)) {
            id = old ? takes_over : ++last_id;
            kept->id = id;
            kept->key = key;
            if (old) { /* the same mistake again is this one */
                kept->place = old->place;
                IQ_DROP(iq_map_set(&by_key, old->key, kept));
            }
            /* without memory it is written all the same, and stays as it is */
            IQ_DROP(iq_map_set(&by_id, id, kept));
            write_finding(kept);
            fresh = kept->severity == IQ_ERROR;
        }
    } else {
        IQ_DROP(iq_map_set(&by_key, key, &counted)); /* else it is counted once more */
        iq_trace_folded(finding->severity);
    }
    iq_unlock(IQ_LOCK_FINDINGS);
    if (fresh && final && iq_core.config.stop)
        ask_to_stop();
    return id;
}

uint64_t iq_findings_errors(void)
{
    uint64_t count = 0;
    iq_lock(IQ_LOCK_FINDINGS);
    for (uint64_t id = 1; id <= last_id; id++) {
        const struct kept *kept = iq_map_get(&by_id, id);
        count += kept && kept->severity == IQ_ERROR;
    }
    iq_unlock(IQ_LOCK_FINDINGS);
    return count;
}

void iq_findings_demote(uint64_t id, enum iq_severity severity)
{
    iq_lock(IQ_LOCK_FINDINGS);
    struct kept *kept = iq_map_get(&by_id, id);
    if (kept && kept->severity > severity) {
        kept->severity = (uint8_t)severity;
        write_finding(kept);
    }
    iq_unlock(IQ_LOCK_FINDINGS);
}

void iq_findings_raise(uint64_t id, enum iq_severity severity)
{
    iq_lock(IQ_LOCK_FINDINGS);
    struct kept *kept = iq_map_get(&by_id, id);
    if (kept && raise_severity(kept, severity))
        write_finding(kept);
    iq_unlock(IQ_LOCK_FINDINGS);
}

void iq_findings_reword(uint64_t id, const char *message, const char *cause)
{
    iq_lock(IQ_LOCK_FINDINGS);
    struct kept *kept = iq_map_get(&by_id, id);
    if (kept && kept->finding && !strcmp(kept->finding->message, message)) {
        kept->finding->cause = keep(cause);
        write_finding(kept);
    }
    iq_unlock(IQ_LOCK_FINDINGS);
}

void iq_findings_add_unchecked(uint64_t id, const char *text)
{
    char cause[1400];
    struct iq_str out;
    iq_str_init_buffer(&out, cause, sizeof cause);
    iq_lock(IQ_LOCK_FINDINGS);
    struct kept *kept = iq_map_get(&by_id, id);
    if (kept && kept->finding && !kept->unchecked && kept->severity == IQ_ERROR) {
        kept->unchecked = true;
        iq_str_printf(&out, "%s%s", kept->finding->cause, text);
        kept->finding->cause = keep(cause);
        write_finding(kept);
    }
    iq_unlock(IQ_LOCK_FINDINGS);
}

void iq_findings_relate(uint64_t id, const char *what, uint32_t stack)
{
    iq_lock(IQ_LOCK_FINDINGS);
    struct kept *kept = iq_map_get(&by_id, id);
    int before = kept ? related_count(kept) : 0;
    if (kept) {
        relate_place(kept, what, stack);
        if (related_count(kept) != before)
            write_finding(kept);
    }
    iq_unlock(IQ_LOCK_FINDINGS);
}

uint64_t iq_findings_of_cause(uint64_t cause)
{
    iq_lock(IQ_LOCK_FINDINGS);
    const struct kept *kept = cause ? iq_map_get(&by_key, iq_hash_u64(cause)) : NULL;
    uint64_t id = kept ? kept->id : 0;
    iq_unlock(IQ_LOCK_FINDINGS);
    return id;
}

void iq_findings_add_cause(uint64_t id, uint64_t cause)
{
    iq_lock(IQ_LOCK_FINDINGS);
    struct kept *kept = iq_map_get(&by_id, id);
    if (kept)
        IQ_DROP(iq_map_set(&by_key, iq_hash_u64(cause), kept)); /* else a finding of its own */
    iq_unlock(IQ_LOCK_FINDINGS);
}

const char *iq_findings_message(uint64_t id)
{
    iq_lock(IQ_LOCK_FINDINGS);
    const struct kept *kept = iq_map_get(&by_id, id);
    const char *message = kept && kept->finding ? kept->finding->message : NULL;
    iq_unlock(IQ_LOCK_FINDINGS);
    return message;
}

enum iq_rule_id iq_findings_rule(uint64_t id)
{
    iq_lock(IQ_LOCK_FINDINGS);
    const struct kept *kept = iq_map_get(&by_id, id);
    enum iq_rule_id rule = kept ? (enum iq_rule_id)kept->rule : IQ_RULE_NONE;
    iq_unlock(IQ_LOCK_FINDINGS);
    return rule;
}

bool iq_findings_is_of(uint64_t id, uint32_t stack)
{
    iq_lock(IQ_LOCK_FINDINGS);
    const struct kept *kept = iq_map_get(&by_id, id);
    bool same = kept && iq_stack_place(kept->stack_call) == iq_stack_place(stack);
    iq_unlock(IQ_LOCK_FINDINGS);
    return same;
}

bool iq_findings_is_error(uint64_t id)
{
    iq_lock(IQ_LOCK_FINDINGS);
    struct kept *kept = iq_map_get(&by_id, id);
    bool error = kept && kept->severity == IQ_ERROR;
    iq_unlock(IQ_LOCK_FINDINGS);
    return error;
}

void iq_findings_after_fork(void)
{
    iq_map_finish(&by_key);
    iq_map_finish(&by_id);
    memset(written, 0, sizeof written);
    memset(written_further, 0, sizeof written_further);
    in_further = false;
    kept_count = 0;
    for (int i = 0; i < 2; i++) {
        iq_arena_finish(&generations[i].arena);
        generations[i].kept = NULL;
    }
    last_id = wait_stacks = 0;
}
