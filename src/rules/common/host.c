/* host-unmapped, host-read-only: a pageable host range that would crash the driver.  Also
 * use-after-free of pinned memory, whose pages are gone. */
#include "rules/common/host.h"

#include "abi/cuda_abi.h"
#include "base/locks.h"
#include "call/cause.h"
#include "call/core.h"
#include "call/findings.h"
#include "call/thread.h"
#include "call/walk.h"
#include "model/names.h"
#include "process/hostheap.h"
#include "process/hostmap.h"
#include "process/hostmem.h"
#include "process/stack.h"
#include "rules/rules.h"

struct explain_pages {
    bool read_only;       /* mapped, but not for writing */
    bool reserved;        /* mapped, but for no access; else not mapped */
    uint64_t bad;         /* address of the first byte that is */
    const char *unmapper; /* name of the function that unmapped it, NULL: none was seen to */
};
static void explain_pages(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    const struct explain_pages *evidence = IQ_EVIDENCE(explain_pages, suspicion);
    bool read_only = evidence->read_only, reserved = evidence->reserved;
    uint64_t offset = evidence->bad - call->args[suspicion->arg];
    const char *name = iq_arg_name(call, suspicion->arg);
    iq_str_printf(&words->message, "%s of %s %s", name, call->entry->name,
                  read_only            ? "points into read-only memory"
                  : reserved && offset ? "runs into memory that may not be accessed"
                  : reserved           ? "points to memory that may not be accessed"
                  : offset             ? "runs into memory that is not mapped"
                                       : "points to memory that is not mapped");
    iq_str_printf(&words->cause, "byte %llu of the %llu bytes at 0x%llx is %s",
                  (unsigned long long)offset, (unsigned long long)suspicion->access_size,
                  (unsigned long long)call->args[suspicion->arg],
                  read_only  ? "in a read-only page"
                  : reserved ? "in a page that is reserved, but allows no access (PROT_NONE)"
                             : "not in any mapping of this process");
    if (suspicion->object.destroyed.entry) {
        iq_str_puts(&words->cause, "; it was ");
        iq_put_history(&words->cause, &suspicion->object, call);
    } else if (evidence->unmapper) {
        iq_str_printf(&words->cause,
                      "; it was in a mapping of %llu bytes that the program unmapped with %s ",
                      (unsigned long long)suspicion->object.size, evidence->unmapper);
        iq_put_ago(&words->cause, suspicion->object.destroyed.number, call->number);
    }
    iq_str_puts(&words->cause, suspicion->contain ? "; a real driver may crash there"
                                                  : "; it is not device memory either");
    if (read_only)
        iq_str_puts(
            &words->fix,
            "copy into writable memory; look for a string literal, a const object or a mapping without PROT_WRITE");
    else if (offset)
        iq_str_printf(
            &words->fix,
            "pass at most %llu bytes, or find out why the buffer is smaller than expected",
            (unsigned long long)offset);
    else if (reserved)
        iq_str_puts(&words->fix, "make the pages accessible first (mprotect)");
    else
        iq_str_puts(
            &words->fix,
            evidence->unmapper
                ? "unmap the memory after its last use, or use the address that mremap returned"
                : "look for memory that was unmapped or freed, or for an uninitialised pointer");
}

/* The program's own mapping that [bad] was in is the object; returns the name of the function that
 * unmapped it, NULL: there was none. */
static const char *blame_unmap(struct iq_suspicion *suspicion, uint64_t bad)
{
    struct iq_hostmap_block block;
    if (!iq_hostmap_find_gone(bad, &block))
        return NULL;
    suspicion->object = iq_object_of_host(block.base, block.end - block.base);
    suspicion->object.state = "freed";
    suspicion->object.created.stack = iq_stack_of_caller(block.mapped);
    suspicion->object.destroyed.stack = iq_stack_of_caller(block.unmapped);
    suspicion->object.destroyed.number = block.unmapped_call;
    return block.how;
}

