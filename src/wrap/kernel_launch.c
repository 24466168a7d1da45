/* Launches of instrumented kernels, and what these noted; see kernel_checks.h. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "abi/soft_observer.h"
#include "api_cuda/launch.h"
#include "call/core.h"
#include "call/guest.h"
#include "model/range.h"
#include "rules/faults/kernel.h"
#include "wrap/kernel_checks.h"

enum { HIDDEN_WORDS = 512, PARAMETERS = 1024, BUFFER_BYTES = 8192, EXTRA_WORDS = 5 };
enum {
    RECENT = 1 << 14,
    BLOCK_MAX = 1024,
    NULL_PAGE = 4096,
    RECORD_BYTES = sizeof(struct iq_instrument_record)
};
_Static_assert(RECORD_BYTES == 64, "the instrumented code writes records of this size");

static struct iq_real_cuda real;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    uint64_t launch, call, site;
} recent[RECENT]; /* launches, by their number */
static pthread_mutex_t draining = PTHREAD_MUTEX_INITIALIZER;
static uint64_t launch_number, checked_launches, other_launches; /* atomic */

/* What a launch passes instead of what the program passed. */
struct passed {
    void **params, **extra;
    uint64_t hidden[HIDDEN_WORDS];
    void *pointers[PARAMETERS + 1];
    _Alignas(16) uint8_t buffer[BUFFER_BYTES];
    size_t bytes;
    void *words[EXTRA_WORDS];
};

static bool register_records(void *memory, size_t bytes)
{
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
    real.cuThreadExchangeStreamCaptureMode(&mode);
    CUresult result = real.cuMemHostRegister_v2(
        memory, bytes, CU_MEMHOSTREGISTER_DEVICEMAP | CU_MEMHOSTREGISTER_PORTABLE);
    real.cuThreadExchangeStreamCaptureMode(&mode);
    return !result || result == CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
}

/* The records of [module]: our memory, which all contexts may use once one has mapped it.  The one
 * in front of them says whether there is any.  NULL: not to be had. */
static volatile struct iq_instrument_record *records_of(struct iq_checked_module *module)
{
    size_t bytes = ((size_t)module->code.site_count + 1) * RECORD_BYTES;
    if (__atomic_load_n(&module->mapped, __ATOMIC_ACQUIRE))
        return module->records;
    pthread_mutex_lock(&lock);
    if (!module->records) {
        void *memory =
            mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory != MAP_FAILED)
            module->records = (volatile struct iq_instrument_record *)memory + 1;
    }
    bool mapped =
        module->mapped ||
        (module->records &&
         register_records((struct iq_instrument_record *)(uintptr_t)module->records - 1, bytes));
    __atomic_store_n(&module->mapped, mapped, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
    return mapped ? module->records : NULL;
}

/* A context has ended, which may have been the one that mapped the records. */
static void forget_mappings(void)
{
    for (struct iq_checked_module *module = iq_checked_modules(); module; module = module->next)
        __atomic_store_n(&module->mapped, false, __ATOMIC_RELEASE);
    iq_kernel_tables_forget();
}

/* Does another pointer of the launch point into [range]? */
static bool is_used(const uint64_t *values, uint32_t count, const struct iq_range *range)
{
    for (uint32_t i = 0; i < count; i++)
        if (values[i] - range->base < range->size)
            return true;
    return false;
}

/* Is [value] no address that the device could use, as far as the driver knows? */
static bool is_wild(uint64_t value)
{
    CUdevice device;
    unsigned type;
    int pageable = 1;
    if (real.cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, value) !=
            CUDA_ERROR_INVALID_VALUE ||
        real.cuCtxGetDevice(&device) ||
        real.cuDeviceGetAttribute(&pageable, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS, device))
        return false;
    return !pageable;
}

/* The memory that pointer [index] may be used for; of what is unknown all of it is.  Just after an
 * allocation it may be the end of a sequence there, whatever begins at that address; if what began
 * there is freed, another pointer has to be about the allocation. */
static void bounds_of(const uint64_t *values, uint32_t count, uint32_t index, uint64_t *base,
                      uint64_t *size)
{
    uint64_t pointer = values[index];
    struct iq_range range, before;
    bool found = iq_range_find(pointer, &range) && range.size,
         ends = iq_range_find(pointer - 1, &before) && before.size &&
                before.base + before.size == pointer,
         freed = !found && iq_range_find_freed(pointer, &range);
    *base = 0;
    *size = UINT64_MAX;
    if (pointer < NULL_PAGE || (freed && !(ends && is_used(values, count, &before)))) {
        *base = pointer;
        *size = 0;
    } else if (found || ends) {
        *base = ends ? before.base : range.base;
        *size = (found ? range.base + range.size : pointer) - *base;
    } else if (is_wild(pointer)) {
        *base = pointer;
        *size = 0;
    }
}

