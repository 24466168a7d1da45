/* wrong-context, launch-arguments, argument-not-set, launch-shared-memory, launch-freed-pointer,
 * launch-host-pointer, launch-wrong-device, and wrong or dead objects as
 * arguments: kernels of OpenCL. */
#include "rules/opencl/cl_kernel.h"

#include <string.h>

#include "abi/opencl_abi.h"
#include "api_opencl/kernels.h"
#include "api_opencl/shared.h"
#include "api_opencl/source.h"
#include "call/plan.h"
#include "call/walk.h"
#include "process/caller.h"
#include "process/hostheap.h"
#include "process/hostmem.h"
#include "rules/rules.h"

enum { HANDLE_BYTES = 8, PARENTS = 8 };

const char *iq_cl_kernel_name(const struct iq_handle *kernel)
{
    return kernel && kernel->name ? kernel->name : "the kernel";
}

static void put_arg(struct iq_str *text, const struct iq_cl_arg *arg, uint32_t index)
{
    if (arg && arg->name)
        iq_str_printf(text, "argument %u '%s'", index, arg->name);
    else
        iq_str_printf(text, "argument %u", index);
}

static const char *kind_text(const struct iq_cl_arg *arg)
{
    switch (arg->kind) {
    case IQ_CL_ARG_VALUE: return "a value";
    case IQ_CL_ARG_MEMORY:
        return arg->constant ? "a pointer into constant memory" : "a pointer into global memory";
    case IQ_CL_ARG_LOCAL: return "a pointer into local memory";
    case IQ_CL_ARG_IMAGE: return "an image";
    case IQ_CL_ARG_SAMPLER: return "a sampler";
    case IQ_CL_ARG_PIPE: return "a pipe";
    default: return "of an unknown type";
    }
}

/* --- an argument is set
 * ------------------------------------------------------------------------------------------- */

/* A parameter of a kernel, for a sentence. */
struct parameter {
    const struct iq_handle *kernel;
    const struct iq_cl_arg *arg; /* NULL: nothing is known of it */
    uint32_t index;
};

static struct parameter parameter_of(const struct iq_cl_setting *setting)
{
    return (struct parameter){ setting->kernel, setting->arg, setting->index };
}

static struct iq_suspicion about_kernel(const struct iq_event *event, enum iq_rule_id rule,
                                        int rank, const char *name)
{
    const struct iq_cl_setting *setting = event->pass.setting;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, rule, rank, iq_cl_arg_named(event->call, name));
    suspicion.done = IQ_ERROR;
    suspicion.object = iq_object_of_handle(setting->kernel);
    suspicion.cause = iq_cl_argument_cause(setting->kernel, setting->index);
    return suspicion;
}

struct explain_index {
    const struct iq_handle *kernel;
    uint32_t index, count; /* that is set, and of parameters */
};
static void explain_index(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    const struct explain_index *evidence = IQ_EVIDENCE(explain_index, suspicion);
    unsigned count = evidence->count;
    iq_str_printf(&words->message, "%s of %s is %u, but %s has %u parameter%s",
                  iq_arg_name(call, suspicion->arg), call->entry->name, evidence->index,
                  iq_cl_kernel_name(evidence->kernel), count, count == 1 ? "" : "s");
    if (count)
        iq_str_printf(&words->cause, "arguments are numbered from 0 to %u", count - 1);
    else
        iq_str_puts(&words->cause, "the kernel has no parameters");
    iq_str_puts(&words->fix,
                "count from 0, and check whether the kernel's parameters were changed");
}

struct explain_size {
    struct parameter parameter;
    uint64_t size, wanted; /* bytes; .wanted 0: local memory, which has no size of its own */
};
static void explain_size(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    const struct explain_size *evidence = IQ_EVIDENCE(explain_size, suspicion);
    const struct iq_cl_arg *arg = evidence->parameter.arg;
    unsigned long long size = evidence->size, wanted = evidence->wanted;
    iq_str_printf(&words->message, "%s of %s is %llu, but ", iq_arg_name(call, suspicion->arg),
                  call->entry->name, size);
    put_arg(&words->message, arg, evidence->parameter.index);
    iq_str_printf(&words->message, " of %s has %llu bytes",
                  iq_cl_kernel_name(evidence->parameter.kernel), wanted);
    if (!wanted) {
        words->message.length = 0;
        iq_str_printf(&words->message, "%s of %s is 0, but ", iq_arg_name(call, suspicion->arg),
                      call->entry->name);
        put_arg(&words->message, arg, evidence->parameter.index);
        iq_str_puts(&words->message, " is local memory and has no size of its own");
    }
    iq_str_printf(&words->cause, "the parameter is %s", kind_text(arg));
    if (arg->type)
        iq_str_printf(&words->cause, ", %s", arg->type);
    if (arg->kind == IQ_CL_ARG_LOCAL)
        iq_str_puts(&words->cause, "; arg_size says how many bytes each work-group gets");
    else if (arg->kind != IQ_CL_ARG_VALUE)
        iq_str_puts(&words->cause, "; its value is the handle, not the object");
    else if (wanted && size == 2 * wanted)
        iq_str_puts(
            &words->cause,
            "; the value has twice the size, as when a double is passed for a float or a size_t for an int");
    else if (wanted && arg->type && !iq_cl_type_bytes(arg->type, strlen(arg->type)))
        iq_str_puts(
            &words->cause,
            "; struct members are aligned as in C, vectors to their size, and vectors of 3 elements take the space of 4: the host's struct must "
            "have the same members (cl_float3 and so on)");
    if (wanted)
        iq_str_printf(&words->fix, "pass %llu: sizeof of a host variable of the same type", wanted);
    else
        iq_str_puts(
            &words->fix,
            "pass the number of bytes that a work-group needs as arg_size, and NULL as arg_value");
}

