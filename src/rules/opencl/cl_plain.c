/* null-pointer, bad-flags, failed-call: calls of OpenCL that failed for a plain argument, or for what no device of theirs can do. */
#include <string.h>

#include "api_opencl/objects.h"
#include "process/peek.h"
#include "call/plan.h"
#include "call/walk.h"
#include "rules/rules.h"

enum { INVALID_OPERATION = -59, INVALID_PROPERTY = -64, INVALID_VALUE = -30, INVALID_PLATFORM = -32, INVALID_MEM_OBJECT = -38, CONTEXT_PLATFORM = 0x1084, USER_SYNC = 0x1085 };

/* --- callbacks ---------------------------------------------------------------------------------------------------- */

static void explain_callback(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is no state of a command", iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_puts(&words->cause, "a callback can be for CL_SUBMITTED, CL_RUNNING or CL_COMPLETE");
    iq_str_puts(&words->fix, "pass CL_COMPLETE to be told of the end");
}

static void check_callback(const struct iq_event *event)
{
    int type = iq_cl_arg_named(event->call, "command_exec_callback_type");
    if ((uint32_t)event->call->args[type] <= CL_SUBMITTED)
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "bad-flags", IQ_RANK_NULL, type);
    suspicion.done = IQ_WARNING;        /* it is never called */
    suspicion.explain = explain_callback;
    iq_suspect(&suspicion);
}

/* --- properties of queues ----------------------------------------------------------------------------------------- */

enum { KNOWN_BITS = 15, MANY = 16, QUEUE_PRIORITY = 0x1096, QUEUE_THROTTLE = 0x1097 };     /* the last two: CL/cl_ext.h */

static bool is_known(uint64_t name) { return name == CL_QUEUE_PROPERTIES || name == CL_QUEUE_SIZE || name == QUEUE_PRIORITY || name == QUEUE_THROTTLE; }

static void explain_property(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    unsigned long long value = suspicion->number[1];
    if (suspicion->number[0]) {
        iq_str_printf(&words->message, "%s of %s has bits that no queue has: 0x%llx", iq_arg_name(call, suspicion->arg), call->entry->name, value);
        iq_str_puts(&words->cause, "the bits are CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_QUEUE_PROFILING_ENABLE, CL_QUEUE_ON_DEVICE and CL_QUEUE_ON_DEVICE_DEFAULT");
    } else {
        iq_str_printf(&words->message, "%s of %s names a property that its queues do not have: 0x%llx", iq_arg_name(call, suspicion->arg), call->entry->name, value);
        iq_str_puts(&words->cause, "the list is pairs of a name and a value, with 0 behind the last pair");
    }
    iq_str_puts(&words->fix, "{ CL_QUEUE_PROPERTIES, bits, 0 }, or NULL");
}

static void suspect_property(const struct iq_event *event, int arg, bool bits, uint64_t value)
{
    struct iq_suspicion suspicion = iq_suspicion_at(event, "bad-flags", IQ_RANK_CODE + 5, arg);
    suspicion.number[0] = bits;
    suspicion.number[1] = value;
    suspicion.done = IQ_WARNING;        /* the queue is not what was asked for */
    suspicion.explain = explain_property;
    iq_suspect(&suspicion);
}

static void check_properties(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int arg = iq_cl_arg_named(call, "properties");
    bool list = strstr(call->entry->name, "WithProperties");
    uint64_t pair[2];
    if (arg >= 0 && !list && call->args[arg] & ~(uint64_t)KNOWN_BITS)
        suspect_property(event, arg, true, call->args[arg] & ~(uint64_t)KNOWN_BITS);
    for (int i = 0; arg >= 0 && list && i < MANY && iq_peek(pair, call->args[arg] + (size_t)i * sizeof pair, sizeof pair, true) && pair[0]; i++)
        if (!is_known(pair[0])) {
            suspect_property(event, arg, false, pair[0]);
            return;
        } else if (pair[0] == CL_QUEUE_PROPERTIES && pair[1] & ~(uint64_t)KNOWN_BITS) {
            suspect_property(event, arg, true, pair[1] & ~(uint64_t)KNOWN_BITS);
            return;
        }
}

static void explain_refused(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s names a property that the platform does not know: 0x%llx", iq_arg_name(call, suspicion->arg), call->entry->name,
                  (unsigned long long)suspicion->number[0]);
    iq_str_puts(&words->cause, "the list is pairs of a name and a value, with 0 behind the last pair; a list without that 0 goes on with whatever stands behind it");
    iq_str_puts(&words->fix, "{ CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0 }; of extensions only those in CL_PLATFORM_EXTENSIONS");
}

