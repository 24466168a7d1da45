#include "rules/faults/opencl_crash.h"

#include <dlfcn.h>
#include <signal.h>
#include <string.h>

#include "api_cuda/flow.h"
#include "api_opencl/fence.h"
#include "api_opencl/launches.h"
#include "api_opencl/port.h"
#include "api_opencl/source.h"
#include "base/locks.h"
#include "call/cause.h"
#include "call/core.h"
#include "call/findings.h"
#include "call/ledger.h"
#include "call/rule.h"
#include "call/status.h"
#include "call/verdict.h"
#include "model/names.h"
#include "process/hostheap.h"
#include "process/modules.h"
#include "process/stack.h"
#include "rules/words.h"

enum { TEXT_BYTES = 900, NULL_PAGE = 4096, SHOWN = 3, NOT_MANY = 8 };

/* --- which kernel
 * ------------------------------------------------------------------------------------------
 */

/* Does the name of the kernel stand in [text], as a word or behind and before an underscore? */
static bool is_named(const char *text, const char *name)
{
    size_t length = name ? strlen(name) : 0;
    for (const char *at = text && length ? strstr(text, name) : NULL; at; at = strstr(at + 1, name))
        if ((at == text || strchr("_/", at[-1])) && strchr("_/.", at[length]))
            return true;
    return false;
}

/* The oldest launch, of those that may still run, of the kernel that [pc] is code of.  [*others] is
 * how many more kernels it may be. */
static const struct iq_cl_launch *find_launch(const struct iq_cl_crash *crash, uint32_t *others)
{
    static const char of_pocl[] = "_pocl_kernel_";
    Dl_info info = { 0 };
    const struct iq_cl_launch *best = NULL, *launch;
    bool in_object = dladdr((void *)crash->pc, &info) != 0;
    *others = 0;
    if (!crash->on_driver_thread &&
        (!info.dli_sname || strncmp(info.dli_sname, of_pocl, sizeof of_pocl - 1)))
        return NULL;
    for (uint32_t i = 0; (launch = iq_cl_launch_get(i)); i++) {
        if (!launch->name || !iq_cl_launch_is_pending(launch))
            continue;
        if (in_object && !is_named(info.dli_sname, launch->name) &&
            !is_named(info.dli_fname, launch->name))
            continue;
        if (best && best->name != launch->name && in_object &&
            strlen(best->name) >= strlen(launch->name))
            continue; /* of two names that fit the longer one */
        *others += best && !in_object && best->name != launch->name;
        best = launch; /* the oldest is where the queue is */
    }
    return best;
}

/* --- which argument
 * ------------------------------------------------------------------------------------------
 */

struct guilty {
    int arg;
    const struct iq_handle *object;
    uint64_t size, base;
    bool certain;
};

/* The block of the driver's that is as long as the buffer: PoCL allocates in units.  Two that are
 * as long are told apart by nothing. */
static uint64_t base_in_block(const struct iq_cl_fence_block *block, const struct iq_handle *object,
                              const struct iq_memobj *memory)
{
    const struct iq_memobj *whole = memory->is_part ? iq_memobj_of(object->owner) : memory;
    uint64_t unit = IQ_CL_FENCE_ALIGNMENT,
             size = whole && !whole->host_ptr ? (whole->size + unit - 1) / unit * unit : 0;
    return size && size == block->end - block->base ? block->base + memory->offset : 0;
}

/* Does a register hold the address of a block that is as large as the buffer?  Then it is the
 * buffer's memory: drivers on the CPU
 * allocate it so. */
static uint64_t base_in_registers(const struct iq_cl_crash *crash, const struct iq_handle *object,
                                  const struct iq_memobj *memory)
{
    struct iq_hostheap_block heap;
    for (uint32_t i = 0; i < crash->word_count; i++) {
        uint64_t word = crash->words[i];
        const struct iq_cl_fence_block *block =
            iq_cl_fence_holds((void *)(uintptr_t)word) ? iq_cl_fence_find(word) : NULL;
        uint64_t base = block ? base_in_block(block, object, memory) : 0;
        if (base == word && base)
            return base;
        if (iq_hostheap_find(word, &heap) == IQ_HOSTHEAP_LIVE && heap.base == word &&
            heap.size >= memory->size && heap.size < memory->size + NULL_PAGE)
            return heap.base;
    }
    return 0;
}

