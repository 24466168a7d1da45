/* Loading of modules whose kernels are to be checked, and the kernels that the driver hands out of
 * them; see kernel_checks.h.  The driver's ways of loading differ; what is done around them does
 * not. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/processors.h"
#include "base/vec.h"
#include "wrap/kernel_checks.h"

enum { BLOCK_MAX = 1024, COMPILER_THREADS = 8, JIT_OPTIONS = 32 };

struct loading {
    CUresult (*load)(const struct loading *loading, const void *image, void **handle);
    CUresult (*load_path)(const struct loading *loading, const char *path, void **handle);
    bool of_library;
    unsigned jit_count, count;
    CUjit_option *jit; /* of the driver's compiler */
    void **jit_values;
    CUlibraryOption *options;
    void **values;
};

static CUresult load_data_ex(const struct loading *loading, const void *image, void **handle)
{
    return iq_kernel_real.cuModuleLoadDataEx((CUmodule *)handle, image, loading->jit_count,
                                             loading->jit, loading->jit_values);
}

/* Threads for the driver's compiler: it may use what the program may, and no more than pay. */
static unsigned compiler_threads(void)
{
    int count = iq_processor_count();
    return count < COMPILER_THREADS ? (unsigned)count : COMPILER_THREADS;
}

/* Loads [text], which is instrumented and takes the driver longer to compile than the program's
 * own: where it can, it compiles the kernels side by side. */
static CUresult load_instrumented(const struct loading *loading, const char *text, void **handle)
{
    CUjit_option jit[JIT_OPTIONS];
    void *values[JIT_OPTIONS];
    struct loading parallel = *loading;
    unsigned threads = compiler_threads();
    bool split = threads > 1 && loading->jit_count < JIT_OPTIONS && strncmp(text, "\177ELF", 4);
    for (unsigned i = 0; split && i < loading->jit_count; i++) {
        jit[i] = loading->jit[i];
        values[i] = loading->jit_values[i];
        split = jit[i] != CU_JIT_SPLIT_COMPILE;
    }
    if (!split)
        return loading->load(loading, text, handle);
    jit[parallel.jit_count] = CU_JIT_SPLIT_COMPILE;
    values[parallel.jit_count++] = (void *)(uintptr_t)threads;
    parallel.jit = jit;
    parallel.jit_values = values;
    if (!loading->of_library)
        parallel.load = load_data_ex;
    CUresult result = parallel.load(&parallel, text, handle);
    return result == CUDA_ERROR_INVALID_VALUE ? loading->load(loading, text, handle) : result;
}

static void unload(const struct loading *loading, void *handle)
{
    if (loading->of_library)
        iq_kernel_real.cuLibraryUnload(handle);
    else
        iq_kernel_real.cuModuleUnload(handle);
}

/* Threads that a block of kernel [name] may have; 0: not known. */
static unsigned threads_of(const struct loading *loading, void *handle, const char *name)
{
    CUkernel kernel;
    CUfunction function;
    CUdevice device = 0;
    int threads = 0;
    if (loading->of_library) {
        if (iq_kernel_real.cuCtxGetDevice(&device))
            device = 0;
        if (iq_kernel_real.cuLibraryGetKernel(&kernel, handle, name) ||
            iq_kernel_real.cuKernelGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                                                kernel, device))
            return 0;
    } else if (iq_kernel_real.cuModuleGetFunction(&function, handle, name) ||
               iq_kernel_real.cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                                                 function)) {
        return 0;
    }
    return (unsigned)threads;
}

/* The kernel after [kernel] (NULL: the first one) of *module, which moves on to its other parts. */
static const struct iq_instrument_kernel *next_kernel(const struct iq_checked_module **module,
                                                      const struct iq_instrument_kernel *kernel)
{
    kernel = kernel ? kernel + 1 : (*module)->code.kernels;
    while (kernel == (*module)->code.kernels + (*module)->code.kernel_count) {
        *module = (*module)->also;
        if (!*module)
            return NULL;
        kernel = (*module)->code.kernels;
    }
    return kernel;
}

/* Kernels that are to be instrumented in another way than the others; the names are copies. */
struct caps {
    IQ_VEC(struct iq_instrument_cap) all;
};