struct explain_value {
    struct parameter parameter;
};
static void explain_value(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    const struct parameter *parameter = &IQ_EVIDENCE(explain_value, suspicion)->parameter;
    const struct iq_cl_arg *arg = parameter->arg;
    bool local = arg->kind == IQ_CL_ARG_LOCAL;
    iq_str_printf(&words->message, "%s of %s %s for ", iq_arg_name(call, suspicion->arg),
                  call->entry->name, local ? "must be NULL" : "is NULL");
    put_arg(&words->message, arg, parameter->index);
    iq_str_printf(&words->message, " of %s", iq_cl_kernel_name(parameter->kernel));
    iq_str_printf(&words->cause, "the parameter is %s", kind_text(arg));
    iq_str_puts(&words->cause, local ? "; local memory has no contents before the kernel runs"
                                     : "; the call copies the value from that address");
    iq_str_puts(&words->fix, local ? "pass NULL; the kernel has to fill local memory itself"
                                   : "pass the address of the value");
}

static bool suspect_index(const struct iq_event *event)
{
    const struct iq_cl_setting *setting = event->pass.setting;
    struct iq_suspicion suspicion =
        about_kernel(event, IQ_RULE_LAUNCH_ARGUMENTS, IQ_RANK_CODE + 8, "arg_index");
    IQ_EXPLAIN(&suspicion, explain_index, .kernel = setting->kernel, .index = setting->index,
               .count = setting->details->arg_count);
    iq_suspect(&suspicion);
    return true;
}

static bool suspect_size(const struct iq_event *event, uint64_t wanted)
{
    const struct iq_cl_setting *setting = event->pass.setting;
    struct iq_suspicion suspicion =
        about_kernel(event, IQ_RULE_LAUNCH_ARGUMENTS, IQ_RANK_CODE + 8, "arg_size");
    /* NVIDIA's driver overruns its own heap */
    if (wanted == HANDLE_BYTES && setting->arg->kind != IQ_CL_ARG_VALUE)
        suspicion.contain = CL_INVALID_ARG_SIZE;
    IQ_EXPLAIN(&suspicion, explain_size, .parameter = parameter_of(setting), .size = setting->size,
               .wanted = wanted);
    iq_suspect(&suspicion);
    return true;
}

static bool suspect_value(const struct iq_event *event)
{
    struct iq_suspicion suspicion =
        about_kernel(event, IQ_RULE_LAUNCH_ARGUMENTS, IQ_RANK_CODE + 8, "arg_value");
    IQ_EXPLAIN(&suspicion, explain_value, .parameter = parameter_of(event->pass.setting));
    iq_suspect(&suspicion);
    return true;
}

static bool check_form(const struct iq_event *event)
{
    const struct iq_cl_setting *setting = event->pass.setting;
    const struct iq_cl_arg *arg = setting->arg;
    if (!arg)
        return suspect_index(event);
    if (setting->by_address || arg->kind == IQ_CL_ARG_UNKNOWN)
        return false;
    if (arg->kind == IQ_CL_ARG_LOCAL) {
        if (!setting->size)
            return suspect_size(event, 0);
        return setting->value && suspect_value(event);
    }
    uint64_t wanted = arg->kind == IQ_CL_ARG_VALUE ? arg->bytes : HANDLE_BYTES;
    if (wanted && setting->size != wanted)
        return suspect_size(event, wanted);
    return !setting->value && arg->kind != IQ_CL_ARG_MEMORY && suspect_value(event);
}

struct explain_object {
    struct parameter parameter;
};
static void explain_object(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    const struct parameter *parameter = &IQ_EVIDENCE(explain_object, suspicion)->parameter;
    bool dead = suspicion->rule == IQ_RULE_DESTROYED_HANDLE;
    iq_str_printf(&words->message, "%s of %s is %s %s", iq_arg_name(call, suspicion->arg),
                  call->entry->name, strchr("aeiou", suspicion->object.kind[0]) ? "an" : "a",
                  suspicion->object.kind);
    iq_str_puts(&words->message, dead ? " that has been released" : ", but ");
    if (!dead) {
        put_arg(&words->message, parameter->arg, parameter->index);
        iq_str_printf(&words->message, " of %s is %s", iq_cl_kernel_name(parameter->kernel),
                      kind_text(parameter->arg));
    }
    iq_str_printf(&words->cause, "%s 0x%llx was ", suspicion->object.kind,
                  (unsigned long long)suspicion->object.address);
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(
        &words->fix,
        dead
            ? "release it after the last kernel that uses it has finished; setting an argument does not keep an object alive"
            : "look for arguments in the wrong order");
}

