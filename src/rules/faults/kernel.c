/* What the software device tells: which launch is running, and which of its threads did something
 * wrong. Faults become kernel findings; a failure that the context answers with afterwards is
 * folded into them. */
#include "rules/faults/kernel.h"

#include <stdio.h>
#include <string.h>

#include "abi/cuda_abi.h"
#include "abi/soft_observer.h"
#include "api_cuda/launch.h"
#include "api_cuda/soft_site.h"
#include "base/locks.h"
#include "base/numba.h"
#include "call/core.h"
#include "call/fault.h"
#include "call/findings.h"
#include "call/ledger.h"
#include "call/rule.h"
#include "model/handle.h"
#include "model/names.h"
#include "model/pools.h"
#include "order/footprint.h"
#include "order/guard.h"
#include "order/managed.h"
#include "process/hostheap.h"
#include "process/hostmem.h"
#include "process/stack.h"
#include "rules/common/held.h"
#include "rules/common/host.h"
#include "rules/faults/kernel_cause.h"
#include "rules/faults/kernel_fix.h"
#include "rules/faults/kernel_nested.h"
#include "rules/faults/kernel_place.h"
#include "rules/faults/kernel_race.h"
#include "rules/faults/kernel_source.h"
#include "rules/faults/kernel_unwritten.h"
#include "rules/rules.h"

enum { TEXT_BYTES = 800, VALUE_BYTES = 24 };

static enum iq_rule_id rule_of(const struct iq_soft_fault *fault)
{
    if (iq_soft_is_nested(fault))
        return iq_soft_nested_rule(fault);
    switch (fault->kind) {
    case IQ_SOFT_FAULT_USE_AFTER_FREE:
    case IQ_SOFT_FAULT_TEXTURE_GONE: return IQ_RULE_KERNEL_USE_AFTER_FREE;
    case IQ_SOFT_FAULT_MISALIGNED: return IQ_RULE_KERNEL_MISALIGNED;
    case IQ_SOFT_FAULT_SHARED_OUT_OF_BOUNDS:
    case IQ_SOFT_FAULT_CLUSTER: return IQ_RULE_KERNEL_SHARED_OUT_OF_BOUNDS;
    case IQ_SOFT_FAULT_ASSERT: return IQ_RULE_KERNEL_ASSERT;
    case IQ_SOFT_FAULT_TRAP:
    case IQ_SOFT_FAULT_TEXTURE_NEVER:
    case IQ_SOFT_FAULT_SURFACE:
    case IQ_SOFT_FAULT_CANNOT_GO_ON: return IQ_RULE_KERNEL_TRAP;
    case IQ_SOFT_FAULT_BARRIER:
    case IQ_SOFT_FAULT_DIVERGENCE: return IQ_RULE_BARRIER_DIVERGENCE;
    case IQ_SOFT_FAULT_RACE: return IQ_RULE_KERNEL_RACE;
    case IQ_SOFT_FAULT_SHARED_RACE: return IQ_RULE_KERNEL_SHARED_RACE;
    case IQ_SOFT_FAULT_UNINITIALIZED: return IQ_RULE_KERNEL_UNINITIALIZED;
    case IQ_SOFT_FAULT_TIMEOUT: return IQ_RULE_NEVER_SIGNALLED;
    case IQ_SOFT_FAULT_UNSUPPORTED: return IQ_RULE_SOFT_LIMIT;
    default: return IQ_RULE_KERNEL_OUT_OF_BOUNDS;
    }
}

static void put_where(struct iq_str *text, const struct iq_soft_fault *fault)
{
    iq_str_printf(text, "kernel %s, block (%u,%u,%u)", fault->kernel ? fault->kernel : "?",
                  fault->block[0], fault->block[1], fault->block[2]);
    if (fault->kind != IQ_SOFT_FAULT_CHILD_RACE)
        iq_str_printf(text, ", thread (%u,%u,%u)", fault->thread[0], fault->thread[1],
                      fault->thread[2]);
}

/* Where bytes that leave the object from [base] to [end] lie: "directly after the end of ", "8
 * bytes before the start of ". */
static void put_outside(struct iq_str *text, uint64_t address, uint64_t size, uint64_t base,
                        uint64_t end)
{
    uint64_t away = address >= end   ? address - end
                    : address < base ? base - address
                                     : address + size - end;
    if (address >= base && address < end)
        iq_str_puts(text, "of which ");
    if (away)
        iq_str_printf(text, "%llu byte%s ", (unsigned long long)away, away == 1 ? "" : "s");
    iq_str_puts(text, address < base  ? "before the start of "
                      : address < end ? "are past the end of "
                      : away          ? "after the end of "
                                      : "directly after the end of ");
}

static const char *gone_object(const struct iq_soft_fault *fault)
{
    return *fault->variable == 'a'   ? "a texture's or surface's array"
           : *fault->variable == 's' ? "a surface object"
                                     : "a texture object";
}

/* The handle that is gone; NULL: not seen, or its value is of a younger one. */
static const struct iq_handle *gone_handle(const struct iq_soft_fault *fault)
{
    enum iq_kind kind = fault->kind != IQ_SOFT_FAULT_TEXTURE_GONE ? IQ_KIND_NONE
                        : *fault->variable == 'a'                 ? IQ_KIND_ARRAY
                        : *fault->variable == 's'                 ? IQ_KIND_SURFACE
                                                                  : IQ_KIND_TEXTURE;
    const struct iq_handle *handle = kind ? iq_handle_find(kind, fault->object_base) : NULL;
    return handle && handle->kind == kind && iq_handle_is_dead(handle) ? handle : NULL;
}