static void fill_hidden(const struct iq_checked_kernel *checked, const uint64_t *values,
                        uint64_t records, uint64_t launch, uint64_t *hidden)
{
    const struct iq_instrument_kernel *kernel = checked->kernel;
    uint64_t table = 0;
    uint32_t rows = 0;
    bool looked = !records; /* nothing could be noted */
    for (uint32_t i = 0; i < kernel->word_count; i++) {
        const struct iq_instrument_word *word = &kernel->words[i];
        uint64_t base, size;
        if (word->kind == IQ_WORD_TABLE || word->kind == IQ_WORD_COUNT) {
            if (!looked)
                iq_kernel_table(&real, &table, &rows);
            looked = true;
            hidden[i] = word->kind == IQ_WORD_TABLE ? table : rows;
            continue;
        }
        if (word->kind == IQ_WORD_RECORDS || word->kind == IQ_WORD_LAUNCH) {
            hidden[i] = word->kind == IQ_WORD_RECORDS ? records : launch;
            continue;
        }
        bounds_of(values, kernel->root_count, word->root, &base, &size);
        bool open = size == UINT64_MAX || (!size && word->kind == IQ_WORD_COMMON_LIMIT);
        uint64_t limit = open ? UINT64_MAX : size < word->bytes ? 0 : size - word->bytes + 1;
        hidden[i] = word->kind == IQ_WORD_BASE ? base - (uint64_t)word->displacement : limit;
    }
}

/* Size and place of a launch's parameter buffer; false: [extra] does not say. */
static bool find_buffer(void **extra, void **buffer, size_t **bytes)
{
    *buffer = NULL;
    *bytes = NULL;
    for (; extra && extra[0] != CU_LAUNCH_PARAM_END; extra += 2) {
        if (extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER)
            *buffer = extra[1];
        else if (extra[0] == CU_LAUNCH_PARAM_BUFFER_SIZE)
            *bytes = extra[1];
        else
            return false;
    }
    return *buffer && *bytes;
}

/* With no records all bounds are open, as with a pointer that nobody knows. */
static bool pass(const struct iq_checked_kernel *checked, void **params, void **extra,
                 uint64_t launch, struct passed *passed)
{
    const struct iq_instrument_kernel *kernel = checked->kernel;
    uint64_t values[HIDDEN_WORDS];
    void *buffer = NULL;
    size_t *bytes = NULL;
    if (kernel->word_count > HIDDEN_WORDS || kernel->parameter_count > PARAMETERS ||
        kernel->root_count > HIDDEN_WORDS)
        return false;
    if (!params &&
        (!find_buffer(extra, &buffer, &bytes) || *bytes > BUFFER_BYTES / 4 ||
         *bytes + 8 < kernel->parameter_bytes || kernel->hidden_offset > BUFFER_BYTES / 2))
        return false;
    for (uint32_t i = 0; i < kernel->root_count; i++) {
        const struct iq_instrument_root *root = &kernel->roots[i];
        values[i] = 0;
        if (root->variable_bytes)
            continue;
        const char *at = params ? (const char *)params[root->argument] + root->within
                                : (const char *)buffer + root->offset;
        memcpy(&values[i], at, sizeof values[i]);
    }
    volatile struct iq_instrument_record *records = records_of(checked->module);
    fill_hidden(checked, values, (uint64_t)(uintptr_t)records, launch, passed->hidden);
    for (uint32_t i = 0; !records && i < kernel->word_count; i++)
        if (kernel->words[i].kind == IQ_WORD_LIMIT || kernel->words[i].kind == IQ_WORD_COMMON_LIMIT)
            passed->hidden[i] = UINT64_MAX;
    passed->params = NULL;
    passed->extra = NULL;
    if (params) {
        memcpy(passed->pointers, params, kernel->parameter_count * sizeof *params);
        passed->pointers[kernel->parameter_count] = passed->hidden;
        passed->params = passed->pointers;
        return true;
    }
    size_t given = *bytes < kernel->parameter_bytes ? *bytes : kernel->parameter_bytes;
    memcpy(passed->buffer, buffer, given);
    memcpy(passed->buffer + kernel->hidden_offset, passed->hidden, kernel->word_count * 8);
    /* as much too short or too long as the program's own, which the driver refuses */
    passed->bytes =
        kernel->hidden_offset + kernel->word_count * 8 + *bytes - kernel->parameter_bytes;
    passed->words[0] = CU_LAUNCH_PARAM_BUFFER_POINTER;
    passed->words[1] = passed->buffer;
    passed->words[2] = CU_LAUNCH_PARAM_BUFFER_SIZE;
    passed->words[3] = &passed->bytes;
    passed->words[4] = CU_LAUNCH_PARAM_END;
    passed->extra = passed->words;
    return true;
}

