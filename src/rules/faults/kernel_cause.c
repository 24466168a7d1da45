#include "rules/faults/kernel_cause.h"

#include <string.h>

#include "api_cuda/launch.h"
#include "base/hash.h"
#include "base/str.h"
#include "call/cause.h"
#include "call/findings.h"
#include "model/pools.h"
#include "process/stack.h"
#include "rules/faults/kernel_race.h"
#include "rules/faults/kernel_source.h"

/* Indices of one thread that are further apart than this are not one index and its neighbours. */
enum { LEADERS = 64, NEIGHBOURS = 8, ELEMENTS = 64, TEXT_BYTES = 200 };

struct leader {
    uint64_t launch, id, base, size, address;
    enum iq_soft_fault_kind kind;
    uint32_t block[3], thread[3], bytes;
};
static struct leader leaders[LEADERS];
static uint32_t next_leader;

uint64_t iq_soft_place(const struct iq_soft_fault *fault, bool launch)
{
    /* of shared memory */
    uint64_t variable =
        fault->variable ? iq_hash_bytes(fault->variable, strlen(fault->variable)) : 0;
    struct {
        uint64_t launch, object, line, kind, kernel;
    } parts = { launch ? fault->launch : 0, launch ? fault->object_base : variable,
                fault->kind == IQ_SOFT_FAULT_UNINITIALIZED || iq_soft_is_race(fault) ||
                        iq_pools_forbid(fault)
                    ? 0
                    : fault->ptx_line,
                fault->kind,
                fault->kernel ? iq_hash_bytes(fault->kernel, strlen(fault->kernel)) : 0 };
    return iq_hash_bytes(&parts, sizeof parts);
}

/* An index that leads out of its object. */
static bool is_overrun(const struct iq_soft_fault *fault)
{
    uint64_t at = fault->address - fault->object_base;
    if (fault->kind == IQ_SOFT_FAULT_SHARED_OUT_OF_BOUNDS)
        return !fault->sticky_code && fault->size;
    return fault->kind == IQ_SOFT_FAULT_OUT_OF_BOUNDS && fault->object_size && fault->size &&
           (at >= fault->object_size || at + fault->size > fault->object_size);
}

/* Memory that has been freed. */
static bool is_gone(const struct iq_soft_fault *fault)
{
    return fault->kind == IQ_SOFT_FAULT_USE_AFTER_FREE && fault->object_size && fault->size;
}

static bool is_in_front(const struct iq_soft_fault *fault)
{
    if (fault->kind == IQ_SOFT_FAULT_SHARED_OUT_OF_BOUNDS)
        return (int32_t)fault->address < (int64_t)fault->object_base;
    return fault->address < fault->object_base;
}

/* The same statement and shape of launch, memory of the same size: whichever call launched it. */
static uint64_t wide_cause(const struct iq_soft_fault *fault)
{
    struct {
        uint64_t place, size, front;
        uint32_t shape[6];
    } parts = { iq_soft_place(fault, false), fault->object_size, is_in_front(fault), { 0 } };
    memcpy(parts.shape, fault->grid_size, sizeof fault->grid_size);
    memcpy(parts.shape + 3, fault->block_size, sizeof fault->block_size);
    return iq_cause(IQ_CAUSE_KERNEL_FAULT, iq_hash_bytes(&parts, sizeof parts));
}

/* Kernels of a library that go past the end of one block: it got less than the library was told. */
static uint64_t library_cause(const struct iq_soft_fault *fault, const struct iq_finding *finding)
{
    struct {
        uint64_t base, size, created;
    } parts = { fault->object_base, fault->object_size, iq_stack_place(finding->stack_created) };
    return iq_cause(IQ_CAUSE_KERNEL_FAULT, iq_hash_bytes(&parts, sizeof parts));
}

uint64_t iq_soft_cause(const struct iq_soft_fault *fault, const struct iq_finding *finding)
{
    if (is_overrun(fault) && !is_in_front(fault) && iq_soft_is_of_library(fault))
        return library_cause(fault, finding);
    if (is_overrun(fault) && iq_findings_of_cause(wide_cause(fault)))
        return wide_cause(fault);
    struct {
        uint64_t place, call, created;
    } parts = { iq_soft_place(fault, false), iq_stack_place(finding->stack_call),
                iq_stack_place(finding->stack_created) };
    return iq_cause(IQ_CAUSE_KERNEL_FAULT, iq_hash_bytes(&parts, sizeof parts));
}

static bool is_one_thread(const struct leader *leader, const struct iq_soft_fault *fault)
{
    return !memcmp(leader->block, fault->block, sizeof leader->block) &&
           !memcmp(leader->thread, fault->thread, sizeof leader->thread);
}

/* Where one thread made both: are the indices, in elements from the start of each object, the same
 * or neighbours? */
static bool is_near(const struct leader *leader, const struct iq_soft_fault *fault)
{
    if (!is_one_thread(leader, fault))
        return true;
    int64_t there = (int64_t)(leader->address - leader->base) / leader->bytes,
            here = (int64_t)(fault->address - fault->object_base) / fault->size;
    return there - here <= NEIGHBOURS && here - there <= NEIGHBOURS;
}

/* Records of different sizes, but as many of them: did one thread leave both objects at the same
 * part of their sizes?  With few elements that is chance. */