static void explain_platform(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const char *name = iq_arg_name(call, suspicion->arg), *api = call->entry->name;
    if (suspicion->number[0])
        iq_str_printf(&words->message, "%s of %s gives CL_CONTEXT_PLATFORM a value that is no platform: 0x%llx", name, api, (unsigned long long)suspicion->number[0]);
    else
        iq_str_printf(&words->message, suspicion->number[1] ? "%s of %s gives CL_CONTEXT_PLATFORM the value NULL" : "%s of %s names no platform, and there is none by default", name, api);
    iq_str_puts(&words->cause, "the platform is one that clGetPlatformIDs returned; the list is pairs of a name and a value, with 0 behind the last pair");
    iq_str_puts(&words->fix, "{ CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0 }; check what clGetPlatformIDs returned before its result is used");
}

static void explain_twice(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const char *name = suspicion->number[0] == USER_SYNC ? "CL_CONTEXT_INTEROP_USER_SYNC" : "CL_CONTEXT_PLATFORM";
    iq_str_printf(&words->message, suspicion->number[1] ? "%s of %s has %s twice" : "%s of %s gives %s a value that is neither CL_TRUE nor CL_FALSE",
                  iq_arg_name(call, suspicion->arg), call->entry->name, name);
    iq_str_puts(&words->cause, "the list is pairs of a name and a value, with 0 behind the last pair; the specification asks drivers to refuse this list");
    iq_str_printf(&words->fix, suspicion->number[1] ? "leave one of the pairs out" : "pass CL_TRUE or CL_FALSE behind %s", name);
}

static struct iq_suspicion about_property(const struct iq_event *event, const char *rule, int arg, uint64_t name)
{
    struct iq_suspicion suspicion = iq_suspicion_at(event, rule, IQ_RANK_CODE + 5, arg);
    suspicion.number[0] = name;
    suspicion.explain = explain_refused;
    return suspicion;
}

/* A context's property that every platform knows is not the reason. */
static void check_refused(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int arg = iq_cl_arg_named(call, "properties");
    uint64_t pair[2], platform = 0;
    bool may_be = event->result == INVALID_PROPERTY || event->result == INVALID_VALUE, named = false;       /* the latter from NVIDIA's driver */
    for (int i = 0; i < MANY && iq_peek(pair, call->args[arg] + (size_t)i * sizeof pair, sizeof pair, true) && pair[0]; i++) {
        if (pair[0] == CONTEXT_PLATFORM) {
            platform = pair[1];
            named = true;
        } else if (may_be && pair[0] != USER_SYNC) {
            struct iq_suspicion suspicion = about_property(event, "bad-flags", arg, pair[0]);
            iq_suspect(&suspicion);
            return;
        }
    }
    if (event->result != INVALID_PLATFORM)
        return;
    struct iq_suspicion suspicion = about_property(event, platform ? "unknown-handle" : "null-handle", arg, platform);
    suspicion.number[1] = named;
    suspicion.explain = explain_platform;
    iq_suspect(&suspicion);
}

/* What drivers have to refuse, and often do not. */
static void check_context(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int arg = iq_cl_arg_named(call, "properties");
    uint64_t pair[2], seen = 0;
    for (int i = 0; i < MANY && iq_peek(pair, call->args[arg] + (size_t)i * sizeof pair, sizeof pair, true) && pair[0]; i++) {
        if (pair[0] != CONTEXT_PLATFORM && pair[0] != USER_SYNC)
            continue;
        uint64_t bit = 1u << (pair[0] - CONTEXT_PLATFORM);
        bool twice = seen & bit, wrong = pair[0] == USER_SYNC && (uint32_t)pair[1] > 1;
        seen |= bit;
        if (!twice && !wrong)
            continue;
        struct iq_suspicion suspicion = about_property(event, "bad-flags", arg, pair[0]);
        suspicion.number[1] = twice;
        suspicion.done = IQ_WARNING;
        suspicion.explain = explain_twice;
        iq_suspect(&suspicion);
        return;
    }
}

/* --- what a device cannot do -------------------------------------------------------------------------------------- */

#define SVM "shared memory (SVM)", "CL_DEVICE_SVM_CAPABILITIES"
static const struct { const char *name, *what, *query; } optional[] = {
    { "clCreatePipe", "pipes", "CL_DEVICE_PIPE_SUPPORT" },
    { "clSetDefaultDeviceCommandQueue", "queues on the device", "CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES" },
    { "clSetProgramReleaseCallback", "destructors of programs", "CL_PLATFORM_VERSION (2.2 only)" },
    { "clSetProgramSpecializationConstant", "programs in an intermediate language", "CL_DEVICE_IL_VERSION" },
    { "clCreateProgramWithIL", "programs in an intermediate language", "CL_DEVICE_IL_VERSION" },
    { "clCreateSampler", "images", "CL_DEVICE_IMAGE_SUPPORT" },
    { "clCreateSamplerWithProperties", "images", "CL_DEVICE_IMAGE_SUPPORT" },
    { "clSetKernelArgSVMPointer", SVM }, { "clSetKernelExecInfo", SVM }, { "clEnqueueSVMMemcpy", SVM }, { "clEnqueueSVMMemFill", SVM },
    { "clEnqueueSVMMap", SVM }, { "clEnqueueSVMUnmap", SVM }, { "clEnqueueSVMFree", SVM }, { "clEnqueueSVMMigrateMem", SVM },
    { "clEnqueueNativeKernel", "functions of the host as kernels", "CL_DEVICE_EXECUTION_CAPABILITIES" },
    { "clCreateImage", "images over buffers", "cl_khr_image2d_from_buffer in CL_DEVICE_EXTENSIONS" },
    { "clCreateImageWithProperties", "images over buffers", "cl_khr_image2d_from_buffer in CL_DEVICE_EXTENSIONS" },
};

