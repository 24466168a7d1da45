#include "api_cuda/query.h"

#include <stdlib.h>

#include "call/core.h"

enum {
    NAMES_MAX = 4096,
    EDGES_MAX = 1 << 20,
    ALLOC_PARAM_WORDS = 32,
    ALLOC_ADDRESS = 14,
    JIT_ERROR_LOG = 5,
    JIT_ERROR_LOG_BYTES = 6
};

/* Driver functions of modules and those of libraries have the same form. */
struct questions {
    const char *count, *list, *name;
};
typedef int (*count_fn)(unsigned *count, void *handle);
typedef int (*list_fn)(void **functions, unsigned count, void *handle);
typedef int (*name_fn)(const char **name, void *function);
typedef int (*load_fn)(void **module, const void *image, unsigned count, int *options,
                       void **values);
typedef int (*unload_fn)(void *module);

static uintptr_t (*lookup)(const char *name);

void iq_query_set_symbols(uintptr_t (*symbol)(const char *name))
{
    __atomic_store_n(&lookup, symbol, __ATOMIC_RELEASE);
}

static uintptr_t function(const char *name)
{
    uintptr_t (*find)(const char *) = __atomic_load_n(&lookup, __ATOMIC_ACQUIRE);
    return find && !iq_core_is_capturing() ? find(name) : 0;
}

unsigned iq_query_kernel_names(enum iq_kind kind, uint64_t handle,
                               bool (*visit)(void *user, const char *name), void *user)
{
    static const struct questions of_module = { "cuModuleGetFunctionCount",
                                                "cuModuleEnumerateFunctions", "cuFuncGetName" };
    static const struct questions of_library = { "cuLibraryGetKernelCount",
                                                 "cuLibraryEnumerateKernels", "cuKernelGetName" };
    const struct questions *ask = kind == IQ_KIND_LIBRARY ? &of_library : &of_module;
    count_fn count = (count_fn)function(ask->count);
    list_fn list = (list_fn)function(ask->list);
    name_fn name = (name_fn)function(ask->name);
    void *owner = (void *)(uintptr_t)handle;
    unsigned total = 0;
    if (!count || !list || !name || count(&total, owner) || !total)
        return 0;
    if (!visit)
        return total;
    unsigned shown = total < NAMES_MAX ? total : NAMES_MAX;
    void **kernels = calloc(shown, sizeof *kernels);
    if (!kernels)
        return 0;
    const char *text = NULL;
    if (list(kernels, shown, owner))
        total = 0;
    for (unsigned i = 0; total && i < shown; i++)
        if (!name(&text, kernels[i]) && text && !visit(user, text))
            break;
    free(kernels);
    return total;
}

bool iq_query_kernel(uint64_t kernel, uint64_t *module, const char **name)
{
    int (*module_of)(uint64_t *, void *) = (int (*)(uint64_t *, void *))function("cuFuncGetModule");
    name_fn name_of = (name_fn)function("cuFuncGetName");
    void *handle = (void *)(uintptr_t)kernel;
    *module = 0;
    *name = NULL;
    return module_of && name_of && !module_of(module, handle) && !name_of(name, handle) && *name;
}

/* An attribute of a kernel, or of a kernel of a library, which has those of each device. */
static bool attribute_of(const struct iq_handle *kernel, int ordinal, int attribute,
                         uint32_t *value)
{
    void *handle = (void *)(uintptr_t)kernel->value;
    int (*of_function)(int *, int, void *) =
        (int (*)(int *, int, void *))function("cuFuncGetAttribute");
    int (*of_kernel)(int *, int, void *, int) =
        (int (*)(int *, int, void *, int))function("cuKernelGetAttribute");
    bool library = kernel->parent && kernel->parent->kind == IQ_KIND_LIBRARY;
    int number = 0;
    *value = 0;
    if (library ? !of_kernel || of_kernel(&number, attribute, handle, ordinal)
                : !of_function || of_function(&number, attribute, handle))
        return false;
    *value = number < 0 ? 0 : (uint32_t)number;
    return true;
}

bool iq_query_limits(const struct iq_handle *kernel, int ordinal, struct iq_query_limits *limits)
{
    /* CU_FUNC_ATTRIBUTE_ */
    enum {
        MAX_THREADS_PER_BLOCK = 0,
        SHARED_SIZE_BYTES = 1,
        NUM_REGS = 4,
        MAX_DYNAMIC_SHARED_SIZE_BYTES = 8
    };
    return attribute_of(kernel, ordinal, MAX_THREADS_PER_BLOCK, &limits->threads) &&
           attribute_of(kernel, ordinal, SHARED_SIZE_BYTES, &limits->static_shared) &&
           attribute_of(kernel, ordinal, NUM_REGS, &limits->registers) &&
           attribute_of(kernel, ordinal, MAX_DYNAMIC_SHARED_SIZE_BYTES, &limits->dynamic_shared);
}