struct explain_host_pointer {
    struct parameter parameter;
    bool by_address; /* .value was passed as an address; else in place of a handle */
    uint64_t value;
};
static void explain_host_pointer(const struct iq_suspicion *suspicion, struct iq_call *call,
                                 struct iq_words *words)
{
    const struct explain_host_pointer *evidence = IQ_EVIDENCE(explain_host_pointer, suspicion);
    bool address = evidence->by_address;
    iq_str_printf(&words->message, "%s of %s %s host memory, for ",
                  iq_arg_name(call, suspicion->arg), call->entry->name,
                  address ? "is an address of" : "holds an address of");
    put_arg(&words->message, evidence->parameter.arg, evidence->parameter.index);
    iq_str_printf(&words->message, " of %s", iq_cl_kernel_name(evidence->parameter.kernel));
    iq_str_printf(&words->cause, "0x%llx is ", (unsigned long long)evidence->value);
    iq_put_what(&words->cause, evidence->value);
    iq_str_puts(&words->cause,
                address ? "; this device has no fine-grained system SVM and cannot access it"
                        : "; a parameter in global or constant memory takes a cl_mem handle");
    iq_str_puts(
        &words->fix,
        address
            ? "allocate it with clSVMAlloc, or use a buffer"
            : "create a buffer (with CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR for existing data) and pass the address of its handle");
}

/* Is [value] certainly memory of the program, and so not a handle?  Drivers take handles from the
 * heap too: only blocks that start
 * elsewhere, or that the program is known to have got from malloc itself, count. */
static bool is_host_memory(uint64_t value)
{
    struct iq_hostheap_block block;
    struct iq_hostmem_region region;
    if (iq_hostheap_find(value, &block) == IQ_HOSTHEAP_LIVE && iq_hostheap_certainly_live(&block))
        return !iq_cl_is_driver_code(iq_caller_pc(block.allocated));
    return iq_hostmem_look(value, &region) && region.what == IQ_HOSTMEM_STACK;
}

static void suspect_host_pointer(const struct iq_event *event, bool address)
{
    struct iq_suspicion suspicion =
        about_kernel(event, IQ_RULE_LAUNCH_HOST_POINTER, IQ_RANK_FOREIGN, "arg_value");
    suspicion.arg = event->call->entry->arg_count - 1; /* of several names */
    suspicion.object = iq_object_of_host(event->pass.setting->word, 0);
    suspicion.contain = address ? IQ_ANSWER_NONE : CL_INVALID_MEM_OBJECT;
    IQ_EXPLAIN(&suspicion, explain_host_pointer, .parameter = parameter_of(event->pass.setting),
               .by_address = address, .value = event->pass.setting->word);
    iq_suspect(&suspicion);
}

static void check_address(const struct iq_event *event)
{
    const struct iq_cl_device *device = iq_cl_device_for(event->pass.setting->kernel);
    struct iq_range range;
    uint64_t address = event->pass.setting->word;
    if (!address || !device || device->svm & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM ||
        iq_range_find(address, &range) ||
        (iq_range_find_freed(address, &range) && !iq_cl_is_reused(&range, address)))
        return;
    if (is_host_memory(address))
        suspect_host_pointer(event, true);
}

struct explain_no_address {
    struct parameter parameter;
};
static void explain_no_address(const struct iq_suspicion *suspicion, struct iq_call *call,
                               struct iq_words *words)
{
    const struct parameter *parameter = &IQ_EVIDENCE(explain_no_address, suspicion)->parameter;
    iq_str_printf(&words->message,
                  "%s of %s is the %s itself, not the address of the variable that holds it",
                  iq_arg_name(call, suspicion->arg), call->entry->name, suspicion->object.kind);
    iq_str_puts(
        &words->cause,
        "the call copies the value from that address, so it reads bytes of the driver's own object as the value of ");
    put_arg(&words->cause, parameter->arg, parameter->index);
    iq_str_printf(&words->cause, " of %s", iq_cl_kernel_name(parameter->kernel));
    iq_str_puts(&words->fix,
                "pass the address: clSetKernelArg(kernel, index, sizeof buffer, &buffer)");
}

/* The value is a handle where the address of one belongs. */
static bool check_no_address(const struct iq_event *event)
{
    const struct iq_handle *itself = iq_handle_find(
        event->pass.setting->arg->kind == IQ_CL_ARG_SAMPLER ? IQ_KIND_CL_SAMPLER : IQ_KIND_CL_MEM,
        event->pass.setting->value);
    if (!itself || iq_handle_is_dead(itself))
        return false;
    struct iq_suspicion suspicion =
        about_kernel(event, IQ_RULE_LAUNCH_ARGUMENTS, IQ_RANK_FOREIGN, "arg_value");
    suspicion.object = iq_object_of_handle(itself);
    suspicion.contain = CL_INVALID_MEM_OBJECT;
    IQ_EXPLAIN(&suspicion, explain_no_address, .parameter = parameter_of(event->pass.setting));
    iq_suspect(&suspicion);
    return true;
}

/* Objects and kernels of different contexts: some drivers refuse them here, some at the launch,
 * some never. */
