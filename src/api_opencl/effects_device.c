/* Platforms, devices, contexts and queues: what they are is asked once, when they are first
 * seen. */
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "abi/opencl_abi.h"
#include "api_opencl/callback.h"
#include "api_opencl/driver.h"
#include "api_opencl/fence.h"
#include "api_opencl/objects.h"
#include "api_opencl/port.h"
#include "call/core.h"
#include "call/walk.h"
#include "process/hostheap.h"
#include "process/peek.h"

void iq_fx_cl_platforms(struct iq_call *call, int phase);
void iq_fx_cl_devices(struct iq_call *call, int phase);
void iq_fx_cl_context(struct iq_call *call, int phase);
void iq_fx_cl_queue(struct iq_call *call, int phase);
void iq_fx_cl_queue_property(struct iq_call *call, int phase);

static bool ask(const struct iq_handle *device, cl_device_info what, void *to, size_t size)
{
    return iq_cl_driver.clGetDeviceInfo &&
           !iq_cl_driver.clGetDeviceInfo((cl_device_id)(uintptr_t)device->value, what, size, to,
                                         NULL);
}

static uint64_t number(const struct iq_handle *device, cl_device_info what, size_t size)
{
    uint64_t value = 0;
    return ask(device, what, &value, size) ? value : 0;
}

static void fill_limits(const struct iq_handle *handle, struct iq_cl_device *device)
{
    char version[96] = "";
    device->group_size = number(handle, CL_DEVICE_MAX_WORK_GROUP_SIZE, 8);
    device->dimensions = (uint32_t)number(handle, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, 4);
    uint64_t sizes[16] = { 0 };
    if (ask(handle, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizes, sizeof sizes))
        memcpy(device->item_sizes, sizes, sizeof device->item_sizes);
    device->local_bytes = number(handle, CL_DEVICE_LOCAL_MEM_SIZE, 8);
    device->alloc_bytes = number(handle, CL_DEVICE_MAX_MEM_ALLOC_SIZE, 8);
    device->global_bytes = number(handle, CL_DEVICE_GLOBAL_MEM_SIZE, 8);
    device->constant_bytes = number(handle, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, 8);
    device->parameter_bytes = number(handle, CL_DEVICE_MAX_PARAMETER_SIZE, 8);
    device->base_align_bits = (uint32_t)number(handle, CL_DEVICE_MEM_BASE_ADDR_ALIGN, 4);
    device->images = number(handle, CL_DEVICE_IMAGE_SUPPORT, 4);
    device->image2d[0] = number(handle, CL_DEVICE_IMAGE2D_MAX_WIDTH, 8);
    device->image2d[1] = number(handle, CL_DEVICE_IMAGE2D_MAX_HEIGHT, 8);
    device->image3d[0] = number(handle, CL_DEVICE_IMAGE3D_MAX_WIDTH, 8);
    device->image3d[1] = number(handle, CL_DEVICE_IMAGE3D_MAX_HEIGHT, 8);
    device->image3d[2] = number(handle, CL_DEVICE_IMAGE3D_MAX_DEPTH, 8);
    device->image_array = number(handle, CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, 8);
    device->image_buffer = number(handle, CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, 8);
    device->pitch_align = (uint32_t)number(handle, CL_DEVICE_IMAGE_PITCH_ALIGNMENT, 4);
    device->svm = number(handle, CL_DEVICE_SVM_CAPABILITIES, 8);
    device->parent = number(handle, CL_DEVICE_PARENT_DEVICE, 8);
    device->is_cpu = number(handle, CL_DEVICE_TYPE, 8) & CL_DEVICE_TYPE_CPU;
    if (ask(handle, CL_DEVICE_VERSION, version, sizeof version - 1)) {
        unsigned major = 0, minor = 0;
        if (sscanf(version, "OpenCL %u.%u", &major, &minor) == 2)
            device->version = major * 10 + minor;
    }
    device->uniform_only =
        device->version < 20 ||
        (device->version >= 30 && !number(handle, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, 4));
    ask(handle, CL_DEVICE_NAME, device->name, sizeof device->name - 1);
}

static void learn_device(struct iq_handle *handle)
{
    struct iq_cl_device *device = iq_cl_details(handle, sizeof *device, IQ_CL_KEEP);
    if (!device || device->known || !iq_cl_driver.clGetDeviceInfo)
        return;
    fill_limits(handle, device);
    if (device->name[0])
        handle->name = device->name;
    device->known = true;
    /* what hands blocks out takes them back as well */
    if (device->is_cpu && !iq_cl_deep && iq_hostheap_is_active())
        iq_cl_fence_enable();
    uint64_t platform = number(handle, CL_DEVICE_PLATFORM, sizeof platform);
    char driver[160] = "", version[96] = "";
    if (platform && iq_cl_driver.clGetPlatformInfo)
        iq_cl_driver.clGetPlatformInfo((cl_platform_id)(uintptr_t)platform, CL_PLATFORM_NAME, 64,
                                       driver, NULL);
    if (ask(handle, CL_DRIVER_VERSION, version, sizeof version - 1))
        snprintf(driver + strlen(driver), sizeof driver - strlen(driver), " %s", version);
    iq_core_add_device("opencl", device->is_cpu, driver, device->name);
}

