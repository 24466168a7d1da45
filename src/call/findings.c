#include "call/findings.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/locks.h"
#include "base/map.h"
#include "base/pages.h"
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

/* What is known of every finding: else a program that makes a million mistakes would need a
 * gigabyte for their words.  How often it happened is in the trace. */
struct known {
    uint32_t place, stack_call;
    uint32_t api; /* lower half of the address of its name, which is in our own data */
    uint16_t rule;
    uint8_t severity;
    bool unchecked;
};
_Static_assert(sizeof(struct known) == 16, "there may be a million");

/* A finding as it was last written, with its own texts, as long as it is not old. */
struct words {
    struct iq_finding finding;
    struct words *next; /* of its generation */
};
struct generation {
    struct iq_arena arena;
    struct words *words;
};

static struct known *known; /* by id */
static uint64_t room, last_id, known_count, words_count;
static struct iq_map id_by_key, words_by_id;
static char counted;                     /* stands for every finding over the limit */
static struct generation generations[2]; /* this one and the one before */
/* atomic: stacks that are in the trace; those that are in its last further file */
static uint8_t written[WRITTEN_IDS / 8 + 1], written_further[WRITTEN_IDS / 8 + 1];
static uint32_t wait_stacks; /* atomic */
static bool in_further;      /* atomic: findings go to a further file */

static struct generation *generation(void) { return &generations[words_count / GENERATION % 2]; }

static const char *keep(const char *text)
{
    const char *copy = text ? iq_arena_copy(&generation()->arena, text, strlen(text)) : NULL;
    return text && !copy ? "" : copy;
}

/* NULL: there is none with [id]. */
static struct known *known_of(uint64_t id)
{
    return id && id < room && known[id].rule ? &known[id] : NULL;
}

static struct iq_finding *words_of(uint64_t id)
{
    struct words *words = iq_map_get(&words_by_id, id);
    return words ? &words->finding : NULL;
}

static uint64_t id_of(uint64_t key)
{
    void *id = iq_map_get(&id_by_key, key);
    return id == &counted ? 0 : (uintptr_t)id;
}

static int set_id(uint64_t key, uint64_t id)
{
    return iq_map_set(&id_by_key, key, (void *)(uintptr_t)id);
}

static bool has_room_for(uint64_t id)
{
    uint64_t more = room ? room : 4096;
    if (id < room)
        return true;
    while (more <= id)
        more *= 2;
    void *grown = room ? mremap(known, room * sizeof *known, more * sizeof *known, MREMAP_MAYMOVE)
                       : iq_pages_get(more * sizeof *known);
    if (!grown || grown == MAP_FAILED)
        return false;
    known = grown;
    room = more;
    return true;
}

static bool has(const uint8_t *set, uint32_t id)
{
    return id >= WRITTEN_IDS || __atomic_load_n(&set[id / 8], __ATOMIC_RELAXED) & 1u << id % 8;
}

static bool is_written(uint32_t id) { return has(written, id); }

