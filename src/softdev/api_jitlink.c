/* nvJitLink over our linker: the same functions under names of our own, to which the guest leads
 * those of the library, since what NVIDIA's makes is machine code.  Code for link-time optimisation
 * goes to the library, which makes PTX of it that is linked with the rest. No context is needed.
 * Threads: any, each handle one at a time. */
#include <stdlib.h>
#include <string.h>

#include "softdev/link.h"

enum {
    UNRECOGNISED_OPTION = 1,
    MISSING_ARCH = 2,
    INVALID_INPUT = 3,
    PTX_COMPILE = 4,
    INTERNAL = 6,
    UNRECOGNISED_INPUT = 8,
    FINALIZE = 9
};
enum { INPUT_LTOIR = 3, INPUT_INDEX = 7, INPUT_ANY = 10 };
enum { MAGIC = 0x4c4a5149 };

struct jitlink {
    uint32_t magic;
    struct iq_linker linker;
    void *lto; /* the library's own handle; NULL: not wanted */
    bool complete, has_lto;
    char *log; /* what has been said; may be NULL */
};

/* The library's own functions, once the guest has given them. */
static struct {
    int (*create)(void **handle, uint32_t count, const char **options);
    int (*destroy)(void **handle);
    int (*add_data)(void *handle, int type, const void *data, size_t size, const char *name);
    int (*add_file)(void *handle, int type, const char *path);
    int (*complete)(void *handle);
    int (*ptx_size)(void *handle, size_t *size);
    int (*ptx)(void *handle, char *ptx);
    int (*log_size)(void *handle, size_t *size);
    int (*log)(void *handle, char *log);
} library;

static const struct {
    const char *function;
    void *place;
} places[] = {
    { "nvJitLinkCreate", &library.create },     { "nvJitLinkDestroy", &library.destroy },
    { "nvJitLinkAddData", &library.add_data },  { "nvJitLinkAddFile", &library.add_file },
    { "nvJitLinkComplete", &library.complete }, { "nvJitLinkGetLinkedPtxSize", &library.ptx_size },
    { "nvJitLinkGetLinkedPtx", &library.ptx },  { "nvJitLinkGetErrorLogSize", &library.log_size },
    { "nvJitLinkGetErrorLog", &library.log },
};

__attribute__((visibility("default"))) void inquest_soft_jitlink_original(const char *function,
                                                                          void *original);
void inquest_soft_jitlink_original(const char *function, void *original)
{
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (!strcmp(places[i].function, function))
            memcpy(places[i].place, &original, sizeof original);
}

#define JITLINK(name, params)                                              \
    __attribute__((visibility("default"))) int inquest_soft_##name params; \
    __attribute__((visibility("default"))) int inquest_soft_##name params

static bool is_option(const char *option)
{
    static const char *const known[] = { "-arch=",
                                         "-maxrregcount=",
                                         "-time",
                                         "-verbose",
                                         "-lto",
                                         "-ptx",
                                         "-O",
                                         "-g",
                                         "-lineinfo",
                                         "-ftz=",
                                         "-prec-div=",
                                         "-prec-sqrt=",
                                         "-fma=",
                                         "-kernels-used=",
                                         "-variables-used=",
                                         "-optimize-unused-variables",
                                         "-Xptxas=",
                                         "-split-compile",
                                         "-jump-table-density=",
                                         "-no-cache",
                                         "-device-stack-protector",
                                         "-r" };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (option && !strncmp(option, known[i], strlen(known[i])))
            return true;
    return false;
}

/* A handle of the library's own that makes PTX. */
static int create_lto(void **lto, uint32_t count, const char **options)
{
    const char **with = calloc(count + 1, sizeof *with);
    uint32_t kept = 0;
    if (!with || !library.create) {
        free(with);
        return INTERNAL;
    }
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(options[i], "-ptx"))
            with[kept++] = options[i];
    with[kept++] = "-ptx";
    int result = library.create(lto, kept, with);
    free(with);
    return result;
}

JITLINK(nvJitLinkCreate, (struct jitlink * *handle, uint32_t count, const char **options))
{
    uint32_t arch = 0, registers = 0;
    bool lto = false;
    if (!handle || (count && !options))
        return INVALID_INPUT;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_option(options[i]))
            return UNRECOGNISED_OPTION;
        if (!strncmp(options[i], "-arch=", 6) && strchr(options[i], '_'))
            arch = (uint32_t)atoi(strchr(options[i], '_') + 1);
        if (!strncmp(options[i], "-maxrregcount=", 14))
            registers = (uint32_t)atoi(options[i] + 14);
        lto |= !strcmp(options[i], "-lto");
    }
    if (!arch)
        return MISSING_ARCH;
    struct jitlink *made = calloc(1, sizeof *made);
    if (!made)
        return INTERNAL;
    made->magic = MAGIC;
    made->linker.capability = arch;
    made->linker.max_registers = registers;
    int result = lto ? create_lto(&made->lto, count, options) : 0;
    if (result)
        free(made);
    else
        *handle = made;
    return result;
}

static bool is_ours(const struct jitlink *handle) { return handle && handle->magic == MAGIC; }

JITLINK(nvJitLinkDestroy, (struct jitlink * *handle))
{
    if (!handle || !is_ours(*handle))
        return INVALID_INPUT;
    if ((*handle)->lto)
        library.destroy(&(*handle)->lto);
    iq_linker_finish(&(*handle)->linker);
    free((*handle)->log);
    (*handle)->magic = 0;
    free(*handle);
    *handle = NULL;
    return 0;
}

