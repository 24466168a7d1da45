#include "call/ledger.h"

#include <string.h>

#include "base/armed.h"
#include "base/locks.h"
#include "call/core.h"
#include "call/fault.h"
#include "call/findings.h"
#include "call/walk.h"
#include "model/handle.h"
#include "process/hostmem.h"

enum { FAILURES = 64 };

static struct iq_failure failures[FAILURES];
static uint32_t failure_next; /* atomic; changes with the lock */
uint32_t iq_ledger_open;

/* IQ_LOCK_FINDINGS held. */
static void count_open(int change)
{
    uint32_t open = iq_ledger_open + (uint32_t)change;
    __atomic_store_n(&iq_ledger_open, open, __ATOMIC_RELAXED);
    iq_arm(IQ_ARMED_LEDGER, open > 0);
}

static void enter(struct iq_call *call, uint64_t finding, bool excusable, const struct iq_arg *role,
                  uint64_t where, uint64_t output)
{
    iq_lock(IQ_LOCK_FINDINGS);
    struct iq_failure *failure =
        &failures[__atomic_fetch_add(&failure_next, 1, __ATOMIC_RELAXED) % FAILURES];
    if (failure->ref.number && !failure->excused)
        count_open(-1);
    *failure = (struct iq_failure){ .ref = iq_call_ref_of(call),
                                    .result = call->result,
                                    .output = output,
                                    .finding = finding,
                                    .arg = role->name,
                                    .where = where,
                                    .unchecked = iq_thread_block &&
                                                 iq_thread_block->unchecked == IQ_UNCHECKED_CERTAIN,
                                    .kind = role->kind,
                                    .excused = !excusable,
                                    .probe = excusable };
    if (excusable)
        count_open(1);
    iq_unlock(IQ_LOCK_FINDINGS);
}

/* A question about a kernel: libraries ask for each of theirs, and leave out those that the device
 * has no code for. */
static bool asks_of_kernel(const struct iq_entry *entry)
{
    return !(entry->flags & IQ_ENTRY_LAUNCH) && iq_entry_arg(entry, IQ_ROLE_FUNC) >= 0;
}

/* What the variable at [where], for an object of [kind], holds; false: that cannot be read. */
static bool left_behind(uint64_t where, enum iq_kind kind, uint64_t *output)
{
    int32_t device;
    if (kind != IQ_KIND_DEVICE)
        return iq_hostmem_copy(where, output, sizeof *output);
    if (!iq_hostmem_copy(where, &device, sizeof device))
        return false;
    *output = (uint64_t)device;
    return true;
}

void iq_ledger_failed(struct iq_call *call, uint64_t finding, bool excusable, enum iq_kind instead)
{
    const struct iq_entry *entry = call->entry;
    if (excusable && (asks_of_kernel(entry) || iq_entry_only_asks(entry)))
        enter(call, finding, true, &(struct iq_arg){ .kind = IQ_KIND_NONE }, 0, UINT64_MAX);
    if (instead)
        enter(call, finding, true, &(struct iq_arg){ .kind = instead }, 0, UINT64_MAX);
    for (int i = 0; i < entry->arg_count; i++) {
        const struct iq_arg *role = &entry->args[i];
        uint64_t output = 0;
        if (role->role == IQ_ROLE_REGMEM)
            enter(call, finding, false, &(struct iq_arg){ .kind = IQ_KIND_REGISTERED_MEMORY }, 0,
                  call->args[i]);
        /* an address in memory that is there already */
        bool address = role->role == IQ_ROLE_OUT &&
                       (role->kind == IQ_KIND_SYMBOL || role->kind == IQ_KIND_DEVICE_MEMORY);
        /* a part of another object, such as a level of an array: what fails there is no probe */
        bool part = role->role == IQ_ROLE_OUT && role->kind == IQ_KIND_ARRAY;
        /* a device's own context, which nobody creates */
        bool primary = role->role == IQ_ROLE_OUT && role->kind == IQ_KIND_CONTEXT;
        bool device = role->role == IQ_ROLE_OUT && role->kind == IQ_KIND_DEVICE;
        if ((role->role != IQ_ROLE_NEW && role->role != IQ_ROLE_NEWMEM && !address && !part &&
             !primary && !device) ||
            !call->args[i] || !left_behind(call->args[i], (enum iq_kind)role->kind, &output))
            continue;
        enter(call, finding, excusable && !part && !address, role, call->args[i], output);
    }
}

