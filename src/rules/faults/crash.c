/* The program was hit by a signal: inside a forwarded call, or while it touched device memory from
 * the host. Runs in our signal handler.  The finding is written first with what is known for sure,
 * then again with the whole call stack: unwinding a broken stack may itself fault. */
#include "rules/faults/crash.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

#include "api_opencl/driver.h"
#include "api_opencl/fence.h"
#include "arch/context.h"
#include "call/cause.h"
#include "call/core.h"
#include "call/findings.h"
#include "call/verdict.h"
#include "call/walk.h"
#include "model/names.h"
#include "order/guard.h"
#include "order/unmapped.h"
#include "process/hostmem.h"
#include "process/stack.h"
#include "rules/faults/crash_handle.h"
#include "rules/faults/missing_symbol.h"
#include "rules/faults/opencl_crash.h"
#include "rules/faults/vulkan_crash.h"
#include "rules/words.h"

enum { TEXT_BYTES = 600 };

static const char *signal_name(int signal)
{
    switch (signal) {
    case SIGSEGV: return "SIGSEGV";
    case SIGBUS: return "SIGBUS";
    case SIGILL: return "SIGILL";
    case SIGFPE: return "SIGFPE";
    case SIGABRT: return "SIGABRT";
    default: return "a signal";
    }
}

/* what was given to free() last: the allocator crashes on it next */
static uint64_t freed_by_host;

void iq_core_foreign_free(const char *function, uint64_t block, uintptr_t pc)
{
    struct iq_range range;
    char message[TEXT_BYTES], cause[TEXT_BYTES], fix[TEXT_BYTES];
    struct iq_str text;
    if (!iq_core.started || iq_core.config.traced_only || iq_core_inside_call() ||
        iq_guard_on_device_thread() || !iq_range_find(block, &range) || !range.created.entry ||
        range.created.entry->api > IQ_API_CUDART || !iq_rule_is_enabled(IQ_RULE_WRONG_FREE))
        return;
    bool pinned = range.kind == IQ_KIND_PINNED_MEMORY,
         runtime = range.created.entry->api == IQ_API_CUDART;
    if (!pinned && range.kind != IQ_KIND_DEVICE_MEMORY && range.kind != IQ_KIND_MANAGED_MEMORY)
        return;
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_printf(&text, "%s() was called with %s memory", function,
                  pinned                                 ? "pinned"
                  : range.kind == IQ_KIND_MANAGED_MEMORY ? "managed"
                                                         : "device");
    iq_str_init_buffer(&text, cause, sizeof cause);
    iq_str_printf(&text, "0x%llx is byte %llu of ", (unsigned long long)block,
                  (unsigned long long)(block - range.base));
    iq_put_bytes(&text, range.size);
    iq_str_printf(&text,
                  " allocated by %s; the C library's heap does not own it and aborts the program",
                  range.created.entry->name);
    iq_str_init_buffer(&text, fix, sizeof fix);
    iq_str_printf(&text, "free it with %s%s", runtime ? "cuda" : "cuMem",
                  pinned ? "FreeHost" : "Free");
    struct iq_finding finding = { .rule = IQ_RULE_WRONG_FREE,
                                  .severity = IQ_ERROR,
                                  .arg_index = -1,
                                  .message = message,
                                  .cause = cause,
                                  .fix = fix,
                                  .access_address = block,
                                  .access_size = 1,
                                  .count = 1,
                                  .stack_call = iq_stack_of_return(pc) };
    iq_finding_set_object(&finding, &range);
    iq_findings_add(&finding, 0, 0, true);
    __atomic_store_n(&freed_by_host, range.base, __ATOMIC_RELAXED);
}