/* Kernel [name] needs blocks of [threads]; 0, or the second time: it stays as it is. */
static void cap(struct caps *caps, const char *name, unsigned threads)
{
    for (size_t i = 0; i < caps->all.count; i++)
        if (!strcmp(caps->all.data[i].kernel, name)) {
            caps->all.data[i].threads = 0;
            return;
        }
    char *copy = strdup(name);
    if (!copy || iq_vec_push(&caps->all, (struct iq_instrument_cap){ copy, threads }))
        free(copy);
}

static void finish_caps(struct caps *caps)
{
    for (size_t i = 0; i < caps->all.count; i++)
        free((char *)(uintptr_t)caps->all.data[i].kernel);
    iq_vec_finish(&caps->all);
}

/* The checks take registers: caps kernels of [module] whose blocks may be smaller now than those of
 * the program's own image.  True: there are some.  Where the module may be loaded a second time,
 * nothing is compiled for that before such a block is launched; see kernel_fit.c. */
static bool find_caps(const struct loading *loading, const struct iq_checked_module *module,
                      void *handle, const void *image, struct caps *caps)
{
    void *own = NULL;
    bool any = false;
    if (module->original)
        return false;
    for (const struct iq_instrument_kernel *kernel = NULL;
         (kernel = next_kernel(&module, kernel));) {
        unsigned now = kernel->is_bounded ? BLOCK_MAX : threads_of(loading, handle, kernel->name);
        if (now >= BLOCK_MAX || !now || (!own && loading->load(loading, image, &own)))
            continue;
        unsigned before = threads_of(loading, own, kernel->name);
        if (before > now) {
            cap(caps, kernel->name, before);
            any = true;
        }
    }
    if (own)
        unload(loading, own);
    return any;
}

/* Kernels that wait for their whole grid may not fit with checks, and where the module has
 * variables there is no second one to run instead.  True: there are such kernels in [module]. */
static bool leave_waiting(const struct iq_checked_module *module, struct caps *caps)
{
    bool any = false;
    if (module->original)
        return false;
    for (const struct iq_instrument_kernel *kernel = NULL; (kernel = next_kernel(&module, kernel));)
        if (kernel->waits_for_grid) {
            cap(caps, kernel->name, 0);
            any = true;
        }
    return any;
}

static struct iq_checked_module *make(const void *image, const struct caps *caps,
                                      const void **instead)
{
    return iq_checked_module_make(image, caps->all.data, (uint32_t)caps->all.count, instead);
}

/* Loads the instrumented [image], again where its kernels need too many registers.  NULL: no
 * memory; .why_not is set if it cannot be had. */
static struct iq_checked_module *load_capped(const struct loading *loading, const void *image,
                                             struct caps *caps, void **handle)
{
    const void *instead;
    struct iq_checked_module *module = make(image, caps, &instead);
    bool again = module && instead && leave_waiting(module, caps), leaves = again;
    while (module && instead) {
        if (!again && load_instrumented(loading, instead, handle)) {
            iq_checked_module_give_up(module, "the driver refuses its instrumented PTX");
            return module;
        }
        module->leaves_waiting = leaves;
        if (!again && !find_caps(loading, module, *handle, image, caps))
            return module;
        if (!again)
            unload(loading, *handle);
        again = false;
        iq_checked_module_drop(module);
        module = make(image, caps, &instead);
        if (module && !instead)
            module->why_not = leaves ? "its kernels wait for their grid, and it has variables"
                                     : "its kernels would not have enough registers";
    }
    return module;
}

static struct iq_checked_module *load_checked(const struct loading *loading, const void *image,
                                              void **handle)
{
    struct caps caps = { .all = { .count = 0 } };
    struct iq_checked_module *module = load_capped(loading, image, &caps, handle);
    finish_caps(&caps);
    return module;
}

static void keep(struct iq_checked_module *module, void **handle, CUresult result)
{
    if (module && !result)
        iq_checked_module_keep(module, *handle);
    else
        iq_checked_module_drop(module);
}

static CUresult load(const struct loading *loading, const void *image, void **handle)
{
    struct iq_checked_module *module = load_checked(loading, image, handle);
    CUresult result =
        module && !module->why_not ? CUDA_SUCCESS : loading->load(loading, image, handle);
    keep(module, handle, result);
    return result;
}

static CUresult load_data(const struct loading *loading, const void *image, void **handle)
{
    (void)loading;
    return iq_kernel_real.cuModuleLoadData((CUmodule *)handle, image);
}

