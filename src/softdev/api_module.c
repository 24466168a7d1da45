/* Driver API: modules and linking. */
#include <stdlib.h>
#include <string.h>

#include "base/fd.h"
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
        r = made && (image || (path && path[0])) ? iq_capture_check_unsafe() : CUDA_ERROR_INVALID_VALUE;
    if (r)
        return iq_leave(r);
    iq_unlock();
    struct iq_program *program = path ? iq_program_from_file(path) : iq_program_load(image, IQ_IMAGE_SIZE_UNKNOWN, false);
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

DRIVER(cuModuleLoad, (CUmodule *module, const char *path))
{
    return load(module, NULL, path, NULL);
}

DRIVER(cuModuleLoadData, (CUmodule *module, const void *image))
{
    return load(module, image, NULL, NULL);
}

DRIVER(cuModuleLoadFatBinary, (CUmodule *module, const void *image))
{
    return load(module, image, NULL, NULL);
}

DRIVER(cuModuleLoadDataEx, (CUmodule *module, const void *image, unsigned count, CUjit_option *options, void **values))
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

DRIVER(cuModuleGetFunction, (CUfunction *made, CUmodule handle, const char *name))
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
    return iq_leave(r);
}

DRIVER(cuModuleGetGlobal_v2, (CUdeviceptr *address, size_t *bytes, CUmodule handle, const char *name))
{
    struct iq_ctx *ctx;
    struct iq_module *module;
    uint64_t at;
    size_t size;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = name && (address || bytes) ? module_get(handle, &module) : CUDA_ERROR_INVALID_VALUE;
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

DRIVER(cuModuleEnumerateFunctions, (CUfunction *functions, unsigned count, CUmodule handle))
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

DRIVER(cuModuleGetLoadingMode, (CUmoduleLoadingMode *mode))
{
    const char *wish = getenv("CUDA_MODULE_LOADING");
    if (iq_is_uninitialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!mode)
        return CUDA_ERROR_INVALID_VALUE;
    *mode = wish && !strcmp(wish, "EAGER") ? CU_MODULE_EAGER_LOADING : CU_MODULE_LAZY_LOADING;
    return CUDA_SUCCESS;
}

/* ---- linking: PTX texts are kept and linked when complete; the result is an image that only this driver loads ---- */

struct iq_link {
    struct iq_obj obj;
    struct iq_jit jit;
    char **texts;
    size_t *sizes, count, capacity;
    char *image;
    size_t image_size;
};

static void link_finish(struct iq_obj *obj)
{
    struct iq_link *link = (struct iq_link *)obj;
    for (size_t i = 0; i < link->count; i++)
        free(link->texts[i]);
    free(link->texts);
    free(link->sizes);
    free(link->image);
}

static CUresult link_get(CUlinkState state, struct iq_link **link)
{
    CUresult why;
    *link = iq_obj_get(state, IQ_OBJ_LINK, &why);
    return *link ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

DRIVER(cuLinkCreate_v2, (unsigned count, CUjit_option *options, void **values, CUlinkState *state))
{
    struct iq_ctx *ctx;
    struct iq_jit jit;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = state ? iq_jit_decode(count, options, values, &jit) : CUDA_ERROR_INVALID_VALUE;
    struct iq_link *link = r ? NULL : iq_obj_new(IQ_OBJ_LINK, sizeof *link);
    if (!r && !link)
        r = CUDA_ERROR_OUT_OF_MEMORY;
    if (!r) {
        link->obj.finish = link_finish;
        link->jit = jit;
        *state = iq_obj_handle(link);
    }
    return iq_leave(r);
}

static CUresult keep_text(struct iq_link *link, char *text, size_t size)
{
    if (link->count == link->capacity) {
        size_t capacity = link->capacity ? link->capacity * 2 : 8;
        char **texts = realloc(link->texts, capacity * sizeof *texts);
        link->texts = texts ? texts : link->texts;
        size_t *sizes = texts ? realloc(link->sizes, capacity * sizeof *sizes) : NULL;
        if (!sizes) {
            free(text);
            return CUDA_ERROR_OUT_OF_MEMORY;
        }
        link->sizes = sizes;
        link->capacity = capacity;
    }
    link->texts[link->count] = text;
    link->sizes[link->count++] = size;
    return CUDA_SUCCESS;
}

/* A text that does not parse is refused here already, as the hardware driver does. */
static CUresult try_text(struct iq_link *link, const char *text, size_t size)
{
    struct iq_ptx_parse_options options = { (uint32_t)iq_soft.capability, "application ptx input" };
    struct iq_ptx_diag diag = { NULL, 0 };
    struct iq_ptx_module *module = NULL;
    int error = iq_ptx_parse(text, size, &options, &module, &diag);
    struct iq_program *program = iq_program_wrap(module, error == IQ_PTX_EVERSION ? CUDA_ERROR_UNSUPPORTED_PTX_VERSION :
                                                         error == IQ_PTX_ENOTPTX ? CUDA_ERROR_INVALID_IMAGE :
                                                         error ? CUDA_ERROR_INVALID_PTX : CUDA_SUCCESS,
                                                 error ? iq_ptx_diag_format(&diag, options.name) : NULL);
    CUresult r = program ? program->status : CUDA_ERROR_OUT_OF_MEMORY;
    if (program)
        iq_jit_report(&link->jit, program);
    iq_program_unref(program);
    iq_ptx_diag_finish(&diag);
    return r;
}

static CUresult add_image(struct iq_link *link, const void *data, size_t size)
{
    struct iq_image_source source = { data, size, NULL, NULL, true };
    struct iq_image image;
    struct iq_image_cursor cursor;
    struct iq_image_entry entry, best = { 0 };
    iq_image_sniff(&source, &image);
    iq_image_begin(&image, &cursor);
    while (iq_image_next(&cursor, &entry))
        if (entry.kind == IQ_ENTRY_PTX && (!best.payload || entry.arch > best.arch))
            best = entry;
    char *text;
    size_t length;
    if (!best.payload)
        return image.kind == IQ_IMAGE_CUBIN || image.kind == IQ_IMAGE_FATBIN ? CUDA_ERROR_NO_BINARY_FOR_GPU
                                                                           : CUDA_ERROR_INVALID_IMAGE;
    if (iq_image_unpack(&best, &text, &length))
        return CUDA_ERROR_INVALID_IMAGE;
    CUresult r = try_text(link, text, length);
    if (r)
        free(text);
    return r ? r : keep_text(link, text, length);
}

DRIVER(cuLinkAddData_v2, (CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name, unsigned count,
                          CUjit_option *options, void **values))
{
    struct iq_ctx *ctx;
    struct iq_link *link;
    (void)name, (void)count, (void)options, (void)values;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = data && size ? link_get(state, &link) : CUDA_ERROR_INVALID_VALUE;
    if (!r && ((unsigned)type >= CU_JIT_NUM_INPUT_TYPES || link->image))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r && (type == CU_JIT_INPUT_LIBRARY || type == CU_JIT_INPUT_NVVM))
        r = CUDA_ERROR_NOT_SUPPORTED;
    if (!r)
        r = add_image(link, data, size);
    return iq_leave(r);
}

DRIVER(cuLinkAddFile_v2, (CUlinkState state, CUjitInputType type, const char *path, unsigned count, CUjit_option *options,
                          void **values))
{
    char *data = NULL;
    size_t size = 0;
    if (!path || iq_is_uninitialised())
        return path ? CUDA_ERROR_NOT_INITIALIZED : CUDA_ERROR_INVALID_VALUE;
    if (iq_fd_read_file(path, (size_t)1 << 30, &data, &size))
        return CUDA_ERROR_FILE_NOT_FOUND;
    CUresult r = cuLinkAddData_v2(state, type, data, size, path, count, options, values);
    free(data);
    return r;
}

/* The linked image is the texts one behind the other in a fatbin-like list; loading it parses and links them. */
static const char link_magic[16] = "inquest-linked-1";

static CUresult build_image(struct iq_link *link)
{
    size_t total = sizeof link_magic + 8;
    for (size_t i = 0; i < link->count; i++)
        total += 8 + link->sizes[i];
    char *at = link->image = malloc(total);
    uint64_t count = link->count;
    if (!at)
        return CUDA_ERROR_OUT_OF_MEMORY;
    memcpy(at, link_magic, sizeof link_magic);
    memcpy(at + sizeof link_magic, &count, 8);
    at += sizeof link_magic + 8;
    for (size_t i = 0; i < link->count; i++) {
        uint64_t size = link->sizes[i];
        memcpy(at, &size, 8);
        memcpy(at + 8, link->texts[i], size);
        at += 8 + size;
    }
    link->image_size = total;
    return CUDA_SUCCESS;
}

DRIVER(cuLinkComplete, (CUlinkState state, void **image, size_t *size))
{
    struct iq_ctx *ctx;
    struct iq_link *link;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = image ? link_get(state, &link) : CUDA_ERROR_INVALID_VALUE;
    if (!r && !link->image) {
        r = build_image(link);
        struct iq_program *program = r ? NULL : iq_program_load(link->image, link->image_size, false);
        if (program) {
            r = program->status;
            iq_jit_report(&link->jit, program);
        }
        iq_program_unref(program);
    }
    if (!r) {
        *image = link->image;
        if (size)
            *size = link->image_size;
    }
    return iq_leave(r);
}

DRIVER(cuLinkDestroy, (CUlinkState state))
{
    struct iq_link *link;
    CUresult r = iq_enter_plain();
    if (!r)
        r = link_get(state, &link);
    if (!r)
        iq_obj_kill(link, false);
    return iq_leave(r);
}

DRIVER(cuLinkCreate, (unsigned count, CUjit_option *options, void **values, CUlinkState *state))
{
    return cuLinkCreate_v2(count, options, values, state);
}
DRIVER(cuLinkAddData, (CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name, unsigned count,
                       CUjit_option *options, void **values))
{
    return cuLinkAddData_v2(state, type, data, size, name, count, options, values);
}
DRIVER(cuLinkAddFile, (CUlinkState state, CUjitInputType type, const char *path, unsigned count, CUjit_option *options,
                       void **values))
{
    return cuLinkAddFile_v2(state, type, path, count, options, values);
}
