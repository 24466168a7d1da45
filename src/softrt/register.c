/* Registration: what the compiler's host stubs tell about fat binaries, kernels and variables, and
 * loading them on first use.
 * Owner: fatbins live until they are unregistered; symbols and old tables are kept for ever,
 * because look-ups take no lock.
 * Threads: the registry lock guards writing and loading.  Fork: the child gets a fresh lock. */
#include <pthread.h>
#include <stdlib.h>

#include "softrt/softrt.h"

struct iq_rt_fatbin {
    /* first, so that the handle reads like the one of other runtimes */
    const void *wrapper;
    CUlibrary library;
    bool loaded;
    struct iq_rt_symbol *symbols;
    struct iq_rt_fatbin *next;
    unsigned managed; /* variables with a host pointer to fill */
};

struct symbol_table {
    size_t mask, used;
    _Atomic(struct iq_rt_symbol *) slot[];
};

static pthread_mutex_t registry = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Atomic(struct symbol_table *) symbols;
static struct iq_rt_fatbin *fatbins;
static atomic_uint managed_total;

static void in_child(void) { pthread_mutex_init(&registry, NULL); }

static void first(void) { pthread_atfork(NULL, NULL, in_child); }

static size_t slot_of(const struct symbol_table *table, const void *host)
{
    uint64_t h = (uint64_t)(uintptr_t)host * 0x9e3779b97f4a7c15u;

    return (size_t)(h >> 20) & table->mask;
}

struct iq_rt_symbol *iq_rt_symbol_find(const void *host)
{
    struct symbol_table *table = atomic_load_explicit(&symbols, memory_order_acquire);
    struct iq_rt_symbol *symbol;

    if (!table || !host)
        return NULL;
    for (size_t i = slot_of(table, host);; i = (i + 1) & table->mask) {
        symbol = atomic_load_explicit(&table->slot[i], memory_order_acquire);
        if (!symbol)
            return NULL;
        if (symbol->host == host)
            return atomic_load_explicit(&symbol->bin, memory_order_acquire) ? symbol : NULL;
    }
}

const struct iq_rt_symbol *iq_rt_symbol_by_kernel(const void *kernel)
{
    struct symbol_table *table = atomic_load_explicit(&symbols, memory_order_acquire);
    struct iq_rt_symbol *symbol;

    for (size_t i = 0; table && kernel && i <= table->mask; i++) {
        symbol = atomic_load_explicit(&table->slot[i], memory_order_acquire);
        if (symbol && symbol->kernel == kernel && symbol->bin)
            return symbol;
    }
    return NULL;
}

static void put(struct symbol_table *table, struct iq_rt_symbol *symbol)
{
    size_t i = slot_of(table, symbol->host);
    struct iq_rt_symbol *old;

    while ((old = table->slot[i]) != NULL && old->host != symbol->host)
        i = (i + 1) & table->mask;
    if (!old)
        table->used++;
    atomic_store_explicit(&table->slot[i], symbol, memory_order_release);
}

static void insert_locked(struct iq_rt_symbol *symbol)
{
    struct symbol_table *old = symbols, *grown;
    size_t count = old ? (old->mask + 1) * 2 : 256;

    if (!old || old->used * 2 > old->mask) {
        grown = calloc(1, sizeof *grown + count * sizeof grown->slot[0]);
        if (!grown)
            return;
        grown->mask = count - 1;
        for (size_t i = 0; old && i <= old->mask; i++)
            if (old->slot[i])
                put(grown, old->slot[i]);
        /* readers may still use the old one */
        atomic_store_explicit(&symbols, grown, memory_order_release);
        old = grown;
    }
    put(old, symbol);
}

static struct iq_rt_symbol *add(void **handle, enum iq_rt_symbol_kind kind, const void *host,
                                const char *name, size_t size)
{
    struct iq_rt_fatbin *bin = (struct iq_rt_fatbin *)(void *)handle;
    struct iq_rt_symbol *symbol = bin ? calloc(1, sizeof *symbol) : NULL;

    if (!symbol)
        return NULL;
    symbol->host = host;
    symbol->name = name;
    symbol->kind = kind;
    symbol->size = size;
    symbol->bin = bin;
    pthread_mutex_lock(&registry);
    symbol->next = bin->symbols;
    bin->symbols = symbol;
    insert_locked(symbol);
    if (kind == IQ_RT_MANAGED) {
        bin->managed++;
        managed_total++;
    }
    pthread_mutex_unlock(&registry);
    return symbol;
}