static CUresult load_fatbin(const struct loading *loading, const void *image, void **handle)
{
    (void)loading;
    return iq_kernel_real.cuModuleLoadFatBinary((CUmodule *)handle, image);
}

static CUresult load_library(const struct loading *loading, const void *image, void **handle)
{
    return iq_kernel_real.cuLibraryLoadData((CUlibrary *)handle, image, loading->jit,
                                            loading->jit_values, loading->jit_count,
                                            loading->options, loading->values, loading->count);
}

/* The contents of [path] and a zero behind them, or NULL. */
static char *read_file(const char *path)
{
    struct stat info;
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    char *text = NULL;
    if (file >= 0 && !fstat(file, &info) && S_ISREG(info.st_mode) &&
        (text = calloc(1, (size_t)info.st_size + 1)) &&
        read(file, text, (size_t)info.st_size) != info.st_size) {
        free(text);
        text = NULL;
    }
    if (file >= 0)
        close(file);
    return text;
}

/* As load, but [load_path] reads what is not to be checked itself. */
static CUresult load_file(const struct loading *loading, const char *path, void **handle)
{
    char *image = read_file(path);
    struct iq_checked_module *module = image ? load_checked(loading, image, handle) : NULL;
    CUresult result =
        module && !module->why_not ? CUDA_SUCCESS : loading->load_path(loading, path, handle);
    if (module)
        iq_checked_module_called(module, path);
    keep(module, handle, result);
    free(image);
    return result;
}

static CUresult load_path(const struct loading *loading, const char *path, void **handle)
{
    (void)loading;
    return iq_kernel_real.cuModuleLoad((CUmodule *)handle, path);
}

static CUresult load_library_path(const struct loading *loading, const char *path, void **handle)
{
    return iq_kernel_real.cuLibraryLoadFromFile((CUlibrary *)handle, path, loading->jit,
                                                loading->jit_values, loading->jit_count,
                                                loading->options, loading->values, loading->count);
}

static CUresult checked_cuModuleLoad(CUmodule *out, const char *path)
{
    return load_file(&(struct loading){ .load = load_data, .load_path = load_path }, path,
                     (void **)out);
}

static CUresult checked_cuLibraryLoadFromFile(CUlibrary *out, const char *path, CUjit_option *jit,
                                              void **jit_values, unsigned jit_count,
                                              CUlibraryOption *options, void **values,
                                              unsigned count)
{
    return load_file(&(struct loading){ .load = load_library,
                                        .load_path = load_library_path,
                                        .of_library = true,
                                        .jit = jit,
                                        .jit_values = jit_values,
                                        .jit_count = jit_count,
                                        .options = options,
                                        .values = values,
                                        .count = count },
                     path, (void **)out);
}

static CUresult checked_cuModuleLoadData(CUmodule *out, const void *image)
{
    return load(&(struct loading){ .load = load_data }, image, (void **)out);
}

static CUresult checked_cuModuleLoadFatBinary(CUmodule *out, const void *image)
{
    return load(&(struct loading){ .load = load_fatbin }, image, (void **)out);
}

static CUresult checked_cuModuleLoadDataEx(CUmodule *out, const void *image, unsigned count,
                                           CUjit_option *options, void **values)
{
    return load(
        &(struct loading){
            .load = load_data_ex, .jit_count = count, .jit = options, .jit_values = values },
        image, (void **)out);
}

static CUresult checked_cuLibraryLoadData(CUlibrary *out, const void *image, CUjit_option *jit,
                                          void **jit_values, unsigned jit_count,
                                          CUlibraryOption *options, void **values, unsigned count)
{
    return load(&(struct loading){ .load = load_library,
                                   .of_library = true,
                                   .jit = jit,
                                   .jit_values = jit_values,
                                   .jit_count = jit_count,
                                   .options = options,
                                   .values = values,
                                   .count = count },
                image, (void **)out);
}

static CUresult checked_cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    CUresult result = iq_kernel_real.cuModuleGetFunction(function, module, name);
    if (!result)
        iq_checked_kernel_note(*function, iq_checked_module_of(module), name);
    return result;
}

static CUresult checked_cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name)
{
    CUresult result = iq_kernel_real.cuLibraryGetKernel(kernel, library, name);
    if (!result)
        iq_checked_kernel_note_library(*kernel, iq_checked_module_of(library), name);
    return result;
}