/* A launch of [function] is about to be made or recorded: true if it has to pass [passed]. */
static bool prepare(const void *function, const unsigned shape[6], CUstream stream, void **params,
                    void **extra, struct passed *passed)
{
    struct iq_checked_kernel checked;
    if (!iq_checked_kernel_find(function, &checked)) {
        __atomic_fetch_add(&other_launches, 1, __ATOMIC_RELAXED);
        return false;
    }
    struct iq_soft_launch launch = { .struct_size = sizeof launch,
                                     .launch = 1 + __atomic_fetch_add(&launch_number, 1,
                                                                      __ATOMIC_RELAXED),
                                     .kernel = checked.kernel->name,
                                     .stream = (uint64_t)(uintptr_t)stream };
    memcpy(launch.grid, shape, sizeof launch.grid);
    memcpy(launch.block, shape + 3, sizeof launch.block);
    if (!pass(&checked, params, extra, launch.launch, passed))
        return false;
    const struct iq_soft_observer *observer = iq_core_soft_observer();
    observer->on_launch(observer->user, &launch);
    recent[launch.launch % RECENT].site = observer->call_site(observer->user);
    recent[launch.launch % RECENT].call = observer->call_number(observer->user);
    recent[launch.launch % RECENT].launch = launch.launch;
    __atomic_fetch_add(&checked_launches, 1, __ATOMIC_RELAXED);
    return true;
}

/* Reports. */

/* What was noted at site [index], if it was noted wholly. */
static bool read_record(const struct iq_checked_module *module, uint32_t index,
                        struct iq_instrument_record *record)
{
    volatile struct iq_instrument_record *from = &module->records[index];
    uint64_t seal = __atomic_load_n(&from->seal, __ATOMIC_ACQUIRE);
    if (!seal)
        return false;
    record->address = from->address;
    record->launch = from->launch;
    record->base = from->base;
    for (int i = 0; i < 3; i++) {
        record->thread[i] = from->thread[i];
        record->block[i] = from->block[i];
    }
    return seal == (IQ_INSTRUMENT_SEAL ^ record->address ^ record->launch ^ record->base);
}

/* The memory of the record's argument or variable, or what its address lay in. */
static bool find_memory(const struct iq_instrument_site *site,
                        const struct iq_instrument_record *record, struct iq_range *range)
{
    uint64_t at = site->root_count ? record->base : record->address;
    return iq_range_find(at, range) || iq_range_find_freed(at, range);
}

/* An address that was not in the table: does somebody know it all the same? */
static bool is_known(const struct iq_instrument_site *site,
                     const struct iq_instrument_record *record)
{
    struct iq_range range;
    CUdeviceptr base;
    size_t size;
    return (iq_range_find(record->address, &range) &&
            record->address + site->bytes <= range.base + range.size) ||
           !real.cuMemGetAddressRange_v2(&base, &size, record->address);
}

static enum iq_soft_fault_kind kind_of(const struct iq_instrument_site *site,
                                       const struct iq_instrument_record *record,
                                       const struct iq_range *range)
{
    if (record->address < NULL_PAGE)
        return IQ_SOFT_FAULT_NULL_PAGE;
    /* inside, and refused all the same: it was freed when the kernel was launched */
    return range->size && record->address >= range->base &&
                   record->address + site->bytes <= range->base + range->size
               ? IQ_SOFT_FAULT_USE_AFTER_FREE
               : IQ_SOFT_FAULT_OUT_OF_BOUNDS;
}

/* What the record says of the argument or the variable that the address came from. */
static void fill_root(struct iq_soft_fault *fault, const struct iq_instrument_root *root,
                      uint64_t base)
{
    if (root->variable_bytes) {
        fault->kind = IQ_SOFT_FAULT_OUT_OF_BOUNDS;
        fault->variable = root->name;
        fault->object_base = base;
        fault->object_size = root->variable_bytes;
        return;
    }
    fault->argument = 1 + root->argument;
    fault->argument_name = root->name;
    fault->argument_value = base;
}

/* Where the launch is in the program, and its shape. */
static void fill_launch(struct iq_soft_fault *fault)
{
    struct iq_launch_record launch;
    if (recent[fault->launch % RECENT].launch == fault->launch) {
        fault->site = recent[fault->launch % RECENT].site;
        fault->call = recent[fault->launch % RECENT].call;
    }
    if (iq_launch_find_soft(fault, &launch)) {
        memcpy(fault->grid_size, launch.grid, sizeof fault->grid_size);
        memcpy(fault->block_size, launch.block, sizeof fault->block_size);
    }
}