bool iq_query_memory(struct iq_query_memory *memory)
{
    /* CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT, _USED_MEM_CURRENT */
    enum { RESERVED_NOW = 5, USED_NOW = 7 };
    int (*info)(size_t *, size_t *) = (int (*)(size_t *, size_t *))function("cuMemGetInfo_v2");
    int (*current)(int *) = (int (*)(int *))function("cuCtxGetDevice");
    int (*pool_of)(void **, int) = (int (*)(void **, int))function("cuDeviceGetDefaultMemPool");
    int (*attribute)(void *, int, void *) =
        (int (*)(void *, int, void *))function("cuMemPoolGetAttribute");
    size_t left = 0, total = 0;
    void *pool = NULL;
    int device = 0;
    *memory = (struct iq_query_memory){ 0 };
    if (!info || info(&left, &total))
        return false;
    memory->free = left;
    memory->total = total;
    bool pools = current && pool_of && attribute && !current(&device) && !pool_of(&pool, device);
    if (pools && (attribute(pool, RESERVED_NOW, &memory->reserved) ||
                  attribute(pool, USED_NOW, &memory->used)))
        memory->reserved = memory->used = 0;
    return true;
}

uint64_t iq_query_extent(uint64_t base)
{
    int (*range)(uint64_t *, size_t *, uint64_t) =
        (int (*)(uint64_t *, size_t *, uint64_t))function("cuMemGetAddressRange_v2");
    uint64_t start = 0;
    size_t bytes = 0;
    return range && !range(&start, &bytes, base) && start == base ? bytes : 0;
}

uint64_t iq_query_granularity(const void *properties)
{
    int (*ask)(size_t *, const void *, int) =
        (int (*)(size_t *, const void *, int))function("cuMemGetAllocationGranularity");
    size_t bytes = 0;
    return ask && !ask(&bytes, properties, 0 /* MINIMUM */) ? bytes : 0;
}

int iq_query_node_type(uint64_t node)
{
    int (*ask)(void *, int *) = (int (*)(void *, int *))function("cuGraphNodeGetType");
    int type = -1;
    return ask && !ask((void *)(uintptr_t)node, &type) ? type : -1;
}

bool iq_query_node_memory(uint64_t node, int type, uint64_t *address)
{
    /* of an allocation: its address is at the end */
    uint64_t params[ALLOC_PARAM_WORDS] = { 0 };
    int (*ask)(void *, void *) = (int (*)(void *, void *))function(
        type == IQ_NODE_ALLOC ? "cuGraphMemAllocNodeGetParams" : "cuGraphMemFreeNodeGetParams");
    if ((type != IQ_NODE_ALLOC && type != IQ_NODE_FREE) || !ask ||
        ask((void *)(uintptr_t)node, params))
        return false;
    *address = params[type == IQ_NODE_ALLOC ? ALLOC_ADDRESS : 0];
    return true;
}

size_t iq_query_nodes(uint64_t graph, uint64_t **nodes)
{
    int (*ask)(void *, void *, size_t *) =
        (int (*)(void *, void *, size_t *))function("cuGraphGetNodes");
    void *handle = (void *)(uintptr_t)graph;
    size_t count = 0;
    *nodes = NULL;
    if (!ask || ask(handle, NULL, &count) || !count || count > EDGES_MAX ||
        !(*nodes = malloc(count * sizeof **nodes)))
        return 0;
    return ask(handle, *nodes, &count) ? 0 : count;
}

size_t iq_query_edges(uint64_t graph, struct iq_query_edge **edges)
{
    int (*ask)(void *, void **, void **, uint64_t *, size_t *) =
        (int (*)(void *, void **, void **, uint64_t *, size_t *))function("cuGraphGetEdges_v2");
    void *handle = (void *)(uintptr_t)graph;
    size_t count = 0;
    *edges = NULL;
    if (!ask || ask(handle, NULL, NULL, NULL, &count) || !count || count > EDGES_MAX)
        return 0;
    void **nodes = malloc(count * 2 * sizeof *nodes);
    uint64_t *data = malloc(count * sizeof *data);
    *edges = malloc(count * sizeof **edges);
    bool known = nodes && data && *edges && !ask(handle, nodes, nodes + count, data, &count);
    for (size_t i = 0; known && i < count; i++)
        (*edges)[i] = (struct iq_query_edge){ (uintptr_t)nodes[i], (uintptr_t)nodes[count + i] };
    free(data);
    free(nodes);
    return known ? count : 0;
}

bool iq_query_compiler(const void *image, char *log, size_t size)
{
    load_fn load = (load_fn)function("cuModuleLoadDataEx");
    unload_fn unload = (unload_fn)function("cuModuleUnload");
    int options[] = { JIT_ERROR_LOG, JIT_ERROR_LOG_BYTES };
    void *values[] = { log, (void *)(uintptr_t)size }, *module = NULL;
    if (!load || !unload || !size)
        return false;
    log[0] = '\0';
    if (load(&module, image, 2, options, values) == 0)
        unload(module);
    log[size - 1] = '\0';
    return log[0];
}
