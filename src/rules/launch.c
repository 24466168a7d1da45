/* launch-wrong-device, launch-dimensions, launch-shared-memory, launch-resources, launch-arguments, bad-symbol (no kernel): launches that are refused. */
#include <string.h>

#include "core/core.h"
#include "core/hostmem.h"
#include "core/kernels.h"
#include "core/walk.h"
#include "rules/rules.h"

static const char axis[] = "xyz";

static void put_kernel(struct iq_str *text, const struct iq_call *call)
{
    int arg = iq_entry_arg(call->entry, IQ_ROLE_FUNC);
    const char *name = arg < 0 ? NULL : iq_core_function_name(call->args[arg]);
    iq_str_printf(text, "kernel %s", name ? name : "(name unknown)");
}

static void explain_dimension(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    unsigned k = (unsigned)suspicion->number[0];
    unsigned long long value = suspicion->number[1], limit = suspicion->number[2];
    const char *what = suspicion->number[3] ? "block" : "grid";
    iq_str_printf(&words->message, "the %s's %c dimension is %llu; ", what, axis[k], value);
    iq_str_printf(&words->message, "it must be 1 to %llu", limit);
    put_kernel(&words->cause, call);
    iq_str_printf(&words->cause, " was to be launched with a %s of (%u, %u, %u)", what, (unsigned)suspicion->number[4] & 0xffffffffu,
                  (unsigned)(suspicion->number[4] >> 32), (unsigned)suspicion->number[5]);
    if (!value)
        iq_str_puts(&words->fix, "skip the launch when there is nothing to do; a count of 0 makes the number of blocks 0");
    else
        iq_str_printf(&words->fix, "use at most %llu and more %s, with a loop over the rest in the kernel", limit,
                      suspicion->number[3] ? "blocks" : "work per block");
}

static void explain_product(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    iq_str_printf(&words->message, "a block of %llu threads is larger than the %llu that the device allows",
                  (unsigned long long)suspicion->number[1], (unsigned long long)suspicion->number[2]);
    put_kernel(&words->cause, call);
    iq_str_printf(&words->cause, " was to be launched with a block of (%u, %u, %u)", (unsigned)suspicion->number[4] & 0xffffffffu,
                  (unsigned)(suspicion->number[4] >> 32), (unsigned)suspicion->number[5]);
    iq_str_printf(&words->fix, "use blocks of at most %llu threads (256 is a good start) and more blocks", (unsigned long long)suspicion->number[2]);
}

static void explain_shared(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    unsigned long long wanted = suspicion->number[1], limit = suspicion->number[2], opt_in = suspicion->number[3];
    iq_str_printf(&words->message, "%llu bytes of dynamic shared memory are more than ", wanted);
    if (opt_in && wanted > opt_in)
        iq_str_printf(&words->message, "the device has for a block (%llu)", opt_in);
    else
        iq_str_printf(&words->message, "the %llu that a kernel gets without asking", limit);
    put_kernel(&words->cause, call);
    iq_str_printf(&words->cause, " was to be launched with %llu bytes; its static shared memory comes on top", wanted);
    if (opt_in && wanted > opt_in)
        iq_str_puts(&words->fix, "use less shared memory per block, or split the work into smaller tiles");
    else
        iq_str_puts(&words->fix, "ask for it first: cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes); "
                    "the device must have that much (227 KiB on recent ones)");
}

static void explain_attribute(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    iq_str_printf(&words->message, "%llu bytes of dynamic shared memory are more than a block can have on this device",
                  (unsigned long long)suspicion->number[1]);
    iq_str_printf(&words->cause, "%s asks for a maximum that the device does not have", call->entry->name);
    iq_str_puts(&words->fix, "query cudaDevAttrMaxSharedMemoryPerBlockOptin and stay below it");
}

