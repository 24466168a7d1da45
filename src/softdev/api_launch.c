/* Driver API: launches and occupancy. */
#include <stdlib.h>
#include <string.h>

#include "softdev/capture.h"
#include "softdev/module.h"
#include "softdev/observer.h"

uint64_t iq_launch_number(void)
{
    static uint64_t count;
    return ++count;
}

CUresult iq_launch_in(CUfunction handle, const struct iq_launch_shape *shape,
                      CUstream stream_handle, void **params, void **extra)
{
    struct iq_ctx *ctx;
    struct iq_stream *stream;
    struct iq_function *function;
    struct iq_work work = { .kind = IQ_WORK_KERNEL };
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = iq_stream_get(stream_handle, ctx, &stream);
    if (!r && stream->ctx != ctx)
        r = iq_ctx_usable(stream->ctx);
    if (!r)
        r = iq_function_get(handle, stream->ctx, &function);
    if (!r)
        r = iq_launch_plan(stream->ctx, function, shape, params, extra, &work.u.kernel);
    if (r)
        return iq_leave(r);
    work.u.kernel.number = iq_launch_number();
    iq_obj_ref(function);
    struct iq_launch_work seen = work.u.kernel;
    iq_unlock();
    iq_observer_launch(&seen, (uint64_t)(uintptr_t)stream_handle);
    work.u.kernel.site = seen.site;
    iq_lock();
    iq_obj_unref(function);
    r = iq_stream_enqueue(stream, &work);
    if (!r)
        iq_stream_linger(stream);
    return iq_leave(r);
}

DRIVER(cuLaunchKernel,
       (CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
        unsigned bz, unsigned shared, CUstream stream, void **params, void **extra))
{
    struct iq_launch_shape shape = { { gx, gy, gz }, { bx, by, bz }, shared, false, { 0 } };
    return iq_launch_in(function, &shape, stream, params, extra);
}
DRIVER(cuLaunchKernel_ptsz,
       (CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
        unsigned bz, unsigned shared, CUstream stream, void **params, void **extra))
{
    struct iq_launch_shape shape = { { gx, gy, gz }, { bx, by, bz }, shared, false, { 0 } };
    return iq_launch_in(function, &shape, iq_per_thread(stream), params, extra);
}
DRIVER(cuLaunchCooperativeKernel,
       (CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
        unsigned bz, unsigned shared, CUstream stream, void **params))
{
    struct iq_launch_shape shape = { { gx, gy, gz }, { bx, by, bz }, shared, true, { 0 } };
    return iq_launch_in(function, &shape, stream, params, NULL);
}
DRIVER(cuLaunchCooperativeKernel_ptsz,
       (CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
        unsigned bz, unsigned shared, CUstream stream, void **params))
{
    struct iq_launch_shape shape = { { gx, gy, gz }, { bx, by, bz }, shared, true, { 0 } };
    return iq_launch_in(function, &shape, iq_per_thread(stream), params, NULL);
}

/* Attributes that change the meaning are honoured or refused; the rest are hints. */
static CUresult launch_ex(const CUlaunchConfig *config, CUfunction function, void **params,
                          void **extra, bool per_thread)
{
    if (iq_is_uninitialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!config || (config->numAttrs && !config->attrs))
        return CUDA_ERROR_INVALID_VALUE;
    struct iq_launch_shape shape = { { config->gridDimX, config->gridDimY, config->gridDimZ },
                                     { config->blockDimX, config->blockDimY, config->blockDimZ },
                                     config->sharedMemBytes,
                                     false,
                                     { 0 } };
    for (unsigned i = 0; i < config->numAttrs; i++) {
        const CUlaunchAttribute *at = &config->attrs[i];
        if (at->id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE)
            shape.cooperative = at->value.cooperative;
        else if (at->id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
            if (iq_soft.capability < 90)
                return CUDA_ERROR_NOT_SUPPORTED;
            if (!at->value.clusterDim.x || !at->value.clusterDim.y || !at->value.clusterDim.z)
                return CUDA_ERROR_INVALID_CLUSTER_SIZE;
            memcpy(shape.cluster, &at->value.clusterDim, sizeof shape.cluster);
        } else if ((unsigned)at->id >= CU_LAUNCH_ATTRIBUTE_MAX) {
            return CUDA_ERROR_INVALID_VALUE;
        }
    }
    return iq_launch_in(function, &shape,
                        per_thread ? iq_per_thread(config->hStream) : config->hStream, params,
                        extra);
}

DRIVER(cuLaunchKernelEx,
       (const CUlaunchConfig *config, CUfunction function, void **params, void **extra))
{
    return launch_ex(config, function, params, extra, false);
}
DRIVER(cuLaunchKernelEx_ptsz,
       (const CUlaunchConfig *config, CUfunction function, void **params, void **extra))
{
    return launch_ex(config, function, params, extra, true);
}

/* ---- occupancy ---- */

static CUresult enter_function(CUfunction handle, struct iq_function **function)
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter(&ctx);
    return r ? r : iq_function_get(handle, ctx, function);
}