/* The host touched an address that only the device may. */
static bool report_host_access(uint64_t address, uintptr_t pc, bool write)
{
    struct iq_range range;
    char message[TEXT_BYTES], cause[TEXT_BYTES];
    struct iq_str text;
    bool live = iq_range_find(address, &range);
    if (!live && !iq_range_find_freed(address, &range))
        return false;
    if (range.kind != IQ_KIND_DEVICE_MEMORY && range.kind != IQ_KIND_SYMBOL && live)
        return false;
    if (live && range.base == __atomic_load_n(&freed_by_host, __ATOMIC_RELAXED))
        return true;
    struct iq_finding finding = {
        .rule = IQ_RULE_HOST_DEREF_DEVICE,
        .severity = IQ_ERROR,
        .arg_index = -1,
        .message = message,
        .cause = cause,
        .access_address = address,
        .access_size = 1,
        .stack_call = 0,
        .count = 1,
        .fix =
            write
                ? "fill host memory, then copy it to the device (cudaMemcpy with cudaMemcpyHostToDevice), or allocate the memory with cudaMallocManaged"
                : "copy the data to host memory first (cudaMemcpy with cudaMemcpyDeviceToHost), or allocate it with cudaMallocManaged"
    };
    iq_finding_set_object(&finding, &range);
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_printf(&text, "the host %s 0x%llx, which is %s%s", write ? "wrote to" : "read",
                  (unsigned long long)address, live ? "" : "freed ",
                  live ? "device memory" : iq_kind_name(range.kind));
    iq_str_init_buffer(&text, cause, sizeof cause);
    iq_str_printf(&text, "the address is byte %llu of ",
                  (unsigned long long)(address - range.base));
    iq_put_bytes(&text, range.size);
    iq_str_printf(&text, " allocated by %s; host code cannot read or write device memory",
                  range.created.entry ? range.created.entry->name
                                      : "a call that inquest did not see");
    if (iq_rule_is_enabled(finding.rule)) {
        finding.stack_call = iq_stack_of_signal(pc);
        iq_findings_add(&finding, 0, 0, true);
    }
    return true;
}

/* Does the call write a result where the argument points to? */
static bool takes_result(const struct iq_arg *role)
{
    return role->role == IQ_ROLE_OUT || role->role == IQ_ROLE_INOUT || role->role == IQ_ROLE_NEW ||
           role->role == IQ_ROLE_NEWMEM || role->role == IQ_ROLE_OUTLIST ||
           role->role == IQ_ROLE_WRITE ||
           (role->role == IQ_ROLE_POINTER && strncmp(role->type, "const", 5) != 0);
}

/* The argument that points into [range], so that the call touched [address] there; -1: none. */
static int argument_into(const struct iq_call *call, uint64_t address, const struct iq_range *range)
{
    enum { NEAR = 4096 };
    for (int i = 0; i < call->entry->arg_count; i++)
        if (iq_range_holds(range, call->args[i]) && address - call->args[i] < NEAR)
            return i;
    return -1;
}

/* Where the host may keep what the call was to find or leave in device memory. */
static const char *fix_of_device_memory(const struct iq_arg *role)
{
    if (role && role->role == IQ_ROLE_NEWMEM)
        return "let the call write to host memory: keep the pointers in a host array, then copy that array to the device (cudaMemcpy with cudaMemcpyHostToDevice)";
    if (role && takes_result(role))
        return "let the call write to a host variable, then copy its value to the device (cudaMemcpy with cudaMemcpyHostToDevice)";
    return "keep the call's input in host memory, or copy it there first (cudaMemcpy with cudaMemcpyDeviceToHost)";
}

/* Does the faulting address lie in device memory, where the call reads or writes on the host? */
static bool explain_by_device_memory(const struct iq_call *call, uint64_t address,
                                     struct iq_finding *finding, struct iq_str *message,
                                     struct iq_str *cause)
{
    struct iq_range range;
    bool live = iq_range_find(address, &range);
    if ((!live && !iq_range_find_freed(address, &range)) ||
        (range.kind != IQ_KIND_DEVICE_MEMORY && range.kind != IQ_KIND_SYMBOL))
        return false;
    int arg = argument_into(call, address, &range);
    const struct iq_arg *role = arg >= 0 ? &call->entry->args[arg] : NULL;
    bool write = role && takes_result(role);
    iq_finding_set_object(finding, &range);
    finding->rule = IQ_RULE_HOST_DEREF_DEVICE;
    finding->arg_index = arg;
    finding->access_address = address;
    finding->access_size = 1;
    finding->fix = fix_of_device_memory(role);
    iq_str_printf(message, "%s crashed: %s%s %sdevice memory", call->entry->name,
                  role ? role->name : "it", role ? " points into" : " accessed",
                  live ? "" : "freed ");
    iq_str_printf(cause, "the call runs on the host and %s 0x%llx, which is byte %llu of ",
                  write  ? "writes its result to"
                  : role ? "reads"
                         : "accessed",
                  (unsigned long long)address, (unsigned long long)(address - range.base));
    iq_put_bytes(cause, range.size);
    iq_str_printf(cause, " allocated by %s; host code cannot read or write device memory",
                  range.created.entry ? range.created.entry->name
                                      : "a call that inquest did not see");
    return true;
}

