/* Driver API: modules. */
#include <stdlib.h>
#include <string.h>

#include "image/image.h"
#include "softdev/capture.h"
#include "softdev/module.h"

static CUresult module_get(CUmodule handle, struct iq_module **module)
{
    CUresult why;
    *module = iq_obj_get(handle, IQ_OBJ_MODULE, &why);
    return *module ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

/* Parsing is long, so the lock is dropped for it. */
static CUresult load(CUmodule *made, const void *image, const char *path, const struct iq_jit *jit)
{
    struct iq_ctx *ctx;
    struct iq_module *module;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = made && (image || (path && path[0])) ? iq_capture_check_unsafe()
                                                 : CUDA_ERROR_INVALID_VALUE;
    if (r)
        return iq_leave(r);
    iq_unlock();
    struct iq_program *program =
        path ? iq_program_from_file(path) : iq_program_load(image, IQ_IMAGE_SIZE_UNKNOWN, false);
    iq_lock();
    if (!program)
        return iq_leave(CUDA_ERROR_OUT_OF_MEMORY);
    r = iq_ctx_usable(ctx);
    if (!r)
        r = iq_module_new(ctx, program, NULL, &module);
    if (jit)
        iq_jit_report(jit, program);
    iq_program_unref(program);
    if (!r)
        *made = iq_obj_handle(module);
    return iq_leave(r);
}

DRIVER(cuModuleLoad, (CUmodule * module, const char *path))
{
    return load(module, NULL, path, NULL);
}

DRIVER(cuModuleLoadData, (CUmodule * module, const void *image))
{
    return load(module, image, NULL, NULL);
}

DRIVER(cuModuleLoadFatBinary, (CUmodule * module, const void *image))
{
    return load(module, image, NULL, NULL);
}

DRIVER(cuModuleLoadDataEx,
       (CUmodule * module, const void *image, unsigned count, CUjit_option *options, void **values))
{
    struct iq_jit jit;
    CUresult r = iq_jit_decode(count, options, values, &jit);
    return r && !iq_is_uninitialised() ? r : load(module, image, NULL, &jit);
}

DRIVER(cuModuleUnload, (CUmodule handle))
{
    struct iq_ctx *ctx;
    struct iq_module *module;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = module_get(handle, &module);
    if (!r && module->library)
        r = CUDA_ERROR_NOT_PERMITTED;
    if (!r)
        r = iq_capture_check_unsafe();
    if (!r) {
        r = iq_ctx_drain(module->ctx);
        iq_module_unload(module, false);
    }
    return iq_leave(r);
}

DRIVER(cuModuleGetFunction, (CUfunction * made, CUmodule handle, const char *name))
{
    struct iq_ctx *ctx;
    struct iq_module *module;
    struct iq_function *function;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = made && name && name[0] ? module_get(handle, &module) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = iq_module_function(module, name, &function);
    if (!r)
        *made = iq_obj_handle(function);
    else if (r == CUDA_ERROR_NOT_FOUND)
        *made = NULL;
    return iq_leave(r);
}

DRIVER(cuModuleGetGlobal_v2,
       (CUdeviceptr * address, size_t *bytes, CUmodule handle, const char *name))
{
    struct iq_ctx *ctx;
    struct iq_module *module;
    uint64_t at;
    size_t size;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = name && name[0] && (address || bytes) ? module_get(handle, &module)
                                                  : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = iq_module_variable(module, name, &at, &size);
    if (!r && address)
        *address = at;
    if (!r && bytes)
        *bytes = size;
    return iq_leave(r);
}

DRIVER(cuModuleGetFunctionCount, (unsigned *count, CUmodule handle))
{
    struct iq_ctx *ctx;
    struct iq_module *module;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = count ? module_get(handle, &module) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *count = module->program->code->kernel_count;
    return iq_leave(r);
}

DRIVER(cuModuleEnumerateFunctions, (CUfunction * functions, unsigned count, CUmodule handle))
{
    struct iq_ctx *ctx;
    struct iq_module *module;
    struct iq_function *function;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = functions ? module_get(handle, &module) : CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; !r && i < count && i < module->program->code->kernel_count; i++) {
        r = iq_module_function(module, module->program->code->kernels[i].name, &function);
        functions[i] = r ? NULL : iq_obj_handle(function);
    }
    return iq_leave(r);
}

DRIVER(cuModuleGetLoadingMode, (CUmoduleLoadingMode * mode))
{
    const char *wish = getenv("CUDA_MODULE_LOADING");
    if (iq_is_uninitialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!mode)
        return CUDA_ERROR_INVALID_VALUE;
    *mode = wish && !strcmp(wish, "EAGER") ? CU_MODULE_EAGER_LOADING : CU_MODULE_LAZY_LOADING;
    return CUDA_SUCCESS;
}