/* The array that a texture or surface shows; NULL: none, or not seen. */
static const struct iq_handle *array_of(const struct iq_soft_fault *fault)
{
    enum iq_kind kind = fault->array_mipmapped ? IQ_KIND_MIPMAPPED_ARRAY : IQ_KIND_ARRAY;
    const struct iq_handle *handle = fault->array ? iq_handle_find(kind, fault->array) : NULL;
    return handle && handle->kind == kind ? handle : NULL;
}

static void put_handle(struct iq_str *text, const struct iq_handle *handle)
{
    struct iq_call_ref end = iq_handle_end(handle);
    iq_str_printf(text, "it was created by %s and destroyed by %s; ",
                  handle->created.entry ? handle->created.entry->name
                                        : "a call that inquest did not see",
                  end.entry ? end.entry->name : "a call that inquest did not see");
}

/* An offset in front of everything is below 0. */
static void put_shared(struct iq_str *text, const struct iq_soft_fault *fault, const char *what)
{
    int32_t offset = (int32_t)fault->address;
    iq_str_printf(text, ", %s at shared offset %s0x%x, outside the %s", what, offset < 0 ? "-" : "",
                  offset < 0 ? 0u - (uint32_t)offset : (uint32_t)offset,
                  fault->sticky_code ? "block's shared memory" : "variable");
}

/* An atomic operation reads what it replaces. */
static void put_unwritten(struct iq_str *text, const struct iq_soft_fault *fault)
{
    iq_str_printf(text, ", read %u byte%s ", fault->size, fault->size == 1 ? "" : "s");
    iq_soft_put_address(text, fault);
    iq_str_puts(text, " that nothing has written");
}

static void put_texture(struct iq_str *text, const struct iq_soft_fault *fault)
{
    unsigned long long address = fault->address;
    if (fault->kind == IQ_SOFT_FAULT_TEXTURE_GONE)
        iq_str_printf(text, ", %s %s, which has been %s",
                      fault->is_write ? "wrote to" : "read from", gone_object(fault),
                      *fault->variable == 'a' ? "freed" : "destroyed");
    else if (fault->kind == IQ_SOFT_FAULT_TEXTURE_SHORT)
        iq_str_printf(text, ", fetched element %llu of a texture that has %llu",
                      (address - fault->object_base) / fault->size,
                      (unsigned long long)(fault->written / fault->size));
    else
        iq_str_printf(text, ", used handle 0x%llx, which is not a %s object", address,
                      fault->variable);
}

static void put_message(struct iq_str *text, const struct iq_soft_fault *fault)
{
    char what[40];
    unsigned long long address = fault->address;
    uint64_t base = fault->object_base, end = base + fault->object_size;
    snprintf(what, sizeof what, "%s %u byte%s", fault->is_write ? "wrote" : "read", fault->size,
             fault->size == 1 ? "" : "s");
    put_where(text, fault);
    switch (fault->kind) {
    case IQ_SOFT_FAULT_OUT_OF_BOUNDS:
        iq_str_printf(text, ", %s ", what);
        if (!fault->object_size)
            iq_str_printf(text, "at 0x%llx, outside every allocation", address);
        else if (address >= base && address < end && end - address >= fault->size)
            iq_str_printf(text, "at 0x%llx, which it must not access", address);
        else {
            put_outside(text, address, fault->size, base, end);
            if (fault->variable)
                iq_str_printf(text, "variable %s of ", fault->variable);
            iq_put_bytes(text, fault->object_size);
            iq_str_puts(text, fault->variable ? "" : " of memory");
        }
        break;
    case IQ_SOFT_FAULT_UNINITIALIZED: put_unwritten(text, fault); break;
    case IQ_SOFT_FAULT_USE_AFTER_FREE:
        iq_str_printf(text,
                      fault->size ? ", %s at 0x%llx, in freed memory"
                                  : ", %s 0x%llx, which has been freed",
                      fault->size ? what : "called free() of", address);
        break;
    case IQ_SOFT_FAULT_TEXTURE_GONE:
    case IQ_SOFT_FAULT_TEXTURE_NEVER:
    case IQ_SOFT_FAULT_TEXTURE_SHORT: put_texture(text, fault); break;
    case IQ_SOFT_FAULT_MISALIGNED:
        if (fault->size)
            iq_str_printf(text, ", %s at 0x%llx, %snot a multiple of %u", what, address,
                          fault->nowhere ? "outside every allocation and " : "which is ",
                          fault->size);
        else
            iq_str_puts(text, ", accessed a surface between two of its elements");
        break;
    case IQ_SOFT_FAULT_NULL_PAGE:
        iq_str_printf(text, ", %s at 0x%llx, through a null pointer", what, address);
        break;
    case IQ_SOFT_FAULT_HOST_POINTER:
        iq_str_printf(text, ", %s at 0x%llx, which is host memory", what, address);
        break;
    case IQ_SOFT_FAULT_SHARED_OUT_OF_BOUNDS: put_shared(text, fault, what); break;
    case IQ_SOFT_FAULT_LOCAL_OUT_OF_BOUNDS:
        iq_str_printf(text, ", %s outside its local memory", what);
        break;
    case IQ_SOFT_FAULT_CLUSTER:
        iq_str_puts(text,
                    ", accessed the shared memory of a block that does not exist in its cluster");
        break;
    case IQ_SOFT_FAULT_ASSERT: iq_str_puts(text, ", failed an assertion"); break;
    case IQ_SOFT_FAULT_TRAP: iq_str_puts(text, ", executed a trap"); break;
    case IQ_SOFT_FAULT_CANNOT_GO_ON: iq_str_puts(text, ", could not continue"); break;
    case IQ_SOFT_FAULT_SURFACE: iq_str_puts(text, ", used a surface outside its array"); break;
    case IQ_SOFT_FAULT_BARRIER:
        iq_str_puts(text, ", waits at a barrier that other threads of its block do not reach");
        break;
    case IQ_SOFT_FAULT_TIMEOUT:
        iq_str_puts(text, ", ran longer than --kernel-timeout allows");
        break;
    case IQ_SOFT_FAULT_RACE:
    case IQ_SOFT_FAULT_SHARED_RACE:
    case IQ_SOFT_FAULT_DIVERGENCE: iq_soft_race_message(text, fault); break;
    case IQ_SOFT_FAULT_UNSUPPORTED:
        iq_str_puts(text, ", needs an instruction that is not supported: " IQ_SOFT_LIMIT);
        break;
    case IQ_SOFT_FAULT_REFUSED:
    case IQ_SOFT_FAULT_HANDED_DOWN:
    case IQ_SOFT_FAULT_CHILD_RACE: iq_soft_nested_message(text, fault); break;
    }
}