/* What is known of the kernel that [call] launches; NULL: nothing. */
static const struct iq_kernel *kernel_of(const struct iq_call *call)
{
    int arg = iq_entry_arg(call->entry, IQ_ROLE_FUNC);
    struct iq_handle *handle = arg < 0 ? NULL : iq_handle_find(IQ_KIND_KERNEL, call->args[arg]);
    return arg < 0 ? NULL : iq_kernel_of(call->args[arg], handle && handle->kind == IQ_KIND_KERNEL ? handle : NULL);
}

static void explain_arguments(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const struct iq_kernel *kernel = kernel_of(call);
    iq_str_printf(&words->message, "%s of %s is NULL, but the kernel has ", iq_arg_name(call, suspicion->arg), call->entry->name);
    if (kernel && kernel->param_count)
        iq_str_printf(&words->message, "%u parameter%s", kernel->param_count, kernel->param_count == 1 ? "" : "s");
    else
        iq_str_puts(&words->message, "parameters");
    put_kernel(&words->cause, call);
    if (kernel && kernel->param_count)
        iq_str_printf(&words->cause, " takes %u bytes of arguments by its image", kernel->bytes);
    else
        iq_str_puts(&words->cause, ": dimensions and shared memory are legal, so its parameters are what is missing");
    iq_str_puts(&words->fix, "pass an array with the address of each argument");
}

static void explain_buffer(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    unsigned long long given = suspicion->number[0], wanted = suspicion->number[1];
    put_kernel(&words->message, call);
    iq_str_printf(&words->message, " takes %llu bytes of arguments, but the buffer in extra has %llu", wanted, given);
    iq_str_puts(&words->cause, "CU_LAUNCH_PARAM_BUFFER_SIZE must be the size of all arguments with the alignment of each");
    iq_str_puts(&words->fix, given < wanted ? "fill the buffer with every argument at its own alignment; an argument may be missing" :
                "leave out what the kernel does not take; look for a kernel of an older build");
}

/* The size that `extra` gives for the buffer of arguments; 0: there is none. */
static uint64_t buffer_size(const struct iq_call *call)
{
    enum { END, BUFFER, SIZE, PAIRS = 4 };
    int arg = iq_entry_arg(call->entry, IQ_ROLE_EXTRA);
    uint64_t pair[2], size = 0;
    for (int i = 0; arg >= 0 && i < PAIRS && iq_hostmem_copy(call->args[arg] + (uint64_t)i * sizeof pair, pair, sizeof pair) && pair[0] != END; i++)
        if (pair[0] == SIZE && !iq_hostmem_copy(pair[1], &size, sizeof size))
            return 0;
    return size;
}

/* Arguments in a buffer that is too small or too large.  True: nothing else is wrong with them. */
static bool check_buffer(const struct iq_event *event)
{
    const struct iq_kernel *kernel = kernel_of(event->call);
    uint64_t size = buffer_size(event->call);
    if (!kernel || !size)
        return size != 0;
    if (size == kernel->bytes)
        return true;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "launch-arguments", IQ_RANK_CODE + 3, iq_entry_arg(event->call->entry, IQ_ROLE_EXTRA));
    suspicion.number[0] = size;
    suspicion.number[1] = kernel->bytes;
    suspicion.explain = explain_buffer;
    iq_suspect(&suspicion);
    return true;
}

static void explain_not_kernel(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const char *name = iq_arg_name(call, suspicion->arg);
    if (!call->args[suspicion->arg]) {
        iq_str_printf(&words->message, "%s of %s is NULL", name, call->entry->name);
        iq_str_puts(&words->cause, "there is no kernel at NULL");
        iq_str_puts(&words->fix, "pass the kernel's name, (const void *)kernel");
        return;
    }
    iq_str_printf(&words->message, "%s of %s is no kernel", name, call->entry->name);
    if (call->result == 98 && iq_core_function_name(call->args[suspicion->arg])) {
        iq_str_printf(&words->cause, "%s is a registered kernel, but none of its embedded images runs on this device",
                      iq_core_function_name(call->args[suspicion->arg]));
        iq_str_puts(&words->fix, "compile with -gencode for this device's architecture");
        return;
    }
    iq_str_printf(&words->cause, "0x%llx was not registered as a __global__ function; it is an ordinary host function or data",
                  (unsigned long long)call->args[suspicion->arg]);
    iq_str_puts(&words->fix, "pass a __global__ function of a program or library that is still loaded");
}