static uint64_t base_of(const struct iq_cl_crash *crash, const struct iq_handle *object,
                        const struct iq_memobj *memory)
{
    if (crash->block)
        return base_in_block(crash->block, object, memory);
    for (int i = 0; i < IQ_MEMOBJ_MAPS; i++)
        if (memory->maps[i].address && memory->maps[i].bytes)
            return memory->maps[i].address - memory->maps[i].offset;
    return memory->host_ptr ? memory->host_ptr : base_in_registers(crash, object, memory);
}

/* Was the code working with another buffer than that of crash->block?  It may have come from there,
 * by a long way. */
static bool is_from_elsewhere(const struct iq_cl_crash *crash, const struct iq_cl_launch *launch,
                              const struct guilty *guilty)
{
    bool own = false, other = false;
    for (uint32_t i = 0; crash->block && i < launch->count; i++) {
        const struct iq_handle *object = iq_cl_launch_object(launch, i);
        const struct iq_memobj *memory = iq_memobj_of(object);
        uint64_t base = memory ? base_in_registers(crash, object, memory) : 0;
        own |= base && base == guilty->base;
        other |= base && base != guilty->base;
    }
    return other && !own;
}

/* Is the bad address what an instruction makes of [base], an index in a register and a few bytes?
 */
static bool is_indexed(const struct iq_cl_crash *crash, uint64_t base)
{
    enum { DISPLACEMENT = 512 };
    for (uint32_t i = 0; i < crash->word_count; i++)
        for (unsigned shift = 0; shift < 4; shift++)
            if (crash->address - base - (crash->words[i] << shift) + DISPLACEMENT <
                2 * DISPLACEMENT)
                return true;
    return false;
}

/* The one buffer that the kernel can have left: there is no other, or its address is what the code
 * was working with, be it the only one with which an index makes the bad address. */
static struct guilty find_argument(const struct iq_cl_crash *crash,
                                   const struct iq_cl_launch *launch)
{
    struct guilty best = { .arg = -1 };
    uint32_t memories = 0, located = 0, indexed = 0;
    for (uint32_t i = 0; i < launch->count; i++) {
        const struct iq_cl_arg *arg = iq_cl_launch_arg(launch, i);
        const struct iq_handle *object = iq_cl_launch_object(launch, i);
        const struct iq_memobj *memory = iq_memobj_of(object);
        if (!arg || arg->kind != IQ_CL_ARG_MEMORY ||
            (crash->write && arg->access == IQ_CL_ACCESS_READ))
            continue;
        memories++;
        uint64_t base = memory ? base_of(crash, object, memory) : 0;
        bool fits = base && !crash->block && is_indexed(crash, base);
        located += base != 0;
        indexed += fits;
        if (best.arg < 0 || fits || (base && !indexed))
            best = (struct guilty){
                .arg = (int)i, .object = object, .size = memory ? memory->size : 0, .base = base
            };
    }
    best.certain = crash->block ? located == 1 && !is_from_elsewhere(crash, launch, &best)
                                : memories == 1 || located == 1 || indexed == 1;
    return best;
}

/* The argument that is NULL; -1: none, or not only one. */
static int null_argument(const struct iq_cl_launch *launch)
{
    int found = -1;
    for (uint32_t i = 0; i < launch->count; i++) {
        const struct iq_cl_arg *arg = iq_cl_launch_arg(launch, i);
        if (!arg || arg->kind != IQ_CL_ARG_MEMORY || launch->values[i])
            continue;
        if (found >= 0)
            return -1;
        found = (int)i;
    }
    return found;
}

int iq_cl_null_of_failure(const struct iq_cl_launch *launch, struct iq_failure *failure)
{
    int null = null_argument(launch);
    return null >= 0 && iq_ledger_find_kind(IQ_KIND_CL_MEM, failure) &&
                   failure->ref.number < launch->ref.number &&
                   failure->ref.thread == launch->ref.thread &&
                   iq_findings_is_error(failure->finding)
               ? null
               : -1;
}

/* --- sentences
 * ------------------------------------------------------------------------------------------
 */

static void put_argument(struct iq_str *out, const struct iq_cl_launch *launch, uint32_t index)
{
    const struct iq_cl_arg *arg = iq_cl_launch_arg(launch, index);
    if (arg->name)
        iq_str_puts(out, arg->name);
    else
        iq_str_printf(out, "argument index %u", index);
}

static void put_value(struct iq_str *out, const struct iq_cl_arg *arg, uint64_t value)
{
    float number;
    memcpy(&number, &value, sizeof number);
    if (arg->type && !strcmp(arg->type, "float"))
        iq_str_printf(out, " %g", (double)number);
    else if (arg->size == 4 && arg->type && !strcmp(arg->type, "int"))
        iq_str_printf(out, " %d", (int32_t)value);
    else if (arg->size == 4 || arg->size == 8)
        iq_str_printf(out, value < 1u << 20 ? " %llu" : " 0x%llx", (unsigned long long)value);
}