bool iq_host_device_side_is_bad(const struct iq_event *event)
{
    const struct iq_thread *thread = iq_thread_block;
    const struct iq_call *call = event->call;
    if (thread->suspicion_count)
        return true;
    for (int i = 0; i < call->entry->arg_count && i < IQ_THREAD_ARGS; i++) {
        int role = call->entry->args[i].role;
        if ((role != IQ_ROLE_READ && role != IQ_ROLE_WRITE) || i == event->arg ||
            iq_walk_space(call, i) != IQ_SPACE_DEVICE)
            continue;
        const struct iq_resolved *place = &thread->resolved[i];
        struct iq_range range;
        if (!call->args[i] ||
            (place->live && place->range.size &&
             event->bytes.size > place->range.size - (call->args[i] - place->range.base)))
            return true;
        if (!place->live && iq_resolved_freed(call, i, &range))
            return true;
    }
    return false;
}

enum { NULL_PAGE = 65536 }; /* no memory of anybody */

/* The kernel's half of the addresses, too, where nothing refuses it: OpenCL on a CPU. */
static bool is_nobodys(const struct iq_event *event)
{
    return event->value && (event->value < NULL_PAGE ||
                            ((int64_t)event->value < 0 && iq_is_opencl(event->call->entry)));
}

/* Of bytes that may not be accessed, in a mapping: is it anybody's but a file's? */
static bool is_reserve(const struct iq_hostmem_region *region)
{
    return region->what != IQ_HOSTMEM_DATA;
}

enum iq_host_reach iq_host_reach_to(uint64_t bad)
{
    struct iq_hostmem_region region;
    return iq_hostmem_look(bad, &region) && is_reserve(&region) ? IQ_HOST_TO_RESERVE
                                                                : IQ_HOST_TO_HOLE;
}

/* Of [size] bytes that the call is given the one at [bad] is unmapped, read-only, or mapped
 * without being readable. */
static void suspect_pages(const struct iq_event *event, uint64_t size,
                          enum iq_hostmem_verdict verdict, uint64_t bad, bool mapped)
{
    bool ahead = event->phase == IQ_PHASE_BEFORE;
    struct iq_suspicion suspicion = iq_suspicion_at(
        event, verdict == IQ_HOSTMEM_READ_ONLY ? IQ_RULE_HOST_READ_ONLY : IQ_RULE_HOST_UNMAPPED,
        ahead ? IQ_RANK_DEAD : IQ_RANK_UNKNOWN, event->arg);
    suspicion.object = iq_object_of_host(event->value, size);
    suspicion.object.state = verdict == IQ_HOSTMEM_READ_ONLY ? "live" : "never-created";
    const char *unmapper = verdict == IQ_HOSTMEM_UNREADABLE ? blame_unmap(&suspicion, bad) : NULL;
    if (event->place->freed && event->place->range.kind != IQ_KIND_REGISTERED_MEMORY) {
        suspicion.object = iq_object_of_range(&event->place->range);
        suspicion.rule = IQ_RULE_USE_AFTER_FREE;
        suspicion.rank = IQ_RANK_DEAD;
    }
    suspicion.access_address = event->value;
    suspicion.access_size = size;
    suspicion.contain = ahead;
    IQ_EXPLAIN(&suspicion, explain_pages, .read_only = verdict == IQ_HOSTMEM_READ_ONLY,
               .reserved = verdict == IQ_HOSTMEM_UNREADABLE && mapped, .bad = bad,
               .unmapper = unmapper);
    iq_suspect(&suspicion);
}

static void check_host(const struct iq_event *event)
{
    uint64_t bad = 0;
    bool ahead = event->phase == IQ_PHASE_BEFORE;
    bool host = event->bytes.space == IQ_SPACE_HOST;
    bool either = event->bytes.space == IQ_SPACE_ANY; /* the driver finds out by itself */
    if (!(ahead ? host || (either && is_nobodys(event))
                : (host || either) && iq_is_argument_error(event)))
        return;
    if (!event->bytes.size || (int64_t)event->bytes.size < 0 || event->place->live)
        /* registered pages stay for the device even when the program gives them up */
        return;
    enum iq_hostmem_verdict verdict =
        iq_hostmem_check(event->value, event->bytes.size, event->verb == IQ_VERB_WRITE, &bad);
    if (verdict == IQ_HOSTMEM_OK || iq_host_device_side_is_bad(event))
        return;
    struct iq_hostmem_region region;
    bool mapped = verdict == IQ_HOSTMEM_UNREADABLE && iq_hostmem_look(bad, &region);
    if (ahead && mapped && is_reserve(&region))
        return;
    suspect_pages(event, event->bytes.size, verdict, bad, mapped);
}

