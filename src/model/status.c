#include "model/status.h"

enum { VK_REFUSED_BY_LAYER = -1000011001 };
enum { CL_VALUE = -30, CL_OPERATION = -59, CL_WAIT_LIST = -57, VK_UNKNOWN = -13, VK_LOST = -4 };

/* OpenCL has one code per kind of handle. */
static int64_t cl_code_of(enum iq_kind kind)
{
    switch (kind) {
    case IQ_KIND_CL_PLATFORM: return -32;
    case IQ_KIND_CL_DEVICE: return -33;
    case IQ_KIND_CL_CONTEXT: return -34;
    case IQ_KIND_CL_QUEUE: return -36;
    case IQ_KIND_CL_MEM: case IQ_KIND_CL_BUFFER: case IQ_KIND_CL_IMAGE: case IQ_KIND_CL_PIPE: return -38;
    case IQ_KIND_CL_SAMPLER: return -41;
    case IQ_KIND_CL_PROGRAM: return -44;
    case IQ_KIND_CL_KERNEL: return -48;
    case IQ_KIND_CL_EVENT: return -58;
    case IQ_KIND_CL_COMMAND_BUFFER: return -1138;
    case IQ_KIND_CL_MUTABLE_COMMAND: return -1141;
    case IQ_KIND_CL_SEMAPHORE: return -1142;
    default: return CL_VALUE;
    }
}

int64_t iq_status_for(const struct iq_call *call, enum iq_answer answer, int arg)
{
    if (call->entry->api == IQ_API_VULKAN)     /* work that is not done is lost with its device; else "bad input, or a fault of the driver" */
        return call->entry->flags & IQ_ENTRY_ASYNC ? VK_LOST : VK_UNKNOWN;
    if (call->entry->api != IQ_API_OPENCL || (int)answer < 0)
        return answer;
    if (answer == IQ_ANSWER_ARGUMENT || arg < 0)
        return CL_VALUE;
    const struct iq_arg *role = &call->entry->args[arg];
    if (role->role == IQ_ROLE_WAITS && !(call->entry->flags & IQ_ENTRY_SYNC_EVENT))
        return CL_WAIT_LIST;
    return cl_code_of((enum iq_kind)role->kind);
}

bool iq_status_is_argument(const struct iq_call *call, int64_t result)
{
    if (call->entry->api == IQ_API_OPENCL)
        return result <= CL_VALUE || result == -8 || result == -9 || result == -13;
    if (call->entry->api == IQ_API_VULKAN)
        return result == VK_UNKNOWN || result == VK_REFUSED_BY_LAYER;
    return result == 1 || result == 11 || result == 16 || result == 17;
}

bool iq_status_is_handle(const struct iq_call *call, int64_t result)
{
    if (call->entry->api == IQ_API_OPENCL)
        return result <= CL_VALUE;
    if (call->entry->api == IQ_API_VULKAN)
        return result == VK_UNKNOWN;
    return result == 400 || result == 1 || result == 709 || result == 201;
}

bool iq_status_is_memory(const struct iq_call *call, int64_t result)
{
    if (call->entry->api == IQ_API_VULKAN)
        return result == -1 || result == -2;
    return call->entry->api == IQ_API_OPENCL ? result == -4 || result == -5 || result == -6 : result == 2;
}