static void explain_optional(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    uint64_t i = suspicion->number[0];
    iq_str_printf(&words->message, "%s: the device does not support %s", call->entry->name, optional[i].what);
    iq_str_puts(&words->cause, "this part of OpenCL is optional: a device answers CL_INVALID_OPERATION if it is left out");
    iq_str_printf(&words->fix, "ask clGetDeviceInfo or clGetPlatformInfo for %s first", optional[i].query);
}

/* Images of their own are not optional where there are images. */
static bool is_optional(const struct iq_call *call)
{
    cl_image_desc desc;
    int arg = iq_cl_arg_named(call, "image_desc");
    if (arg < 0)
        return true;
    const struct iq_handle *from = iq_peek(&desc, (uintptr_t)call->args[arg], sizeof desc, true) && desc.mem_object ?
                                   iq_handle_find(IQ_KIND_CL_MEM, (uint64_t)(uintptr_t)desc.mem_object) : NULL;
    return from && from->kind == IQ_KIND_CL_BUFFER && desc.image_type == CL_MEM_OBJECT_IMAGE2D;
}

static void check_optional(const struct iq_event *event)
{
    if (!iq_is_opencl(event->call->entry) || event->result != INVALID_OPERATION)
        return;
    for (uint64_t i = 0; i < IQ_COUNT_OF(optional); i++) {
        if (strcmp(event->call->entry->name, optional[i].name) || !is_optional(event->call))
            continue;
        struct iq_suspicion suspicion = iq_suspicion_at(event, "failed-call", IQ_RANK_NULL + 2, -1);   /* a NULL handle has codes of its own */
        suspicion.number[0] = i;
        suspicion.explain = explain_optional;
        iq_suspect(&suspicion);
        return;
    }
}

static void explain_over_buffer(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    iq_str_printf(&words->message, "%s: the driver does not work on an image over a buffer", call->entry->name);
    iq_str_printf(&words->cause, "%s is alive and in the right context; it is a CL_MEM_OBJECT_IMAGE1D_BUFFER, which the specification allows here, and this driver refuses",
                  iq_arg_name(call, suspicion->arg));
    iq_str_puts(&words->fix, "give the command the buffer that the image was made from (clEnqueueCopyBuffer and its like); the contents are the same");
}

/* Everything about the image is right. */
static void check_over_buffer(const struct iq_event *event)
{
    for (int i = 0; event->result == INVALID_MEM_OBJECT && i < event->call->entry->arg_count; i++) {
        const struct iq_handle *handle = iq_cl_object(event->call, i);
        const struct iq_memobj *memory = handle && handle->kind == IQ_KIND_CL_IMAGE ? iq_memobj_of(handle) : NULL;
        if (!memory || memory->type != CL_MEM_OBJECT_IMAGE1D_BUFFER)
            continue;
        struct iq_suspicion suspicion = iq_suspicion_at(event, "failed-call", IQ_RANK_CODE + 1, i);
        suspicion.object = iq_object_of_handle(handle);
        suspicion.explain = explain_over_buffer;
        iq_suspect(&suspicion);
        return;
    }
}

static bool enqueues(const struct iq_entry *entry) { return !strncmp(entry->name, "clEnqueue", 9); }
static bool awaits_state(const struct iq_entry *entry) { return iq_entry_arg_named(entry, "command_exec_callback_type") >= 0; }
static bool makes_context(const struct iq_entry *entry) { return !strncmp(entry->name, "clCreateContext", 15); }
static bool makes_queue(const struct iq_entry *entry) { return !strncmp(entry->name, "clCreateCommandQueue", 20); }

static const struct iq_subscription subscriptions[] = {
    { IQ_BIT(CALL), IQ_PHASE_BEFORE, check_callback, awaits_state },
    { IQ_BIT(CALL), IQ_PHASE_BEFORE, check_properties, makes_queue },
    { IQ_BIT(CALL), IQ_PHASE_BEFORE, check_context, makes_context },
    { IQ_BIT(CALL), IQ_PHASE_FAILED, check_refused, makes_context },
    { IQ_BIT(CALL), IQ_PHASE_FAILED, check_optional, NULL },
    { IQ_BIT(CALL), IQ_PHASE_FAILED, check_over_buffer, enqueues },
};
const struct iq_rule_family iq_rules_cl_plain = { "OpenCL plain arguments", subscriptions, IQ_COUNT_OF(subscriptions) };
