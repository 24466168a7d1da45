/* Kernel launches: the configuration stack behind `<<<>>>` and the launch calls themselves.
 * Owner: the stack is the thread's; it only nests when a kernel's argument is computed by launching
 * another. */
#include "softrt/softrt.h"

struct config {
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
};

enum { MAX_NESTED = 32 };
static _Thread_local struct config pushed[MAX_NESTED];
static _Thread_local unsigned depth;

IQ_RT_HEAD(unsigned, __cudaPushCallConfiguration,
           (dim3 grid, dim3 block, size_t shared, struct CUstream_st *stream))
{
    if (depth == MAX_NESTED)
        return 1;
    pushed[depth++] = (struct config){ grid, block, shared, stream };
    return 0;
}

IQ_RT_HEAD(cudaError_t, __cudaPopCallConfiguration,
           (dim3 * grid, dim3 *block, size_t *shared, void *stream))
{
    if (depth == 0)
        return iq_rt_leave(cudaErrorMissingConfiguration);
    depth--;
    *grid = pushed[depth].grid;
    *block = pushed[depth].block;
    *shared = pushed[depth].shared;
    *(cudaStream_t *)stream = pushed[depth].stream;
    return cudaSuccess;
}

/* Until 12 the runtime gave a configuration that no device takes a code of its own. */
static int old_code(int code, dim3 grid, dim3 block)
{
    if (code != cudaErrorInvalidValue || iq_rt_version() >= 13000)
        return code;
    if (!grid.x || !grid.y || !grid.z || !block.x || !block.y || !block.z || grid.y > 65535 ||
        grid.z > 65535 || block.x > 1024 || block.y > 1024 || block.z > 64 ||
        (uint64_t)block.x * block.y * block.z > 1024)
        return cudaErrorInvalidConfiguration;
    return code;
}

static int launch(const void *func, struct config c, void **args, bool cooperative)
{
    CUkernel kernel = NULL;
    int code = iq_rt_kernel(func, &kernel);

    if (code != 0)
        return code;
    if (c.shared > UINT32_MAX)
        return cudaErrorInvalidValue;
    if (cooperative)
        code = (int)iq_drv.LaunchCooperativeKernel((CUfunction)(void *)kernel, c.grid.x, c.grid.y,
                                                   c.grid.z, c.block.x, c.block.y, c.block.z,
                                                   (unsigned)c.shared, c.stream, args);
    else
        code = (int)iq_drv.LaunchKernel((CUfunction)(void *)kernel, c.grid.x, c.grid.y, c.grid.z,
                                        c.block.x, c.block.y, c.block.z, (unsigned)c.shared,
                                        c.stream, args, NULL);
    return old_code(code, c.grid, c.block);
}

_Static_assert(sizeof(CUlaunchAttribute) == sizeof(cudaLaunchAttribute),
               "attributes are passed on as they are");

static int launch_config(const cudaLaunchConfig_t *config, const void *func, void **args,
                         bool per_thread)
{
    CUkernel kernel = NULL;
    CUlaunchConfig plain;
    int code;

    if (!config)
        return cudaErrorInvalidValue;
    code = iq_rt_kernel(func, &kernel);
    if (code != 0)
        return code;
    if (config->dynamicSmemBytes > UINT32_MAX)
        return cudaErrorInvalidValue;
    plain =
        (CUlaunchConfig){ .gridDimX = config->gridDim.x,
                          .gridDimY = config->gridDim.y,
                          .gridDimZ = config->gridDim.z,
                          .blockDimX = config->blockDim.x,
                          .blockDimY = config->blockDim.y,
                          .blockDimZ = config->blockDim.z,
                          .sharedMemBytes = (unsigned)config->dynamicSmemBytes,
                          .hStream = per_thread ? iq_rt_own_stream(config->stream) : config->stream,
                          .attrs = (CUlaunchAttribute *)(void *)config->attrs,
                          .numAttrs = config->numAttrs };
    code = (int)iq_drv.LaunchKernelEx(&plain, (CUfunction)(void *)kernel, args, NULL);
    return old_code(code, config->gridDim, config->blockDim);
}

#define CONFIG ((struct config){ grid, block, shared, stream })
IQ_RT_STREAM(cudaLaunchKernel,
             (const void *func, dim3 grid, dim3 block, void **args, size_t shared,
              cudaStream_t stream),
             launch(func, CONFIG, args, false))
IQ_RT_STREAM(cudaLaunchCooperativeKernel,
             (const void *func, dim3 grid, dim3 block, void **args, size_t shared,
              cudaStream_t stream),
             launch(func, CONFIG, args, true))
IQ_RT_STREAM(__cudaLaunchKernel,
             (cudaKernel_t kernel, dim3 grid, dim3 block, void **args, size_t shared,
              cudaStream_t stream),
             launch(kernel, CONFIG, args, false))
IQ_RT_CTX(cudaLaunchKernelExC, (const cudaLaunchConfig_t *config, const void *func, void **args),
          launch_config(config, func, args, false))
IQ_RT_CTX(cudaLaunchKernelExC_ptsz,
          (const cudaLaunchConfig_t *config, const void *func, void **args),
          launch_config(config, func, args, true))

/* One cooperative launch per device; the barrier between devices went with compute capability 6. */
static int launch_multi(struct cudaLaunchParams *list, unsigned count)
{
    int code = list && count ? 0 : (int)cudaErrorInvalidValue;

    for (unsigned i = 0; i < count && code == 0; i++)
        code = launch(
            list[i].func,
            (struct config){ list[i].gridDim, list[i].blockDim, list[i].sharedMem, list[i].stream },
            list[i].args, true);
    return code;
}

IQ_RT_CTX(cudaLaunchCooperativeKernelMultiDevice,
          (struct cudaLaunchParams * list, unsigned count, unsigned flags),
          ((void)flags, launch_multi(list, count)))

/* Host stubs of 13 ask once per kernel and keep the answer.  What cannot be loaded now is answered
 * by the host address itself, so that each launch tries again and tells the true error. */
static int kernel_for_stub(cudaKernel_t *out, const void *func)
{
    int code;

    if (!out)
        return cudaErrorInvalidValue;
    code = iq_rt_kernel(func, out);
    if (code != 0)
        *out = (cudaKernel_t)(uintptr_t)func;
    return 0;
}

static int public_kernel(cudaKernel_t *out, const void *func)
{
    if (!out)
        return cudaErrorInvalidValue;
    return iq_rt_symbol_find(func) ? iq_rt_kernel(func, out) : (int)cudaErrorInvalidDeviceFunction;
}

static int function_by_symbol(cudaFunction_t *out, const void *func)
{
    if (!out)
        return cudaErrorInvalidValue;
    return iq_rt_symbol_find(func) ? iq_rt_function(func, out)
                                   : (int)cudaErrorInvalidDeviceFunction;
}

IQ_RT_HEAD(cudaError_t, __cudaGetKernel, (cudaKernel_t * out, const void *func))
{
    int code = iq_rt_enter_driver();

    if (code != 0 && out)
        *out = (cudaKernel_t)(uintptr_t)func;
    return code == 0 ? iq_rt_leave(kernel_for_stub(out, func)) : cudaSuccess;
}

IQ_RT_CTX(cudaGetKernel, (cudaKernel_t * out, const void *func), public_kernel(out, func))
IQ_RT_CTX(cudaGetFuncBySymbol, (cudaFunction_t * out, const void *func),
          function_by_symbol(out, func))