static int result_of(struct jitlink *handle, struct iq_program *program)
{
    CUresult status = program ? program->status : CUDA_ERROR_OUT_OF_MEMORY;
    if (program && program->log) {
        free(handle->log);
        handle->log = program->log;
        program->log = NULL;
    }
    iq_program_unref(program);
    switch ((int)status) {
    case CUDA_SUCCESS: return 0;
    case CUDA_ERROR_INVALID_PTX:
    case CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
    case CUDA_ERROR_INVALID_SOURCE:
    case CUDA_ERROR_UNKNOWN: return PTX_COMPILE;
    case CUDA_ERROR_OUT_OF_MEMORY: return INTERNAL;
    case CUDA_ERROR_INVALID_IMAGE: return UNRECOGNISED_INPUT;
    default: return INVALID_INPUT;
    }
}

static bool takes(const struct jitlink *handle, int type)
{
    return is_ours(handle) && !handle->complete &&
           ((type > 0 && type < INPUT_INDEX && (type != INPUT_LTOIR || handle->lto)) ||
            type == INPUT_ANY);
}

/* [result] of the library; its log becomes ours. */
static int lto_result(struct jitlink *handle, int result)
{
    size_t size = 0;
    char *log = result && !library.log_size(handle->lto, &size) ? calloc(1, size + 1) : NULL;
    if (log && !library.log(handle->lto, log)) {
        free(handle->log);
        handle->log = log;
    }
    return result;
}

static int add_lto(struct jitlink *handle, const void *data, size_t size, const char *name)
{
    int result = lto_result(
        handle, library.add_data(handle->lto, INPUT_LTOIR, data, size, name ? name : "lto"));
    handle->has_lto |= !result;
    return result;
}

/* The PTX that the library makes is one more input of ours. */
static int complete_lto(struct jitlink *handle)
{
    size_t size = 0;
    int result = library.complete(handle->lto);
    result = result ? result : library.ptx_size(handle->lto, &size);
    char *ptx = result ? NULL : calloc(1, size + 1);
    if (!result)
        result = ptx ? library.ptx(handle->lto, ptx) : INTERNAL;
    result = result ? lto_result(handle, result)
                    : result_of(handle, iq_linker_add(&handle->linker, ptx, size));
    free(ptx);
    return result;
}

JITLINK(nvJitLinkAddData,
        (struct jitlink * handle, int type, const void *data, size_t size, const char *name))
{
    if (!takes(handle, type) || !data || !size)
        return INVALID_INPUT;
    if (type == INPUT_LTOIR)
        return add_lto(handle, data, size, name);
    return result_of(handle, iq_linker_add(&handle->linker, data, size));
}

JITLINK(nvJitLinkAddFile, (struct jitlink * handle, int type, const char *path))
{
    if (!takes(handle, type) || !path)
        return INVALID_INPUT;
    if (type == INPUT_LTOIR) {
        handle->has_lto = true;
        return lto_result(handle, library.add_file(handle->lto, type, path));
    }
    return result_of(handle, iq_linker_add_file(&handle->linker, path));
}

JITLINK(nvJitLinkComplete, (struct jitlink * handle))
{
    if (!is_ours(handle) || handle->complete)
        return INVALID_INPUT;
    int result = handle->has_lto ? complete_lto(handle) : 0;
    if (!result)
        result = result_of(handle, iq_linker_complete(&handle->linker));
    handle->complete = !result;
    return result == 0 || result == INTERNAL ? result : FINALIZE;
}

JITLINK(nvJitLinkGetLinkedCubinSize, (const struct jitlink *handle, size_t *size))
{
    if (!is_ours(handle) || !handle->complete || !size)
        return INVALID_INPUT;
    *size = handle->linker.image_size;
    return 0;
}

JITLINK(nvJitLinkGetLinkedCubin, (const struct jitlink *handle, void *cubin))
{
    if (!is_ours(handle) || !handle->complete || !cubin)
        return INVALID_INPUT;
    memcpy(cubin, handle->linker.image, handle->linker.image_size);
    return 0;
}

/* Linked PTX is what only link-time optimisation makes. */
JITLINK(nvJitLinkGetLinkedPtxSize, (const struct jitlink *handle, size_t *size))
{
    if (!is_ours(handle) || !size)
        return INVALID_INPUT;
    return handle->complete && handle->has_lto ? library.ptx_size(handle->lto, size) : INTERNAL;
}

JITLINK(nvJitLinkGetLinkedPtx, (const struct jitlink *handle, char *ptx))
{
    if (!is_ours(handle) || !ptx)
        return INVALID_INPUT;
    return handle->complete && handle->has_lto ? library.ptx(handle->lto, ptx) : INTERNAL;
}

static const char *error_log(const struct jitlink *handle)
{
    return handle->log && !handle->complete ? handle->log : "";
}

JITLINK(nvJitLinkGetErrorLogSize, (const struct jitlink *handle, size_t *size))
{
    if (!is_ours(handle) || !size)
        return INVALID_INPUT;
    *size = strlen(error_log(handle)) + 1;
    return 0;
}

JITLINK(nvJitLinkGetErrorLog, (const struct jitlink *handle, char *log))
{
    if (!is_ours(handle) || !log)
        return INVALID_INPUT;
    strcpy(log, error_log(handle));
    return 0;
}

JITLINK(nvJitLinkGetInfoLogSize, (const struct jitlink *handle, size_t *size))
{
    if (!is_ours(handle) || !size)
        return INVALID_INPUT;
    *size = 1;
    return 0;
}

JITLINK(nvJitLinkGetInfoLog, (const struct jitlink *handle, char *log))
{
    if (!is_ours(handle) || !log)
        return INVALID_INPUT;
    *log = 0;
    return 0;
}