/* Bytes that the call was told to read or write at the argument; 0: it does neither. */
static uint64_t bytes_at(const struct iq_call *call, int arg)
{
    const struct iq_arg *role = &call->entry->args[arg];
    if (role->role == IQ_ROLE_OUTLIST && role->size_arg >= 0)
        return (uint64_t)(uint32_t)call->args[role->size_arg] * sizeof(void *);
    return role->role == IQ_ROLE_READ || role->role == IQ_ROLE_WRITE ? iq_walk_size(call, arg) : 0;
}

/* Was the faulting address in a host range that the call was told to read or write? */
static bool explain_by_range(struct iq_call *call, uint64_t address, struct iq_finding *finding,
                             struct iq_str *message)
{
    for (int i = 0; i < call->entry->arg_count; i++) {
        uint64_t size = bytes_at(call, i);
        if (!call->args[i] || address - call->args[i] >= size)
            continue;
        struct iq_hostmem_region region;
        bool mapped = iq_hostmem_look(address, &region) && region.readable;
        finding->rule = mapped ? IQ_RULE_HOST_READ_ONLY : IQ_RULE_HOST_UNMAPPED;
        finding->arg_index = i;
        finding->object_kind = "host-memory";
        finding->object_state = "never-created";
        finding->object_address = call->args[i];
        finding->object_size = size;
        finding->object_device = -1;
        iq_str_printf(message, "%s crashed: byte %llu of %s is %s", call->entry->name,
                      (unsigned long long)(address - call->args[i]), call->entry->args[i].name,
                      mapped ? "in read-only memory" : "not mapped");
        return true;
    }
    return false;
}

/* Does the argument lead to something that the call reads or writes, of a size that its row does
 * not say? */
static bool is_pointer(const struct iq_call *call, const struct iq_arg *role)
{
    switch (role->role) {
    case IQ_ROLE_POINTER: return call->entry->api == IQ_API_VULKAN && strchr(role->type, '*');
    case IQ_ROLE_OUT:
    case IQ_ROLE_INOUT:
    case IQ_ROLE_NEW:
    case IQ_ROLE_NEWMEM:
    case IQ_ROLE_PARAMS:
    case IQ_ROLE_STR:
    case IQ_ROLE_PATH:
    case IQ_ROLE_CONFIG:
    case IQ_ROLE_IMAGE:
    case IQ_ROLE_LIST:
    case IQ_ROLE_WAITS:
    case IQ_ROLE_OUTLIST:
    case IQ_ROLE_ARGS:
    case IQ_ROLE_EXTRA:
    case IQ_ROLE_READ:
    case IQ_ROLE_WRITE: return strchr(role->type, '*');
    default: return false;
    }
}

/* A list may be NULL if it is empty, whatever its row says. */
static bool may_be_null(const struct iq_call *call, int arg)
{
    const struct iq_arg *role = &call->entry->args[arg];
    bool counted = arg && call->entry->args[arg - 1].role == IQ_ROLE_COUNT;
    if (role->role == IQ_ROLE_READ || role->role == IQ_ROLE_WRITE)
        return role->optional || !iq_walk_size(call, arg);
    if (counted && !call->args[arg - 1])
        return true;
    return role->optional && !(counted && role->role == IQ_ROLE_WAITS);
}

/* Does the faulting address lie where an argument points to? */
static bool explain_by_pointer(const struct iq_call *call, uint64_t address,
                               struct iq_finding *finding, struct iq_str *message)
{
    enum { NEAR = 4096 };
    struct iq_hostmem_region region;
    for (int i = 0; i < call->entry->arg_count; i++) {
        const struct iq_arg *role = &call->entry->args[i];
        uint64_t value = call->args[i];
        if (!is_pointer(call, role) || address - value >= NEAR || (!value && may_be_null(call, i)))
            continue;
        bool mapped = iq_hostmem_look(value, &region) && region.readable;
        bool write = takes_result(role);
        if (mapped && (region.writable || !write))
            continue;
        finding->rule = !value   ? IQ_RULE_NULL_POINTER
                        : mapped ? IQ_RULE_HOST_READ_ONLY
                                 : IQ_RULE_HOST_UNMAPPED;
        finding->arg_index = i;
        if (value) {
            finding->object_kind = "host-memory";
            finding->object_state = mapped ? "live" : "never-created";
            finding->object_address = value;
        }
        finding->fix = write ? "pass the address of a variable for the result"
                             : "pass the address of the input";
        iq_str_printf(message, "%s crashed: %s %s", call->entry->name, role->name,
                      !value   ? "is NULL"
                      : mapped ? "points into read-only memory"
                               : "points to memory that is not mapped");
        return true;
    }
    return false;
}