static bool is_same_part(const struct leader *leader, const struct iq_soft_fault *fault)
{
    uint64_t there = leader->size / leader->bytes, here = fault->object_size / fault->size,
             least = there < here ? there : here;
    if (least < ELEMENTS || leader->address < leader->base || is_in_front(fault) ||
        fault->kind != IQ_SOFT_FAULT_OUT_OF_BOUNDS || !is_one_thread(leader, fault))
        return false;
    double part = (double)(leader->address - leader->base) / (double)leader->size -
                  (double)(fault->address - fault->object_base) / (double)fault->object_size;
    return part * (double)least <= NEIGHBOURS && part * (double)least >= -NEIGHBOURS;
}

/* The same memory, or as many elements elsewhere, left on the same side. */
static bool is_same(const struct leader *leader, const struct iq_soft_fault *fault)
{
    if (leader->launch != fault->launch || leader->kind != fault->kind)
        return false;
    if (is_gone(fault))
        return leader->base == fault->object_base;
    bool front = fault->kind == IQ_SOFT_FAULT_SHARED_OUT_OF_BOUNDS
                     ? (int32_t)leader->address < (int64_t)leader->base
                     : leader->address < leader->base;
    bool alike =
        leader->base == fault->object_base ||
        (fault->object_size && leader->size / leader->bytes == fault->object_size / fault->size);
    return (alike && front == is_in_front(fault) && is_near(leader, fault)) ||
           is_same_part(leader, fault);
}

static void put_join(struct iq_str *text, const struct iq_soft_fault *fault)
{
    iq_soft_put_line(text, fault->file, fault->line, fault->ptx_line);
    if (is_gone(fault)) {
        iq_str_printf(text, " %s the same freed memory", fault->is_write ? "writes to" : "reads");
        return;
    }
    iq_str_printf(text, " %s %s the %s of ", fault->is_write ? "writes" : "reads",
                  is_in_front(fault) ? "before" : "past", is_in_front(fault) ? "start" : "end");
    if (fault->kind == IQ_SOFT_FAULT_SHARED_OUT_OF_BOUNDS)
        iq_str_puts(text, "the same variable");
    else if (fault->variable)
        iq_str_printf(text, "variable %s", fault->variable);
    else if (fault->argument)
        iq_str_printf(text, "the memory of argument %u", fault->argument);
    else
        iq_str_printf(text, "%llu bytes", (unsigned long long)fault->object_size);
    iq_str_puts(text, ", too");
}

uint64_t iq_soft_join(const struct iq_soft_fault *fault, const struct iq_finding *finding)
{
    char what[TEXT_BYTES];
    struct iq_str text;
    uint64_t id = 0;
    for (uint32_t i = 0; (is_overrun(fault) || is_gone(fault)) && i < LEADERS && !id; i++)
        if (leaders[i].id && is_same(&leaders[i], fault))
            id = leaders[i].id;
    uint64_t own = id ? iq_findings_of_cause(iq_soft_cause(fault, finding)) : 0;
    if (own || !id)
        return own == id ? id : 0;
    iq_str_init_buffer(&text, what, sizeof what);
    put_join(&text, fault);
    iq_findings_relate(id, what, 0);
    iq_findings_add_cause(id, iq_soft_cause(fault, finding));
    if (is_overrun(fault))
        iq_findings_add_cause(id, wide_cause(fault));
    return id;
}

void iq_soft_lead(const struct iq_soft_fault *fault, uint64_t id)
{
    if (!id || !(is_overrun(fault) || is_gone(fault)))
        return;
    if (is_overrun(fault))
        iq_findings_add_cause(id, wide_cause(fault));
    struct leader *leader = &leaders[next_leader++ % LEADERS];
    *leader = (struct leader){ .launch = fault->launch,
                               .id = id,
                               .base = fault->object_base,
                               .size = fault->object_size,
                               .address = fault->address,
                               .kind = fault->kind,
                               .bytes = fault->size };
    memcpy(leader->block, fault->block, sizeof leader->block);
    memcpy(leader->thread, fault->thread, sizeof leader->thread);
}

uint64_t iq_soft_join_order(const struct iq_soft_fault *fault, const struct iq_finding *finding,
                            const struct iq_range *range, const struct iq_launch_record *launch)
{
    bool freed = fault->kind == IQ_SOFT_FAULT_USE_AFTER_FREE && range->freed.number,
         unwritten = fault->kind == IQ_SOFT_FAULT_UNINITIALIZED && range->size && launch;
    uint64_t early = freed ? iq_findings_of_cause(iq_range_cause(range, IQ_CAUSE_RANGE_FREED)) : 0;
    early = freed && !early ? iq_findings_of_cause(iq_freed_cause(range)) : early;
    if (unwritten || (freed && !early && launch && launch->ref.number < range->freed.number))
        early = iq_findings_of_cause(iq_range_cause(range, IQ_CAUSE_RANGE_RACED));
    if (early && freed)
        iq_findings_raise(early, IQ_ERROR);
    if (early)
        iq_findings_relate(early,
                           freed ? "a kernel used the memory after it was freed"
                                 : "a kernel read memory that nothing had written yet",
                           finding->stack_call);
    return early;
}