IQ_RT_HEAD(void **, __cudaRegisterFatBinary, (void *wrapper))
{
    struct iq_rt_fatbin *bin = calloc(1, sizeof *bin);

    pthread_once(&once, first);
    if (!bin)
        return NULL;
    bin->wrapper = wrapper;
    pthread_mutex_lock(&registry);
    bin->next = fatbins;
    fatbins = bin;
    pthread_mutex_unlock(&registry);
    return (void **)(void *)bin;
}

IQ_RT_HEAD(void, __cudaRegisterFatBinaryEnd, (void **handle))
{
    struct iq_rt_fatbin *bin = (struct iq_rt_fatbin *)(void *)handle;

    if (bin && bin->managed)
        /* threads that are already at work fill its pointers at their next call */
        iq_rt_new_generation();
}

IQ_RT_HEAD(void, __cudaUnregisterFatBinary, (void **handle))
{
    struct iq_rt_fatbin *bin = NULL, **link;
    bool loaded;

    pthread_mutex_lock(&registry);
    for (link = &fatbins; *link && *link != (void *)handle; link = &(*link)->next)
        ;
    bin = *link;
    if (bin) {
        *link = bin->next;
        managed_total -= bin->managed;
        for (struct iq_rt_symbol *s = bin->symbols; s; s = s->next)
            atomic_store_explicit(&s->bin, NULL, memory_order_release);
    }
    pthread_mutex_unlock(&registry);
    if (!bin)
        return;
    loaded = bin->loaded;
    if (loaded && iq_rt_enter_driver() == 0)
        (void)iq_drv.LibraryUnload(bin->library);
    /* The record itself stays: another thread may just have found one of its symbols. */
}

IQ_RT_HEAD(void, __cudaRegisterFunction,
           (void **handle, const char *host, char *device, const char *name, int limit, uint3 *tid,
            uint3 *bid, dim3 *block, dim3 *grid, int *warp))
{
    (void)device, (void)limit, (void)tid, (void)bid, (void)block, (void)grid, (void)warp;
    add(handle, IQ_RT_KERNEL, host, name, 0);
}

IQ_RT_HEAD(void, __cudaRegisterVar,
           (void **handle, char *host, char *device, const char *name, int ext, size_t size,
            int constant, int global))
{
    (void)device, (void)ext, (void)constant, (void)global;
    add(handle, IQ_RT_VARIABLE, host, name, size);
}

IQ_RT_HEAD(void, __cudaRegisterManagedVar,
           (void **handle, void **host, char *device, const char *name, int ext, size_t size,
            int constant, int global))
{
    (void)device, (void)ext, (void)constant, (void)global;
    add(handle, IQ_RT_MANAGED, host, name, size);
}

IQ_RT_HEAD(void, __cudaRegisterHostVar, (void **handle, const char *name, char *host, size_t size))
{
    (void)handle, (void)name, (void)host, (void)size;
}

IQ_RT_HEAD(void, __cudaRegisterTexture,
           (void **handle, const struct textureReference *host, const void **device,
            const char *name, int dim, int norm, int ext))
{
    struct iq_rt_symbol *symbol = add(handle, IQ_RT_REFERENCE, host, name, 0);

    (void)device, (void)norm, (void)ext;
    if (symbol)
        symbol->dim = dim;
}

IQ_RT_HEAD(void, __cudaRegisterSurface,
           (void **handle, const struct surfaceReference *host, const void **device,
            const char *name, int dim, int ext))
{
    struct iq_rt_symbol *symbol = add(handle, IQ_RT_REFERENCE, host, name, 0);

    (void)device, (void)ext;
    if (symbol)
        symbol->dim = dim;
}

IQ_RT_HEAD(void, __cudaRegisterUnifiedTable, (void **handle, void *table))
{
    (void)handle, (void)table;
}

IQ_RT_HEAD(char, __cudaInitModule, (void **handle))
{
    (void)handle;
    (void)iq_rt_leave(iq_rt_enter());
    return 1;
}

/* Loads what the fatbin holds; the driver decides itself when it compiles. */
static int load_locked(struct iq_rt_fatbin *bin)
{
    CUlibraryOption options[] = { CU_LIBRARY_BINARY_IS_PRESERVED };
    void *values[] = { (void *)(uintptr_t)1 };
    int code;

    if (bin->loaded)
        return 0;
    code =
        (int)iq_drv.LibraryLoadData(&bin->library, bin->wrapper, NULL, NULL, 0, options, values, 1);
    bin->loaded = code == 0;
    return code;
}