static void check_context(const struct iq_event *event, const struct iq_handle *handle)
{
    const struct iq_handle *own = event->pass.setting->details->context,
                           *other = iq_cl_context_handle((struct iq_handle *)(uintptr_t)handle);
    if (!own || !other || own == other)
        return;
    iq_suspect_home(event, iq_cl_arg_named(event->call, "arg_value"), handle, other,
                    iq_cl_arg_named(event->call, "kernel"), own,
                    iq_cl_argument_cause(event->pass.setting->kernel, event->pass.setting->index));
}

static void check_object(const struct iq_event *event)
{
    const struct iq_cl_setting *setting = event->pass.setting;
    const struct iq_cl_arg *arg = setting->arg;
    bool memory = arg->kind == IQ_CL_ARG_MEMORY, image = arg->kind == IQ_CL_ARG_IMAGE;
    if ((!memory && !image && arg->kind != IQ_CL_ARG_SAMPLER) || !setting->word ||
        setting->size != HANDLE_BYTES)
        return;
    enum iq_kind wanted = memory  ? IQ_KIND_CL_BUFFER
                          : image ? IQ_KIND_CL_IMAGE
                                  : IQ_KIND_CL_SAMPLER;
    const struct iq_handle *handle = iq_handle_find(wanted, setting->word);
    if (!handle) {
        if (!check_no_address(event) && memory && is_host_memory(setting->word))
            suspect_host_pointer(event, false);
        return;
    }
    bool dead = iq_handle_is_dead(handle);
    if (!dead && (iq_kind_fits(wanted, (enum iq_kind)handle->kind) ||
                  (image && handle->kind == IQ_KIND_CL_PIPE))) {
        check_context(event, handle);
        return;
    }
    struct iq_suspicion suspicion =
        about_kernel(event, dead ? IQ_RULE_DESTROYED_HANDLE : IQ_RULE_WRONG_TYPE_HANDLE,
                     IQ_RANK_DEAD, "arg_value");
    suspicion.object = iq_object_of_handle(handle);
    suspicion.contain = dead ? CL_INVALID_MEM_OBJECT : IQ_ANSWER_NONE;
    IQ_EXPLAIN(&suspicion, explain_object, .parameter = parameter_of(setting));
    iq_suspect(&suspicion);
}

static void check_setting(const struct iq_event *event)
{
    if (check_form(event))
        return;
    if (event->pass.setting->by_address)
        check_address(event);
    else
        check_object(event);
}

struct explain_refused_size {
    const struct iq_handle *kernel;
    uint32_t index; /* of the parameter */
    uint64_t size;  /* bytes */
};
static void explain_refused_size(const struct iq_suspicion *suspicion, struct iq_call *call,
                                 struct iq_words *words)
{
    const struct explain_refused_size *evidence = IQ_EVIDENCE(explain_refused_size, suspicion);
    iq_str_printf(&words->message, "%s of %s is %llu, which is not the size of ",
                  iq_arg_name(call, suspicion->arg), call->entry->name,
                  (unsigned long long)evidence->size);
    put_arg(&words->message, NULL, evidence->index);
    iq_str_printf(&words->message, " of %s", iq_cl_kernel_name(evidence->kernel));
    iq_str_puts(
        &words->cause,
        "the driver refuses it; the program was not created from source, so the type of the parameter is unknown");
    if (evidence->size == sizeof(double))
        iq_str_puts(&words->cause, ": 8 bytes are a double, a long, a size_t or a handle");
    iq_str_puts(
        &words->fix,
        "pass the size of the parameter in the kernel: 4 bytes for float and int, 8 bytes for double, long and any buffer or image");
}

/* Where nothing is known of the parameter the driver's answer is all there is. */
static void check_refused_size(const struct iq_event *event)
{
    const struct iq_handle *kernel = iq_cl_object(event->call, 0);
    const struct iq_cl_kernel *details = iq_cl_kernel_of(kernel);
    uint32_t index = (uint32_t)event->call->args[1];
    if (event->result != CL_INVALID_ARG_SIZE || !details || !details->known ||
        index >= details->arg_count || details->args[index].kind != IQ_CL_ARG_UNKNOWN)
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_LAUNCH_ARGUMENTS, IQ_RANK_CODE + 8,
                        iq_cl_arg_named(event->call, "arg_size"));
    suspicion.object = iq_object_of_handle(kernel);
    suspicion.cause = iq_cl_argument_cause(kernel, index);
    IQ_EXPLAIN(&suspicion, explain_refused_size, .kernel = kernel, .index = index,
               .size = event->call->args[suspicion.arg]);
    iq_suspect(&suspicion);
}

static bool sets_argument(const struct iq_entry *entry)
{
    return entry->operation == IQ_OP_SET_ARGUMENT;
}

/* --- a kernel is enqueued
 * ----------------------------------------------------------------------------------------- */

struct iq_suspicion iq_cl_suspicion_at_launch(const struct iq_event *event, enum iq_rule_id rule,
                                              int rank, const char *name)
{
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, rule, rank, iq_cl_arg_named(event->call, name));
    suspicion.done = IQ_ERROR;
    suspicion.object = iq_object_of_handle(event->enqueue.range->kernel);
    return suspicion;
}