static CUresult checked_cuLibraryGetModule(CUmodule *module, CUlibrary library)
{
    CUresult result = iq_kernel_real.cuLibraryGetModule(module, library);
    struct iq_checked_module *checked = result ? NULL : iq_checked_module_of(library);
    if (checked)
        checked->module = *module;
    return result;
}

static CUresult checked_cuLibraryEnumerateKernels(CUkernel *kernels, unsigned count,
                                                  CUlibrary library)
{
    CUresult result = iq_kernel_real.cuLibraryEnumerateKernels(kernels, count, library);
    struct iq_checked_module *module = iq_checked_module_of(library);
    const char *name;
    for (unsigned i = 0; !result && module && i < count; i++)
        if (!iq_kernel_real.cuKernelGetName(&name, kernels[i]))
            iq_checked_kernel_note_library(kernels[i], module, name);
    return result;
}

static CUresult checked_cuModuleEnumerateFunctions(CUfunction *functions, unsigned count,
                                                   CUmodule handle)
{
    CUresult result = iq_kernel_real.cuModuleEnumerateFunctions(functions, count, handle);
    struct iq_checked_module *module = iq_checked_module_of(handle);
    const char *name;
    for (unsigned i = 0; !result && module && i < count; i++)
        if (!iq_kernel_real.cuFuncGetName(&name, functions[i]))
            iq_checked_kernel_note(functions[i], module, name);
    return result;
}

static CUresult checked_cuKernelGetFunction(CUfunction *function, CUkernel kernel)
{
    CUresult result = iq_kernel_real.cuKernelGetFunction(function, kernel);
    if (!result)
        iq_checked_kernel_same(*function, kernel);
    return result;
}

/* The program does not see our parameter. */
#define PARAM_INFO(name, type, find)                                                          \
    static CUresult checked_##name(type function, size_t index, size_t *offset, size_t *size) \
    {                                                                                         \
        const struct iq_checked_kernel *checked = find(function);                             \
        if (checked && checked->kernel && index >= checked->kernel->parameter_count)          \
            return CUDA_ERROR_INVALID_VALUE;                                                  \
        return iq_kernel_real.name(function, index, offset, size);                            \
    }
PARAM_INFO(cuFuncGetParamInfo, CUfunction, iq_checked_kernel_of)
PARAM_INFO(cuKernelGetParamInfo, CUkernel, iq_checked_kernel_find)

#define PARAM_COUNT(name, type, find)                             \
    static CUresult checked_##name(type function, size_t *count)  \
    {                                                             \
        const struct iq_checked_kernel *checked = find(function); \
        CUresult result = iq_kernel_real.name(function, count);   \
        if (!result && checked && checked->kernel)                \
            *count = checked->kernel->parameter_count;            \
        return result;                                            \
    }
PARAM_COUNT(cuFuncGetParamCount, CUfunction, iq_checked_kernel_of)
PARAM_COUNT(cuKernelGetParamCount, CUkernel, iq_checked_kernel_find)

void iq_kernel_loading_install(void)
{
    IQ_KERNEL_INSTALL(cuModuleLoad);
    IQ_KERNEL_INSTALL(cuLibraryLoadFromFile);
    IQ_KERNEL_INSTALL(cuModuleLoadData);
    IQ_KERNEL_INSTALL(cuModuleLoadDataEx);
    IQ_KERNEL_INSTALL(cuModuleLoadFatBinary);
    IQ_KERNEL_INSTALL(cuLibraryLoadData);
    IQ_KERNEL_INSTALL(cuModuleGetFunction);
    IQ_KERNEL_INSTALL(cuLibraryGetKernel);
    IQ_KERNEL_INSTALL(cuLibraryGetModule);
    IQ_KERNEL_INSTALL(cuLibraryEnumerateKernels);
    IQ_KERNEL_INSTALL(cuModuleEnumerateFunctions);
    IQ_KERNEL_INSTALL(cuKernelGetFunction);
    IQ_KERNEL_INSTALL(cuFuncGetParamInfo);
    IQ_KERNEL_INSTALL(cuKernelGetParamInfo);
    IQ_KERNEL_INSTALL(cuFuncGetParamCount);
    IQ_KERNEL_INSTALL(cuKernelGetParamCount);
}
