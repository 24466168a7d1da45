/* Driver API: libraries, kernels, functions. */
#include <stdlib.h>
#include <string.h>

#include "image/image.h"
#include "softdev/capture.h"
#include "softdev/module.h"

static struct iq_library *libraries;

static void kernel_list_finish(struct iq_library *library)
{
    while (library->kernels) {
        struct iq_soft_kernel *kernel = library->kernels;
        library->kernels = kernel->next;
        iq_obj_kill(kernel, false);
    }
}

static void library_finish(struct iq_obj *obj)
{
    struct iq_library *library = (struct iq_library *)obj;
    iq_program_unref(library->program);
    free(library->managed);
}

static CUresult library_get(CUlibrary handle, struct iq_library **library)
{
    CUresult why;
    *library = iq_obj_get(handle, IQ_OBJ_LIBRARY, &why);
    return *library ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

static CUresult kernel_get(CUkernel handle, struct iq_soft_kernel **kernel)
{
    CUresult why;
    *kernel = iq_obj_get(handle, IQ_OBJ_KERNEL, &why);
    return *kernel ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

/* Loading is lazy on hardware: a bad image is only found out when something of it is asked for. */
static CUresult load(CUlibrary *made, struct iq_program *program, const struct iq_jit *jit)
{
    CUresult r = program ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    struct iq_library *library = r ? NULL : iq_obj_new(IQ_OBJ_LIBRARY, sizeof *library);
    if (!library) {
        iq_program_unref(program);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    library->obj.finish = library_finish;
    library->program = program;
    library->managed =
        calloc((program->code ? program->code->variable_count : 0) + 1, sizeof *library->managed);
    library->next = libraries;
    libraries = library;
    iq_jit_report(jit, program);
    *made = iq_obj_handle(library);
    return CUDA_SUCCESS;
}

DRIVER(cuLibraryLoadData,
       (CUlibrary * library, const void *code, CUjit_option *jit_options, void **jit_values,
        unsigned jit_count, CUlibraryOption *options, void **values, unsigned count))
{
    struct iq_jit jit;
    CUresult r = iq_enter_plain();
    if (!r)
        r = library && code && (!count || options)
                ? iq_jit_decode(jit_count, jit_options, jit_values, &jit)
                : CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; !r && i < count; i++)
        if ((unsigned)options[i] >= CU_LIBRARY_NUM_OPTIONS)
            r = CUDA_ERROR_INVALID_VALUE;
    (void)values;
    if (r)
        return iq_leave(r);
    iq_unlock();
    struct iq_program *program = iq_program_load(code, IQ_IMAGE_SIZE_UNKNOWN, false);
    iq_lock();
    return iq_leave(load(library, program, &jit));
}

DRIVER(cuLibraryLoadFromFile,
       (CUlibrary * library, const char *path, CUjit_option *jit_options, void **jit_values,
        unsigned jit_count, CUlibraryOption *options, void **values, unsigned count))
{
    struct iq_jit jit;
    CUresult r = iq_enter_plain();
    (void)options, (void)values, (void)count;
    if (!r)
        r = library && path ? iq_jit_decode(jit_count, jit_options, jit_values, &jit)
                            : CUDA_ERROR_INVALID_VALUE;
    if (r)
        return iq_leave(r);
    iq_unlock();
    struct iq_program *program = iq_program_from_file(path);
    iq_lock();
    if (program && program->status == CUDA_ERROR_FILE_NOT_FOUND) {
        iq_program_unref(program);
        return iq_leave(CUDA_ERROR_FILE_NOT_FOUND);
    }
    return iq_leave(load(library, program, &jit));
}

DRIVER(cuLibraryUnload, (CUlibrary handle))
{
    struct iq_library *library;
    CUresult r = iq_enter_plain();
    if (!r)
        r = library_get(handle, &library);
    if (r)
        return iq_leave(r);
    for (int i = 0; i < iq_soft.device_count; i++)
        for (struct iq_ctx *ctx = iq_soft.devices[i].primary; ctx; ctx = ctx->next)
            for (struct iq_module *module = ctx->modules, *next; module; module = next) {
                next = module->next;
                if (module->library == library) {
                    iq_ctx_drain_or_stop(ctx);
                    iq_module_unload(module, false);
                    break;
                }
            }
    struct iq_library **at = &libraries;
    while (*at && *at != library)
        at = &(*at)->next;
    if (*at)
        *at = library->next;
    kernel_list_finish(library);
    iq_obj_kill(library, false);
    return iq_leave(CUDA_SUCCESS);
}

static CUresult kernel_of(struct iq_library *library, const struct iq_ptx_kernel *code,
                          struct iq_soft_kernel **made)
{
    for (struct iq_soft_kernel *at = library->kernels; at; at = at->next)
        if (at->kernel == code) {
            *made = at;
            return CUDA_SUCCESS;
        }
    struct iq_soft_kernel *kernel = iq_obj_new(IQ_OBJ_KERNEL, sizeof *kernel);
    if (!kernel)
        return CUDA_ERROR_OUT_OF_MEMORY;
    kernel->library = library;
    kernel->kernel = code;
    kernel->next = library->kernels;
    library->kernels = kernel;
    *made = kernel;
    return CUDA_SUCCESS;
}

DRIVER(cuLibraryGetKernel, (CUkernel * made, CUlibrary handle, const char *name))
{
    struct iq_library *library;
    struct iq_soft_kernel *kernel;
    CUresult r = iq_enter_plain();
    if (!r)
        r = made && name ? library_get(handle, &library) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = library->program->status;
    const struct iq_ptx_kernel *code =
        r ? NULL : iq_ptx_module_kernel(library->program->code, name);
    if (!r)
        r = code ? kernel_of(library, code, &kernel) : CUDA_ERROR_NOT_FOUND;
    if (!r)
        *made = iq_obj_handle(kernel);
    return iq_leave(r);
}

DRIVER(cuLibraryGetKernelCount, (unsigned *count, CUlibrary handle))
{
    struct iq_library *library;
    CUresult r = iq_enter_plain();
    if (!r)
        r = count ? library_get(handle, &library) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = library->program->status;
    if (!r)
        *count = library->program->code->kernel_count;
    return iq_leave(r);
}

DRIVER(cuLibraryEnumerateKernels, (CUkernel * kernels, unsigned count, CUlibrary handle))
{
    struct iq_library *library;
    struct iq_soft_kernel *kernel;
    CUresult r = iq_enter_plain();
    if (!r)
        r = kernels ? library_get(handle, &library) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = library->program->status;
    for (unsigned i = 0; !r && i < count && i < library->program->code->kernel_count; i++) {
        r = kernel_of(library, &library->program->code->kernels[i], &kernel);
        kernels[i] = r ? NULL : iq_obj_handle(kernel);
    }
    return iq_leave(r);
}

DRIVER(cuLibraryGetModule, (CUmodule * made, CUlibrary handle))
{
    struct iq_ctx *ctx;
    struct iq_library *library;
    struct iq_module *module;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = made ? library_get(handle, &library) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = iq_library_module(library, ctx, &module);
    if (!r)
        *made = iq_obj_handle(module);
    return iq_leave(r);
}

static CUresult library_variable(CUdeviceptr *address, size_t *bytes, CUlibrary handle,
                                 const char *name, bool managed)
{
    struct iq_ctx *ctx;
    struct iq_library *library;
    struct iq_module *module;
    uint64_t at;
    size_t size;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = name && (address || bytes) ? library_get(handle, &library) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = iq_library_module(library, ctx, &module);
    const struct iq_ptx_variable *variable =
        r ? NULL : iq_ptx_module_variable(library->program->code, name);
    if (!r && managed != (variable && variable->managed))
        r = CUDA_ERROR_NOT_FOUND;
    if (!r)
        r = iq_module_variable(module, name, &at, &size);
    if (!r && address)
        *address = at;
    if (!r && bytes)
        *bytes = size;
    return iq_leave(r);
}

DRIVER(cuLibraryGetGlobal,
       (CUdeviceptr * address, size_t *bytes, CUlibrary library, const char *name))
{
    return library_variable(address, bytes, library, name, false);
}
DRIVER(cuLibraryGetManaged,
       (CUdeviceptr * address, size_t *bytes, CUlibrary library, const char *name))
{
    return library_variable(address, bytes, library, name, true);
}

DRIVER(cuLibraryGetUnifiedFunction, (void **address, CUlibrary handle, const char *name))
{
    struct iq_library *library;
    CUresult r = iq_enter_plain();
    if (!r)
        r = address && name ? library_get(handle, &library) : CUDA_ERROR_INVALID_VALUE;
    if (!r && !library->program->status && iq_ptx_module_kernel(library->program->code, name))
        r = CUDA_ERROR_INVALID_VALUE;
    return iq_leave(r ? r : CUDA_ERROR_NOT_FOUND);
}

/* ---- kernels ---- */

DRIVER(cuKernelGetFunction, (CUfunction * made, CUkernel handle))
{
    struct iq_ctx *ctx;
    struct iq_soft_kernel *kernel;
    struct iq_function *function;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = made ? kernel_get(handle, &kernel) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = iq_kernel_function(kernel, ctx, &function);
    if (!r)
        *made = iq_obj_handle(function);
    return iq_leave(r);
}

DRIVER(cuKernelGetLibrary, (CUlibrary * library, CUkernel handle))
{
    struct iq_soft_kernel *kernel;
    CUresult r = iq_enter_plain();
    if (!r)
        r = library ? kernel_get(handle, &kernel) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *library = iq_obj_handle(kernel->library);
    return iq_leave(r);
}

/* The function of a kernel on a device: in the current context if it is there, else in the device's
 * primary one. */
static CUresult function_on(CUkernel handle, CUdevice ordinal, struct iq_soft_kernel **kernel,
                            struct iq_function **function)
{
    struct iq_device *device;
    CUresult r = kernel_get(handle, kernel);
    if (!r)
        r = iq_device_get(ordinal, &device);
    struct iq_ctx *ctx = iq_ctx_current();
    *function = NULL;
    if (!r && (!ctx || ctx->destroyed || ctx->device != device))
        ctx = device->primary;
    if (!r && ctx && !ctx->destroyed)
        r = iq_kernel_function(*kernel, ctx, function);
    return r;
}

DRIVER(cuKernelGetAttribute,
       (int *value, CUfunction_attribute attribute, CUkernel handle, CUdevice ordinal))
{
    struct iq_soft_kernel *kernel;
    struct iq_function *function;
    CUresult r = iq_enter_plain();
    if (!r)
        r = value ? function_on(handle, ordinal, &kernel, &function) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = function ? iq_function_attribute(function, attribute, value)
                     : CUDA_ERROR_INVALID_CONTEXT;
    return iq_leave(r);
}

DRIVER(cuKernelSetAttribute,
       (CUfunction_attribute attribute, int value, CUkernel handle, CUdevice ordinal))
{
    struct iq_soft_kernel *kernel;
    struct iq_function *function;
    CUresult r = iq_enter_plain();
    if (!r)
        r = function_on(handle, ordinal, &kernel, &function);
    if (!r)
        r = function ? iq_function_set(function, attribute, value) : CUDA_ERROR_INVALID_CONTEXT;
    if (!r) {
        kernel->attributes_set[ordinal] = true;
        kernel->max_dynamic_shared[ordinal] = function->max_dynamic_shared;
        kernel->carveout[ordinal] = function->carveout;
        kernel->nonportable[ordinal] = function->nonportable;
    }
    return iq_leave(r);
}

DRIVER(cuKernelSetCacheConfig, (CUkernel handle, CUfunc_cache config, CUdevice ordinal))
{
    struct iq_soft_kernel *kernel;
    struct iq_function *function;
    CUresult r = iq_enter_plain();
    if (!r)
        r = (unsigned)config > CU_FUNC_CACHE_PREFER_EQUAL
                ? CUDA_ERROR_INVALID_VALUE
                : function_on(handle, ordinal, &kernel, &function);
    if (!r && function)
        function->cache_config = config;
    return iq_leave(r);
}

DRIVER(cuKernelGetName, (const char **name, CUkernel handle))
{
    struct iq_soft_kernel *kernel;
    struct iq_function *function;
    CUresult why, r = iq_enter_plain();
    if (!r && !name)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r && (function = iq_obj_get(handle, IQ_OBJ_FUNCTION, &why)))
        return *name = function->kernel->name, iq_leave(CUDA_SUCCESS);
    if (!r)
        r = kernel_get(handle, &kernel);
    if (!r)
        *name = kernel->kernel->name;
    return iq_leave(r);
}

static CUresult param_info(const struct iq_ptx_kernel *kernel, size_t index, size_t *offset,
                           size_t *size)
{
    if (!offset || index >= kernel->param_count)
        return CUDA_ERROR_INVALID_VALUE;
    *offset = kernel->params[index].offset;
    if (size)
        *size = kernel->params[index].size;
    return CUDA_SUCCESS;
}

DRIVER(cuKernelGetParamInfo, (CUkernel handle, size_t index, size_t *offset, size_t *size))
{
    struct iq_soft_kernel *kernel;
    CUresult r = iq_enter_plain();
    if (!r)
        r = kernel_get(handle, &kernel);
    return iq_leave(r ? r : param_info(kernel->kernel, index, offset, size));
}

static CUresult param_count(const struct iq_ptx_kernel *kernel, size_t *count)
{
    if (!count)
        return CUDA_ERROR_INVALID_VALUE;
    *count = kernel->param_count;
    return CUDA_SUCCESS;
}

DRIVER(cuKernelGetParamCount, (CUkernel handle, size_t *count))
{
    struct iq_soft_kernel *kernel;
    CUresult r = iq_enter_plain();
    if (!r)
        r = kernel_get(handle, &kernel);
    return iq_leave(r ? r : param_count(kernel->kernel, count));
}

/* ---- functions; a CUkernel is taken too ---- */

static CUresult enter_function(CUfunction handle, struct iq_function **function)
{
    struct iq_ctx *ctx;
    CUresult why, r = iq_enter(&ctx);
    if (r)
        return r;
    *function = iq_obj_get(handle, IQ_OBJ_FUNCTION, &why);
    return *function ? CUDA_SUCCESS : iq_function_get(handle, ctx, function);
}

DRIVER(cuFuncGetAttribute, (int *value, CUfunction_attribute attribute, CUfunction handle))
{
    struct iq_function *function;
    CUresult r = enter_function(handle, &function);
    if (!r)
        r = value ? iq_function_attribute(function, attribute, value) : CUDA_ERROR_INVALID_VALUE;
    return iq_leave(r);
}

DRIVER(cuFuncSetAttribute, (CUfunction handle, CUfunction_attribute attribute, int value))
{
    struct iq_function *function;
    CUresult r = enter_function(handle, &function);
    return iq_leave(r ? r : iq_function_set(function, attribute, value));
}

DRIVER(cuFuncSetCacheConfig, (CUfunction handle, CUfunc_cache config))
{
    struct iq_function *function;
    CUresult r = enter_function(handle, &function);
    if (!r && (unsigned)config > CU_FUNC_CACHE_PREFER_EQUAL)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        function->cache_config = config;
    return iq_leave(r);
}

DRIVER(cuFuncSetSharedMemConfig, (CUfunction handle, CUsharedconfig config))
{
    struct iq_function *function;
    CUresult r = enter_function(handle, &function);
    return iq_leave(r ? r : (unsigned)config > 2 ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS);
}

DRIVER(cuFuncGetModule, (CUmodule * module, CUfunction handle))
{
    struct iq_function *function;
    CUresult r = enter_function(handle, &function);
    if (!r && !module)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *module = iq_obj_handle(function->module);
    return iq_leave(r);
}

DRIVER(cuFuncGetName, (const char **name, CUfunction handle))
{
    return cuKernelGetName(name, (CUkernel)handle);
}

DRIVER(cuFuncGetParamInfo, (CUfunction handle, size_t index, size_t *offset, size_t *size))
{
    struct iq_function *function;
    CUresult r = enter_function(handle, &function);
    return iq_leave(r ? r : param_info(function->kernel, index, offset, size));
}

DRIVER(cuFuncGetParamCount, (CUfunction handle, size_t *count))
{
    struct iq_function *function;
    CUresult r = enter_function(handle, &function);
    return iq_leave(r ? r : param_count(function->kernel, count));
}

DRIVER(cuFuncIsLoaded, (CUfunctionLoadingState * state, CUfunction handle))
{
    struct iq_function *function;
    CUresult r = enter_function(handle, &function);
    if (!r && !state)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *state = CU_FUNCTION_LOADING_STATE_LOADED;
    return iq_leave(r);
}

DRIVER(cuFuncLoad, (CUfunction handle))
{
    struct iq_function *function;
    return iq_leave(enter_function(handle, &function));
}
