/* What is known about a kernel: attributes, parameters, occupancy. */
#include "softrt/softrt.h"

static int attribute(CUkernel kernel, CUfunction_attribute which, int device, int *out)
{
    *out = 0;
    return (int)iq_drv.KernelGetAttribute(out, which, kernel, device);
}

/* Attributes of newer devices may be unknown to the driver: those are 0. */
static int optional(CUkernel kernel, CUfunction_attribute which, int device)
{
    int value = 0;

    return attribute(kernel, which, device, &value) == 0 ? value : 0;
}

static int fill(struct cudaFuncAttributes *out, CUkernel kernel, int device)
{
    int shared = 0, constant = 0, local = 0, code;

    code = attribute(kernel, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, device,
                     &out->maxThreadsPerBlock);
    if (code != 0)
        return code;
    shared = optional(kernel, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, device);
    constant = optional(kernel, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES, device);
    local = optional(kernel, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, device);
    out->sharedSizeBytes = (size_t)shared;
    out->constSizeBytes = (size_t)constant;
    out->localSizeBytes = (size_t)local;
    out->numRegs = optional(kernel, CU_FUNC_ATTRIBUTE_NUM_REGS, device);
    out->ptxVersion = optional(kernel, CU_FUNC_ATTRIBUTE_PTX_VERSION, device);
    out->binaryVersion = optional(kernel, CU_FUNC_ATTRIBUTE_BINARY_VERSION, device);
    out->cacheModeCA = optional(kernel, CU_FUNC_ATTRIBUTE_CACHE_MODE_CA, device);
    out->maxDynamicSharedSizeBytes =
        optional(kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, device);
    out->preferredShmemCarveout =
        optional(kernel, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, device);
    return 0;
}

static void fill_clusters(struct cudaFuncAttributes *out, CUkernel kernel, int device)
{
    out->clusterDimMustBeSet = optional(kernel, CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET, device);
    out->requiredClusterWidth = optional(kernel, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, device);
    out->requiredClusterHeight =
        optional(kernel, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT, device);
    out->requiredClusterDepth = optional(kernel, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH, device);
    out->clusterSchedulingPolicyPreference =
        optional(kernel, CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE, device);
    out->nonPortableClusterSizeAllowed =
        optional(kernel, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, device);
}

static int attributes(struct cudaFuncAttributes *out, const void *func)
{
    struct cudaFuncAttributes made;
    CUkernel kernel = NULL;
    int device, code;

    if (!out)
        return cudaErrorInvalidValue;
    iq_rt_current_device(&device);
    memset(&made, 0, sizeof made);
    code = iq_rt_kernel(func, &kernel);
    if (code == 0)
        code = fill(&made, kernel, device);
    if (code != 0)
        return code;
    if (iq_rt_version() >= 12000)
        fill_clusters(&made, kernel, device);
    memcpy(out, &made,
           iq_rt_version() >= 12000 ? sizeof made : sizeof(struct cudaFuncAttributes_v11));
    return 0;
}

static int set_attribute(CUkernel kernel, int which, int value, int device)
{
    if (which < CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES || which >= CU_FUNC_ATTRIBUTE_MAX)
        return cudaErrorInvalidValue;
    return (int)iq_drv.KernelSetAttribute((CUfunction_attribute)which, value, kernel, device);
}

static int set_func_attribute(const void *func, int which, int value)
{
    CUkernel kernel = NULL;
    CUfunction function = NULL;
    int device, code;

    iq_rt_current_device(&device);
    code = iq_rt_kernel(func, &kernel);
    if (code == 0)
        /* loads it, so that the device's limits are known */
        code = (int)iq_drv.KernelGetFunction(&function, kernel);
    return code == 0 ? set_attribute(kernel, which, value, device) : code;
}

static int set_cache(const void *func, enum cudaFuncCache config)
{
    CUkernel kernel = NULL;
    int device, code;

    iq_rt_current_device(&device);
    code = iq_rt_kernel(func, &kernel);
    return code == 0 ? (int)iq_drv.KernelSetCacheConfig(kernel, (CUfunc_cache)config, device)
                     : code;
}

static int name_of(const char **out, const void *func)
{
    CUkernel kernel = NULL;
    int code;

    if (!out)
        return cudaErrorInvalidValue;
    code = iq_rt_kernel(func, &kernel);
    return code == 0 ? (int)iq_drv.KernelGetName(out, kernel) : code;
}