/* Where the address lies, seen from the allocation that was meant. */
static void put_place(struct iq_str *text, const struct iq_soft_fault *fault,
                      const struct iq_range *range)
{
    uint64_t end = range->base + range->size, address = fault->address;
    const char *name = iq_pools_name_of(range->base);
    iq_str_printf(text, "0x%llx is ", (unsigned long long)address);
    if (range->kind == IQ_KIND_SYMBOL && address >= end)
        iq_str_printf(text, "byte %llu, ", (unsigned long long)(address - range->base));
    if (range->size && (address < range->base || address >= end))
        put_outside(text, address, fault->size, range->base, end);
    else
        iq_str_printf(text, "byte %llu of ", (unsigned long long)(address - range->base));
    iq_str_printf(text, "%llu byte%s of ", (unsigned long long)range->size,
                  range->size == 1 ? "" : "s");
    if (range->kind == IQ_KIND_SYMBOL && range->name)
        iq_str_printf(text, "the module's variable %s", range->name);
    else
        iq_str_printf(text, "%s%s%s allocated by %s", iq_plain_kind(iq_kind_name(range->kind)),
                      range->name ? " of variable " : "", range->name ? range->name : "",
                      range->created.entry ? range->created.entry->name
                                           : "a call that inquest did not see");
    if (name)
        iq_str_printf(text, " and called \"%s\"", name);
    if (range->freed.number)
        iq_str_printf(text, " and freed by %s",
                      range->freed.entry ? range->freed.entry->name
                                         : "a call that inquest did not see");
    iq_str_puts(text, "; ");
}

/* What lies there instead. */
static void put_victim(struct iq_str *text, const struct iq_soft_fault *fault,
                       const struct iq_range *range)
{
    struct iq_range other;
    if (fault->kind == IQ_SOFT_FAULT_OUT_OF_BOUNDS && iq_range_find(fault->address, &other) &&
        other.base != range->base)
        iq_str_printf(text, "that address is byte %llu of %llu bytes of %s allocated by %s; ",
                      (unsigned long long)(fault->address - other.base),
                      (unsigned long long)other.size, iq_plain_kind(iq_kind_name(other.kind)),
                      other.created.entry ? other.created.entry->name
                                          : "a call that inquest did not see");
}

static bool has_name(const struct iq_soft_fault *fault)
{
    return fault->argument_name && !strstr(fault->argument_name, "_param_");
}

/* Number of the argument that carried the pointer, or that of what it was loaded from. */
static uint32_t guilty_argument(const struct iq_soft_fault *fault)
{
    return fault->argument ? fault->argument : fault->source_argument;
}

static void put_argument(struct iq_str *text, const struct iq_soft_fault *fault)
{
    const char *what = fault->array                                 ? "texture or surface object"
                       : fault->kind == IQ_SOFT_FAULT_TEXTURE_GONE  ? "object"
                       : fault->kind == IQ_SOFT_FAULT_TEXTURE_NEVER ? "handle"
                       : fault->kind == IQ_SOFT_FAULT_TEXTURE_SHORT ? "texture"
                                                                    : "pointer";
    if (fault->argument && has_name(fault))
        iq_str_printf(text, "the %s is the kernel's argument %s; ", what, fault->argument_name);
    else if (fault->argument)
        iq_str_printf(text, "the %s is the kernel's argument %u; ", what, fault->argument);
}

static const struct iq_soft_site *writer_of(const struct iq_soft_fault *fault)
{
    return (const struct iq_soft_site *)(uintptr_t)fault->writer_site;
}

/* A variable has the zeros that it was loaded with; other memory whatever was there before. */
static bool is_of_variable(const struct iq_soft_fault *fault)
{
    return fault->kind == IQ_SOFT_FAULT_UNINITIALIZED && fault->writer_source;
}

static void put_short_allocation(struct iq_str *text, const struct iq_soft_fault *fault)
{
    iq_str_printf(text, "an argument of the kernel is %llu as well",
                  (unsigned long long)fault->written);
    if (fault->wanted > fault->written)
        iq_str_printf(text, ", and %llu elements of %u bytes have %llu bytes",
                      (unsigned long long)fault->written, fault->size,
                      (unsigned long long)fault->wanted);
    iq_str_puts(text, ": it seems that elements and bytes were confused; ");
}