/* Pages that are to be pinned. */
static void check_registered(const struct iq_event *event)
{
    uint64_t bad = 0;
    struct iq_hostmem_region region;
    /* addresses that no process can have are not supported */
    bool refused = iq_is_argument_error(event) || event->result == CUDA_ERROR_NOT_SUPPORTED;
    if (!refused || !event->value || !event->create.size || event->place->live)
        return;
    enum iq_hostmem_verdict verdict =
        iq_hostmem_check(event->value, event->create.size, false, &bad);
    if (verdict == IQ_HOSTMEM_UNREADABLE && !iq_hostmem_look(bad, &region))
        suspect_pages(event, event->create.size, verdict, bad, false);
}

/* Calls that were refused lately; the lock of the findings. */
enum { REFUSED = 16 };
static struct {
    uint64_t block;
    struct iq_call_ref ref;
} refused[REFUSED];
static unsigned next_refused;

/* The block of the heap that holds [address], else the address itself. */
static uint64_t block_of(uint64_t address)
{
    struct iq_hostheap_block block;
    return iq_hostheap_find(address, &block) == IQ_HOSTHEAP_LIVE ? block.base : address;
}

uint64_t iq_host_in_kernel(uint64_t address)
{
    return iq_cause(IQ_CAUSE_HOST_IN_KERNEL, block_of(address));
}

void iq_host_refused(struct iq_suspicion *suspicion, const struct iq_event *event)
{
    struct iq_call_ref ref = iq_call_ref_of(event->call);
    uint64_t block = block_of(event->value);
    iq_lock(IQ_LOCK_FINDINGS);
    unsigned at = next_refused++ % REFUSED;
    refused[at].block = block;
    refused[at].ref = ref;
    suspicion->folds_into = iq_findings_of_cause(iq_host_in_kernel(event->value));
    iq_unlock(IQ_LOCK_FINDINGS);
    suspicion->also = iq_cause(IQ_CAUSE_HOST_REFUSED, ref.number);
}

uint64_t iq_host_refused_after(const struct iq_call_ref *launch, uint64_t address, uint32_t *stack)
{
    uint64_t block = block_of(address), id = 0;
    iq_lock(IQ_LOCK_FINDINGS);
    for (int i = 0; i < REFUSED && !id; i++) {
        const struct iq_call_ref *ref = &refused[i].ref;
        if (refused[i].block != block || ref->thread != launch->thread ||
            ref->number <= launch->number)
            continue;
        id = iq_findings_of_cause(iq_cause(IQ_CAUSE_HOST_REFUSED, ref->number));
        *stack = ref->stack;
    }
    iq_unlock(IQ_LOCK_FINDINGS);
    return id;
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(READ) | IQ_ON(WRITE), IQ_PHASE_BEFORE, iq_host_check_heap, .kinds = IQ_ADDRESSES },
    { IQ_ON(READ) | IQ_ON(WRITE), IQ_PHASE_BEFORE, check_host, .kinds = IQ_ADDRESSES },
    { IQ_ON(READ) | IQ_ON(WRITE), IQ_PHASE_FAILED, check_host, .kinds = IQ_ADDRESSES },
    { IQ_ON(DESTROY), IQ_PHASE_BEFORE, iq_host_check_unregistered,
      .kinds = IQ_OF(REGISTERED_MEMORY) },
    { IQ_ON(CREATE), IQ_PHASE_FAILED, check_registered, .kinds = IQ_OF(REGISTERED_MEMORY) },
};
const struct iq_rule_family iq_rules_host = { "host memory", subscriptions,
                                              IQ_COUNT_OF(subscriptions) };