/* Parameter [index] of the kernel that [event] enqueues is the guilty argument. */
static struct parameter blame_parameter(struct iq_suspicion *suspicion,
                                        const struct iq_event *event, uint32_t index)
{
    const struct iq_cl_range *range = event->enqueue.range;
    const struct iq_cl_arg *arg = &range->details->args[index];
    iq_blame_parameter(suspicion, arg->name, (int)index, IQ_NO_VALUE);
    return (struct parameter){ range->kernel, arg, index };
}

struct explain_unset {
    struct parameter parameter;
    uint32_t set, count; /* parameters of the kernel that have a value, and all */
};
static void explain_unset(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    const struct explain_unset *evidence = IQ_EVIDENCE(explain_unset, suspicion);
    const struct iq_cl_arg *arg = evidence->parameter.arg;
    put_arg(&words->message, arg, evidence->parameter.index);
    iq_str_printf(&words->message, " of %s is not set when %s enqueues it",
                  iq_cl_kernel_name(evidence->parameter.kernel), call->entry->name);
    iq_str_printf(&words->cause,
                  "this kernel object has %u of its %u parameters set; this parameter is %s",
                  evidence->set, evidence->count, kind_text(arg));
    if (arg->type)
        iq_str_printf(&words->cause, " (%s)", arg->type);
    iq_str_puts(&words->cause, "; arguments are set per kernel object, not per kernel name");
    iq_str_printf(&words->fix,
                  "call clSetKernelArg(kernel, %u, ...) before this call, and check its result",
                  evidence->parameter.index);
}

static void check_unset(const struct iq_event *event, const struct iq_cl_kernel *kernel)
{
    uint32_t first = IQ_CL_ARGS, set = 0;
    for (uint32_t i = 0; i < kernel->arg_count; i++) {
        set += kernel->args[i].set;
        first = !kernel->args[i].set && first == IQ_CL_ARGS ? i : first;
    }
    if (__builtin_expect(first == IQ_CL_ARGS, 1))
        return;
    struct iq_suspicion suspicion =
        iq_cl_suspicion_at_launch(event, IQ_RULE_ARGUMENT_NOT_SET, IQ_RANK_CODE + 8, "kernel");
    suspicion.cause = iq_cl_argument_cause(event->enqueue.range->kernel, first);
    /* NVIDIA's driver crashes where it is a sampler */
    suspicion.contain = CL_INVALID_KERNEL_ARGS;
    IQ_EXPLAIN(&suspicion, explain_unset, .parameter = blame_parameter(&suspicion, event, first),
               .set = set, .count = kernel->arg_count);
    iq_suspect(&suspicion);
}

struct explain_access {
    struct parameter parameter;
    bool writes; /* what the kernel does against the flags; else it reads */
};
static void explain_access(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    const struct explain_access *evidence = IQ_EVIDENCE(explain_access, suspicion);
    bool writes = evidence->writes;
    put_arg(&words->message, evidence->parameter.arg, evidence->parameter.index);
    iq_str_printf(&words->message, " of %s is %s by the kernel, and the buffer is %s",
                  iq_cl_kernel_name(evidence->parameter.kernel), writes ? "written" : "read",
                  writes ? "CL_MEM_READ_ONLY" : "CL_MEM_WRITE_ONLY");
    iq_str_printf(
        &words->cause,
        "these flags restrict what kernels do: a device may place the buffer in memory where %s has no effect; it was ",
        writes ? "a write" : "a read");
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(
        &words->fix,
        "create the buffer with CL_MEM_READ_WRITE; the flags CL_MEM_HOST_... control what the host may do");
}

/* Buffers whose flags forbid what the kernel's source does with them. */
static void check_access(const struct iq_event *event, const struct iq_cl_kernel *kernel)
{
    for (uint32_t i = 0; i < kernel->arg_count; i++) {
        const struct iq_cl_arg *arg = &kernel->args[i];
        bool writes = arg->access == IQ_CL_ACCESS_WRITE, reads = arg->reads_first;
        if (arg->kind != IQ_CL_ARG_MEMORY || arg->by_address || !arg->set || !arg->value ||
            !(writes || reads))
            continue;
        const struct iq_handle *handle = iq_handle_find(IQ_KIND_CL_BUFFER, arg->value);
        const struct iq_memobj *memory = iq_memobj_of(handle);
        if (!memory || iq_handle_is_dead(handle) ||
            !((writes && memory->flags & CL_MEM_READ_ONLY) ||
              (reads && memory->flags & CL_MEM_WRITE_ONLY)))
            continue;
        struct iq_suspicion suspicion =
            iq_cl_suspicion_at_launch(event, IQ_RULE_BAD_FLAGS, IQ_RANK_CODE + 4, "kernel");
        suspicion.object = iq_object_of_handle(handle);
        suspicion.object.size = memory->size;
        suspicion.cause = iq_cl_argument_cause(event->enqueue.range->kernel, i);
        suspicion.failed = IQ_SILENT;
        suspicion.done = IQ_WARNING;
        IQ_EXPLAIN(&suspicion, explain_access, .parameter = blame_parameter(&suspicion, event, i),
                   .writes = writes && memory->flags & CL_MEM_READ_ONLY);
        iq_suspect(&suspicion);
        return;
    }
}

static const char *const image_words[] = { "", "f", "i", "ui" };