static void put_cause(struct iq_str *text, const struct iq_soft_fault *fault,
                      const struct iq_range *range, bool known)
{
    struct iq_held held;
    if (fault->text && fault->kind != IQ_SOFT_FAULT_CHILD_RACE)
        iq_str_printf(text, "%s; ", fault->text);
    if (known) {
        put_place(text, fault, range);
        put_victim(text, fault, range);
    } else if (fault->kind == IQ_SOFT_FAULT_HOST_POINTER) {
        struct iq_variable variable;
        if (iq_name_of_variable(fault->address, &variable))
            iq_str_printf(text,
                          "the address is that of the host's shadow of the device variable %s",
                          variable.name);
        else
            iq_str_printf(text, "the address lies in %s", iq_host_words(fault->address));
        if (!iq_soft_source_is_object(fault) && iq_held_find_in_kernel(fault->address, &held))
            iq_put_held(text, &held);
        iq_str_puts(text, "; ");
    }
    if (fault->kind == IQ_SOFT_FAULT_UNSUPPORTED) {
        iq_str_printf(text, "PTX line %u", fault->ptx_line);
        return;
    }
    if (fault->wants_grid)
        iq_str_puts(
            text,
            "the kernel asks for its grid (cooperative_groups::this_grid()), whose sync() traps unless the launch is cooperative; ");
    if (fault->writer_site)
        iq_soft_put_short_write(text, fault);
    if (iq_soft_is_short(fault))
        put_short_allocation(text, fault);
    const struct iq_handle *gone = gone_handle(fault);
    if (gone)
        put_handle(text, gone);
    if (array_of(fault) && array_of(fault)->created.entry)
        iq_str_printf(text, "%s created the array; ", array_of(fault)->created.entry->name);
    put_argument(text, fault);
    iq_soft_source_cause(text, fault);
    if (iq_soft_is_of_full_heap(fault)) {
        iq_str_puts(text, "malloc or new in a kernel had returned NULL: there was no room for ");
        iq_put_bytes(text, fault->heap_asked);
        iq_str_puts(text, " in the heap of kernels, which has ");
        iq_put_bytes(text, fault->heap_size);
        iq_str_puts(text, "; ");
    }
    if (fault->threads > 1)
        iq_str_printf(text, "%llu threads do this; ", (unsigned long long)fault->threads);
    if (iq_soft_is_race(fault) || fault->kind == IQ_SOFT_FAULT_DIVERGENCE)
        iq_soft_race_cause(text, fault);
    else if (iq_soft_is_nested(fault))
        iq_soft_nested_cause(text, fault);
    else if (is_of_variable(fault))
        iq_soft_put_zeros(text);
    else
        iq_str_puts(text, iq_pools_forbid(fault) ? "a GPU does not prevent this access"
                          : fault->sticky_code || fault->kind == IQ_SOFT_FAULT_MISALIGNED
                              ? "on a GPU the context is lost, and a later call reports it"
                          : fault->kind == IQ_SOFT_FAULT_TEXTURE_SHORT
                              ? "such a fetch gives 0 on a GPU, too"
                          : fault->kind == IQ_SOFT_FAULT_UNINITIALIZED
                              ? "on a GPU the value is whatever was there before"
                          : fault->is_write
                              ? "on a GPU this goes unnoticed and corrupts data"
                              : "on a GPU this goes unnoticed and yields a wrong value");
    if (!fault->file)
        iq_str_printf(text, " (PTX line %u; %s for source lines)", fault->ptx_line,
                      iq_numba_made(fault->kernel) ? "cuda.jit(lineinfo=True)"
                                                   : "compile with -lineinfo");
}

static bool find_at(const struct iq_soft_fault *fault, uint64_t address, struct iq_range *range)
{
    if (fault->kind == IQ_SOFT_FAULT_USE_AFTER_FREE && iq_range_find_freed(address, range))
        return true;
    if (iq_range_find(address, range) || iq_range_find_freed(address, range))
        return true;
    return fault->kind == IQ_SOFT_FAULT_OUT_OF_BOUNDS && iq_range_find_below(address, range) &&
           address - range->base - range->size < 1 << 20;
}

/* The allocation that the access belongs to: the one the device names (which may be a mapping with
 * the program's block somewhere in it), else the nearest below. */
static bool find_object(const struct iq_soft_fault *fault, struct iq_range *range)
{
    if (fault->array)
        return false;
    if (fault->kind > IQ_SOFT_FAULT_NULL_PAGE && fault->kind != IQ_SOFT_FAULT_UNINITIALIZED &&
        fault->kind != IQ_SOFT_FAULT_RACE && fault->kind != IQ_SOFT_FAULT_CHILD_RACE &&
        fault->kind != IQ_SOFT_FAULT_TEXTURE_SHORT)
        return false;
    if (fault->kind == IQ_SOFT_FAULT_TEXTURE_SHORT)
        return iq_range_find(fault->address, range);
    if (fault->variable &&
        !(iq_range_find(fault->object_base, range) && range->base == fault->object_base)) {
        *range = (struct iq_range){ .base = fault->object_base,
                                    .size = fault->object_size,
                                    .kind = IQ_KIND_SYMBOL,
                                    .name = iq_name_intern(fault->variable),
                                    .device = -1 };
        return true;
    }
    return (fault->object_size && find_at(fault, fault->object_base, range)) ||
           find_at(fault, fault->address, range);
}

static void fill_object(struct iq_finding *finding, const struct iq_soft_fault *fault,
                        const struct iq_range *range)
{
    iq_finding_set_object(finding, range);
    finding->access_address = fault->address;
    finding->access_size = fault->size;
}