/* [result]: of the wait that came before. */
static void report(const struct iq_checked_module *module, uint32_t index,
                   const struct iq_instrument_record *record, CUresult result)
{
    const struct iq_instrument_site *site = &module->code.sites[index];
    const struct iq_instrument_kernel *kernel = &module->code.kernels[site->kernel];
    const struct iq_soft_observer *observer = iq_core_soft_observer();
    struct iq_range range = { .size = 0 };
    if (!site->root_count && is_known(site, record))
        return;
    bool known = find_memory(site, record, &range);
    struct iq_soft_fault fault = {
        .struct_size = sizeof fault,
        .kind = kind_of(site, record, &range),
        .launch = record->launch,
        .kernel = kernel->name,
        .file = site->file ? module->code.files[site->file - 1] : NULL,
        .line = site->line,
        .ptx_line = site->ptx_line,
        .threads = 1,
        .address = record->address,
        .size = site->bytes,
        .is_write = site->is_write,
        .is_atomic = site->is_atomic,
        .object_base = known ? range.base : 0,
        .object_size = known ? range.size : 0,
        /* what was not in the table was done all the same */
        .sticky_code = site->root_count || result != CUDA_ERROR_ILLEGAL_ADDRESS ? 0 : result,
    };
    if (site->root_count)
        fill_root(&fault, &kernel->roots[site->roots[0]], record->base);
    fill_launch(&fault);
    memcpy(fault.block, record->block, sizeof fault.block);
    memcpy(fault.thread, record->thread, sizeof fault.thread);
    observer->on_fault(observer->user, &fault);
}

/* Is it the statement, and the memory, of a record of the same launch that was reported just now?
 */
static bool is_same_statement(const struct iq_checked_module *module, uint32_t index,
                              uint64_t launch)
{
    const struct iq_instrument_site *site = &module->code.sites[index];
    for (uint32_t i = index; site->line && i-- > 0;) {
        const struct iq_instrument_site *other = &module->code.sites[i];
        if (other->kernel != site->kernel)
            return false;
        if (module->told[i] == launch && other->line == site->line && other->file == site->file &&
            other->roots[0] == site->roots[0] && other->is_write == site->is_write)
            return true;
    }
    return false;
}

static void drain(struct iq_checked_module *module, CUresult result)
{
    struct iq_instrument_record record;
    if (!module->records || !__atomic_exchange_n(&module->records[-1].seal, 0, __ATOMIC_ACQUIRE))
        return;
    pthread_mutex_lock(&draining);
    for (uint32_t i = 0; i < module->code.site_count; i++) {
        if (!read_record(module, i, &record))
            continue;
        if (!is_same_statement(module, i, record.launch))
            report(module, i, &record, result);
        module->told[i] = record.launch;
        __atomic_store_n(&module->records[i].seal, 0, __ATOMIC_RELEASE); /* the next may come */
    }
    pthread_mutex_unlock(&draining);
}

static void drain_all(CUresult result)
{
    for (struct iq_checked_module *module = iq_checked_modules(); module; module = module->next)
        drain(module, result);
}

/* The driver's functions. */

#define SHAPE grid_x, grid_y, grid_z, block_x, block_y, block_z
#define LAUNCH(name)                                                                    \
    static CUresult checked_##name(CUfunction f, unsigned grid_x, unsigned grid_y,      \
                                   unsigned grid_z, unsigned block_x, unsigned block_y, \
                                   unsigned block_z, unsigned shared, CUstream stream,  \
                                   void **params, void **extra)                         \
    {                                                                                   \
        struct passed passed;                                                           \
        const unsigned shape[6] = { SHAPE };                                            \
        if (prepare(f, shape, stream, params, extra, &passed))                          \
            return real.name(f, SHAPE, shared, stream, passed.params, passed.extra);    \
        return real.name(f, SHAPE, shared, stream, params, extra);                      \
    }
LAUNCH(cuLaunchKernel)
LAUNCH(cuLaunchKernel_ptsz)

#define LAUNCH_EX(name)                                                                        \
    static CUresult checked_##name(const CUlaunchConfig *config, CUfunction f, void **params,  \
                                   void **extra)                                               \
    {                                                                                          \
        struct passed passed;                                                                  \
        if (!config)                                                                           \
            return real.name(config, f, params, extra);                                        \
        const unsigned shape[6] = { config->gridDimX,  config->gridDimY,  config->gridDimZ,    \
                                    config->blockDimX, config->blockDimY, config->blockDimZ }; \
        if (prepare(f, shape, config->hStream, params, extra, &passed))                        \
            return real.name(config, f, passed.params, passed.extra);                          \
        return real.name(config, f, params, extra);                                            \
    }