struct explain_image {
    struct parameter parameter;
    const struct iq_memobj *image;
    enum iq_cl_image_use right; /* that fits the image's channels */
};
static void explain_image(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    const struct explain_image *evidence = IQ_EVIDENCE(explain_image, suspicion);
    const struct iq_cl_arg *arg = evidence->parameter.arg;
    const struct iq_memobj *image = evidence->image;
    const char *right = image_words[evidence->right];
    put_arg(&words->message, arg, evidence->parameter.index);
    iq_str_printf(&words->message,
                  " of %s is an image with another element type than the kernel uses",
                  iq_cl_kernel_name(evidence->parameter.kernel));
    iq_str_printf(
        &words->cause,
        "the kernel accesses it with read_image%s or write_image%s, but its channels are %s; the result is undefined; the image was ",
        image_words[arg->image], image_words[arg->image],
        image->channel_name ? image->channel_name : "of another type");
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_printf(
        &words->fix,
        "use read_image%s and write_image%s in the kernel, or create the image with another channel type",
        right, right);
}

static enum iq_cl_image_use elements_of(uint32_t channel)
{
    if (channel == CL_UNSIGNED_INT8 || channel == CL_UNSIGNED_INT16 || channel == CL_UNSIGNED_INT32)
        return IQ_CL_IMAGE_UINT;
    return channel == CL_SIGNED_INT8 || channel == CL_SIGNED_INT16 || channel == CL_SIGNED_INT32
               ? IQ_CL_IMAGE_INT
               : IQ_CL_IMAGE_FLOAT;
}

static void check_images(const struct iq_event *event, const struct iq_cl_kernel *kernel)
{
    for (uint32_t i = 0; i < kernel->arg_count; i++) {
        const struct iq_cl_arg *arg = &kernel->args[i];
        if (__builtin_expect(!arg->image, 1) || arg->kind != IQ_CL_ARG_IMAGE || !arg->set)
            continue;
        const struct iq_handle *handle = iq_handle_find(IQ_KIND_CL_IMAGE, arg->value);
        const struct iq_memobj *image = iq_memobj_of(handle);
        if (!image || iq_handle_is_dead(handle) || !image->channel_name ||
            elements_of(image->channel) == arg->image)
            continue;
        struct iq_suspicion suspicion =
            iq_cl_suspicion_at_launch(event, IQ_RULE_BAD_FORMAT, IQ_RANK_CODE + 5, "kernel");
        suspicion.object = iq_object_of_handle(handle);
        suspicion.object.size = image->size;
        suspicion.done = IQ_ERROR;
        IQ_EXPLAIN(&suspicion, explain_image, .parameter = blame_parameter(&suspicion, event, i),
                   .image = image, .right = elements_of(image->channel));
        iq_suspect(&suspicion);
        return;
    }
}

struct explain_freed_argument {
    struct parameter parameter;
};
static void explain_freed_argument(const struct iq_suspicion *suspicion, struct iq_call *call,
                                   struct iq_words *words)
{
    const struct parameter *parameter = &IQ_EVIDENCE(explain_freed_argument, suspicion)->parameter;
    const struct iq_cl_arg *arg = parameter->arg;
    bool address = arg->by_address;
    put_arg(&words->message, arg, parameter->index);
    iq_str_printf(&words->message, " of %s is %s that has been %s",
                  iq_cl_kernel_name(parameter->kernel), address ? "memory" : suspicion->object.kind,
                  address ? "freed" : "released");
    iq_str_printf(&words->cause, "%s 0x%llx was ", iq_plain_kind(suspicion->object.kind),
                  (unsigned long long)suspicion->object.address);
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->cause, "; the argument was set by clSetKernelArg ");
    iq_put_ago(&words->cause, arg->ref.number, call->number);
    iq_str_puts(&words->cause, ", and setting an argument does not keep an object alive");
    iq_str_puts(
        &words->fix,
        "release it after the last kernel that uses it has been enqueued, or set the argument again");
}

static void check_freed(const struct iq_event *event, const struct iq_cl_kernel *kernel)
{
    for (uint32_t i = 0; i < kernel->arg_count; i++) {
        const struct iq_cl_arg *arg = &kernel->args[i];
        struct iq_range range;
        if (!arg->set || !arg->value ||
            (!arg->by_address && (arg->size != HANDLE_BYTES || arg->kind == IQ_CL_ARG_VALUE ||
                                  arg->kind == IQ_CL_ARG_LOCAL)))
            continue;
        const struct iq_handle *handle =
            arg->by_address ? NULL
                            : iq_handle_find(arg->kind == IQ_CL_ARG_SAMPLER ? IQ_KIND_CL_SAMPLER
                                                                            : IQ_KIND_CL_MEM,
                                             arg->value);
        bool memory = handle && handle->kind >= IQ_KIND_CL_MEM &&
                      handle->kind <= IQ_KIND_CL_SAMPLER && iq_handle_is_dead(handle);
        bool address = arg->by_address && !iq_range_find(arg->value, &range) &&
                       iq_range_find_freed(arg->value, &range) &&
                       !iq_cl_is_reused(&range, arg->value);
        if (__builtin_expect(!memory && !address, 1))
            continue;
        struct iq_suspicion suspicion =
            iq_cl_suspicion_at_launch(event, IQ_RULE_LAUNCH_FREED_POINTER, IQ_RANK_DEAD, "kernel");
        suspicion.object = memory ? iq_object_of_handle(handle) : iq_object_of_range(&range);
        suspicion.cause = memory ? iq_handle_cause(handle) : 0;
        suspicion.contain = CL_INVALID_MEM_OBJECT;
        IQ_EXPLAIN(&suspicion, explain_freed_argument,
                   .parameter = blame_parameter(&suspicion, event, i));
        iq_suspect(&suspicion);
        return;
    }
}