/* Memory that no call of the host made: of malloc in a kernel. */
static void fill_nameless(struct iq_finding *finding, const struct iq_soft_fault *fault, int device)
{
    iq_finding_set_object(finding, &(struct iq_range){ .base = fault->object_base,
                                                       .size = fault->object_size,
                                                       .kind = IQ_KIND_DEVICE_MEMORY,
                                                       .device = (int16_t)device });
    finding->object_state = fault->kind == IQ_SOFT_FAULT_USE_AFTER_FREE ? "freed" : "live";
    finding->access_address = fault->address;
    finding->access_size = fault->size;
}

/* A good address in live memory of another device, which the launching one may not access. */
static bool is_far(const struct iq_soft_fault *fault, const struct iq_range *range,
                   const struct iq_context *context)
{
    return fault->kind == IQ_SOFT_FAULT_OUT_OF_BOUNDS && !range->freed.number &&
           fault->address - range->base < range->size && context && context->device >= 0 &&
           range->device >= 0 && range->device != context->device;
}

/* The block of host memory that a kernel was given. */
static void fill_host(struct iq_finding *finding, uint64_t address)
{
    struct iq_hostheap_block block;
    finding->object_kind = iq_kind_name(IQ_KIND_HOST_MEMORY);
    finding->object_address = address;
    finding->object_state = "live";
    if (iq_hostheap_find(address, &block) != IQ_HOSTHEAP_LIVE ||
        !iq_hostheap_certainly_live(&block))
        return;
    finding->object_address = block.base;
    finding->object_size = block.size;
    finding->stack_created = iq_stack_of_caller(block.allocated);
}

static void reword_far(struct iq_finding *finding, const struct iq_soft_fault *fault,
                       struct iq_str *text, int from, int to)
{
    iq_str_init_buffer(text, (char *)(uintptr_t)finding->message, TEXT_BYTES);
    put_where(text, fault);
    iq_str_printf(text, ", %s memory of device %d from device %d",
                  fault->is_write ? "wrote" : "read", to, from);
    finding->rule = IQ_RULE_NOT_ACCESSIBLE;
    finding->fix =
        "launch on the memory's device (cudaSetDevice), or enable peer access first (cudaDeviceEnablePeerAccess)";
}

/* What was reported of launches lately, so that the numbers of threads find their findings. */
enum { TOLD = 64 };
static struct {
    uint64_t key, id;
} told[TOLD];
static unsigned told_next;

static void tell_threads(const struct iq_soft_fault *fault, const char *message, const char *cause)
{
    for (unsigned i = 0; i < TOLD; i++)
        if (told[i].id && told[i].key == iq_soft_place(fault, true))
            iq_findings_reword(told[i].id, message, cause);
}

static void remember(const struct iq_soft_fault *fault, uint64_t id)
{
    unsigned at = __atomic_fetch_add(&told_next, 1, __ATOMIC_RELAXED) % TOLD;
    told[at].key = iq_soft_place(fault, true);
    told[at].id = id;
}

/* The last finding about an address that a kernel handed down to another one, whose fault it then
 * is. */
static struct {
    uint64_t launch, id;
} handed_down;

/* A bad argument that was seen at the launch is the same finding. */
static uint64_t report_fault(const struct iq_soft_fault *fault, const struct iq_finding *finding,
                             const struct iq_range *range, uint64_t replaces,
                             const struct iq_launch_record *launch)
{
    bool freed = fault->kind == IQ_SOFT_FAULT_USE_AFTER_FREE && range->freed.number,
         unwritten = fault->kind == IQ_SOFT_FAULT_UNINITIALIZED && range->size && launch;
    if (fault->handed_down && handed_down.launch == fault->launch && handed_down.id) {
        iq_findings_relate(handed_down.id, "the kernel that was launched used it",
                           finding->stack_call);
        return handed_down.id;
    }
    uint64_t early = iq_soft_join_order(fault, finding, range, launch);
    if (early)
        return early;
    /* arguments are the host's, then */
    bool memory = fault->kind <= IQ_SOFT_FAULT_HOST_POINTER && !fault->launched;
    int argument = (int)fault->argument;
    uint64_t foreseen = memory ? iq_launch_fault_soft(fault, 0, argument) : 0;
    foreseen = foreseen ? foreseen : replaces;
    /* the call came after the launch, but the device carries launches out later */
    uint32_t refused = 0;
    bool of_host = launch && fault->kind == IQ_SOFT_FAULT_HOST_POINTER;
    uint64_t meant = fault->argument ? fault->argument_value : fault->address;
    uint64_t later = of_host ? iq_host_refused_after(&launch->ref, meant, &refused) : 0;
    foreseen = foreseen ? foreseen : later;
    uint64_t id = iq_findings_add(finding, iq_soft_cause(fault, finding), foreseen, true);
    if (of_host && id)
        iq_findings_add_cause(id, iq_host_in_kernel(meant));
    if (later && later != id)
        iq_findings_demote(later, IQ_NOTE);
    if (refused && id)
        iq_findings_relate(id, "a later call was refused for the same memory", refused);
    if (unwritten && id)
        iq_findings_add_cause(id, iq_range_cause(range, IQ_CAUSE_RANGE_UNWRITTEN));
    if (freed && id) {
        iq_findings_add_cause(id, iq_range_cause(range, IQ_CAUSE_RANGE_USED));
        iq_findings_add_cause(id, iq_freed_cause(range));
    }
    if (fault->kind == IQ_SOFT_FAULT_HANDED_DOWN) {
        handed_down.launch = fault->launch;
        handed_down.id = id;
    }
    uint64_t late = memory ? iq_launch_fault_soft(fault, id, argument) : 0;
    if (late && late != foreseen && late != id)
        iq_findings_demote(late, IQ_NOTE);
    return id;
}