static int kernel_of(struct iq_rt_symbol *symbol, CUkernel *kernel)
{
    struct iq_rt_fatbin *bin;
    int code = 0;

    *kernel = atomic_load_explicit(&symbol->kernel, memory_order_acquire);
    if (*kernel)
        return 0;
    pthread_mutex_lock(&registry);
    bin = symbol->bin;
    if (!bin)
        code = cudaErrorInvalidDeviceFunction;
    if (code == 0)
        code = load_locked(bin);
    if (code == 0)
        code = (int)iq_drv.LibraryGetKernel(kernel, bin->library, symbol->name);
    if (code == 0)
        atomic_store_explicit(&symbol->kernel, *kernel, memory_order_release);
    pthread_mutex_unlock(&registry);
    return code == CUDA_ERROR_NOT_FOUND ? cudaErrorInvalidDeviceFunction : code;
}

int iq_rt_kernel(const void *func, CUkernel *kernel)
{
    struct iq_rt_symbol *symbol = iq_rt_symbol_find(func);

    if (!func)
        return cudaErrorInvalidDeviceFunction;
    if (symbol && symbol->kind == IQ_RT_KERNEL)
        return kernel_of(symbol, kernel);
    /* a kernel handle is allowed too; the driver knows what is none */
    *kernel = (CUkernel)(uintptr_t)func;
    return 0;
}

int iq_rt_function(const void *func, CUfunction *function)
{
    CUkernel kernel = NULL;
    int code = iq_rt_kernel(func, &kernel);

    return code != 0 ? code : (int)iq_drv.KernelGetFunction(function, kernel);
}

static int locate(struct iq_rt_symbol *symbol, CUdeviceptr *address, size_t *size)
{
    struct iq_rt_fatbin *bin;
    int code = 0;

    pthread_mutex_lock(&registry);
    bin = symbol->bin;
    if (!bin)
        code = cudaErrorInvalidSymbol;
    if (code == 0)
        code = load_locked(bin);
    if (code == 0 && symbol->kind == IQ_RT_MANAGED)
        code = (int)iq_drv.LibraryGetManaged(address, size, bin->library, symbol->name);
    else if (code == 0)
        code = (int)iq_drv.LibraryGetGlobal(address, size, bin->library, symbol->name);
    pthread_mutex_unlock(&registry);
    return code == CUDA_ERROR_NOT_FOUND ? cudaErrorInvalidSymbol : code;
}

/* A managed variable is named by its host pointer's value in host code, since `&variable` there
 * yields the managed memory. */
static struct iq_rt_symbol *managed_at(const void *address)
{
    struct iq_rt_symbol *found = NULL;

    if (managed_total == 0)
        return NULL;
    pthread_mutex_lock(&registry);
    for (struct iq_rt_fatbin *bin = fatbins; bin && !found; bin = bin->next)
        for (struct iq_rt_symbol *s = bin->managed ? bin->symbols : NULL; s && !found; s = s->next)
            if (s->kind == IQ_RT_MANAGED && *(void *const *)s->host == address)
                found = s;
    pthread_mutex_unlock(&registry);
    return found;
}

int iq_rt_variable(const void *symbol, CUdeviceptr *address, size_t *size)
{
    struct iq_rt_symbol *found = iq_rt_symbol_find(symbol);
    int code;

    if (!found && symbol)
        found = managed_at(symbol);
    if (!found || found->kind == IQ_RT_KERNEL)
        return cudaErrorInvalidSymbol;
    code = locate(found, address, size);
    if (code == 0 && found->size)
        *size = found->size;
    return code;
}

int iq_rt_managed_fill(void)
{
    size_t size;
    int code = 0, one;

    if (managed_total == 0)
        return 0;
    pthread_mutex_lock(&registry);
    for (struct iq_rt_fatbin *bin = fatbins; bin; bin = bin->next) {
        for (struct iq_rt_symbol *s = bin->managed ? bin->symbols : NULL; s; s = s->next) {
            CUdeviceptr address = 0;

            if (s->kind != IQ_RT_MANAGED)
                continue;
            one = load_locked(bin);
            if (one == 0)
                one = (int)iq_drv.LibraryGetManaged(&address, &size, bin->library, s->name);
            if (one == 0)
                *(void **)(uintptr_t)s->host = iq_hptr(address);
            else
                code = one;
        }
    }
    pthread_mutex_unlock(&registry);
    return code;
}