static struct iq_handle *device_at(uint64_t value)
{
    struct iq_handle *handle = value ? iq_handle_find(IQ_KIND_CL_DEVICE, value) : NULL;
    if (!handle || handle->kind != IQ_KIND_CL_DEVICE)
        handle = value ? iq_handle_create(IQ_KIND_CL_DEVICE, value, NULL, (struct iq_call_ref){ 0 })
                       : NULL;
    if (handle)
        learn_device(handle);
    return handle;
}

static const char *without_platform(void)
{
    struct rlimit limit;
    if (!getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur != RLIM_INFINITY)
        return "no OpenCL platform could be loaded: either none is installed, or it does not fit in the limit of the address space (ulimit -v; PoCL with LLVM needs about 600 MB)";
    return "no OpenCL platform is installed here; the package pocl-opencl-icd (PoCL) is one that runs on the CPU";
}

void iq_fx_cl_platforms(struct iq_call *call, int phase)
{
    int count = call->entry->arg_count - 1;
    uint32_t found = 1;
    if (phase != IQ_EFFECTS_AFTER)
        return;
    if (!call->result && call->args[count])
        memcpy(&found, (const void *)(uintptr_t)call->args[count], sizeof found);
    if (call->result == CL_PLATFORM_NOT_FOUND_KHR || !found)
        iq_core_message(IQ_MESSAGE_WARNING, without_platform());
}

void iq_fx_cl_devices(struct iq_call *call, int phase)
{
    uint64_t values[16];
    int list = -1;
    for (int i = 0; i < call->entry->arg_count; i++)
        if (call->entry->args[i].role == IQ_ROLE_OUTLIST)
            list = i;
    if (phase != IQ_EFFECTS_AFTER || list < 0)
        return;
    if (call->result == CL_DEVICE_NOT_FOUND &&
        iq_cl_value(call, "device_type") & CL_DEVICE_TYPE_GPU)
        iq_core_message(
            IQ_MESSAGE_INFO,
            "an OpenCL platform has no device of the requested type; `inquest doctor` lists the platforms");
    uint32_t count = call->result ? 0 : iq_walk_list(call, list, 0, values, 16), found = 1;
    if (call->args[list + 1])
        memcpy(&found, (const void *)(uintptr_t)call->args[list + 1], sizeof found);
    for (uint32_t i = 0; i < count && i < found; i++)
        device_at(values[i]);
}

void iq_fx_cl_context(struct iq_call *call, int phase)
{
    struct iq_handle *handle = phase == IQ_EFFECTS_AFTER && !call->result
                                   ? iq_cl_made(call, sizeof(struct iq_cl_context), IQ_CL_KEEP)
                                   : NULL;
    struct iq_cl_context *context = iq_cl_context_of(handle);
    cl_device_id devices[IQ_CL_DEVICES];
    size_t bytes = 0;
    iq_cl_callback_wrap(call, phase, IQ_CL_CALLBACK_ERROR);
    if (!context || !iq_cl_driver.clGetContextInfo ||
        iq_cl_driver.clGetContextInfo((cl_context)(uintptr_t)handle->value, CL_CONTEXT_DEVICES, 0,
                                      NULL, &bytes))
        return;
    context->more = bytes > sizeof devices;
    if (context->more ||
        iq_cl_driver.clGetContextInfo((cl_context)(uintptr_t)handle->value, CL_CONTEXT_DEVICES,
                                      sizeof devices, devices, NULL))
        return;
    for (size_t i = 0; i < bytes / sizeof *devices; i++)
        context->devices[context->device_count++] = device_at((uint64_t)(uintptr_t)devices[i]);
}

/* Queue properties: a bit set, or a list of pairs that ends with 0. */
static uint64_t properties_of(const struct iq_call *call)
{
    int arg = iq_cl_arg_named(call, "properties");
    uint64_t pair[2];
    if (arg < 0 || call->entry->args[arg].role == IQ_ROLE_FLAGS || !call->args[arg])
        return arg < 0 || !call->args[arg] ? 0 : call->args[arg];
    for (int i = 0; iq_cl_property(call->args[arg], i, pair); i++)
        if (pair[0] == CL_QUEUE_PROPERTIES)
            return pair[1];
    return 0;
}

void iq_fx_cl_queue(struct iq_call *call, int phase)
{
    struct iq_handle *handle = phase == IQ_EFFECTS_AFTER && !call->result
                                   ? iq_cl_made(call, sizeof(struct iq_cl_queue), IQ_CL_KEEP)
                                   : NULL;
    struct iq_cl_queue *queue = iq_cl_queue_of(handle);
    if (!queue)
        return;
    queue->device = device_at(call->args[1]);
    queue->properties = properties_of(call);
    queue->known = true;
}

void iq_fx_cl_queue_property(struct iq_call *call, int phase)
{
    struct iq_cl_queue *queue =
        phase == IQ_EFFECTS_AFTER && !call->result ? iq_cl_queue_of(iq_cl_object(call, 0)) : NULL;
    if (queue)
        queue->properties =
            call->args[2] ? queue->properties | call->args[1] : queue->properties & ~call->args[1];
}