/* What a failed call should have made that the kernel went to; NONE: something else is wrong. */
static enum iq_kind never_made(const struct iq_soft_fault *fault)
{
    if (fault->kind == IQ_SOFT_FAULT_NULL_PAGE)
        return IQ_KIND_DEVICE_MEMORY;
    if (fault->kind != IQ_SOFT_FAULT_TEXTURE_NEVER || fault->address)
        return IQ_KIND_NONE;
    return *fault->variable == 's' ? IQ_KIND_SURFACE : IQ_KIND_TEXTURE;
}

/* A null pointer or handle that a call left behind which failed, and nobody looked: one cause. */
static uint64_t failed_creation(const struct iq_soft_fault *fault,
                                const struct iq_launch_record *launch, struct iq_finding *finding,
                                struct iq_str *cause)
{
    struct iq_failure failure;
    enum iq_kind kind = never_made(fault);
    if (!kind || !launch || finding->related_count || !iq_ledger_find(0, kind, &failure) ||
        failure.ref.thread != launch->ref.thread ||
        (failure.excused && !failure.stands && !iq_ledger_is_fresh(&failure, launch->ref.number)))
        return 0;
    bool memory = kind == IQ_KIND_DEVICE_MEMORY;
    finding->related[finding->related_count++] =
        (struct iq_related){ memory ? "the call that failed" : "the creation that failed",
                             failure.ref.stack };
    finding->fix =
        memory
            ? "check the result of the call that gives the address: it failed, so there is no memory to access"
            : "check the result of the call that creates the object: it failed, so there is no object";
    const char *why = iq_findings_message(failure.finding);
    iq_str_printf(cause, "; %s had failed before the launch%s%s%s%s", failure.ref.entry->name,
                  why ? " (" : "", why ? why : "", why ? ")" : "",
                  iq_fault_made(failure.ref.number) ? IQ_FAULT_WORDS : "");
    iq_ledger_used(failure.finding);
    return failure.finding;
}

/* Was finding [id], of a call that failed, told as the first use of what the call left behind, or
 * as something earlier that made it fail? */
static bool join_use(uint64_t id, const struct iq_finding *finding)
{
    if (!id)
        return false;
    bool used = iq_findings_rule(id) == IQ_RULE_UNCHECKED_ERROR;
    if (!used && iq_findings_is_of(id, finding->related[finding->related_count - 1].stack))
        return false;
    iq_findings_relate(id, used ? "a kernel used it" : "a kernel used what is therefore missing",
                       finding->stack_call);
    return true;
}

/* The launch, and which of its arguments carried the pointer. */
static void fill_call(struct iq_finding *finding, const struct iq_soft_fault *fault,
                      const struct iq_launch_record *launch, char *value)
{
    char number[12];
    uint32_t argument = guilty_argument(fault);
    const char *name = has_name(fault) ? fault->argument_name : NULL;
    if (argument) {
        snprintf(value, VALUE_BYTES, "0x%llx", (unsigned long long)fault->argument_value);
        finding->arg_value = value;
        snprintf(number, sizeof number, "%u", argument - 1);
        finding->arg_index = (int)argument - 1;
        finding->arg_name = iq_name_intern(name ? name : number);
        finding->arg_of_kernel = true;
        finding->arg_function = launch && !fault->launched ? launch->function : 0;
    }
    if (launch && launch->ref.entry) {
        finding->api = launch->ref.entry->name;
        finding->entry = launch->ref.entry->symbol;
        finding->stack_call = launch->ref.stack;
    }
}

/* Accesses that nothing orders, or barriers that not all threads reach. */
static bool is_hazard(const struct iq_soft_fault *fault)
{
    return iq_soft_is_race(fault) || fault->kind == IQ_SOFT_FAULT_DIVERGENCE;
}

static enum iq_severity severity_of(const struct iq_soft_fault *fault)
{
    bool goes_on =
        (is_hazard(fault) && !iq_soft_hangs(fault)) || fault->kind == IQ_SOFT_FAULT_CHILD_RACE ||
        (fault->kind == IQ_SOFT_FAULT_REFUSED && !fault->refused_code) ||
        fault->kind == IQ_SOFT_FAULT_UNINITIALIZED || fault->kind == IQ_SOFT_FAULT_TEXTURE_GONE ||
        fault->kind == IQ_SOFT_FAULT_UNSUPPORTED || fault->kind == IQ_SOFT_FAULT_TEXTURE_SHORT;
    return goes_on ? IQ_WARNING : IQ_ERROR;
}

/* The texts of a finding that are made for it. */
struct texts {
    char message[TEXT_BYTES], cause[TEXT_BYTES], fix[TEXT_BYTES], other[TEXT_BYTES],
        parent[TEXT_BYTES], site[TEXT_BYTES], other_site[TEXT_BYTES], parent_site[TEXT_BYTES],
        value[VALUE_BYTES];
};

