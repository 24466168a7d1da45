/* bad-device, symbol-not-found, bad-flags, wrong-type-handle: what an OpenCL device or its driver
 * does not have.  A wrong argument goes first: where there is none, the device is told. */
#include <stdio.h>
#include <string.h>

#include "abi/opencl_abi.h"
#include "api_opencl/driver.h"
#include "api_opencl/objects.h"
#include "call/plan.h"
#include "call/walk.h"
#include "process/hostmem.h"
#include "process/peek.h"
#include "rules/rules.h"

enum { RANK_LACKING = IQ_RANK_NULL - 1, TEXT_BYTES = 1024 };

/* --- what a device cannot do
 * -------------------------------------------------------------------------------------- */

#define SVM "shared memory (SVM)", "CL_DEVICE_SVM_CAPABILITIES", "buffers"
#define IL "programs in an intermediate language", "CL_DEVICE_IL_VERSION"
#define IMAGES "images", "CL_DEVICE_IMAGE_SUPPORT", "buffers"
static const struct {
    enum iq_operation operation;
    const char *what, *query, *instead;
} optional[] = {
    { IQ_OP_CREATE_PIPE, "pipes", "CL_DEVICE_PIPE_SUPPORT",
      "a buffer with an atomic counter for its next element" },
    { IQ_OP_SET_DEFAULT_QUEUE, "queues on the device", "CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES",
      "kernels that the host enqueues" },
    { IQ_OP_SET_RELEASE_CALLBACK, "destructors of programs", "CL_PLATFORM_VERSION (2.2 only)",
      "a cleanup of the program's own after clReleaseProgram" },
    { IQ_OP_SET_SPECIALIZATION, IL, "clCreateProgramWithSource and -D options" },
    { IQ_OP_CREATE_PROGRAM_FROM_IL, IL, "clCreateProgramWithSource" },
    { IQ_OP_CREATE_SAMPLER, IMAGES },
    { IQ_OP_CREATE_SAMPLER_FROM_LIST, IMAGES },
    { IQ_OP_SET_SHARED_ARGUMENT, SVM },
    { IQ_OP_SET_EXECUTION_INFO, SVM },
    { IQ_OP_COPY_SHARED, SVM },
    { IQ_OP_FILL_SHARED, SVM },
    { IQ_OP_MAP_SHARED, SVM },
    { IQ_OP_UNMAP_SHARED, SVM },
    { IQ_OP_FREE_SHARED_IN_ORDER, SVM },
    { IQ_OP_MIGRATE_SHARED, SVM },
    { IQ_OP_RUN_HOST_FUNCTION, "functions of the host as kernels",
      "CL_DEVICE_EXECUTION_CAPABILITIES", "an event's callback (clSetEventCallback)" },
    { IQ_OP_CREATE_IMAGE, "images over buffers",
      "cl_khr_image2d_from_buffer in CL_DEVICE_EXTENSIONS",
      "an image of its own and clEnqueueCopyBufferToImage" },
};

struct explain_optional {
    size_t row; /* of .optional: what the device lacks */
};
static void explain_optional(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    size_t i = IQ_EVIDENCE(explain_optional, suspicion)->row;
    iq_str_printf(&words->message, "%s: the device does not support %s", call->entry->name,
                  optional[i].what);
    iq_str_puts(
        &words->cause,
        "this part of OpenCL is optional: devices without it return CL_INVALID_OPERATION; a limit of the device or its driver, not a mistake in the arguments");
    iq_str_printf(&words->fix, "query %s first, and use %s on devices without it",
                  optional[i].query, optional[i].instead);
}

/* Images of their own are not optional where there are images. */
static bool is_optional(const struct iq_call *call)
{
    cl_image_desc desc;
    int arg = iq_cl_arg_named(call, "image_desc");
    if (arg < 0)
        return true;
    const struct iq_handle *from =
        iq_peek(&desc, (uintptr_t)call->args[arg], sizeof desc, true) && desc.mem_object
            ? iq_handle_find(IQ_KIND_CL_MEM, (uint64_t)(uintptr_t)desc.mem_object)
            : NULL;
    return from && from->kind == IQ_KIND_CL_BUFFER && desc.image_type == CL_MEM_OBJECT_IMAGE2D;
}