LAUNCH_EX(cuLaunchKernelEx)
LAUNCH_EX(cuLaunchKernelEx_ptsz)

#define LAUNCH_COOPERATIVE(name)                                                             \
    static CUresult checked_##name(                                                          \
        CUfunction f, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,   \
        unsigned block_y, unsigned block_z, unsigned shared, CUstream stream, void **params) \
    {                                                                                        \
        struct passed passed;                                                                \
        const unsigned shape[6] = { SHAPE };                                                 \
        if (prepare(f, shape, stream, params, NULL, &passed))                                \
            params = passed.params;                                                          \
        return real.name(f, SHAPE, shared, stream, params);                                  \
    }
LAUNCH_COOPERATIVE(cuLaunchCooperativeKernel)
LAUNCH_COOPERATIVE(cuLaunchCooperativeKernel_ptsz)

/* Nodes of graphs keep what they are given: the bounds of now. */
#define NODE(name, type, parameters, before, after)                                              \
    static CUresult checked_##name parameters                                                    \
    {                                                                                            \
        struct passed passed;                                                                    \
        if (!node)                                                                               \
            return real.name(before node after);                                                 \
        type changed = *node;                                                                    \
        const unsigned shape[6] = { node->gridDimX,  node->gridDimY,  node->gridDimZ,            \
                                    node->blockDimX, node->blockDimY, node->blockDimZ };         \
        if (prepare(FUNCTION_OF(node), shape, NULL, node->kernelParams, node->extra, &passed)) { \
            changed.kernelParams = passed.params;                                                \
            changed.extra = passed.extra;                                                        \
        }                                                                                        \
        return real.name(before & changed after);                                                \
    }
#define COMMA ,
#define FUNCTION_OF(node) ((node)->func)
NODE(cuGraphAddKernelNode, CUDA_KERNEL_NODE_PARAMS_v1,
     (CUgraphNode * out, CUgraph graph, const CUgraphNode *from, size_t count,
      const CUDA_KERNEL_NODE_PARAMS_v1 *node),
     out COMMA graph COMMA from COMMA count COMMA, )
NODE(cuGraphKernelNodeSetParams, CUDA_KERNEL_NODE_PARAMS_v1,
     (CUgraphNode at, const CUDA_KERNEL_NODE_PARAMS_v1 *node), at COMMA, )
NODE(cuGraphExecKernelNodeSetParams, CUDA_KERNEL_NODE_PARAMS_v1,
     (CUgraphExec exec, CUgraphNode at, const CUDA_KERNEL_NODE_PARAMS_v1 *node),
     exec COMMA at COMMA, )
#undef FUNCTION_OF
#define FUNCTION_OF(node) ((node)->func ? (const void *)(node)->func : (const void *)(node)->kern)
NODE(cuGraphAddKernelNode_v2, CUDA_KERNEL_NODE_PARAMS,
     (CUgraphNode * out, CUgraph graph, const CUgraphNode *from, size_t count,
      const CUDA_KERNEL_NODE_PARAMS *node),
     out COMMA graph COMMA from COMMA count COMMA, )
NODE(cuGraphKernelNodeSetParams_v2, CUDA_KERNEL_NODE_PARAMS,
     (CUgraphNode at, const CUDA_KERNEL_NODE_PARAMS *node), at COMMA, )
NODE(cuGraphExecKernelNodeSetParams_v2, CUDA_KERNEL_NODE_PARAMS,
     (CUgraphExec exec, CUgraphNode at, const CUDA_KERNEL_NODE_PARAMS *node), exec COMMA at COMMA, )

#define ANY_NODE(name, parameters, before)                                              \
    static CUresult checked_##name parameters                                           \
    {                                                                                   \
        struct passed passed;                                                           \
        if (!node || node->type != CU_GRAPH_NODE_TYPE_KERNEL)                           \
            return real.name(before node);                                              \
        CUgraphNodeParams changed = *node;                                              \
        const unsigned shape[6] = { node->kernel.gridDimX,  node->kernel.gridDimY,      \
                                    node->kernel.gridDimZ,  node->kernel.blockDimX,     \
                                    node->kernel.blockDimY, node->kernel.blockDimZ };   \
        if (prepare(FUNCTION_OF(&node->kernel), shape, NULL, node->kernel.kernelParams, \
                    node->kernel.extra, &passed)) {                                     \
            changed.kernel.kernelParams = passed.params;                                \
            changed.kernel.extra = passed.extra;                                        \
        }                                                                               \
        return real.name(before & changed);                                             \
    }
ANY_NODE(cuGraphAddNode,
         (CUgraphNode * out, CUgraph graph, const CUgraphNode *from, size_t count,
          CUgraphNodeParams *node),
         out COMMA graph COMMA from COMMA count COMMA)