/* A driver that does not look at what it was given: an assertion, or an access near NULL. */
static bool explain_by_refusal(const struct iq_call *inner, const struct iq_call *call, int signal,
                               uint64_t address, struct iq_finding *finding, struct iq_str *text,
                               struct iq_str *why)
{
    struct rlimit limit;
    uint64_t bytes = inner->refused ? inner->refused : call->refused;
    if (!bytes || (signal != SIGABRT && address >= 4096))
        return false;
    finding->rule = IQ_RULE_OUT_OF_MEMORY;
    finding->fix =
        "raise the limit (ulimit -v), make fewer or smaller objects, or release those that are done with";
    iq_str_printf(text, "%s crashed with %s inside the driver, which got no memory",
                  call->entry->name, signal_name(signal));
    iq_str_printf(why, "the C library refused the driver %llu bytes of host memory for this call",
                  (unsigned long long)bytes);
    if (!getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur != RLIM_INFINITY)
        iq_str_printf(why, "; the address space of the process is limited to %llu bytes",
                      (unsigned long long)limit.rlim_cur);
    return true;
}

/* What to do about a crash that nothing else explains. */
static const char *crash_fix(const struct iq_call *call, int signal)
{
    if (signal == SIGABRT)
        return "read the driver's last lines on stderr: they usually say why it called abort()";
    if (call->entry->api == IQ_API_OPENCL || call->entry->api == IQ_API_VULKAN)
        return "check that every handle and pointer of this call is still valid";
    return "check that every handle and pointer of this call is still valid; run with --device soft for a more precise report";
}

/* [known] says that a crash here was to be expected: only the argument that it is about is told. */
static void report_driver_crash(struct iq_call *inner, int signal, uint64_t address, uintptr_t pc,
                                bool known)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES], value[96];
    struct iq_str text, why, shown;
    struct iq_call *call = iq_call_outermost(inner);
    struct iq_finding finding = { .rule = IQ_RULE_DRIVER_CRASH,
                                  .severity = IQ_ERROR,
                                  .api = call->entry->name,
                                  .arg_index = -1,
                                  .entry = call->inner ? call->inner->symbol : call->entry->symbol,
                                  .message = message,
                                  .cause = cause,
                                  .count = 1,
                                  .object_device = -1,
                                  .fix = crash_fix(call, signal) };
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_init_buffer(&shown, value, sizeof value);
    iq_str_init_buffer(&why, cause, sizeof cause);
    if (!explain_by_refusal(inner, call, signal, address, &finding, &text, &why) &&
        !explain_by_device_memory(call, address, &finding, &text, &why) &&
        !explain_by_range(call, address, &finding, &text) &&
        !iq_crash_is_by_missing_function(call, pc, &finding, &text, &why) &&
        !iq_crash_is_by_handle(call, address, &finding, &text, &why) &&
        !iq_crash_is_by_count(call, &finding, &text, &why) &&
        !iq_crash_is_by_enum(call, &finding, &text, &why) &&
        !iq_crash_is_by_refusal(call, &finding, &text, &why) &&
        (signal == SIGABRT || !explain_by_pointer(call, address, &finding, &text)) &&
        (signal == SIGABRT || !iq_crash_is_by_absent(call, address, &finding, &text, &why)) &&
        (signal == SIGABRT || !iq_crash_is_by_optional(call, address, &finding, &text, &why)))
        iq_str_printf(&text, "%s crashed with %s inside the driver", call->entry->name,
                      signal_name(signal));
    if (finding.arg_index >= 0) {
        finding.arg_name = call->entry->args[finding.arg_index].name;
        iq_name_value(&shown, &call->entry->args[finding.arg_index], call->args[finding.arg_index]);
        finding.arg_value = value;
    }
    if (signal == SIGABRT && !*cause)
        iq_str_puts(&why, "the driver called abort() during this call");
    else if (!*cause)
        iq_str_printf(&why, "the driver accessed 0x%llx during this call",
                      (unsigned long long)address);
    finding.stack_call = call->stack;
    if (!iq_rule_is_enabled(finding.rule) || (known && finding.rule == IQ_RULE_DRIVER_CRASH))
        return;
    if (call->entry->api == IQ_API_VULKAN)
        iq_vk_relate_submissions(&finding);
    uint64_t id =
        call->stack
            ? 0
            : iq_findings_add(&finding,
                              iq_cause(IQ_CAUSE_CALL_CRASHED, (uintptr_t)call ^ call->number << 1),
                              0, false);
    finding.stack_call = iq_call_stack(call);
    if (!iq_thread_block || !iq_verdict_crashed(iq_thread_block, call, id))
        iq_findings_add(&finding, 0, id, true);
}