static void check_optional(const struct iq_event *event)
{
    if (event->result != CL_INVALID_OPERATION)
        return;
    for (size_t i = 0; i < IQ_COUNT_OF(optional); i++) {
        if (event->call->entry->operation != optional[i].operation || !is_optional(event->call))
            continue;
        struct iq_suspicion suspicion =
            iq_suspicion_at(event, IQ_RULE_BAD_DEVICE, RANK_LACKING, -1);
        IQ_EXPLAIN(&suspicion, explain_optional, .row = i);
        iq_suspect(&suspicion);
        return;
    }
}

static void explain_over_buffer(const struct iq_suspicion *suspicion, struct iq_call *call,
                                struct iq_words *words)
{
    iq_str_printf(&words->message,
                  "%s: the driver does not support this command for an image over a buffer",
                  call->entry->name);
    iq_str_printf(
        &words->cause,
        "%s is a valid CL_MEM_OBJECT_IMAGE1D_BUFFER in the right context, which the specification allows here, but this driver refuses it",
        iq_arg_name(call, suspicion->arg));
    iq_str_puts(
        &words->fix,
        "use the buffer that the image was created from (clEnqueueCopyBuffer and similar calls); the contents are the same");
}

/* Everything about the image is right. */
static void check_over_buffer(const struct iq_event *event)
{
    for (int i = 0; event->result == CL_INVALID_MEM_OBJECT && i < event->call->entry->arg_count;
         i++) {
        const struct iq_handle *handle = iq_cl_object(event->call, i);
        const struct iq_memobj *memory =
            handle && handle->kind == IQ_KIND_CL_IMAGE ? iq_memobj_of(handle) : NULL;
        if (!memory || memory->type != CL_MEM_OBJECT_IMAGE1D_BUFFER)
            continue;
        struct iq_suspicion suspicion =
            iq_suspicion_at(event, IQ_RULE_BAD_DEVICE, IQ_RANK_CODE + 1, i);
        suspicion.object = iq_object_of_handle(handle);
        suspicion.explain = explain_over_buffer;
        iq_suspect(&suspicion);
        return;
    }
}

/* --- programs without specialization constants
 * -------------------------------------------------- */

static void explain_not_il(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s was not created from an intermediate language",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_put_object_past(&words->cause, &suspicion->object, call);
    iq_str_puts(
        &words->cause,
        "; only programs in an intermediate language (SPIR-V) have specialization constants");
    iq_str_puts(
        &words->fix,
        "create the program with clCreateProgramWithIL where CL_DEVICE_IL_VERSION is not empty; give a program in OpenCL C its constants with -D options");
}

static void check_not_il(const struct iq_event *event)
{
    const struct iq_handle *program = iq_cl_object(event->call, 0);
    if (event->result != CL_INVALID_PROGRAM || !program || program->kind != IQ_KIND_CL_PROGRAM ||
        !program->created.entry ||
        program->created.entry->operation == IQ_OP_CREATE_PROGRAM_FROM_IL)
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_WRONG_TYPE_HANDLE, RANK_LACKING, 0);
    suspicion.object = iq_object_of_handle(program);
    suspicion.explain = explain_not_il;
    iq_suspect(&suspicion);
}

/* --- built-in kernels
 * ------------------------------------------------------------------------- */

static void explain_built_in(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    char wanted[TEXT_BYTES] = "", has[TEXT_BYTES] = "";
    uint64_t device = 0;
    int list = iq_cl_arg_named(call, "device_list");
    iq_hostmem_copy_text((const char *)(uintptr_t)call->args[suspicion->arg], wanted,
                         sizeof wanted);
    if (iq_peek(&device, (uintptr_t)call->args[list], sizeof device, false) &&
        iq_cl_driver.clGetDeviceInfo)
        iq_cl_driver.clGetDeviceInfo((cl_device_id)(uintptr_t)device, CL_DEVICE_BUILT_IN_KERNELS,
                                     sizeof has - 1, has, NULL);
    iq_str_printf(&words->message,
                  "%s of %s is \"%s\", but the devices do not have these built-in kernels",
                  iq_arg_name(call, suspicion->arg), call->entry->name, wanted);
    iq_str_printf(&words->cause,
                  has[0] ? "CL_DEVICE_BUILT_IN_KERNELS of the first device is \"%s\""
                         : "the first device has none%s",
                  has);
    iq_str_puts(
        &words->fix,
        "pass names from CL_DEVICE_BUILT_IN_KERNELS, with semicolons between them; create a program from source for kernels that are missing there");
}