/* Who else takes part: the other side of a race, who wrote too little, the kernel that launched. */
static void fill_others(struct iq_finding *finding, const struct iq_soft_fault *fault,
                        struct texts *texts)
{
    struct iq_str text;
    if (is_hazard(fault)) {
        iq_str_init_buffer(&text, texts->fix, sizeof texts->fix);
        iq_soft_race_fix(&text, fault);
        finding->fix = texts->fix;
    }
    if (is_hazard(fault) && !(fault->race & IQ_SOFT_RACE_OUTSIDE)) {
        iq_str_init_buffer(&text, texts->other, sizeof texts->other);
        iq_soft_race_other(&text, fault);
        iq_str_init_buffer(&text, texts->other_site, sizeof texts->other_site);
        iq_soft_put_place(&text, fault->other_file, fault->other_line, fault->kernel);
        finding->related_site[finding->related_count] = texts->other_site;
        finding->related[finding->related_count++].what = texts->other;
    }
    if (fault->writer_site)
        finding->related[finding->related_count++] =
            (struct iq_related){ fault->wanted ? "the call that wrote too few bytes"
                                               : "the call that wrote the bytes before",
                                 writer_of(fault)->ref.stack };
    const struct iq_handle *texture = fault->kind == IQ_SOFT_FAULT_TEXTURE_SHORT
                                          ? iq_handle_find(IQ_KIND_TEXTURE, fault->argument_value)
                                          : NULL;
    if (texture)
        finding->related[finding->related_count++] =
            (struct iq_related){ "the texture was made here", texture->created.stack };
    iq_soft_source_relate(finding, fault);
    if (fault->launched) {
        iq_str_init_buffer(&text, texts->parent, sizeof texts->parent);
        iq_soft_launched(&text, fault->launched);
        iq_str_init_buffer(&text, texts->parent_site, sizeof texts->parent_site);
        iq_soft_put_place(&text, fault->launched->file, fault->launched->line,
                          fault->launched->kernel);
        finding->related_site[finding->related_count] = texts->parent_site;
        finding->related[finding->related_count++].what = texts->parent;
    }
}

/* Where in the kernel: file and line, function, block and thread. */
static void put_site(char site[TEXT_BYTES], const struct iq_soft_fault *fault)
{
    snprintf(site, TEXT_BYTES, "%s:%u|%s|%u,%u,%u|%u,%u,%u", fault->file ? fault->file : "",
             fault->file ? fault->line : 0,
             fault->function ? fault->function
             : fault->kernel ? fault->kernel
                             : "",
             fault->block[0], fault->block[1], fault->block[2], fault->thread[0], fault->thread[1],
             fault->thread[2]);
}

/* [range] NULL: no table has the memory; [launch] NULL: not known. */
static void fill_any_object(struct iq_finding *finding, const struct iq_soft_fault *fault,
                            const struct iq_range *range, const struct iq_launch_record *launch)
{
    if (range)
        fill_object(finding, fault, range);
    else if (fault->kind <= IQ_SOFT_FAULT_USE_AFTER_FREE && fault->object_size)
        fill_nameless(finding, fault, launch && launch->context ? launch->context->device : -1);
    else if (fault->kind == IQ_SOFT_FAULT_HOST_POINTER)
        fill_host(finding, fault->address);
    else if (gone_handle(fault))
        iq_finding_set_handle(finding, gone_handle(fault), 0);
    else if (array_of(fault))
        iq_finding_set_handle(finding, array_of(fault), 0);
}

/* What fails from now on fails because of finding [id]. */
static void blame_later(const struct iq_soft_fault *fault, const struct iq_launch_record *launch,
                        uint64_t id)
{
    if (!fault->sticky_code)
        return;
    if (launch && launch->context && !launch->context->sticky_finding)
        launch->context->sticky_finding = id;
    iq_core.last_fault = id;
    __atomic_store_n(&iq_core.soft_fault, id, __ATOMIC_RELEASE);
}

/* What the program has said of the memory that [fault] is about; NULL: nothing to the
 * point. */
static const char *pool_words(enum iq_pools_fault found, const struct iq_soft_fault *fault)
{
    static const char *const allowed[IQ_SOFT_MAY_ALL + 1] = {
        "the program lets kernels do nothing there (nvtxMemPermissionsAssign)",
        "the program lets kernels only read there (nvtxMemPermissionsAssign)",
        "the program lets kernels only write there (nvtxMemPermissionsAssign)",
        "the program lets kernels read and write there, but use no atomic operations (nvtxMemPermissionsAssign)",
        "the program lets kernels use only atomic operations there (nvtxMemPermissionsAssign)",
        "the program does not let kernels write there (nvtxMemPermissionsAssign)",
        "the program does not let kernels read there (nvtxMemPermissionsAssign)",
        NULL
    };
    return found == IQ_POOLS_FAULT_FORBIDDEN      ? allowed[fault->part_may & IQ_SOFT_MAY_ALL]
           : found == IQ_POOLS_FAULT_UNREGISTERED ? "no block of its memory pool is in use there"
                                                  : NULL;
}