ANY_NODE(cuGraphAddNode_v2,
         (CUgraphNode * out, CUgraph graph, const CUgraphNode *from, const CUgraphEdgeData *edges,
          size_t count, CUgraphNodeParams *node),
         out COMMA graph COMMA from COMMA edges COMMA count COMMA)
ANY_NODE(cuGraphNodeSetParams, (CUgraphNode at, CUgraphNodeParams *node), at COMMA)
ANY_NODE(cuGraphExecNodeSetParams, (CUgraphExec exec, CUgraphNode at, CUgraphNodeParams *node),
         exec COMMA at COMMA)

/* Modules.  The driver's ways of loading differ; what is done around them does not. */

struct loading {
    CUresult (*load)(const struct loading *loading, const void *image, void **handle);
    bool of_library;
    unsigned count, jit_count;
    CUjit_option *jit;
    CUlibraryOption *options;
    void **jit_values, **values;
};

static void unload(const struct loading *loading, void *handle)
{
    if (loading->of_library)
        real.cuLibraryUnload(handle);
    else
        real.cuModuleUnload(handle);
}

/* Threads that a block of kernel [name] may have; 0: not known. */
static unsigned threads_of(const struct loading *loading, void *handle, const char *name)
{
    CUkernel kernel;
    CUfunction function;
    CUdevice device = 0;
    int threads = 0;
    if (loading->of_library) {
        if (real.cuCtxGetDevice(&device))
            device = 0;
        if (real.cuLibraryGetKernel(&kernel, handle, name) ||
            real.cuKernelGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel,
                                      device))
            return 0;
    } else if (real.cuModuleGetFunction(&function, handle, name) ||
               real.cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                                       function)) {
        return 0;
    }
    return (unsigned)threads;
}

/* The checks take registers: kernels of [module] whose blocks may be smaller now than those of the
 * program's own image.  Writes them to [caps], as many as there are kernels; returns how many. */
static uint32_t find_caps(const struct loading *loading, const struct iq_checked_module *module,
                          void *handle, const void *image, struct iq_instrument_cap *caps)
{
    uint32_t count = 0;
    void *own = NULL;
    for (uint32_t i = 0; i < module->code.kernel_count; i++) {
        const struct iq_instrument_kernel *kernel = &module->code.kernels[i];
        unsigned now = kernel->is_bounded ? BLOCK_MAX : threads_of(loading, handle, kernel->name);
        if (now >= BLOCK_MAX || !now || (!own && loading->load(loading, image, &own)))
            continue;
        unsigned before = threads_of(loading, own, kernel->name);
        if (before > now)
            caps[count++] = (struct iq_instrument_cap){ kernel->name, before };
    }
    if (own)
        unload(loading, own);
    return count;
}

/* Loads the instrumented [image], once more where its kernels need too many registers.  NULL: it
 * cannot be had. */
static struct iq_checked_module *load_checked(const struct loading *loading, const void *image,
                                              void **handle)
{
    const void *instead;
    struct iq_checked_module *again, *module = iq_checked_module_make(image, NULL, 0, &instead);
    if (!module)
        return NULL;
    if (loading->load(loading, instead, handle)) {
        iq_checked_module_drop(module);
        return NULL;
    }
    struct iq_instrument_cap *caps = calloc(module->code.kernel_count, sizeof *caps);
    uint32_t count = caps ? find_caps(loading, module, *handle, image, caps) : 0;
    if (count && (again = iq_checked_module_make(image, caps, count, &instead))) {
        void *capped;
        struct iq_checked_module *spare = again;
        if (!loading->load(loading, instead, &capped)) {
            unload(loading, *handle);
            *handle = capped;
            spare = module;
            module = again;
        }
        iq_checked_module_drop(spare);
    }
    free(caps);
    return module;
}

static CUresult load(const struct loading *loading, const void *image, void **handle)
{
    struct iq_checked_module *module = load_checked(loading, image, handle);
    if (!module)
        return loading->load(loading, image, handle);
    iq_checked_module_keep(module, *handle);
    return CUDA_SUCCESS;
}

static CUresult load_data(const struct loading *loading, const void *image, void **handle)
{
    (void)loading;
    return real.cuModuleLoadData((CUmodule *)handle, image);
}

static CUresult load_data_ex(const struct loading *loading, const void *image, void **handle)
{
    return real.cuModuleLoadDataEx((CUmodule *)handle, image, loading->count, loading->jit,
                                   loading->values);
}

static CUresult load_fatbin(const struct loading *loading, const void *image, void **handle)
{
    (void)loading;
    return real.cuModuleLoadFatBinary((CUmodule *)handle, image);
}

