/* Modules, libraries and functions as objects. */
#include "softdev/module.h"

#include <stdlib.h>
#include <string.h>

#include "softdev/launch.h"

void iq_image_ref_drop(struct iq_image_ref *image)
{
    if (!image || --image->refs)
        return;
    iq_ptx_image_destroy(image->image);
    iq_program_unref(image->program);
    free(image);
}

static CUresult take_variable(struct iq_module *module, uint32_t index, uint64_t *address)
{
    const struct iq_ptx_variable *variable = &module->program->code->variables[index];
    struct iq_alloc *alloc = NULL;
    CUresult r;
    if (variable->space == IQ_PTX_SHARED || !variable->size)
        return CUDA_SUCCESS;
    if (variable->managed && module->library && module->library->managed[index]) {
        *address = module->library->managed[index]->base;
        return CUDA_SUCCESS;
    }
    if (variable->managed)
        r = iq_memory_take_host(module->ctx, IQ_ALLOC_MANAGED, variable->size, CU_MEM_ATTACH_GLOBAL,
                                &alloc);
    else
        r = iq_memory_take(module->ctx, IQ_ALLOC_GLOBAL, variable->size, &alloc);
    if (r)
        return r;
    alloc->constant = variable->space == IQ_PTX_CONST;
    module->variables[index] = alloc;
    *address = alloc->base;
    if (variable->managed && module->library)
        module->library->managed[index] = alloc;
    return CUDA_SUCCESS;
}

static void free_variables(struct iq_module *module)
{
    for (uint32_t i = 0; module->variables && i < module->program->code->variable_count; i++) {
        if (module->variables[i] && module->library &&
            module->library->managed[i] == module->variables[i])
            module->library->managed[i] = NULL;
        if (module->variables[i])
            iq_memory_give(module->variables[i]);
    }
    free(module->variables);
    module->variables = NULL;
}

static CUresult fill_variables(struct iq_module *module, const uint64_t *addresses)
{
    struct iq_image_ref *ref = calloc(1, sizeof *ref);
    module->image = ref;
    if (ref)
        ref->image = iq_ptx_image_create(module->program->code, addresses);
    if (!ref || !ref->image)
        return CUDA_ERROR_OUT_OF_MEMORY;
    ref->refs = 1;
    ref->program = module->program;
    module->program->refs++;
    for (uint32_t i = 0; i < module->program->code->variable_count; i++) {
        struct iq_alloc *alloc = module->variables[i];
        if (alloc && iq_ptx_image_initialise(
                         ref->image, i, (void *)(uintptr_t)(alloc->base + (uint64_t)alloc->bias)))
            return CUDA_ERROR_OUT_OF_MEMORY;
    }
    return CUDA_SUCCESS;
}

CUresult iq_module_new(struct iq_ctx *ctx, struct iq_program *program, struct iq_library *library,
                       struct iq_module **made)
{
    if (program->status)
        return program->status;
    uint32_t count = program->code->variable_count;
    struct iq_module *module = iq_obj_new(IQ_OBJ_MODULE, sizeof *module);
    uint64_t *addresses = calloc(count + 1, sizeof *addresses);
    CUresult r = module && addresses ? iq_heap_prepare(ctx) : CUDA_ERROR_OUT_OF_MEMORY;
    if (module) {
        module->ctx = ctx;
        module->program = program;
        module->library = library;
        module->variables = calloc(count + 1, sizeof *module->variables);
        program->refs++;
        module->next = ctx->modules;
        ctx->modules = module;
    }
    if (!r && !module->variables)
        r = CUDA_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count && !r; i++)
        r = take_variable(module, i, &addresses[i]);
    if (!r)
        r = fill_variables(module, addresses);
    free(addresses);
    if (r && module)
        iq_module_unload(module, false);
    else
        *made = module;
    return r;
}

static void function_finish(struct iq_obj *obj)
{
    struct iq_function *function = (struct iq_function *)obj;
    free(function->set.bytes);
    iq_image_ref_drop(function->image_ref);
    iq_program_unref(function->program);
}

void iq_module_unload(struct iq_module *module, bool with_context)
{
    struct iq_module **at = &module->ctx->modules;
    while (*at && *at != module)
        at = &(*at)->next;
    if (*at)
        *at = module->next;
    while (module->functions) {
        struct iq_function *function = module->functions;
        module->functions = function->next;
        function->module = NULL;
        iq_obj_kill(function, with_context);
    }
    free_variables(module);
    iq_image_ref_drop(module->image);
    iq_program_unref(module->program);
    iq_obj_kill(module, with_context);
}

void iq_module_unload_all(struct iq_ctx *ctx)
{
    while (ctx->modules)
        iq_module_unload(ctx->modules, true);
}

CUresult iq_module_function(struct iq_module *module, const char *name, struct iq_function **made)
{
    const struct iq_ptx_kernel *kernel = iq_ptx_module_kernel(module->program->code, name);
    if (!kernel)
        return CUDA_ERROR_NOT_FOUND;
    for (struct iq_function *at = module->functions; at; at = at->next)
        if (at->kernel == kernel) {
            *made = at;
            return CUDA_SUCCESS;
        }
    struct iq_function *function = iq_obj_new(IQ_OBJ_FUNCTION, sizeof *function);
    if (!function)
        return CUDA_ERROR_OUT_OF_MEMORY;
    function->obj.finish = function_finish;
    function->module = module;
    function->kernel = kernel;
    function->program = module->program;
    function->program->refs++;
    function->image_ref = module->image;
    function->image_ref->refs++;
    function->image = module->image->image;
    function->carveout = -1;
    for (int i = 0; i < 3; i++)
        function->set.block[i] = 1;
    for (int i = 0; i < 3; i++)
        function->cluster[i] = (int)kernel->cluster[i];
    function->max_dynamic_shared = IQ_SHARED_DEFAULT - (int)kernel->shared_bytes;
    if (function->max_dynamic_shared < 0)
        function->max_dynamic_shared = 0;
    function->next = module->functions;
    module->functions = function;
    *made = function;
    return CUDA_SUCCESS;
}