static void explain_resources(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    (void)suspicion;
    put_kernel(&words->cause, call);
    if (call->result == 720) {
        iq_str_puts(&words->message, "the grid is too large for a cooperative launch");
        iq_str_puts(&words->cause, ": all blocks of a cooperative launch must be resident on the device at once");
        iq_str_puts(&words->fix, "launch at most cudaOccupancyMaxActiveBlocksPerMultiprocessor times the number of multiprocessors");
    } else {
        iq_str_puts(&words->message, "the kernel needs more registers or threads than the device has for such a block");
        iq_str_puts(&words->cause, ": registers per thread times threads per block exceed the device's register file");
        iq_str_puts(&words->fix, "use smaller blocks, or compile with __launch_bounds__ or -maxrregcount");
    }
}

static void suspect_dimension(const struct iq_event *event, bool block, unsigned k, uint64_t limit)
{
    const struct iq_launch *launch = event->launch;
    const uint32_t *dim = block ? launch->block : launch->grid;
    int arg = block ? launch->block_arg : launch->grid_arg;
    bool scalars = arg >= 0 && event->call->entry->args[arg].form != IQ_FORM_DIM3;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "launch-dimensions", IQ_RANK_RANGE, scalars && k < 3 ? arg + (int)k : arg);
    suspicion.number[0] = k;
    suspicion.number[1] = k < 3 ? dim[k] : (uint64_t)dim[0] * dim[1] * dim[2];
    suspicion.number[2] = limit;
    suspicion.number[3] = block;
    suspicion.number[4] = dim[0] | (uint64_t)dim[1] << 32;
    suspicion.number[5] = dim[2];
    suspicion.explain = k < 3 ? explain_dimension : explain_product;
    iq_suspect(&suspicion);
}

/* Of several mistakes the first one in the order of the arguments. */
static bool check_dimensions(const struct iq_event *event, const struct iq_device_limits *limits)
{
    const struct iq_launch *launch = event->launch;
    for (unsigned k = 0; k < 3; k++)
        if (!launch->grid[k] || launch->grid[k] > limits->grid[k])
            return suspect_dimension(event, false, k, limits->grid[k]), true;
    for (unsigned k = 0; k < 3; k++)
        if (!launch->block[k] || launch->block[k] > limits->block[k])
            return suspect_dimension(event, true, k, limits->block[k]), true;
    if ((uint64_t)launch->block[0] * launch->block[1] * launch->block[2] > limits->threads_per_block)
        return suspect_dimension(event, true, 3, limits->threads_per_block), true;
    return false;
}

static void check_launch(const struct iq_event *event)
{
    const struct iq_thread *thread = iq_thread_block;
    const struct iq_device_limits *limits = iq_core_limits(thread->current && thread->current->device >= 0 ? thread->current->device : thread->device);
    const struct iq_launch *launch = event->launch;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "launch-resources", IQ_RANK_CODE + 5, launch->grid_arg);
    if (event->result == 720 || event->result == 701) {
        suspicion.arg = event->result == 720 ? launch->grid_arg : launch->block_arg;
        suspicion.explain = explain_resources;
        iq_suspect(&suspicion);
    }
    bool host_function = !strcmp(event->call->entry->args[launch->function_arg].type, "const void *");
    if ((event->result == 98 || event->result == 400 || event->result == 8) && host_function &&
        (event->result != 400 || !iq_name_of_function(launch->function))) {
        suspicion = iq_suspicion_at(event, launch->function ? "bad-symbol" : "null-pointer", IQ_RANK_CODE + 5, launch->function_arg);
        suspicion.explain = explain_not_kernel;
        iq_suspect(&suspicion);
    }
    if (event->result != 1 && event->result != 9)
        return;
    if (check_dimensions(event, limits))
        return;
    suspicion = iq_suspicion_at(event, "launch-shared-memory", IQ_RANK_CODE + 5, launch->shared_arg);
    suspicion.number[1] = launch->shared;
    suspicion.number[2] = limits->shared_per_block;
    suspicion.number[3] = limits->shared_per_block_optin;
    suspicion.explain = explain_shared;
    if (launch->shared > limits->shared_per_block) {
        iq_suspect(&suspicion);
        return;
    }
    if (launch->args_arg < 0 || event->call->args[launch->args_arg])
        return;
    const struct iq_kernel *kernel = kernel_of(event->call);
    if (check_buffer(event) || (kernel && !kernel->param_count))
        return;
    suspicion = iq_suspicion_at(event, "launch-arguments", IQ_RANK_CODE + 3, launch->args_arg);
    suspicion.explain = explain_arguments;
    iq_suspect(&suspicion);
}