/* Does [entry] make something of [kind]? */
static bool makes(const struct iq_entry *entry, enum iq_kind kind)
{
    for (int i = 0; i < entry->arg_count; i++)
        if ((entry->args[i].role == IQ_ROLE_NEW || entry->args[i].role == IQ_ROLE_NEWMEM) &&
            entry->args[i].kind == kind)
            return true;
    return false;
}

/* Is a success of [entry] on [thread] one of the kind that has failed?  A kernel that was asked
 * about, on whatever thread, was not needed if others are asked about or launched later, also by
 * a library within its own call; a launch of it would fail by itself. */
static bool excuses(const struct iq_call *call, uint32_t thread, const struct iq_failure *failure)
{
    const struct iq_entry *entry = call->entry;
    if (failure->kind == IQ_KIND_NONE && asks_of_kernel(failure->ref.entry))
        return iq_entry_arg(entry, IQ_ROLE_FUNC) >= 0 ||
               (call->inner && iq_entry_arg(call->inner, IQ_ROLE_FUNC) >= 0);
    if (failure->ref.entry->flags & IQ_ENTRY_TRIED && entry != failure->ref.entry)
        return false;
    return failure->ref.thread == thread &&
           (entry == failure->ref.entry || makes(entry, failure->kind));
}

void iq_ledger_succeeded(struct iq_call *call)
{
    uint32_t thread = iq_thread_block ? iq_thread_block->number : 0;
    iq_lock(IQ_LOCK_FINDINGS);
    for (int i = 0; i < FAILURES; i++) {
        struct iq_failure *failure = &failures[i];
        if (!failure->ref.number || failure->excused || !excuses(call, thread, failure))
            continue;
        failure->excused = true;
        count_open(-1);
        iq_findings_demote(failure->finding, IQ_NOTE);
    }
    iq_unlock(IQ_LOCK_FINDINGS);
}

void iq_ledger_used(uint64_t finding)
{
    iq_lock(IQ_LOCK_FINDINGS);
    for (int i = 0; finding && i < FAILURES; i++)
        if (failures[i].ref.number && !failures[i].excused && failures[i].finding == finding) {
            failures[i].excused = true;
            count_open(-1);
        }
    iq_unlock(IQ_LOCK_FINDINGS);
}

bool iq_ledger_is_fresh(const struct iq_failure *failure, uint64_t call)
{
    return !failure->probe &&
           (call - failure->ref.number <= 16 || iq_fault_made(failure->ref.number));
}

/* The failure [back] entries ago; false: there is none. */
static bool get(uint32_t back, struct iq_failure *failure)
{
    iq_lock(IQ_LOCK_FINDINGS);
    *failure = failures[(failure_next - 1 - back) % FAILURES];
    iq_unlock(IQ_LOCK_FINDINGS);
    return failure->ref.number;
}

static bool is_of(enum iq_kind kind, const struct iq_failure *failure)
{
    if (kind && kind <= IQ_KIND_HOST_MEMORY)
        return failure->kind &&
               (failure->kind <= IQ_KIND_HOST_MEMORY || failure->kind == IQ_KIND_SYMBOL);
    return iq_kind_fits(kind, (enum iq_kind)failure->kind);
}

bool iq_ledger_find(uint64_t value, enum iq_kind kind, struct iq_failure *failure)
{
    struct iq_failure candidate;
    uint64_t now;
    bool found = false;
    for (uint32_t i = 0; i < FAILURES; i++) {
        if (!get(i, &candidate) || candidate.output != value || !is_of(kind, &candidate))
            continue;
        candidate.stands = candidate.unchecked &&
                           left_behind(candidate.where, (enum iq_kind)candidate.kind, &now) &&
                           now == candidate.output;
        if (candidate.stands || !found)
            *failure = candidate;
        found = true;
        if (candidate.stands)
            break;
    }
    return found;
}

bool iq_ledger_has_failure(void) { return __atomic_load_n(&failure_next, __ATOMIC_RELAXED) != 0; }

bool iq_ledger_find_kind(enum iq_kind kind, struct iq_failure *failure)
{
    bool found = false;
    iq_lock(IQ_LOCK_FINDINGS);
    for (uint32_t i = 0; i < FAILURES && !found; i++) {
        const struct iq_failure *candidate = &failures[(failure_next - 1 - i) % FAILURES];
        found = candidate->ref.number && iq_kind_fits(kind, (enum iq_kind)candidate->kind);
        if (found)
            *failure = *candidate;
    }
    iq_unlock(IQ_LOCK_FINDINGS);
    return found;
}
