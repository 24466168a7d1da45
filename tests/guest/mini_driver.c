/* A driver for testing interception: a handful of the functions of libcuda.so.1 with just enough behaviour, two that the
 * guest has no row for (cuFutureCall, cuFutureHidden), and handles that are recycled at once, as real drivers do. */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

/* What [device] holds says what happens on the way: 1: the program gets a signal; 2: the driver calls the API for memory, as a
 * runtime does when it is first asked something. */
PUBLIC int cuCtxGetDevice(int *device)
{
    pointer memory = 0;
    if (*device == 1)
        raise(SIGUSR1);
    if (*device == 2)
        ((int (*)(pointer *, size_t))dlsym(RTLD_DEFAULT, "cuMemAlloc_v2"))(&memory, 64);
    *device = 0;
    return 0;
}

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
/* The driver's private tables: early, and not to be touched. */
static const void *export_table[2] = { export_table, (void *)0x1234 };
PUBLIC int cuGetExportTable(const void **table, const void *id) { (void)id; *table = export_table; return 0; }

/* What optional parameters mean to a driver. */
PUBLIC int cuMemGetInfo_v2(size_t *free_bytes, size_t *total)
{
    if (free_bytes)
        *free_bytes = 1000;
    if (total)
        *total = 2000;
    return 0;
}

/* A driver that calls back at once. */
PUBLIC int cuLaunchHostFunc(void *stream, void (*function)(void *), void *user) { (void)stream; function(user); return 0; }

/* Loading waits, under a lock of the driver, until another thread has copied. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t copied = PTHREAD_COND_INITIALIZER;
static int copies, is_loading;

PUBLIC int cuModuleLoadData(void **module, const void *image)
{
    struct timespec until;
    int result = 0;
    (void)image;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 10;
    pthread_mutex_lock(&lock);
    is_loading = 1;
    for (int before = copies; before == copies && !result;)
        result = pthread_cond_timedwait(&copied, &lock, &until);
    pthread_mutex_unlock(&lock);
    *module = export_table;
    return result ? 999 : 0;
}

PUBLIC int mini_driver_is_loading(void) { return __atomic_load_n(&is_loading, __ATOMIC_ACQUIRE); }

PUBLIC int cuMemcpyDtoD_v2(pointer to, pointer from, size_t size)
{
    pthread_mutex_lock(&lock);
    memmove((void *)(uintptr_t)to, (void *)(uintptr_t)from, size);
    copies++;
    pthread_cond_broadcast(&copied);
    pthread_mutex_unlock(&lock);
    return 0;
}

/* The hot path: nothing happens here. */
PUBLIC int cuMemcpyDtoDAsync_v2(pointer to, pointer from, size_t size, void *stream) { (void)to, (void)from, (void)size, (void)stream; return 0; }
PUBLIC int cuMemsetD8Async(pointer to, unsigned char value, size_t size, void *stream) { (void)to, (void)value, (void)size, (void)stream; return 0; }
PUBLIC int cuMemAllocHost_v2(void **memory, size_t size) { *memory = calloc(1, size); return 0; }
PUBLIC int cuMemcpyHtoDAsync_v2(pointer to, const void *from, size_t size, void *stream) { (void)to, (void)from, (void)size, (void)stream; return 0; }
PUBLIC int cuMemcpyDtoHAsync_v2(void *to, pointer from, size_t size, void *stream) { (void)to, (void)from, (void)size, (void)stream; return 0; }
PUBLIC int cuModuleGetFunction(void **function, void *module, const char *name) { (void)module, (void)name; *function = &lock; return 0; }
PUBLIC int cuEventRecord(void *event, void *stream) { (void)event, (void)stream; return 0; }
PUBLIC int cuEventQuery(void *event) { (void)event; return 0; }
PUBLIC int cuStreamQuery(void *stream) { (void)stream; return 0; }
PUBLIC int cuStreamWaitEvent(void *stream, void *event, unsigned flags) { (void)stream, (void)event, (void)flags; return 0; }

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

#ifndef OLD_DRIVER
PUBLIC int cuGetProcAddress_v2(const char *symbol, void **function, int version, uint64_t flags, int *status)
{
    int result = find(symbol, function, version, flags);
    if (status)
        *status = result ? 1 : 0;
    return result;
}
#endif