static void check_built_in(const struct iq_event *event)
{
    if (event->result != CL_INVALID_VALUE)
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, IQ_RULE_SYMBOL_NOT_FOUND, RANK_LACKING,
                                                    iq_cl_arg_named(event->call, "kernel_names"));
    suspicion.explain = explain_built_in;
    iq_suspect(&suspicion);
}

/* --- properties of memory objects and samplers
 * -------------------------------------------------- */

struct explain_unknown_property {
    uint64_t name; /* of the first property that is not core OpenCL */
};
static void explain_unknown_property(const struct iq_suspicion *suspicion, struct iq_call *call,
                                     struct iq_words *words)
{
    bool sampler = iq_entry_makes(call->entry, IQ_KIND_CL_SAMPLER);
    iq_str_printf(&words->message,
                  "%s of %s contains a property that the driver does not support: 0x%llx",
                  iq_arg_name(call, suspicion->arg), call->entry->name,
                  (unsigned long long)IQ_EVIDENCE(explain_unknown_property, suspicion)->name);
    iq_str_printf(
        &words->cause,
        "the list consists of pairs of a name and a value, with a 0 after the last pair; %s",
        sampler
            ? "samplers have CL_SAMPLER_NORMALIZED_COORDS, CL_SAMPLER_ADDRESSING_MODE and CL_SAMPLER_FILTER_MODE"
            : "only extensions define properties of memory objects");
    iq_str_puts(
        &words->fix,
        sampler ? "pass these properties only, and query CL_DEVICE_EXTENSIONS before others"
                : "pass NULL, and query CL_DEVICE_EXTENSIONS before a property of an extension");
}

static void explain_no_defaults(const struct iq_suspicion *suspicion, struct iq_call *call,
                                struct iq_words *words)
{
    iq_str_printf(&words->message, "%s: this driver does not accept NULL for %s", call->entry->name,
                  iq_arg_name(call, suspicion->arg));
    iq_str_puts(
        &words->cause,
        "according to the specification NULL stands for the default values; a limit of the driver, not a mistake in the arguments");
    iq_str_puts(
        &words->fix,
        "pass the defaults: { CL_SAMPLER_NORMALIZED_COORDS, CL_TRUE, CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_CLAMP, CL_SAMPLER_FILTER_MODE, CL_FILTER_NEAREST, 0 }");
}

static int list_arg(const struct iq_entry *entry)
{
    int arg = iq_entry_arg_named(entry, "sampler_properties");
    return arg < 0 ? iq_entry_arg_named(entry, "properties") : arg;
}

static void check_list(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    bool sampler = iq_entry_makes(call->entry, IQ_KIND_CL_SAMPLER);
    int arg = list_arg(call->entry);
    uint64_t pair[2];
    if (event->result != CL_INVALID_PROPERTY && event->result != CL_INVALID_VALUE)
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_BAD_FLAGS, IQ_RANK_CODE + 5, arg);
    if (sampler && !call->args[arg]) {
        suspicion.rule = IQ_RULE_BAD_DEVICE;
        suspicion.explain = explain_no_defaults;
        iq_suspect(&suspicion);
    }
    for (int i = 0; iq_cl_property(call->args[arg], i, pair); i++) {
        if (sampler && pair[0] >= CL_SAMPLER_NORMALIZED_COORDS && pair[0] <= CL_SAMPLER_FILTER_MODE)
            continue;
        IQ_EXPLAIN(&suspicion, explain_unknown_property, .name = pair[0]);
        iq_suspect(&suspicion);
        return;
    }
}

