/* What device code may ask: errors, attributes, limits, kernels; and its own malloc and free. */
#include <string.h>

#include "abi/cudart_abi.h"
#include "softdev/module.h"
#include "softdev/nest.h"

enum { VERSION = 6000 /* whatever the toolkit is */ };

static const struct {
    int code;
    const char *name, *text;
} texts[] = {
#define ERROR(code, name, text) { code, #name, text },
#include "cudart/errors.def"
#undef ERROR
};
_Static_assert(2 * sizeof texts / sizeof *texts < IQ_HEAP_TEXTS,
               "names and texts, and that of no error");

#define A(k) iq_ptx_runtime_argument(call, k)

/* The text lies in the heap of device code, where it stays. */
static int error_text(const struct iq_nest *nest, struct iq_ptx_runtime_call *call)
{
    bool name = call->function == IQ_PTX_RUNTIME_GET_ERROR_NAME;
    const char *text = "unrecognized error code";
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (texts[i].code == (int)A(0))
            text = name ? texts[i].name : texts[i].text;
    call->result = iq_heap_text(nest->op->ctx, text);
    return call->result ? cudaSuccess : cudaErrorMemoryAllocation;
}

static int give_int(const struct iq_ptx_runtime_call *call, int value)
{
    return iq_ptx_runtime_write(call, A(0), &value, sizeof value) ? (int)cudaSuccess
                                                                  : IQ_NEST_FAULT;
}

static int attribute(const struct iq_ptx_runtime_call *call)
{
    int number = (int)A(1), ordinal = (int)A(2);
    if (ordinal < 0 || ordinal >= iq_soft.device_count)
        return cudaErrorInvalidDevice;
    if (number < 1 || number >= CU_DEVICE_ATTRIBUTE_MAX)
        return cudaErrorInvalidValue;
    return give_int(call,
                    iq_device_attribute(&iq_soft.devices[ordinal], (CUdevice_attribute)number));
}

static int limit(const struct iq_nest *nest, const struct iq_ptx_runtime_call *call)
{
    uint64_t which = A(1);
    if (which >= CU_LIMIT_MAX || which == CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH)
        return cudaErrorUnsupportedLimit;
    size_t value = nest->op->ctx->limits[which];
    return iq_ptx_runtime_write(call, A(0), &value, sizeof value) ? (int)cudaSuccess
                                                                  : IQ_NEST_FAULT;
}

static int get(const struct iq_function *function, CUfunction_attribute which)
{
    int value = 0;
    iq_function_attribute(function, which, &value);
    return value;
}

static int function_attributes(const struct iq_nest *nest, const struct iq_ptx_runtime_call *call)
{
    struct cudaFuncAttributes out = { .sharedSizeBytes = 0 };
    iq_lock();
    const struct iq_function *function = iq_nest_function(nest, A(1));
    if (function) {
        out.sharedSizeBytes = (size_t)get(function, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
        out.constSizeBytes = (size_t)get(function, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES);
        out.localSizeBytes = (size_t)get(function, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
        out.maxThreadsPerBlock = get(function, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
        out.numRegs = get(function, CU_FUNC_ATTRIBUTE_NUM_REGS);
        out.ptxVersion = get(function, CU_FUNC_ATTRIBUTE_PTX_VERSION);
        out.binaryVersion = get(function, CU_FUNC_ATTRIBUTE_BINARY_VERSION);
        out.maxDynamicSharedSizeBytes =
            get(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
        out.preferredShmemCarveout =
            get(function, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT);
    }
    iq_unlock();
    if (!function)
        return cudaErrorInvalidDeviceFunction;
    return iq_ptx_runtime_write(call, A(0), &out, sizeof out) ? (int)cudaSuccess : IQ_NEST_FAULT;
}

static int occupancy(const struct iq_nest *nest, const struct iq_ptx_runtime_call *call)
{
    int threads = (int)A(2);
    uint64_t shared = A(3);
    iq_lock();
    const struct iq_function *function = iq_nest_function(nest, A(1));
    int blocks =
        !function || threads <= 0 || threads > IQ_BLOCK_THREADS_MAX || shared > IQ_SHARED_OPTIN
            ? 0
            : iq_launch_occupancy(function, (uint64_t)threads, shared);
    iq_unlock();
    return !function      ? (int)cudaErrorInvalidDeviceFunction
           : threads <= 0 ? (int)cudaErrorInvalidValue
                          : give_int(call, blocks);
}

static int allocate(const struct iq_nest *nest, struct iq_ptx_runtime_call *call)
{
    uint64_t size = A(1), address = size ? iq_heap_take(nest->op->ctx, size) : 0;
    call->fresh = address;
    call->fresh_bytes = size;
    if (!iq_ptx_runtime_write(call, A(0), &address, sizeof address))
        return IQ_NEST_FAULT;
    return address ? (int)cudaSuccess
           : size  ? (int)cudaErrorMemoryAllocation
                   : (int)cudaErrorInvalidValue;
}

int iq_nest_query(struct iq_nest *nest, struct iq_ptx_runtime_call *call)
{
    switch (call->function) {
    case IQ_PTX_RUNTIME_GET_ERROR_STRING:
    case IQ_PTX_RUNTIME_GET_ERROR_NAME: return error_text(nest, call);
    case IQ_PTX_RUNTIME_DEVICE_GET_ATTRIBUTE: return attribute(call);
    case IQ_PTX_RUNTIME_DEVICE_GET_LIMIT: return limit(nest, call);
    case IQ_PTX_RUNTIME_DEVICE_GET_CACHE_CONFIG:
        return give_int(call, (int)nest->op->ctx->cache_config);
    case IQ_PTX_RUNTIME_DEVICE_GET_SHARED_MEM_CONFIG:
        return give_int(call, cudaSharedMemBankSizeFourByte);
    case IQ_PTX_RUNTIME_GET_DEVICE_COUNT: return give_int(call, iq_soft.device_count);
    case IQ_PTX_RUNTIME_GET_DEVICE: return give_int(call, nest->op->ctx->device->ordinal);
    case IQ_PTX_RUNTIME_RUNTIME_GET_VERSION: return give_int(call, VERSION);
    case IQ_PTX_RUNTIME_FUNC_GET_ATTRIBUTES: return function_attributes(nest, call);
    case IQ_PTX_RUNTIME_OCCUPANCY: return occupancy(nest, call);
    case IQ_PTX_RUNTIME_MALLOC: return allocate(nest, call);
    case IQ_PTX_RUNTIME_FREE:
        return iq_heap_give(nest->op->ctx, A(0)) ? (int)cudaSuccess : (int)cudaErrorInvalidValue;
    default: return IQ_NEST_OTHER;
    }
}