/* [further]: to the file that findings are written to. */
static void write_stack(uint32_t id, bool further)
{
    struct iq_stack stack;
    if (is_written(id) || (further && has(written_further, id)) || !iq_stack_get(id, &stack))
        return;
    if (iq_trace_stack(id, stack.pc, stack.count, iq_section_name(stack.in.mark),
                       iq_section_name(stack.in.range))) {
        uint8_t *set = further ? written_further : written;
        __atomic_fetch_or(&set[id / 8], (uint8_t)(1u << id % 8), __ATOMIC_RELAXED);
        iq_python_write(id, stack.python);
        iq_compiled_write(stack.pc, stack.count);
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

static uint32_t write_with_stacks(const struct iq_finding *finding)
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
    uint32_t place = iq_trace_finding(finding);
    iq_trace_to_further(false);
    return place;
}

static void write_words(const struct iq_finding *finding)
{
    uint32_t before = known[finding->id].place, place = write_with_stacks(finding);
    known[finding->id].place = place;
    if (place)
        iq_trace_moved(before);
}

/* As it is now; of an old one only what can change in the trace. */
static void write_finding(uint64_t id)
{
    struct iq_finding *finding = words_of(id);
    if (finding) {
        finding->severity = (enum iq_severity)known[id].severity;
        write_words(finding);
    } else
        iq_trace_severity(known[id].place, (enum iq_severity)known[id].severity);
}

/* The mark and the range of the call that is wrong; of a leak those that its object comes from; of
 * what no stack is known of those of now. */
static void name_sections(struct iq_finding *finding)
{
    uint32_t id = finding->stack_call ? finding->stack_call : finding->stack_created;
    struct iq_stack stack;
    struct iq_sections in = iq_stack_get(id, &stack) ? stack.in : iq_sections_now();
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

/* The words of the generation before the last are given back. */
static void begin_generation(void)
{
    for (struct words *words = generation()->words; words; words = words->next)
        if (iq_map_get(&words_by_id, words->finding.id) == words)
            iq_map_remove(&words_by_id, words->finding.id);
    generation()->words = NULL;
    iq_arena_finish(&generation()->arena);
}

static void keep_words(const struct iq_finding *finding)
{
    if (++words_count % GENERATION == 0)
        begin_generation();
    struct words *words = iq_arena_get(&generation()->arena, sizeof *words);
    if (!words || iq_map_set(&words_by_id, finding->id, words)) {
        iq_map_remove(&words_by_id, finding->id); /* those of the one that it replaces */
        return;
    }
    words->next = generation()->words;
    generation()->words = words;
    struct iq_finding *copy = &words->finding;
    *copy = *finding;
    copy->message = keep(finding->message);
    copy->cause = keep(finding->cause);
    copy->fix = keep(finding->fix);
    copy->arg_value = keep(finding->arg_value);
    copy->kernel_site = keep(finding->kernel_site);
    for (int i = 0; i < finding->related_count; i++) {
        copy->related[i].what = keep(finding->related[i].what);
        copy->related_site[i] = keep(finding->related_site[i]);
    }
}

/* A new finding, instead of [old], 0: of none; returns its id, 0: out of memory.  Where only some
 * of it is left, the finding is written, but stays as it is or is not recognised again. */
static uint64_t make_known(const struct iq_finding *finding, uint64_t key, uint64_t old)
{
    uint64_t id = old ? old : last_id + 1;
    struct iq_finding made = *finding;
    if (!has_room_for(id))
        return 0;
    made.id = id;
    made.count = 1;
    name_sections(&made);
    made.found_ns = iq_recorder_wanted ? iq_recorder_now_ns() : 0;
    last_id = id > last_id ? id : last_id;
    known_count += !old;
    known[id] = (struct known){ .place = old ? known[old].place : 0,
                                .stack_call = finding->stack_call,
                                .api = (uint32_t)(uintptr_t)finding->api,
                                .rule = (uint16_t)finding->rule,
                                .severity = (uint8_t)finding->severity };
    keep_words(&made);
    IQ_DROP(set_id(key, id));
    write_words(&made);
    return id;
}

static bool relate_place(struct iq_finding *finding, const char *what, uint32_t stack)
{
    if (!finding || finding->related_count >= IQ_FINDING_MAX_RELATED)
        return false;
    for (int i = 0; i < finding->related_count; i++)
        if (iq_stack_place(finding->related[i].stack) == iq_stack_place(stack) &&
            !strcmp(finding->related[i].what, what))
            return false;
    finding->related[finding->related_count++] = (struct iq_related){ keep(what), stack };
    return true;
}

/* A limit of the software device stays what it is, whatever follows from it.  Returns whether the
 * severity has changed. */
static bool raise_severity(struct known *of, enum iq_severity severity)
{
    if (of->severity >= severity || of->rule == iq_call_port.limit)
        return false;
    of->severity = (uint8_t)severity;
    return true;
}

/* The same cause as that of finding [id] again: at the same place a count, elsewhere a related
 * line. */
static void fold(uint64_t id, const struct iq_finding *again)
{
    char text[IQ_RELATION_BYTES];
    struct iq_finding *finding = words_of(id);
    bool same = iq_stack_place(known[id].stack_call) == iq_stack_place(again->stack_call) &&
                known[id].api == (uint32_t)(uintptr_t)again->api,
         failed = again->has_result || !again->api, changed = false;
    if (same) {
        iq_trace_again(known[id].place);
        if (finding)
            finding->count++;
    } else
        changed = relate_place(
            finding,
            iq_call_port.relation_words(
                text, failed ? IQ_RELATION_FAILED_TOO : IQ_RELATION_WRONG_TOO, again->api, NULL),
            again->stack_call);
    if (raise_severity(&known[id], again->severity) || changed)
        write_finding(id);
}

/* Findings over the limit are counted, and so are those of which the trace would have nothing: the
 * program's memory stays bounded with --max 0, too. */
static bool is_full(void)
{
    return (iq_core.config.max && known_count >= iq_core.config.max) || !has_room();
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
    bool found = iq_hostheap_find(address, &block) != IQ_HOSTHEAP_UNKNOWN;
    finding->object_kind = iq_kind_name(IQ_KIND_HOST_MEMORY);
    finding->object_state = "live";
    finding->object_address = found ? block.base : address;
    finding->object_size = found ? block.size : size;
    finding->object_device = -1;
    finding->stack_created = found ? iq_stack_of_caller(block.allocated) : 0;
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
                 !iq_map_get(&id_by_key, key_of(finding, cause)) && (takes_over || !is_full());
    iq_unlock(IQ_LOCK_FINDINGS);
    return fresh;
}

uint64_t iq_findings_add(const struct iq_finding *finding, uint64_t cause, uint64_t takes_over,
                         bool final)
{
    uint64_t key = key_of(finding, cause);
    bool fresh = false;
    if (!iq_rule_is_enabled(finding->rule))
        return 0;
    iq_lock(IQ_LOCK_FINDINGS);
    bool over = iq_map_get(&id_by_key, key) == &counted;
    uint64_t id = id_of(key);
    if (id) {
        fold(id, finding);
        if (takes_over && takes_over != id)
            iq_findings_demote(takes_over, IQ_NOTE);
    } else if (!over && (takes_over || !is_full())) {
        /* the same mistake again is this one */
        id = make_known(finding, key, known_of(takes_over) ? takes_over : 0);
        fresh = id && finding->severity == IQ_ERROR;
    } else if (!over) {
        IQ_DROP(iq_map_set(&id_by_key, key, &counted)); /* else it is counted once more */
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
        const struct known *of = known_of(id);
        count += of && of->severity == IQ_ERROR;
    }
    iq_unlock(IQ_LOCK_FINDINGS);
    return count;
}

void iq_findings_demote(uint64_t id, enum iq_severity severity)
{
    iq_lock(IQ_LOCK_FINDINGS);
    struct known *of = known_of(id);
    if (of && of->severity > severity) {
        of->severity = (uint8_t)severity;
        write_finding(id);
    }
    iq_unlock(IQ_LOCK_FINDINGS);
}

void iq_findings_raise(uint64_t id, enum iq_severity severity)
{
    iq_lock(IQ_LOCK_FINDINGS);
    struct known *of = known_of(id);
    if (of && raise_severity(of, severity))
        write_finding(id);
    iq_unlock(IQ_LOCK_FINDINGS);
}

void iq_findings_reword(uint64_t id, const char *message, const char *cause)
{
    iq_lock(IQ_LOCK_FINDINGS);
    struct iq_finding *finding = words_of(id);
    if (finding && !strcmp(finding->message, message)) {
        finding->cause = keep(cause);
        write_finding(id);
    }
    iq_unlock(IQ_LOCK_FINDINGS);
}

void iq_findings_add_unchecked(uint64_t id, const char *text)
{
    char cause[1400];
    struct iq_str out;
    iq_str_init_buffer(&out, cause, sizeof cause);
    iq_lock(IQ_LOCK_FINDINGS);
    struct known *of = known_of(id);
    struct iq_finding *finding = words_of(id);
    if (finding && !of->unchecked && of->severity == IQ_ERROR) {
        of->unchecked = true;
        iq_str_printf(&out, "%s%s", finding->cause, text);
        finding->cause = keep(cause);
        write_finding(id);
    }
    iq_unlock(IQ_LOCK_FINDINGS);
}

void iq_findings_relate(uint64_t id, const char *what, uint32_t stack)
{
    iq_lock(IQ_LOCK_FINDINGS);
    if (relate_place(words_of(id), what, stack))
        write_finding(id);
    iq_unlock(IQ_LOCK_FINDINGS);
}

uint64_t iq_findings_of_cause(uint64_t cause)
{
    iq_lock(IQ_LOCK_FINDINGS);
    uint64_t id = cause ? id_of(iq_hash_u64(cause)) : 0;
    iq_unlock(IQ_LOCK_FINDINGS);
    return id;
}

void iq_findings_add_cause(uint64_t id, uint64_t cause)
{
    iq_lock(IQ_LOCK_FINDINGS);
    if (known_of(id))
        IQ_DROP(set_id(iq_hash_u64(cause), id)); /* else a finding of its own */
    iq_unlock(IQ_LOCK_FINDINGS);
}

const char *iq_findings_message(uint64_t id)
{
    iq_lock(IQ_LOCK_FINDINGS);
    const struct iq_finding *finding = words_of(id);
    const char *message = finding ? finding->message : NULL;
    iq_unlock(IQ_LOCK_FINDINGS);
    return message;
}

enum iq_rule_id iq_findings_rule(uint64_t id)
{
    iq_lock(IQ_LOCK_FINDINGS);
    const struct known *of = known_of(id);
    enum iq_rule_id rule = of ? (enum iq_rule_id)of->rule : IQ_RULE_NONE;
    iq_unlock(IQ_LOCK_FINDINGS);
    return rule;
}

bool iq_findings_is_of(uint64_t id, uint32_t stack)
{
    iq_lock(IQ_LOCK_FINDINGS);
    const struct known *of = known_of(id);
    bool same = of && iq_stack_place(of->stack_call) == iq_stack_place(stack);
    iq_unlock(IQ_LOCK_FINDINGS);
    return same;
}

bool iq_findings_is_error(uint64_t id)
{
    iq_lock(IQ_LOCK_FINDINGS);
    const struct known *of = known_of(id);
    bool error = of && of->severity == IQ_ERROR;
    iq_unlock(IQ_LOCK_FINDINGS);
    return error;
}

void iq_findings_after_fork(void)
{
    iq_map_finish(&id_by_key);
    iq_map_finish(&words_by_id);
    if (known)
        munmap(known, room * sizeof *known);
    known = NULL;
    room = known_count = words_count = 0;
    memset(written, 0, sizeof written);
    memset(written_further, 0, sizeof written_further);
    in_further = false;
    for (int i = 0; i < 2; i++) {
        iq_arena_finish(&generations[i].arena);
        generations[i].words = NULL;
    }
    last_id = wait_stacks = 0;
}