CUresult iq_module_variable(const struct iq_module *module, const char *name, uint64_t *address,
                            size_t *size)
{
    const struct iq_ptx_module *code = module->program->code;
    for (uint32_t i = 0; i < code->variable_count; i++)
        if (!strcmp(code->variables[i].name, name)) {
            const struct iq_alloc *alloc = module->variables[i];
            if (!alloc && module->library)
                alloc = module->library->managed[i];
            if (!alloc)
                return CUDA_ERROR_NOT_FOUND;
            *address = alloc->base;
            *size = alloc->size;
            return CUDA_SUCCESS;
        }
    return iq_ptx_module_kernel(code, name) ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_NOT_FOUND;
}

CUresult iq_library_module(struct iq_library *library, struct iq_ctx *ctx,
                           struct iq_module **module)
{
    for (*module = ctx->modules; *module; *module = (*module)->next)
        if ((*module)->library == library)
            return CUDA_SUCCESS;
    return iq_module_new(ctx, library->program, library, module);
}

CUresult iq_kernel_function(struct iq_soft_kernel *kernel, struct iq_ctx *ctx,
                            struct iq_function **function)
{
    struct iq_module *module;
    CUresult r = iq_library_module(kernel->library, ctx, &module);
    if (!r)
        r = iq_module_function(module, kernel->kernel->name, function);
    int at = ctx->device->ordinal;
    if (!r && kernel->attributes_set[at]) {
        (*function)->max_dynamic_shared = kernel->max_dynamic_shared[at];
        (*function)->carveout = kernel->carveout[at];
        (*function)->nonportable = kernel->nonportable[at];
        kernel->attributes_set[at] = false;
    }
    return r;
}

CUresult iq_function_get(CUfunction handle, struct iq_ctx *ctx, struct iq_function **function)
{
    CUresult why;
    *function = iq_obj_get(handle, IQ_OBJ_FUNCTION, &why);
    if (*function)
        return (*function)->module->ctx == ctx ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
    struct iq_soft_kernel *kernel = iq_obj_get(handle, IQ_OBJ_KERNEL, &why);
    return kernel ? iq_kernel_function(kernel, ctx, function) : CUDA_ERROR_INVALID_HANDLE;
}

static int threads_of(const struct iq_ptx_kernel *kernel)
{
    const uint32_t *limit = kernel->max_threads; /* drivers ignore .reqntid here */
    uint64_t threads = IQ_BLOCK_THREADS_MAX;
    if (limit[0])
        threads = (uint64_t)limit[0] * (limit[1] ? limit[1] : 1) * (limit[2] ? limit[2] : 1);
    uint64_t by_registers = iq_launch_threads_by_registers(kernel);
    threads = threads < IQ_BLOCK_THREADS_MAX ? threads : IQ_BLOCK_THREADS_MAX;
    return (int)(limit[0] || by_registers > threads ? threads : by_registers);
}

/* An estimate, but never more than the program allows. */
static uint32_t registers_of(const struct iq_program *program, const struct iq_ptx_kernel *kernel)
{
    bool limited = program->max_registers && program->max_registers < kernel->register_count;
    return limited ? program->max_registers : kernel->register_count;
}

static size_t constant_bytes(const struct iq_ptx_module *code)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < code->variable_count; i++)
        if (code->variables[i].space == IQ_PTX_CONST)
            bytes += code->variables[i].size;
    return bytes;
}

CUresult iq_function_attribute(const struct iq_function *function, CUfunction_attribute attribute,
                               int *value)
{
    const struct iq_ptx_kernel *kernel = function->kernel;
    const struct iq_ptx_module *code = function->program->code;
    switch ((int)attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = threads_of(kernel); break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = (int)kernel->shared_bytes; break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *value = (int)constant_bytes(code); break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *value = (int)kernel->local_bytes; break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS: *value = (int)registers_of(function->program, kernel); break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION: *value = (int)code->target_sm; break;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *value = iq_soft.capability; break;
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA: *value = 0; break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        *value = function->max_dynamic_shared;
        break;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: *value = function->carveout; break;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:
        *value = function->kernel->cluster[0] != 0;
        break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH: *value = function->cluster[0]; break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT: *value = function->cluster[1]; break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH: *value = function->cluster[2]; break;
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED: *value = function->nonportable; break;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
        *value = function->scheduling;
        break;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
    return CUDA_SUCCESS;
}

CUresult iq_function_set(struct iq_function *function, CUfunction_attribute attribute, int value)
{
    switch ((int)attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        if (value < 0 || value > IQ_SHARED_OPTIN - (int)function->kernel->shared_bytes)
            return CUDA_ERROR_INVALID_VALUE;
        function->max_dynamic_shared = value;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
        if (value < -1 || value > 100)
            return CUDA_ERROR_INVALID_VALUE;
        function->carveout = value;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
        if (value < 0)
            return CUDA_ERROR_INVALID_VALUE;
        function->cluster[attribute - CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH] = value;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
        function->nonportable = value;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
        function->scheduling = value;
        return CUDA_SUCCESS;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}