static CUresult load_library(const struct loading *loading, const void *image, void **handle)
{
    return real.cuLibraryLoadData((CUlibrary *)handle, image, loading->jit, loading->jit_values,
                                  loading->jit_count, loading->options, loading->values,
                                  loading->count);
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
        &(struct loading){ .load = load_data_ex, .count = count, .jit = options, .values = values },
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
    CUresult result = real.cuModuleGetFunction(function, module, name);
    if (!result)
        iq_checked_kernel_note(*function, iq_checked_module_of(module), name);
    return result;
}

static CUresult checked_cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name)
{
    CUresult result = real.cuLibraryGetKernel(kernel, library, name);
    if (!result)
        iq_checked_kernel_note(*kernel, iq_checked_module_of(library), name);
    return result;
}

static CUresult checked_cuLibraryGetModule(CUmodule *module, CUlibrary library)
{
    CUresult result = real.cuLibraryGetModule(module, library);
    struct iq_checked_module *checked = result ? NULL : iq_checked_module_of(library);
    if (checked)
        checked->module = *module;
    return result;
}

static CUresult checked_cuLibraryEnumerateKernels(CUkernel *kernels, unsigned count,
                                                  CUlibrary library)
{
    CUresult result = real.cuLibraryEnumerateKernels(kernels, count, library);
    struct iq_checked_module *module = iq_checked_module_of(library);
    const char *name;
    for (unsigned i = 0; !result && module && i < count; i++)
        if (!real.cuKernelGetName(&name, kernels[i]))
            iq_checked_kernel_note(kernels[i], module, name);
    return result;
}

static CUresult checked_cuModuleEnumerateFunctions(CUfunction *functions, unsigned count,
                                                   CUmodule handle)
{
    CUresult result = real.cuModuleEnumerateFunctions(functions, count, handle);
    struct iq_checked_module *module = iq_checked_module_of(handle);
    const char *name;
    for (unsigned i = 0; !result && module && i < count; i++)
        if (!real.cuFuncGetName(&name, functions[i]))
            iq_checked_kernel_note(functions[i], module, name);
    return result;
}

static CUresult checked_cuKernelGetFunction(CUfunction *function, CUkernel kernel)
{
    CUresult result = real.cuKernelGetFunction(function, kernel);
    if (!result)
        iq_checked_kernel_same(*function, kernel);
    return result;
}

/* The program does not see our parameter. */
#define PARAM_INFO(name, type)                                                                \
    static CUresult checked_##name(type function, size_t index, size_t *offset, size_t *size) \
    {                                                                                         \
        struct iq_checked_kernel checked;                                                     \
        if (iq_checked_kernel_find(function, &checked) &&                                     \
            index >= checked.kernel->parameter_count)                                         \
            return CUDA_ERROR_INVALID_VALUE;                                                  \
        return real.name(function, index, offset, size);                                      \
    }
PARAM_INFO(cuFuncGetParamInfo, CUfunction)
PARAM_INFO(cuKernelGetParamInfo, CUkernel)

#define PARAM_COUNT(name, type)                                    \
    static CUresult checked_##name(type function, size_t *count)   \
    {                                                              \
        struct iq_checked_kernel checked;                          \
        CUresult result = real.name(function, count);              \
        if (!result && iq_checked_kernel_find(function, &checked)) \
            *count = checked.kernel->parameter_count;              \
        return result;                                             \
    }
PARAM_COUNT(cuFuncGetParamCount, CUfunction)
PARAM_COUNT(cuKernelGetParamCount, CUkernel)

/* After these all that was launched before is over, or some of it. */
#define WAIT(name, parameters, arguments)      \
    static CUresult checked_##name parameters  \
    {                                          \
        CUresult result = real.name arguments; \
        drain_all(result);                     \
        return result;                         \
    }
WAIT(cuCtxSynchronize, (void), ())
WAIT(cuCtxSynchronize_v2, (CUcontext context), (context))
WAIT(cuStreamSynchronize, (CUstream stream), (stream))
WAIT(cuStreamSynchronize_ptsz, (CUstream stream), (stream))
WAIT(cuStreamQuery, (CUstream stream), (stream))
WAIT(cuStreamQuery_ptsz, (CUstream stream), (stream))
WAIT(cuEventSynchronize, (CUevent event), (event))
WAIT(cuMemcpyDtoH_v2, (void *to, CUdeviceptr from, size_t size), (to, from, size))
WAIT(cuMemcpyDtoH_v2_ptds, (void *to, CUdeviceptr from, size_t size), (to, from, size))
WAIT(cuMemFree_v2, (CUdeviceptr at), (at))

