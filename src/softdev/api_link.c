/* Driver API: linking. */
#include <stdlib.h>

#include "softdev/link.h"

struct iq_link {
    struct iq_obj obj;
    struct iq_jit jit;
    struct iq_linker linker;
    bool complete;   /* well or not: it takes nothing more */
    CUresult result; /* of that */
};

static void link_finish(struct iq_obj *obj) { iq_linker_finish(&((struct iq_link *)obj)->linker); }

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
        link->linker.max_registers = jit.max_registers;
        link->linker.capability = (uint32_t)iq_soft.capability;
        *state = iq_obj_handle(link);
    }
    return iq_leave(r);
}

/* Logs go to the program's buffers; the program that wrote them is done with. */
static CUresult status_of(struct iq_link *link, struct iq_program *program)
{
    CUresult r = program ? program->status : CUDA_ERROR_OUT_OF_MEMORY;
    if (program)
        iq_jit_report(&link->jit, program);
    iq_program_unref(program);
    return r;
}

static CUresult check_input(CUlinkState state, CUjitInputType type, struct iq_link **link)
{
    CUresult r = link_get(state, link);
    if (!r && ((unsigned)type >= CU_JIT_NUM_INPUT_TYPES || (*link)->complete))
        r = CUDA_ERROR_INVALID_VALUE;
    return r || type != CU_JIT_INPUT_NVVM ? r : CUDA_ERROR_NOT_SUPPORTED;
}

DRIVER(cuLinkAddData_v2, (CUlinkState state, CUjitInputType type, void *data, size_t size,
                          const char *name, unsigned count, CUjit_option *options, void **values))
{
    struct iq_ctx *ctx;
    struct iq_link *link;
    (void)name;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = data && size ? check_input(state, type, &link) : CUDA_ERROR_INVALID_VALUE;
    if (!r && count && (!options || !values))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = status_of(link, iq_linker_add(&link->linker, data, size));
    return iq_leave(r);
}

DRIVER(cuLinkAddFile_v2, (CUlinkState state, CUjitInputType type, const char *path, unsigned count,
                          CUjit_option *options, void **values))
{
    struct iq_ctx *ctx;
    struct iq_link *link;
    if (!path || iq_is_uninitialised())
        return path ? CUDA_ERROR_NOT_INITIALIZED : CUDA_ERROR_INVALID_VALUE;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = check_input(state, type, &link);
    if (!r && count && (!options || !values))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = status_of(link, iq_linker_add_file(&link->linker, path));
    return iq_leave(r);
}

DRIVER(cuLinkComplete, (CUlinkState state, void **image, size_t *size))
{
    struct iq_ctx *ctx;
    struct iq_link *link;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = image ? link_get(state, &link) : CUDA_ERROR_INVALID_VALUE;
    if (!r && link->complete)
        r = link->result ? link->result : CUDA_ERROR_INVALID_HANDLE;
    else if (!r) {
        link->complete = true;
        r = link->result = status_of(link, iq_linker_complete(&link->linker));
    }
    if (!r) {
        *image = link->linker.image;
        if (size)
            *size = link->linker.image_size;
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
DRIVER(cuLinkAddData, (CUlinkState state, CUjitInputType type, void *data, size_t size,
                       const char *name, unsigned count, CUjit_option *options, void **values))
{
    return cuLinkAddData_v2(state, type, data, size, name, count, options, values);
}
DRIVER(cuLinkAddFile, (CUlinkState state, CUjitInputType type, const char *path, unsigned count,
                       CUjit_option *options, void **values))
{
    return cuLinkAddFile_v2(state, type, path, count, options, values);
}