/* What the kernel got, numbers and memory. */
static void put_arguments(struct iq_str *out, const struct iq_cl_launch *launch)
{
    for (uint32_t i = 0; i < launch->count && i < NOT_MANY; i++) {
        const struct iq_cl_arg *arg = iq_cl_launch_arg(launch, i);
        const struct iq_memobj *memory = iq_memobj_of(iq_cl_launch_object(launch, i));
        if (!arg)
            return;
        iq_str_puts(out, i ? ", " : "; its arguments: ");
        put_argument(out, launch, i);
        if (memory)
            iq_str_printf(out, " a buffer of %llu bytes", (unsigned long long)memory->size);
        else if (arg->kind == IQ_CL_ARG_VALUE)
            put_value(out, arg, launch->values[i]);
        else if (arg->kind == IQ_CL_ARG_MEMORY && !launch->values[i])
            iq_str_puts(out, " NULL");
        else if (arg->kind == IQ_CL_ARG_LOCAL)
            iq_str_printf(out, " %llu bytes of local memory", (unsigned long long)arg->size);
    }
}

/* Has the buffer three numbers for each work-item, where the kernel takes it for vectors of three?
 * These take the room of four in OpenCL C. */
static bool is_of_packed_vectors(const struct iq_cl_launch *launch, const struct guilty *guilty)
{
    const struct iq_cl_arg *arg =
        guilty->arg < 0 ? NULL : iq_cl_launch_arg(launch, (uint32_t)guilty->arg);
    size_t length = arg && arg->type ? strcspn(arg->type, " *") : 0;
    if (length < 2 || arg->type[length - 1] != '3' || arg->type[length - 2] <= '9')
        return false;
    uint64_t bytes = iq_cl_type_bytes(arg->type, length);
    return bytes && launch->items && guilty->size == launch->items * (bytes / 4 * 3);
}

static void put_place(struct iq_str *out, const struct iq_cl_crash *crash,
                      const struct iq_cl_launch *launch, const struct guilty *guilty)
{
    unsigned long long address = crash->address, base = guilty->base, size = guilty->size;
    iq_str_printf(out, "0x%llx ", address);
    if (crash->address < NULL_PAGE) {
        iq_str_puts(out, "is near address 0: a pointer in the kernel is NULL");
        return;
    }
    iq_str_puts(out, "is not in memory that it may use");
    if (guilty->arg < 0 || !guilty->certain || !guilty->base)
        return;
    iq_str_puts(out, "; ");
    put_argument(out, launch, (uint32_t)guilty->arg);
    iq_str_printf(out, " is [0x%llx, 0x%llx), so the address is ", base, base + size);
    if (address >= base)
        iq_str_printf(out, "byte %llu of its %llu bytes", address - base, size);
    else
        iq_str_printf(out, "%llu bytes before its start", base - address);
}

static void fill_object(struct iq_finding *finding, const struct iq_cl_launch *launch,
                        const struct guilty *guilty)
{
    const struct iq_cl_arg *arg =
        guilty->arg < 0 ? NULL : iq_cl_launch_arg(launch, (uint32_t)guilty->arg);
    if (!arg || !guilty->certain || !guilty->object)
        return;
    finding->arg_index = guilty->arg;
    finding->arg_of_kernel = true;
    finding->arg_name = arg->name ? arg->name : "?";
    iq_finding_set_handle(finding, guilty->object, guilty->size);
}

/* Other kernels that may be running. */
static void relate_launches(struct iq_finding *finding, const struct iq_cl_launch *but)
{
    const struct iq_cl_launch *launch;
    for (uint32_t i = 0; finding->related_count < SHOWN && (launch = iq_cl_launch_get(i)); i++)
        if (launch != but && iq_cl_launch_is_pending(launch))
            finding->related[finding->related_count++] =
                (struct iq_related){ "also in flight, enqueued here", launch->ref.stack };
}

/* About the kernel of [launch]; [message] and [cause] are filled in later. */
static struct iq_finding finding_of(const struct iq_cl_launch *launch, enum iq_rule_id rule,
                                    const char *message, const char *cause)
{
    return (struct iq_finding){ .rule = rule,
                                .severity = IQ_ERROR,
                                .arg_index = -1,
                                .message = message,
                                .cause = cause,
                                .api = launch->ref.entry->name,
                                .entry = launch->ref.entry->symbol,
                                .stack_call = launch->ref.stack,
                                .object_device = -1,
                                .count = 1 };
}

