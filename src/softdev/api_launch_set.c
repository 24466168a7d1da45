/* Driver API: launches of which block, shared memory and parameters were set before, call by call.
 */
#include <stdlib.h>
#include <string.h>

#include "softdev/launch.h"
#include "softdev/module.h"

enum { PARAMETERS_MOST = 4096, SHARED_MOST = 0x3ffff };

static CUresult enter_function(CUfunction handle, struct iq_function **function)
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter(&ctx);
    return r ? r : iq_function_get(handle, ctx, function);
}

DRIVER(cuFuncSetBlockShape, (CUfunction handle, int x, int y, int z))
{
    struct iq_function *function;
    CUresult r = enter_function(handle, &function);
    if (!r && (x < 1 || y < 1 || z < 1 || (int64_t)x * y * z > IQ_BLOCK_THREADS_MAX))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        memcpy(function->set.block, (unsigned[]){ (unsigned)x, (unsigned)y, (unsigned)z },
               sizeof function->set.block);
    return iq_leave(r);
}

DRIVER(cuFuncSetSharedSize, (CUfunction handle, unsigned bytes))
{
    struct iq_function *function;
    CUresult r = enter_function(handle, &function);
    if (!r && bytes > SHARED_MOST)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        function->set.shared = bytes;
    return iq_leave(r);
}

DRIVER(cuParamSetSize, (CUfunction handle, unsigned bytes))
{
    struct iq_function *function;
    CUresult r = enter_function(handle, &function);
    if (!r && bytes > PARAMETERS_MOST)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        function->set.size = bytes;
    return iq_leave(r);
}

static CUresult set_bytes(CUfunction handle, int offset, const void *from, unsigned bytes)
{
    struct iq_function *function;
    CUresult r = enter_function(handle, &function);
    if (!r && (!from || offset < 0 || bytes > PARAMETERS_MOST ||
               (unsigned)offset > PARAMETERS_MOST - bytes))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r && !function->set.bytes)
        function->set.bytes = calloc(1, PARAMETERS_MOST);
    if (!r && !function->set.bytes)
        r = CUDA_ERROR_OUT_OF_MEMORY;
    if (!r)
        memcpy(function->set.bytes + offset, from, bytes);
    return iq_leave(r);
}

DRIVER(cuParamSeti, (CUfunction handle, int offset, unsigned value))
{
    return set_bytes(handle, offset, &value, sizeof value);
}
DRIVER(cuParamSetf, (CUfunction handle, int offset, float value))
{
    return set_bytes(handle, offset, &value, sizeof value);
}
DRIVER(cuParamSetv, (CUfunction handle, int offset, void *from, unsigned bytes))
{
    return set_bytes(handle, offset, from, bytes);
}

static CUresult launch_set(CUfunction handle, int width, int height, CUstream stream)
{
    struct iq_function *function;
    CUresult r = enter_function(handle, &function);
    unsigned char bytes[PARAMETERS_MOST] = { 0 };
    size_t size = 0;
    unsigned block[3] = { 0 }, shared = 0;
    if (!r && (width < 1 || height < 1))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r) {
        memcpy(block, function->set.block, sizeof block);
        shared = function->set.shared;
        size = function->set.size;
        if (function->set.bytes)
            memcpy(bytes, function->set.bytes, size);
    }
    r = iq_leave(r);
    const struct iq_launch_shape shape = { { (unsigned)width, (unsigned)height, 1 },
                                           { block[0], block[1], block[2] },
                                           shared,
                                           false,
                                           { 0 } };
    void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, bytes, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                      CU_LAUNCH_PARAM_END };
    return r ? r : iq_launch_in(handle, &shape, stream, NULL, extra);
}

DRIVER(cuLaunch, (CUfunction handle)) { return launch_set(handle, 1, 1, NULL); }
DRIVER(cuLaunchGrid, (CUfunction handle, int width, int height))
{
    return launch_set(handle, width, height, NULL);
}
DRIVER(cuLaunchGridAsync, (CUfunction handle, int width, int height, CUstream stream))
{
    return launch_set(handle, width, height, stream);
}