DRIVER(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
       (int *blocks, CUfunction handle, int block_size, size_t shared, unsigned flags))
{
    struct iq_function *function;
    CUresult r = enter_function(handle, &function);
    if (!r && (!blocks || block_size <= 0 || flags > 1))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *blocks = block_size > IQ_BLOCK_THREADS_MAX || shared > (size_t)IQ_SHARED_OPTIN
                      ? 0
                      : iq_launch_occupancy(function, (uint64_t)block_size, shared);
    return iq_leave(r);
}

DRIVER(cuOccupancyMaxActiveBlocksPerMultiprocessor,
       (int *blocks, CUfunction handle, int block_size, size_t shared))
{
    return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, handle, block_size, shared,
                                                                0);
}

DRIVER(cuOccupancyMaxPotentialBlockSizeWithFlags,
       (int *grid, int *block, CUfunction handle, CUoccupancyB2DSize to_shared, size_t shared,
        int limit, unsigned flags))
{
    struct iq_function *function;
    int most = 0, best = 0, best_blocks = 0, best_threads = 0;
    CUresult r = enter_function(handle, &function);
    if (!r && (!grid || !block || flags > 1))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = iq_function_attribute(function, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, &most);
    if (limit > 0 && limit < most)
        most = limit;
    for (int size = (most + 31) / 32 * 32; !r && size > 0; size -= 32) {
        int threads = size < most ? size : most;
        int blocks = iq_launch_occupancy(function, (uint64_t)threads,
                                         to_shared ? to_shared(threads) : shared);
        if (blocks * threads > best_threads) {
            best_threads = blocks * threads;
            best = threads;
            best_blocks = blocks;
        }
    }
    if (!r) {
        *block = best;
        *grid = best_blocks * IQ_SM_COUNT;
    }
    return iq_leave(r);
}

DRIVER(cuOccupancyMaxPotentialBlockSize, (int *grid, int *block, CUfunction handle,
                                          CUoccupancyB2DSize to_shared, size_t shared, int limit))
{
    return cuOccupancyMaxPotentialBlockSizeWithFlags(grid, block, handle, to_shared, shared, limit,
                                                     0);
}

DRIVER(cuOccupancyAvailableDynamicSMemPerBlock,
       (size_t * bytes, CUfunction handle, int blocks, int block_size))
{
    struct iq_function *function;
    CUresult r = enter_function(handle, &function);
    if (!r && (!bytes || blocks <= 0 || block_size <= 0 || block_size > IQ_BLOCK_THREADS_MAX ||
               iq_launch_occupancy(function, (uint64_t)block_size, 0) < blocks))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r) {
        int share = IQ_SHARED_SM / blocks / 128 * 128 - IQ_SHARED_RESERVED;
        share = share < IQ_SHARED_OPTIN ? share : IQ_SHARED_OPTIN;
        *bytes = (size_t)(share - (int)function->kernel->shared_bytes);
    }
    return iq_leave(r);
}

static bool fits(const struct iq_function *function, const CUlaunchConfig *config,
                 uint64_t *threads)
{
    *threads = (uint64_t)config->blockDimX * config->blockDimY * config->blockDimZ;
    return config->gridDimX && config->gridDimY && config->gridDimZ && *threads &&
           *threads <= IQ_BLOCK_THREADS_MAX &&
           config->sharedMemBytes <= (unsigned)function->max_dynamic_shared;
}

DRIVER(cuOccupancyMaxPotentialClusterSize,
       (int *size, CUfunction handle, const CUlaunchConfig *config))
{
    struct iq_function *function;
    uint64_t threads;
    CUresult r = enter_function(handle, &function);
    if (!r && (!size || !config || !fits(function, config, &threads)))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *size = iq_soft.capability < 90 ? 1 : (int)iq_launch_cluster_most(function);
    return iq_leave(r);
}

DRIVER(cuOccupancyMaxActiveClusters, (int *count, CUfunction handle, const CUlaunchConfig *config))
{
    struct iq_function *function;
    unsigned dims[3] = { 0 }, grid[3] = { 0 };
    uint64_t threads;
    CUresult r = enter_function(handle, &function);
    if (!r && (!count || !config || (config->numAttrs && !config->attrs) ||
               !fits(function, config, &threads)))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        memcpy(grid, (unsigned[]){ config->gridDimX, config->gridDimY, config->gridDimZ },
               sizeof grid);
    for (int i = 0; !r && i < 3; i++)
        dims[i] = function->cluster[i] > 0 ? (unsigned)function->cluster[i] : 1;
    for (unsigned i = 0; !r && i < config->numAttrs; i++)
        if (config->attrs[i].id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
            memcpy(dims, &config->attrs[i].value.clusterDim, sizeof dims);
    if (!r && !iq_launch_is_cluster(function, dims, grid))
        r = CUDA_ERROR_INVALID_CLUSTER_SIZE;
    if (!r) {
        int blocks = iq_launch_occupancy(function, threads, config->sharedMemBytes);
        *count = (int)((uint64_t)(blocks < IQ_SM_CLUSTERED ? blocks : IQ_SM_CLUSTERED) *
                       IQ_SM_COUNT / ((uint64_t)dims[0] * dims[1] * dims[2]));
    }
    return iq_leave(r);
}
