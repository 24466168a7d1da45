/* Programs, modules, libraries and their functions.  A program is parsed code; a module is a
 * program in a context with its variables; a library is a program that becomes a module in each
 * context that uses it.
 * Owner: counted programs; modules belong to their context, functions to their module.  Threads:
 * driver lock. */
#ifndef IQ_SOFTDEV_MODULE_H
#define IQ_SOFTDEV_MODULE_H

#include "ptx/ptx.h"
#include "softdev/memory.h"

struct iq_program {
    uint32_t refs;
    struct iq_ptx_module *code; /* NULL if it could not be made */
    CUresult status;
    char *log;              /* what the compiler said; may be NULL */
    uint32_t max_registers; /* as the program asked for; 0: no limit */
};

struct iq_function {
    struct iq_obj obj;
    struct iq_module *module;   /* NULL once unloaded */
    struct iq_program *program; /* reference, keeps [kernel] alive */
    struct iq_ptx_image *image; /* the module's */
    const struct iq_ptx_kernel *kernel;
    struct iq_image_ref *image_ref;
    int max_dynamic_shared, carveout, cluster[3], nonportable, scheduling;
    CUfunc_cache cache_config;
    /* what cuFuncSetBlockShape, cuParamSet* and their kin have set; bytes: NULL, none */
    struct {
        unsigned block[3], shared, size;
        unsigned char *bytes;
    } set;
    struct iq_function *next;
};

/* The image outlives its module while launches are in flight. */
struct iq_image_ref {
    uint32_t refs;
    struct iq_ptx_image *image;
    struct iq_program *program;
};

struct iq_module {
    struct iq_obj obj;
    struct iq_ctx *ctx;
    struct iq_program *program;
    struct iq_library *library; /* made from this one; NULL: loaded by itself */
    struct iq_image_ref *image;
    /* by index of the code's variables; NULL where there is no memory */
    struct iq_alloc **variables;
    struct iq_function *functions;
    struct iq_module *next;
};

struct iq_soft_kernel {
    struct iq_obj obj;
    struct iq_library *library;
    const struct iq_ptx_kernel *kernel;
    int max_dynamic_shared[IQ_DEVICES_MAX], carveout[IQ_DEVICES_MAX], nonportable[IQ_DEVICES_MAX];
    bool attributes_set[IQ_DEVICES_MAX];
    struct iq_soft_kernel *next;
};

struct iq_library {
    struct iq_obj obj;
    struct iq_program *program;
    struct iq_soft_kernel *kernels;
    struct iq_library *next;
    struct iq_alloc **managed; /* by variable; shared by all contexts */
};

/* JIT options of a load call, decoded; iq_jit_report fills the program's logs and keeps the limit
 * of registers with the code. */
struct iq_jit {
    uint32_t max_registers;
    char *info, *error;
    size_t info_size, error_size;
    void **info_used, **error_used, **wall_time;
    bool verbose;
    uint64_t started_ns;
};
CUresult iq_jit_decode(unsigned count, const CUjit_option *options, void **values,
                       struct iq_jit *jit);
void iq_jit_report(const struct iq_jit *jit, struct iq_program *program);

/* Makes a program of an image of unknown size ([size] IQ_IMAGE_SIZE_UNKNOWN) or a file's bytes.
 * Never NULL but without memory; .status tells.  May be called without the lock. */
struct iq_program *iq_program_load(const void *bytes, size_t size, bool file);
/* Links texts that have been found good for their device. */
struct iq_program *iq_program_of_texts(char *const *texts, const size_t *sizes, size_t count);
/* Which PTX of one fatbin to run: the highest that a device of [limit] (90) takes, else the lowest
 * above it. */
struct iq_image_entry;
bool iq_program_prefers(const struct iq_image_entry *entry, const struct iq_image_entry *best,
                        int limit);
struct iq_program *iq_program_from_file(const char *path);
/* What a driver answers where the PTX library says [error] (IQ_PTX_*). */
CUresult iq_program_answer(int error);
struct iq_program *iq_program_wrap(struct iq_ptx_module *code, CUresult status, char *log);
void iq_program_unref(struct iq_program *program);

CUresult iq_module_new(struct iq_ctx *ctx, struct iq_program *program, struct iq_library *library,
                       struct iq_module **module);
void iq_module_unload(struct iq_module *module, bool with_context);
void iq_module_unload_all(struct iq_ctx *ctx);
CUresult iq_module_function(struct iq_module *module, const char *name,
                            struct iq_function **function);
CUresult iq_module_variable(const struct iq_module *module, const char *name, uint64_t *address,
                            size_t *size);
/* The library's module in [ctx], made when first asked for. */
CUresult iq_library_module(struct iq_library *library, struct iq_ctx *ctx,
                           struct iq_module **module);
/* A CUfunction, or a CUkernel in its place, for use in [ctx]. */
CUresult iq_function_get(CUfunction handle, struct iq_ctx *ctx, struct iq_function **function);
CUresult iq_kernel_function(struct iq_soft_kernel *kernel, struct iq_ctx *ctx,
                            struct iq_function **function);
CUresult iq_function_attribute(const struct iq_function *function, CUfunction_attribute attribute,
                               int *value);
CUresult iq_function_set(struct iq_function *function, CUfunction_attribute attribute, int value);
void iq_image_ref_drop(struct iq_image_ref *image);

/* ---- heap.c: malloc and free of kernels; own lock ---- */
CUresult iq_heap_prepare(struct iq_ctx *ctx);
uint64_t iq_heap_take(struct iq_ctx *ctx, uint64_t size);
/* Size of the last block that there was no room for, and of the heap; 0: there always was. */
uint64_t iq_heap_refused(struct iq_ctx *ctx, uint64_t *heap_size);
bool iq_heap_give(struct iq_ctx *ctx, uint64_t address);
/* The live block around [address]. */
bool iq_heap_find(struct iq_ctx *ctx, uint64_t address, uint64_t *base, uint64_t *size);
/* The block nearest to an address of the heap, and whether it has been given back. */
bool iq_heap_nearest(struct iq_ctx *ctx, uint64_t address, uint64_t *base, uint64_t *size,
                     bool *gone);
/* Address of a copy of [text], one of the driver's own IQ_HEAP_TEXTS at most, which never change;
 * it stays there; 0: no room. */
enum { IQ_HEAP_TEXTS = 320 };
uint64_t iq_heap_text(struct iq_ctx *ctx, const char *text);
void iq_heap_destroy(struct iq_ctx *ctx);

#endif