struct explain_freed_unnamed {
    const struct iq_handle *kernel;
    uint32_t element; /* of the list that clSetKernelExecInfo was given */
};
static void explain_freed_unnamed(const struct iq_suspicion *suspicion, struct iq_call *call,
                                  struct iq_words *words)
{
    const struct explain_freed_unnamed *evidence = IQ_EVIDENCE(explain_freed_unnamed, suspicion);
    iq_str_printf(&words->message, "%s may use memory that has been freed",
                  iq_cl_kernel_name(evidence->kernel));
    iq_str_printf(&words->cause,
                  "element %u of the list passed to clSetKernelExecInfo is 0x%llx, which was ",
                  evidence->element, (unsigned long long)suspicion->object.address);
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(
        &words->fix,
        "free it after the last kernel that uses it is complete, or pass clSetKernelExecInfo a list without it");
}

/* What a kernel reaches through pointers in memory. */
static void check_freed_unnamed(const struct iq_event *event, const struct iq_cl_kernel *kernel)
{
    for (uint32_t i = 0; i < kernel->shared_count; i++) {
        uint64_t address = kernel->shared[i];
        struct iq_range range;
        if (iq_range_find(address, &range) || !iq_range_find_freed(address, &range) ||
            iq_cl_is_reused(&range, address))
            continue;
        struct iq_suspicion suspicion = iq_cl_suspicion_at_launch(
            event, IQ_RULE_LAUNCH_FREED_POINTER, IQ_RANK_DEAD - 1, "kernel");
        suspicion.object = iq_object_of_range(&range);
        suspicion.contain = CL_INVALID_MEM_OBJECT;
        IQ_EXPLAIN(&suspicion, explain_freed_unnamed, .kernel = event->enqueue.range->kernel,
                   .element = i);
        iq_suspect(&suspicion);
        return;
    }
}

/* --- local memory, devices
 * ---------------------------------------------------------------------------------------- */

struct explain_shared {
    struct parameter parameter;
    /* bytes: of all, of the device, that the kernel declares, and that .parameter was given */
    uint64_t wanted, limit, declared, given;
};
static void explain_shared(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    const struct explain_shared *evidence = IQ_EVIDENCE(explain_shared, suspicion);
    iq_str_printf(
        &words->message,
        "%s needs %llu bytes of local memory per work-group, but the device has %llu bytes",
        iq_cl_kernel_name(evidence->parameter.kernel), (unsigned long long)evidence->wanted,
        (unsigned long long)evidence->limit);
    put_arg(&words->cause, evidence->parameter.arg, evidence->parameter.index);
    iq_str_printf(&words->cause, " was set to %llu bytes; the kernel itself declares %llu bytes",
                  (unsigned long long)evidence->given, (unsigned long long)evidence->declared);
    if (!call->result)
        iq_str_puts(&words->cause, "; this driver accepts it, others return CL_OUT_OF_RESOURCES");
    iq_str_puts(&words->fix,
                "use smaller work-groups or tiles (CL_DEVICE_LOCAL_MEM_SIZE is the limit)");
}

static void check_shared(const struct iq_event *event, const struct iq_cl_kernel *kernel)
{
    const struct iq_cl_device *device = event->enqueue.range->device;
    uint64_t wanted = kernel->local_bytes, greatest = 0;
    uint32_t guilty = 0;
    for (uint32_t i = 0; i < kernel->arg_count; i++)
        if (kernel->args[i].kind == IQ_CL_ARG_LOCAL && kernel->args[i].set) {
            wanted += kernel->args[i].size;
            guilty = kernel->args[i].size > greatest ? i : guilty;
            greatest = kernel->args[guilty].size;
        }
    if (!greatest || !device || !device->local_bytes || wanted <= device->local_bytes)
        return;
    struct iq_suspicion suspicion =
        iq_cl_suspicion_at_launch(event, IQ_RULE_LAUNCH_SHARED_MEMORY, IQ_RANK_SIZE, "kernel");
    IQ_EXPLAIN(&suspicion, explain_shared, .parameter = blame_parameter(&suspicion, event, guilty),
               .wanted = wanted, .limit = device->local_bytes, .declared = kernel->local_bytes,
               .given = greatest);
    iq_suspect(&suspicion);
}

struct explain_constant {
    struct parameter parameter;
    uint64_t size, limit; /* bytes: of the buffer, and that the device allows */
};
static void explain_constant(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    const struct explain_constant *evidence = IQ_EVIDENCE(explain_constant, suspicion);
    put_arg(&words->message, evidence->parameter.arg, evidence->parameter.index);
    iq_str_printf(&words->message,
                  " of %s is constant memory, but its buffer is larger than the device allows",
                  iq_cl_kernel_name(evidence->parameter.kernel));
    iq_str_printf(&words->cause,
                  "the buffer has %llu bytes, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE is %llu",
                  (unsigned long long)evidence->size, (unsigned long long)evidence->limit);
    if (!call->result)
        iq_str_puts(
            &words->cause,
            "; this driver accepts it, others refuse the launch or read other data past the limit");
    iq_str_puts(&words->fix, "declare the parameter `global const`, or give it a smaller buffer");
}