static bool report_failure(const struct iq_cl_launch *launch)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES];
    struct iq_str text;
    struct iq_failure failure;
    int null = iq_cl_null_of_failure(launch, &failure);
    if (null < 0 || !iq_rule_is_enabled(IQ_RULE_UNCHECKED_ERROR))
        return false;
    struct iq_finding finding = finding_of(launch, IQ_RULE_UNCHECKED_ERROR, message, cause);
    const char *name = iq_cl_launch_arg(launch, (uint32_t)null)->name;
    finding.arg_index = null;
    finding.arg_of_kernel = true;
    finding.arg_name = name ? name : "?";
    finding.arg_value = "NULL";
    char fix[TEXT_BYTES];
    const char *failed = failure.ref.entry->name, *why = iq_findings_message(failure.finding);
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_puts(&text, "argument ");
    put_argument(&text, launch, (uint32_t)null);
    iq_str_printf(&text, " of kernel %s comes from a failed call to %s", launch->name, failed);
    iq_str_init_buffer(&text, cause, sizeof cause);
    iq_str_printf(&text, "%s returned %s ", failed,
                  iq_status_name(failure.ref.entry->api, failure.result));
    iq_put_ago(&text, failure.ref.number, launch->ref.number);
    if (why)
        iq_str_printf(&text, " (%s)", why);
    iq_str_puts(
        &text,
        " and gave NULL, which clSetKernelArg accepts as a buffer; the kernel used it as a pointer and crashed");
    iq_str_init_buffer(&text, fix, sizeof fix);
    iq_str_printf(&text, "check the result of %s where it is called, and fix that failure", failed);
    finding.fix = fix;
    finding.related[finding.related_count++] =
        (struct iq_related){ "the call that failed", failure.ref.stack };
    iq_findings_add(&finding, 0, failure.finding, true);
    return true;
}

static void report_kernel(const struct iq_cl_crash *crash, const struct iq_cl_launch *launch,
                          uint32_t others)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES];
    struct iq_str text;
    bool access = crash->signal == SIGSEGV || crash->signal == SIGBUS;
    struct guilty guilty = find_argument(crash, launch);
    struct iq_finding finding = finding_of(
        launch, access ? IQ_RULE_KERNEL_OUT_OF_BOUNDS : IQ_RULE_KERNEL_TRAP, message, cause);
    bool divided = crash->signal == SIGFPE, is_null = access && crash->address < NULL_PAGE;
    int null = is_null ? null_argument(launch) : -1;
    if (is_null && report_failure(launch))
        return;
    if (null >= 0) {
        finding.arg_index = null;
        finding.arg_of_kernel = true;
        finding.arg_name = iq_cl_launch_arg(launch, (uint32_t)null)->name;
        finding.arg_value = "NULL";
    } else if (access && !is_null)
        fill_object(&finding, launch, &guilty);
    if (divided)
        finding.severity = IQ_WARNING; /* legal, and any number comes out */
    iq_str_init_buffer(&text, message, sizeof message);
    if (crash->block)
        iq_str_printf(&text, "kernel %s %s %s of a buffer", launch->name,
                      crash->write ? "writes" : "reads",
                      crash->address >= crash->block->end ? "past the end" : "before the start");
    else
        iq_str_printf(&text, "kernel %s %s", launch->name,
                      !access        ? divided ? "divided an integer by zero"
                                               : "executed an illegal instruction"
                      : crash->write ? "wrote to unmapped memory"
                                     : "read from unmapped memory");
    iq_str_init_buffer(&text, cause, sizeof cause);
    if (access)
        put_place(&text, crash, launch, &guilty);
    else
        iq_str_printf(&text,
                      divided ? "on this device that raises %s; in OpenCL the result is undefined"
                              : "its code raised %s",
                      crash->signal_name);
    put_arguments(&text, launch);
    if (launch->items)
        iq_str_printf(&text, "; %llu work-items", (unsigned long long)launch->items);
    bool packed = access && !is_null && is_of_packed_vectors(launch, &guilty);
    if (packed)
        iq_str_puts(
            &text,
            "; the buffer has three numbers for each of them, and a vector of three takes the room of four");
    if (others)
        iq_str_puts(&text, "; other kernels were in flight, and one of them may be the cause");
    finding.fix =
        is_null ? "give the argument a buffer, or let the kernel test the pointer"
        : packed
            ? "make the buffer of cl_float3 and the like, which have the size of four numbers on the host, too, or let the kernel read and write three numbers at a time (vload3, vstore3)"
        : access
            ? "compare the index with the number of elements in the kernel; run with --deep to see the work-item and the line"
            : "test the divisor in the kernel before the division";
    relate_launches(&finding, launch);
    iq_findings_add(&finding, 0, 0, true);
}