static void explain_device(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const struct iq_thread *thread = iq_thread_block;
    int own = (int)suspicion->number[0], current = (int)suspicion->number[1];
    iq_str_printf(&words->message, "a kernel is launched on a stream of device %d while device %d is current", own, current);
    put_kernel(&words->cause, call);
    iq_str_puts(&words->cause, " goes to a stream that was ");
    iq_put_history(&words->cause, &suspicion->object, call);
    if (thread->current_mark.entry)
        iq_str_printf(&words->cause, "; the current device was set by %s", thread->current_mark.entry->name);
    if (!call->result)
        iq_str_puts(&words->cause, ". This driver runs it on the stream's device; others refuse it");
    iq_str_printf(&words->fix, "call cudaSetDevice(%d) before the launch, or use a stream of device %d", own, current);
}

/* A launch on a stream of a device that is not the current one. */
static void check_device(const struct iq_event *event)
{
    const struct iq_thread *thread = iq_thread_block;
    int arg = iq_entry_stream_arg(event->call->entry);
    const struct iq_handle *stream = arg < 0 || event->call->args[arg] <= 2 ? NULL : iq_handle_find(IQ_KIND_STREAM, event->call->args[arg]);
    if (!stream || stream->kind != IQ_KIND_STREAM || iq_handle_is_dead(stream) || !stream->context || !thread->current ||
        stream->context->device < 0 || thread->current->device < 0 || stream->context->device == thread->current->device ||
        (event->phase == IQ_PHASE_FAILED && event->result != 400 && event->result != 1))
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "launch-wrong-device", IQ_RANK_CODE + 12, arg);
    suspicion.done = IQ_WARNING;
    suspicion.object = iq_object_of_handle(stream);
    suspicion.number[0] = (uint64_t)stream->context->device;
    suspicion.number[1] = (uint64_t)thread->current->device;
    suspicion.explain = explain_device;
    iq_suspect(&suspicion);
}

/* cudaFuncSetAttribute and its kin: attribute 8 is the maximum of dynamic shared memory. */
static void check_attribute(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    if (event->result != 1 || !strstr(call->entry->name, "SetAttribute") || strcmp(event->role->name, "value") || event->arg < 1 ||
        (uint32_t)call->args[event->arg - 1] != 8 || (int32_t)event->value <= 49152)
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "launch-shared-memory", IQ_RANK_CODE + 5, event->arg);
    suspicion.number[1] = event->value;
    suspicion.explain = explain_attribute;
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_BIT(LAUNCH), IQ_PHASE_FAILED, check_launch },
    { IQ_BIT(LAUNCH), IQ_PHASE_FAILED, check_device },
    { IQ_BIT(LAUNCH), IQ_PHASE_DONE, check_device },
    { IQ_BIT(VALUE), IQ_PHASE_FAILED, check_attribute },
};
const struct iq_rule_family iq_rules_launch = { "launch", subscriptions, IQ_COUNT_OF(subscriptions) };