static void check_constant(const struct iq_event *event, const struct iq_cl_kernel *kernel)
{
    const struct iq_cl_device *device = event->enqueue.range->device;
    for (uint32_t i = 0; device && device->constant_bytes && i < kernel->arg_count; i++) {
        const struct iq_cl_arg *arg = &kernel->args[i];
        bool named = arg->constant && arg->kind == IQ_CL_ARG_MEMORY && arg->set && arg->value &&
                     !arg->by_address;
        const struct iq_handle *handle =
            named ? iq_handle_find(IQ_KIND_CL_BUFFER, arg->value) : NULL;
        const struct iq_memobj *memory = iq_memobj_of(handle);
        if (!memory || iq_handle_is_dead(handle) || memory->size <= device->constant_bytes)
            continue;
        struct iq_suspicion suspicion =
            iq_cl_suspicion_at_launch(event, IQ_RULE_LAUNCH_RESOURCES, IQ_RANK_SIZE, "kernel");
        suspicion.object = iq_object_of_handle(handle);
        suspicion.done = IQ_WARNING;
        IQ_EXPLAIN(&suspicion, explain_constant, .parameter = blame_parameter(&suspicion, event, i),
                   .size = memory->size, .limit = device->constant_bytes);
        iq_suspect(&suspicion);
        return;
    }
}

struct explain_device {
    const struct iq_cl_device *device; /* of the queue */
    uint32_t built;                    /* devices that the program was built for */
};
static void explain_device(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    const struct explain_device *evidence = IQ_EVIDENCE(explain_device, suspicion);
    iq_str_printf(&words->message, "%s of %s was not built for the device of command_queue",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_printf(&words->cause,
                  "its program was built for %u device%s of the context, but not for %s",
                  evidence->built, evidence->built == 1 ? "" : "s", evidence->device->name);
    iq_str_puts(
        &words->fix,
        "build the program for all devices (device_list NULL), or enqueue on a queue of a device that it was built for");
}

static bool is_built_for(const struct iq_cl_program *program, uint64_t device)
{
    for (uint32_t i = 0; i < program->device_count; i++)
        if (program->devices[i] == device)
            return true;
    return false;
}

/* What was built for a device runs on its parts, too; doubt about one counts as such. */
static bool is_built_for_parent(const struct iq_cl_program *program,
                                const struct iq_cl_device *device)
{
    for (int depth = 0; depth < PARENTS && device->parent; depth++) {
        const struct iq_handle *parent = iq_handle_find(IQ_KIND_CL_DEVICE, device->parent);
        if (is_built_for(program, device->parent) || !iq_cl_device_of(parent))
            return true;
        device = iq_cl_device_of(parent);
    }
    return false;
}

static void check_device(const struct iq_event *event, const struct iq_cl_kernel *kernel)
{
    const struct iq_cl_program *program = iq_cl_program_of(kernel->program);
    const struct iq_cl_queue *queue = iq_cl_queue_of(event->enqueue.range->queue);
    if (!program || !program->device_count || !queue || !queue->device ||
        !event->enqueue.range->device)
        return;
    if (__builtin_expect(is_built_for(program, queue->device->value), 1) ||
        is_built_for_parent(program, event->enqueue.range->device))
        return;
    struct iq_suspicion suspicion =
        iq_cl_suspicion_at_launch(event, IQ_RULE_LAUNCH_WRONG_DEVICE, IQ_RANK_FOREIGN, "kernel");
    suspicion.contain = CL_INVALID_PROGRAM_EXECUTABLE;
    suspicion.related[0].what = "the program was built here";
    suspicion.related[0].ref = program->built;
    IQ_EXPLAIN(&suspicion, explain_device, .device = event->enqueue.range->device,
               .built = program->device_count);
    iq_suspect(&suspicion);
}

static void check_range(const struct iq_event *event)
{
    const struct iq_cl_kernel *kernel = event->enqueue.range->details;
    if (kernel && kernel->known) {
        check_unset(event, kernel);
        check_freed(event, kernel);
        check_freed_unnamed(event, kernel);
        check_shared(event, kernel);
        check_constant(event, kernel);
        check_device(event, kernel);
        check_images(event, kernel);
        check_access(event, kernel);
    }
    iq_cl_check_dimensions(event);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(PASS), IQ_PHASE_BEFORE, check_setting, .kinds = IQ_OF(CL_KERNEL),
      .apis = IQ_IN(OPENCL) },
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_refused_size, .apis = IQ_IN(OPENCL),
      .concerns = sets_argument },
    { IQ_ON(ENQUEUE), IQ_PHASE_BEFORE, check_range, .kinds = IQ_OF(CL_KERNEL),
      .apis = IQ_IN(OPENCL) },
};
const struct iq_rule_family iq_rules_cl_kernel = { "OpenCL kernels", subscriptions,
                                                   IQ_COUNT_OF(subscriptions) };