/* --- a call that ends the program
 * ------------------------------------------------------------- */

static void explain_unimplemented(const struct iq_suspicion *suspicion, struct iq_call *call,
                                  struct iq_words *words)
{
    (void)suspicion;
    iq_str_printf(&words->message, "%s: this driver does not implement the call",
                  call->entry->name);
    iq_str_puts(
        &words->cause,
        "PoCL 3 ends the program in it; a limit of the driver, not a mistake in the arguments");
    iq_str_puts(
        &words->fix,
        "call clEnqueueBarrierWithWaitList instead, which replaced it in OpenCL 1.2, or install a newer driver");
}

/* Is the device of [queue] one of PoCL up to version 3?  Measured with 3.1; newer ones have the
 * call. */
static bool is_old_pocl(const struct iq_handle *queue)
{
    cl_device_id device = NULL;
    cl_platform_id platform = NULL;
    char name[64] = "", version[64] = "";
    unsigned major = 0;
    cl_command_queue value = queue ? (cl_command_queue)(uintptr_t)queue->value : NULL;
    return value && iq_cl_driver.clGetCommandQueueInfo && iq_cl_driver.clGetDeviceInfo &&
           iq_cl_driver.clGetPlatformInfo &&
           !iq_cl_driver.clGetCommandQueueInfo(value, CL_QUEUE_DEVICE, sizeof device, &device,
                                               NULL) &&
           !iq_cl_driver.clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform,
                                         NULL) &&
           !iq_cl_driver.clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name - 1, name,
                                           NULL) &&
           !iq_cl_driver.clGetDeviceInfo(device, CL_DRIVER_VERSION, sizeof version - 1, version,
                                         NULL) &&
           !strcmp(name, "Portable Computing Language") && sscanf(version, "%u", &major) == 1 &&
           major <= 3;
}

static void check_unimplemented(const struct iq_event *event)
{
    const struct iq_handle *queue = iq_cl_object(event->call, 0);
    if (!queue || queue->kind != IQ_KIND_CL_QUEUE || iq_handle_is_dead(queue) ||
        !is_old_pocl(queue))
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, IQ_RULE_BAD_DEVICE, RANK_LACKING, -1);
    suspicion.done = IQ_ERROR;
    suspicion.contain = IQ_ANSWER_ARGUMENT;
    suspicion.explain = explain_unimplemented;
    iq_suspect(&suspicion);
}

static bool enqueues(const struct iq_entry *entry) { return entry->flags & IQ_ENTRY_ASYNC; }
static bool specializes(const struct iq_entry *entry)
{
    return entry->operation == IQ_OP_SET_SPECIALIZATION;
}
static bool has_built_ins(const struct iq_entry *entry)
{
    return iq_entry_arg_named(entry, "kernel_names") >= 0;
}
static bool has_list(const struct iq_entry *entry)
{
    int arg = list_arg(entry);
    return arg >= 0 && entry->args[arg].role != IQ_ROLE_FLAGS &&
           (iq_entry_makes(entry, IQ_KIND_CL_SAMPLER) || iq_entry_makes(entry, IQ_KIND_CL_BUFFER) ||
            iq_entry_makes(entry, IQ_KIND_CL_IMAGE));
}
static bool waits_for_list(const struct iq_entry *entry)
{
    return entry->operation == IQ_OP_ENQUEUE_WAIT;
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_optional, .apis = IQ_IN(OPENCL) },
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_over_buffer, .apis = IQ_IN(OPENCL),
      .concerns = enqueues },
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_not_il, .apis = IQ_IN(OPENCL), .concerns = specializes },
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_built_in, .apis = IQ_IN(OPENCL),
      .concerns = has_built_ins },
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_list, .apis = IQ_IN(OPENCL), .concerns = has_list },
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_unimplemented, .apis = IQ_IN(OPENCL),
      .concerns = waits_for_list },
};
const struct iq_rule_family iq_rules_cl_lacking = { "OpenCL without", subscriptions,
                                                    IQ_COUNT_OF(subscriptions) };