#define UNLOAD(name, type)                      \
    static CUresult checked_##name(type handle) \
    {                                           \
        CUresult result = real.name(handle);    \
        drain_all(result);                      \
        if (!result)                            \
            iq_checked_module_unloaded(handle); \
        return result;                          \
    }
UNLOAD(cuModuleUnload, CUmodule)
UNLOAD(cuLibraryUnload, CUlibrary)

/* They may end a context. */
#define END(name, parameters, arguments)       \
    static CUresult checked_##name parameters  \
    {                                          \
        CUresult result = real.name arguments; \
        drain_all(result);                     \
        forget_mappings();                     \
        return result;                         \
    }
END(cuCtxDestroy_v2, (CUcontext context), (context))
END(cuDevicePrimaryCtxReset_v2, (CUdevice device), (device))
END(cuDevicePrimaryCtxRelease_v2, (CUdevice device), (device))

void iq_kernel_checks_tell(void)
{
    char text[256];
    uint32_t accesses = 0, checked = 0;
    drain_all(CUDA_SUCCESS);
    if (!real.cuLaunchKernel)
        return;
    for (struct iq_checked_module *module = iq_checked_modules(); module; module = module->next)
        for (uint32_t i = 0; i < module->code.kernel_count; i++) {
            accesses += module->code.kernels[i].accesses;
            checked += module->code.kernels[i].checked;
        }
    snprintf(text, sizeof text,
             "--kernel-checks: %llu of %llu launches were checked inside; %u of %u accesses to "
             "global memory in the kernels loaded for them",
             (unsigned long long)checked_launches,
             (unsigned long long)(checked_launches + other_launches), checked, accesses);
    iq_core_message(IQ_MESSAGE_INFO, text);
}

static bool is_wanted(void)
{
    const char *option = iq_guest_option("INQUEST_KERNEL_CHECKS");
    return !iq_guest_is_soft() && option && option[0] && strcmp(option, "none");
}

void iq_kernel_checks_install(void)
{
    if (!is_wanted() || !iq_real_cuda.cuMemHostRegister_v2 ||
        !iq_real_cuda.cuThreadExchangeStreamCaptureMode)
        return;
    real = iq_real_cuda;
    iq_core.sees_kernels = true;
#define INSTALL(name) (real.name ? (void)(iq_real_cuda.name = checked_##name) : (void)0)
    INSTALL(cuLaunchKernel);
    INSTALL(cuLaunchKernel_ptsz);
    INSTALL(cuLaunchKernelEx);
    INSTALL(cuLaunchKernelEx_ptsz);
    INSTALL(cuLaunchCooperativeKernel);
    INSTALL(cuLaunchCooperativeKernel_ptsz);
    INSTALL(cuGraphAddKernelNode);
    INSTALL(cuGraphAddKernelNode_v2);
    INSTALL(cuGraphKernelNodeSetParams);
    INSTALL(cuGraphKernelNodeSetParams_v2);
    INSTALL(cuGraphExecKernelNodeSetParams);
    INSTALL(cuGraphExecKernelNodeSetParams_v2);
    INSTALL(cuGraphAddNode);
    INSTALL(cuGraphAddNode_v2);
    INSTALL(cuGraphNodeSetParams);
    INSTALL(cuGraphExecNodeSetParams);
    INSTALL(cuModuleLoadData);
    INSTALL(cuModuleLoadDataEx);
    INSTALL(cuModuleLoadFatBinary);
    INSTALL(cuLibraryLoadData);
    INSTALL(cuModuleGetFunction);
    INSTALL(cuLibraryGetKernel);
    INSTALL(cuLibraryGetModule);
    INSTALL(cuLibraryEnumerateKernels);
    INSTALL(cuModuleEnumerateFunctions);
    INSTALL(cuKernelGetFunction);
    INSTALL(cuFuncGetParamInfo);
    INSTALL(cuKernelGetParamInfo);
    INSTALL(cuFuncGetParamCount);
    INSTALL(cuKernelGetParamCount);
    INSTALL(cuCtxSynchronize);
    INSTALL(cuCtxSynchronize_v2);
    INSTALL(cuStreamSynchronize);
    INSTALL(cuStreamSynchronize_ptsz);
    INSTALL(cuStreamQuery);
    INSTALL(cuStreamQuery_ptsz);
    INSTALL(cuEventSynchronize);
    INSTALL(cuMemcpyDtoH_v2);
    INSTALL(cuMemcpyDtoH_v2_ptds);
    INSTALL(cuMemFree_v2);
    INSTALL(cuModuleUnload);
    INSTALL(cuLibraryUnload);
    INSTALL(cuCtxDestroy_v2);
    INSTALL(cuDevicePrimaryCtxReset_v2);
    INSTALL(cuDevicePrimaryCtxRelease_v2);
}