static void on_fault(void *user, const struct iq_soft_fault *told_of)
{
    (void)user;
    struct iq_soft_fault own = *told_of, *fault = &own;
    struct texts texts;
    struct iq_str text;
    struct iq_launch_record record;
    struct iq_range range = { .freed.number = 0 };
    enum iq_pools_fault of_part =
        fault->part || fault->part_meant ? iq_pools_explain(fault, &range) : IQ_POOLS_FAULT_NONE;
    if (of_part)
        fault->text = pool_words(of_part, fault);
    const struct iq_launch_record *launch = iq_launch_find_soft(fault, &record) ? &record : NULL;
    bool known = of_part || find_object(fault, &range);
    struct iq_finding finding = { .rule = rule_of(fault),
                                  .severity = severity_of(fault),
                                  .arg_index = -1,
                                  .object_device = -1,
                                  .contained = fault->left_out,
                                  .count = 1,
                                  .message = texts.message,
                                  .cause = texts.cause,
                                  .fix =
                                      of_part == IQ_POOLS_FAULT_UNREGISTERED
                                          ? "use memory of a block that the pool has handed out, "
                                            "and not given back, when the kernel runs"
                                          : iq_soft_fix(fault, known ? &range : NULL),
                                  .kernel_site = texts.site };
    fill_others(&finding, fault, &texts);
    iq_str_init_buffer(&text, texts.message, sizeof texts.message);
    put_message(&text, fault);
    iq_str_init_buffer(&text, texts.cause, sizeof texts.cause);
    put_cause(&text, fault, &range, known);
    if (fault->recounted) {
        tell_threads(fault, texts.message, texts.cause);
        return;
    }
    put_site(texts.site, fault);
    fill_any_object(&finding, fault, known ? &range : NULL, launch);
    fill_call(&finding, fault, launch, texts.value);
    if (launch && known && is_far(fault, &range, launch->context))
        reword_far(&finding, fault, &text, launch->context->device, range.device);
    if (!iq_rule_is_enabled(finding.rule) ||
        (is_of_variable(fault) &&
         !iq_soft_source_holds(&finding, writer_of(fault), fault->writer_source, fault->wanted)))
        return;
    uint64_t root = failed_creation(fault, launch, &finding, &text);
    iq_lock(IQ_LOCK_FINDINGS); /* the host may be about to say that the free came too early */
    uint64_t joined = join_use(root, &finding) ? root : root ? 0 : iq_soft_join(fault, &finding);
    uint64_t id = joined ? joined : report_fault(fault, &finding, &range, root, launch);
    if (!joined)
        iq_soft_lead(fault, id);
    iq_unlock(IQ_LOCK_FINDINGS);
    if (!joined)
        remember(fault, id);
    blame_later(fault, launch, id);
}

static uint64_t launches;                       /* atomic */
static const struct iq_soft_site *first_launch; /* atomic */

uint64_t iq_core_soft_launches(void) { return __atomic_load_n(&launches, __ATOMIC_RELAXED); }

const struct iq_soft_site *iq_core_soft_first_launch(void)
{
    return __atomic_load_n(&first_launch, __ATOMIC_ACQUIRE);
}

static void on_launch(void *user, const struct iq_soft_launch *launch)
{
    (void)user;
    if (!__atomic_fetch_add(&launches, 1, __ATOMIC_RELAXED))
        __atomic_store_n(&first_launch, iq_soft_site_here(), __ATOMIC_RELEASE);
    iq_launch_soft(launch->launch, launch->kernel, launch->grid, launch->block, launch->stream);
}

static void on_worker(void *user)
{
    (void)user;
    iq_guard_is_device_thread();
}

static int on_host_write(void *user, void *to, const void *from, uint64_t size)
{
    (void)user;
    return iq_guard_move(to, from, size);
}

static uint64_t call_number(void *user)
{
    (void)user;
    struct iq_call *call = iq_call_current();
    return call ? iq_call_outermost(call)->number : 0;
}

static uint64_t call_site(void *user)
{
    (void)user;
    return (uint64_t)(uintptr_t)iq_soft_site_here();
}

static void on_unwritten(void *user, const struct iq_soft_unwritten *unwritten)
{
    (void)user;
    iq_soft_unwritten(unwritten);
}

static void on_footprint(void *user, uint64_t call, const char *kernel,
                         const struct iq_soft_footprint *spans, uint32_t count, uint32_t flags)
{
    (void)user;
    iq_footprint_known(call, kernel, spans, count, flags & IQ_SOFT_FOOTPRINT_WAITS);
}

static void on_managed(void *user, uint64_t base, uint64_t size, uint64_t view, int begins)
{
    (void)user;
    if (!iq_core.soft) /* it stands for a GPU, which does not say so */
        return;
    if (begins)
        iq_managed_begin(base, size, view);
    else
        iq_managed_end(base);
}

static int watches_host(void *user)
{
    (void)user;
    struct iq_call *call = iq_call_current();
    return call && iq_managed_is_turn(iq_call_ref_of(call));
}

static void on_place(void *user, uint64_t call, const struct iq_soft_place *place)
{
    (void)user;
    iq_kernel_place_told(call, place);
}

static struct iq_soft_observer observer = { .struct_size = sizeof observer,
                                            .on_launch = on_launch,
                                            .on_fault = on_fault,
                                            .on_worker = on_worker,
                                            .on_host_write = on_host_write,
                                            .call_number = call_number,
                                            .on_footprint = on_footprint,
                                            .on_managed = on_managed,
                                            .watches_host = watches_host,
                                            .call_site = call_site,
                                            .on_unwritten = on_unwritten,
                                            .on_place = on_place,
                                            .parts = iq_pools_parts };

void iq_core_soft_watch(uint32_t flag)
{
    __atomic_fetch_or(&observer.flags, flag, __ATOMIC_RELAXED);
}

const struct iq_soft_observer *iq_core_soft_observer(void)
{
    observer.flags =
        (iq_rule_is_enabled(IQ_RULE_KERNEL_UNINITIALIZED) ? IQ_SOFT_WATCH_UNINITIALIZED : 0) |
        (iq_rule_is_enabled(IQ_RULE_KERNEL_RACE) ? IQ_SOFT_WATCH_RACES : 0) |
        (iq_rule_is_enabled(IQ_RULE_KERNEL_SHARED_RACE) ? IQ_SOFT_WATCH_SHARED_RACES : 0) |
        (iq_core.config.stop ? IQ_SOFT_WATCH_IN_TURN : 0);
    return &observer;
}