static struct iq_cl_crash opencl_crash(int signal, uint64_t address, const ucontext_t *context,
                                       uint64_t words[IQ_ARCH_REGISTERS])
{
    bool on_driver_thread = iq_guard_on_device_thread() && !iq_core_inside_call() &&
                            !(iq_thread_block && iq_thread_block->callback);
    iq_context_registers(context, words);
    return (struct iq_cl_crash){ .signal = signal,
                                 .signal_name = signal_name(signal),
                                 .address = signal == SIGSEGV || signal == SIGBUS ? address : 0,
                                 .write = iq_context_is_write(context),
                                 .on_driver_thread = on_driver_thread,
                                 .pc = iq_context_pc(context),
                                 .words = words,
                                 .word_count = IQ_ARCH_REGISTERS };
}

/* A device that is a CPU: kernels and the driver's threads are hit here. */
static bool report_opencl(int signal, uint64_t address, const ucontext_t *context)
{
    uint64_t words[IQ_ARCH_REGISTERS];
    if (!context || !iq_cl_driver.clGetDeviceInfo)
        return false;
    struct iq_cl_crash crash = opencl_crash(signal, address, context, words);
    return iq_cl_crashed(&crash);
}

bool iq_core_fence_fault(const void *info, const void *ucontext)
{
    static __thread bool busy __attribute__((tls_model("initial-exec")));
    uint64_t words[IQ_ARCH_REGISTERS],
        address = info ? (uint64_t)(uintptr_t)((const siginfo_t *)info)->si_addr : 0;
    struct iq_cl_fence_block *block = ucontext && iq_cl_fence_holds((void *)(uintptr_t)address)
                                          ? iq_cl_fence_find(address)
                                          : NULL;
    if (!block || !iq_cl_fence_open(block, address))
        return false;
    if (busy || !iq_core.started || iq_core.config.traced_only)
        return true;
    busy = true;
    struct iq_cl_crash crash = opencl_crash(SIGSEGV, address, ucontext, words);
    crash.block = block;
    iq_cl_fence_crossed(&crash);
    busy = false;
    return true;
}

/* A function that is not there was called. */
static bool report_jump_to_null(const ucontext_t *context)
{
    uint64_t registers[IQ_ARCH_REGISTERS];
    if (!context)
        return false;
    iq_context_registers(context, registers);
    return iq_missing_symbol_crashed(registers);
}

static uint64_t first_argument(const ucontext_t *context)
{
    uint64_t registers[IQ_ARCH_REGISTERS];
    if (!context)
        return 0;
    iq_context_registers(context, registers);
    return registers[IQ_ARCH_ARGUMENT];
}

/* Somebody else's kill(): what the program was doing has nothing to do with it. */
static bool is_sent(const siginfo_t *info)
{
    return info && info->si_code <= 0 && info->si_pid != getpid();
}

void iq_core_on_signal(int signal, const void *info, const void *ucontext)
{
    static __thread bool busy __attribute__((tls_model("initial-exec")));
    struct iq_thread *thread = iq_thread_block;
    const siginfo_t *siginfo = info;
    const ucontext_t *context = ucontext;
    if (!iq_core.started || busy || iq_core.config.traced_only)
        return;
    busy = true;
    uint64_t address = signal == SIGABRT || !siginfo ? 0 : (uint64_t)(uintptr_t)siginfo->si_addr;
    uintptr_t pc = context ? iq_context_pc(context) : 0, sp = context ? iq_context_sp(context) : 0;
    struct iq_call *top = thread ? iq_call_live(iq_call_innermost(sp), sp) : NULL;
    bool sent = is_sent(siginfo);
    bool access = signal == SIGSEGV || signal == SIGBUS,
         write = context && iq_context_is_write(context);
    bool told = sent || report_opencl(signal, address, context);
    bool in_layer = top && !told && iq_vk_crashed_in_layer(pc);
    if (in_layer && iq_verdict_crashed(thread, iq_call_outermost(top), 0))
        told = true;
    else if (top && !told)
        report_driver_crash(top, signal, address, pc, in_layer);
    else if (!told && iq_guard_on_device_thread())
        told = iq_vk_crashed_on_driver_thread(signal_name(signal), access ? address : 0);
    if (!top && !told && signal == SIGSEGV && !pc)
        told = report_jump_to_null(context);
    if (!top && !told && !iq_vk_crashed(pc, sp, first_argument(context)) && access &&
        !iq_unmapped_crashed(address, pc, write))
        report_host_access(address, pc, write);
    iq_core_flush();
    busy = false;
}