/* Nothing but the commands in flight is known. */
static void report_driver(const struct iq_cl_crash *crash)
{
    char message[TEXT_BYTES];
    struct iq_str text;
    struct iq_finding finding = {
        .rule = IQ_RULE_DRIVER_CRASH,
        .severity = IQ_ERROR,
        .arg_index = -1,
        .message = message,
        .object_device = -1,
        .count = 1,
        .fix =
            "check what the commands in flight use: freed host memory, arguments of kernels; a clFinish after each command identifies the one"
    };
    struct iq_conflict conflict;
    if (iq_cl_deep)
        finding.fix =
            "if the program runs without --deep, Oclgrind itself crashed: its check for uninitialized values does so on some correct kernels; "
            "OCLGRIND_UNINITIALIZED=0 in the environment turns it off";
    iq_lock(IQ_LOCK_ORDER);
    bool pending =
        crash->address && iq_conflict_pending(crash->address, crash->address + 1, false, &conflict);
    iq_unlock(IQ_LOCK_ORDER);
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_printf(&text, "a thread of the driver ended with %s", crash->signal_name);
    if (pending && conflict.earlier.ref.entry) {
        iq_str_printf(&text, " in memory that %s uses", conflict.earlier.ref.entry->name);
        finding.api = conflict.earlier.ref.entry->name;
        finding.stack_call = conflict.earlier.ref.stack;
    }
    finding.cause = crash->signal == SIGABRT ? "the driver called abort()"
                                             : "the crash was not in the code of a kernel";
    relate_launches(&finding, NULL);
    iq_findings_add(&finding, 0, 0, true);
}

/* The host left memory that was mapped for it. */
static void report_host(const struct iq_cl_crash *crash)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES];
    struct iq_str text;
    const struct iq_cl_fence_block *block = crash->block;
    bool behind = crash->address >= block->end;
    unsigned long long distance =
        behind ? crash->address - block->end : block->base - crash->address;
    struct iq_finding finding = {
        .rule = IQ_RULE_HOST_OVERRUN,
        .severity = IQ_ERROR,
        .arg_index = -1,
        .message = message,
        .cause = cause,
        .access_address = crash->address,
        .access_size = 1,
        .stack_call = iq_stack_of_signal(crash->pc),
        .object_device = -1,
        .count = 1,
        .fix =
            "check the index against the number of bytes that were mapped; the pointer from a map is valid for these only"
    };
    if (!iq_rule_is_enabled(finding.rule))
        return;
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_printf(&text, "the host %s outside of a mapped buffer",
                  crash->write ? "writes" : "reads");
    iq_str_init_buffer(&text, cause, sizeof cause);
    iq_str_printf(&text,
                  "0x%llx is %llu bytes %s the driver's memory of a buffer, [0x%llx, 0x%llx)",
                  (unsigned long long)crash->address, distance, behind ? "after" : "before",
                  (unsigned long long)block->base, (unsigned long long)block->end);
    iq_findings_add(&finding, iq_cause(IQ_CAUSE_BLOCK_DAMAGED, block->base), 0, true);
}

void iq_cl_fence_crossed(const struct iq_cl_crash *crash)
{
    uint32_t others = 0;
    const struct iq_cl_launch *launch = find_launch(crash, &others);
    if (launch && iq_rule_is_enabled(IQ_RULE_KERNEL_OUT_OF_BOUNDS))
        report_kernel(crash, launch, others);
    else if (!launch && iq_modules_is_program(crash->pc))
        report_host(crash);
}

bool iq_cl_crashed(const struct iq_cl_crash *crash)
{
    uint32_t others = 0;
    const struct iq_cl_launch *launch =
        crash->signal == SIGABRT ? NULL : find_launch(crash, &others);
    struct iq_conflict conflict;
    /* a callback, a native kernel */
    if ((!launch && !crash->on_driver_thread) || iq_modules_is_program(crash->pc))
        return false;
    iq_lock(IQ_LOCK_ORDER);
    bool expected = launch && crash->address &&
                    iq_conflict_pending(crash->address, crash->address + 1, false, &conflict);
    iq_unlock(IQ_LOCK_ORDER);
    if (launch && !expected)
        report_kernel(crash, launch, others);
    else if (!iq_findings_errors() &&
             !iq_verdict_crashed_elsewhere()) /* what was wrong with the memory has been said */
        report_driver(crash);
    return true;
}
