/* A driver for testing interception: a handful of the functions of libcuda.so.1 with just enough behaviour, two that the
 * guest has no row for (cuFutureCall, cuFutureHidden), and handles that are recycled at once, as real drivers do. */
#include <dlfcn.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PUBLIC __attribute__((visibility("default")))

typedef unsigned long long pointer;

static int initialised;
static char *free_handle[2];

PUBLIC int cuInit(unsigned flags) { initialised = 1; return flags ? 1 : 0; }
/* For a program that gets the driver's pointers by a way of its own. */
PUBLIC int (*mini_driver_init(void))(unsigned);
PUBLIC int (*mini_driver_init(void))(unsigned) { return cuInit; }

PUBLIC int cuDriverGetVersion(int *version) { *version = 13000; return 0; }
PUBLIC int cuDeviceGetCount(int *count) { *count = 1; return initialised ? 0 : 3; }
PUBLIC int cuDeviceGet(int *device, int ordinal) { *device = ordinal; return ordinal ? 101 : 0; }
PUBLIC int cuDeviceGetName(char *name, int length, int device) { snprintf(name, (size_t)length, "Mini device %d", device); return 0; }
PUBLIC int cuCtxGetCurrent(void **context) { *context = (void *)(uintptr_t)0x1000; return 0; }

PUBLIC int cuMemAlloc_v2(pointer *memory, size_t size)
{
    *memory = (pointer)(uintptr_t)malloc(size);
    return initialised ? 0 : 3;
}

PUBLIC int cuMemFree_v2(pointer memory) { free((void *)(uintptr_t)memory); return 0; }

PUBLIC int cuMemcpyHtoD_v2(pointer to, const void *from, size_t size)
{
    memcpy((void *)(uintptr_t)to, from, size);      /* dies of a bad pointer, inside the driver */
    return 0;
}

PUBLIC int cuMemcpyHtoD_v2_ptds(pointer to, const void *from, size_t size)
{
    memcpy((void *)(uintptr_t)to, from, size);
    return 0;
}

static int create(void **handle, int kind)
{
    char *fresh = free_handle[kind] ? free_handle[kind] : calloc(1, 64);
    free_handle[kind] = NULL;
    *handle = fresh;
    return 0;
}

static int destroy(void *handle, int kind)
{
    free_handle[kind] = handle;
    return 0;
}

PUBLIC int cuStreamCreate(void **stream, unsigned flags) { (void)flags; return create(stream, 0); }
PUBLIC int cuStreamDestroy_v2(void *stream) { return destroy(stream, 0); }
PUBLIC int cuEventCreate(void **event, unsigned flags) { (void)flags; return create(event, 1); }
PUBLIC int cuEventDestroy_v2(void *event) { return destroy(event, 1); }
/* One context.  Destroyed ones are freed memory to a real driver, which dies of them at once or when the process ends. */
static int context_lives;
static char context_memory[64];

static void need_live(const void *context)
{
    if (context == context_memory && !context_lives)
        abort();
}

PUBLIC int cuCtxCreate_v2(void **context, unsigned flags, int device)
{
    (void)flags, (void)device;
    context_lives = 1;
    *context = context_memory;
    return 0;
}

PUBLIC int cuCtxDestroy_v2(void *context) { need_live(context); context_lives = 0; return 0; }
PUBLIC int cuCtxSetCurrent(void *context) { need_live(context); return 0; }
PUBLIC int cuCtxPushCurrent_v2(void *context) { need_live(context); return 0; }
PUBLIC int cuCtxGetApiVersion(void *context, unsigned *version) { need_live(context); *version = 3020; return 0; }
PUBLIC int cuFutureCall(int a, int b) { return 40 * a + b; }

static int find(const char *symbol, void **function, int version, uint64_t flags)
{
    char name[128];
    static void *self;
    if (!self)
        self = dlopen(getenv("MINI_DRIVER"), RTLD_NOW | RTLD_NOLOAD);
    const char *suffix = !strcmp(symbol, "cuGetProcAddress") && version >= 12000 ? "_v2" : !strncmp(symbol, "cuMem", 5) ? "_v2" : "";
    snprintf(name, sizeof name, "%s%s%s", symbol, suffix, flags & 2 && !strcmp(symbol, "cuMemcpyHtoD") ? "_ptds" : "");
    *function = self ? dlsym(self, name) : NULL;
    return *function ? 0 : 500;
}

PUBLIC int cuGetProcAddress(const char *symbol, void **function, int version, uint64_t flags) { return find(symbol, function, version, flags); }

PUBLIC int cuGetProcAddress_v2(const char *symbol, void **function, int version, uint64_t flags, int *status)
{
    int result = find(symbol, function, version, flags);
    if (status)
        *status = result ? 1 : 0;
    return result;
}