static int parameter(const void *func, size_t index, size_t *offset, size_t *size)
{
    CUkernel kernel = NULL;
    int code = iq_rt_kernel(func, &kernel);

    return code == 0 ? (int)iq_drv.KernelGetParamInfo(kernel, index, offset, size) : code;
}

static int parameter_count(const void *func, size_t *count)
{
    CUkernel kernel = NULL;
    int code = iq_rt_kernel(func, &kernel);

    return code == 0 ? (int)iq_drv.KernelGetParamCount(kernel, count) : code;
}

static int active_blocks(int *out, const void *func, int threads, size_t shared, unsigned flags)
{
    CUfunction function = NULL;
    int code;

    if (!out)
        return cudaErrorInvalidValue;
    code = iq_rt_function(func, &function);
    return code == 0 ? (int)iq_drv.OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
                           out, function, threads, shared, flags)
                     : code;
}

static int available_shared(size_t *out, const void *func, int blocks, int threads)
{
    CUfunction function = NULL;
    int code;

    if (!out)
        return cudaErrorInvalidValue;
    code = iq_rt_function(func, &function);
    return code == 0
               ? (int)iq_drv.OccupancyAvailableDynamicSMemPerBlock(out, function, blocks, threads)
               : code;
}

static int clusters(int *out, const void *func, const cudaLaunchConfig_t *config, bool size)
{
    CUfunction function = NULL;
    CUlaunchConfig plain;
    int code;

    if (!out || !config)
        return cudaErrorInvalidValue;
    code = iq_rt_function(func, &function);
    if (code != 0)
        return code;
    if (config->dynamicSmemBytes > UINT32_MAX)
        return cudaErrorInvalidValue;
    plain = (CUlaunchConfig){ .gridDimX = config->gridDim.x,
                              .gridDimY = config->gridDim.y,
                              .gridDimZ = config->gridDim.z,
                              .blockDimX = config->blockDim.x,
                              .blockDimY = config->blockDim.y,
                              .blockDimZ = config->blockDim.z,
                              .sharedMemBytes = (unsigned)config->dynamicSmemBytes,
                              .hStream = config->stream,
                              .attrs = (CUlaunchAttribute *)(void *)config->attrs,
                              .numAttrs = config->numAttrs };
    return (int)(size ? iq_drv.OccupancyMaxPotentialClusterSize
                      : iq_drv.OccupancyMaxActiveClusters)(out, function, &plain);
}

IQ_RT_CTX(cudaFuncGetAttributes, (struct cudaFuncAttributes * out, const void *func),
          attributes(out, func))
IQ_RT_CTX(cudaFuncSetAttribute, (const void *func, enum cudaFuncAttribute which, int value),
          set_func_attribute(func, (int)which, value))
IQ_RT_CTX(cudaKernelSetAttributeForDevice,
          (cudaKernel_t kernel, enum cudaFuncAttribute which, int value, int device),
          set_attribute(kernel, (int)which, value, device))
IQ_RT_CTX(cudaFuncSetCacheConfig, (const void *func, enum cudaFuncCache config),
          set_cache(func, config))
IQ_RT_CTX(cudaFuncSetSharedMemConfig, (const void *func, enum cudaSharedMemConfig config),
          func ? ((int)config > 2 ? (int)cudaErrorInvalidValue : 0)
               : (int)cudaErrorInvalidDeviceFunction)
IQ_RT_CTX(cudaFuncGetName, (const char **out, const void *func), name_of(out, func))
IQ_RT_CTX(cudaFuncGetParamInfo, (const void *func, size_t index, size_t *offset, size_t *size),
          parameter(func, index, offset, size))
IQ_RT_CTX(cudaFuncGetParamCount, (const void *func, size_t *count), parameter_count(func, count))
IQ_RT_CTX(cudaOccupancyMaxActiveBlocksPerMultiprocessor,
          (int *out, const void *func, int threads, size_t shared),
          active_blocks(out, func, threads, shared, 0))
IQ_RT_CTX(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
          (int *out, const void *func, int threads, size_t shared, unsigned flags),
          active_blocks(out, func, threads, shared, flags))
IQ_RT_CTX(cudaOccupancyAvailableDynamicSMemPerBlock,
          (size_t * out, const void *func, int blocks, int threads),
          available_shared(out, func, blocks, threads))
IQ_RT_CTX(cudaOccupancyMaxPotentialClusterSize,
          (int *out, const void *func, const cudaLaunchConfig_t *config),
          clusters(out, func, config, true))
IQ_RT_CTX(cudaOccupancyMaxActiveClusters,
          (int *out, const void *func, const cudaLaunchConfig_t *config),
          clusters(out, func, config, false))
