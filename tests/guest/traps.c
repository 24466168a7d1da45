/* Things that other interposers stumbled over, by argv[1]; docs/interposition.md has the list.  Prints what the program itself
 * can see; run_guest.py checks that, and that the calls were seen from outside. */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef unsigned long long pointer;
typedef int (*init_fn)(unsigned);
typedef int (*alloc_fn)(pointer *, size_t);
typedef int (*info_fn)(size_t *, size_t *);
typedef int (*table_fn)(const void **, const void *);
typedef int (*copy_fn)(pointer, pointer, size_t);
typedef int (*host_copy_fn)(pointer, const void *, size_t);
typedef int (*async_copy_fn)(pointer, pointer, size_t, void *);
typedef int (*fill_fn)(pointer, unsigned char, size_t, void *);
typedef int (*create_fn)(void **, unsigned);
typedef int (*load_fn)(void **, const void *);
typedef int (*host_func_fn)(void *, void (*)(void *), void *);
typedef int (*record_fn)(void *, void *);
typedef int (*query_fn)(void *);
typedef int (*host_async_fn)(pointer, const void *, size_t, void *);
typedef int (*function_fn)(void **, void *, const char *);
typedef int (*launch_fn)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);
typedef int (*wait_fn)(void *, void *, unsigned);

static void *library;

static void *get(const char *name)
{
    if (!library)
        library = dlopen("libcuda.so.1", RTLD_NOW);
    void *found = library ? dlsym(library, name) : NULL;
    if (!found) {
        printf("no %s: %s\n", name, dlerror());
        exit(1);
    }
    return found;
}

static void init(void) { printf("init %d\n", ((init_fn)get("cuInit"))(0)); }

/* The private table is asked for before anything else; it is the driver's own. */
static int table_first(void)
{
    const void *table = NULL;
    int result = ((table_fn)get("cuGetExportTable"))(&table, "an id of 16 bytes");
    printf("table %d %d\n", result, table && *(const void *const *)table == table);
    return 0;
}

/* A name that the driver does not have is not there, although the guest has a wrapper for it. */
static int old_driver(void)
{
    get("cuInit");
    void *found = dlsym(library, "cuGetProcAddress_v2");
    const char *text = dlerror();
    printf("v2 %d error %d\n", found != NULL, text && strstr(text, "cuGetProcAddress_v2"));
    printf("old %d\n", dlsym(library, "cuGetProcAddress") != NULL);
    init();
    printf("still %d\n", dlsym(library, "cuGetProcAddress_v2") != NULL);
    return 0;
}

/* Libraries with names like the driver's, and one that has a cuInit of its own, answer for themselves. */
static int other_library(const char *path)
{
    void *other = dlopen(path, RTLD_NOW);
    init_fn own = (init_fn)dlsym(other, "cuInit");
    init();
    printf("own %d blas %d future %d\n", own(0), ((init_fn)dlsym(other, "cublasCreate_v2"))(0), dlsym(other, "cuMemAlloc_v2") == NULL);
    return 0;
}

static int null_outputs(void)
{
    size_t total = 0;
    init();
    info_fn info = (info_fn)get("cuMemGetInfo_v2");
    int results[3] = { info(NULL, &total), info(NULL, NULL), info(&total, NULL) };
    printf("info %d %d %d\n", results[0], results[1], results[2]);
    return 0;
}

static sigjmp_buf back;
static void leap(void *user) { siglongjmp(back, *(int *)user); }

/* A call that is left by longjmp: what comes next is not nested in it. */
static int jumps(void)
{
    int value = 1;
    pointer memory = 0;
    init();
    ((alloc_fn)get("cuMemAlloc_v2"))(&memory, 64);
    for (volatile int i = 1; i <= 100; i++) {
        value = 5;
        int came = sigsetjmp(back, 0);
        if (!came)
            ((host_func_fn)get("cuLaunchHostFunc"))(NULL, leap, &value);
        if (came != 5)
            return 1;
    }
    printf("copy %d\n", ((host_copy_fn)get("cuMemcpyHtoD_v2"))(memory, &value, sizeof value));
    return 0;
}

/* Calls of which nothing can be learnt pass by themselves; each is counted once, whatever happens on its way. */
static void leave_signal(int number) { (void)number; siglongjmp(back, 1); }
static int queries(void)
{
    int device, results[3];
    pointer memory = 0;
    init();
    int (*ask)(int *) = (int (*)(int *))get("cuCtxGetDevice");
    alloc_fn allocate = (alloc_fn)get("cuMemAlloc_v2");
    signal(SIGUSR1, leave_signal);
    for (int i = 0; i < 1000; i++)
        if (device = 0, ask(&device) || device)
            return 1;
    for (volatile int i = 0; i < 10; i++) /* what comes next is not nested in it */
        if (!sigsetjmp(back, 1))
            device = 1, ask(&device);
    results[0] = allocate(&memory, 64);
    for (int i = 0; i < 10; i++) /* is more than a question */
        device = 2, results[1] = ask(&device);
    for (int i = 0; i < 10; i++)
        results[2] = ((int (*)(int *, int))get("cuDeviceGet"))(&device, 5);
    results[0] += allocate(&memory, 64);
    printf("queries %d %d %d\n", results[0], results[1], results[2]);
    return 0;
}

static void *load(void *user)
{
    void *module = NULL;
    *(int *)user = ((load_fn)get("cuModuleLoadData"))(&module, "\n.version 7.0\n.target sm_50\n.address_size 64\n");
    return NULL;
}

/* One call blocks in the driver until another thread's call has gone through. */
static int blocked(void)
{
    pthread_t thread;
    int loaded = -1;
    pointer a = 0, b = 0;
    init();
    ((alloc_fn)get("cuMemAlloc_v2"))(&a, 64);
    ((alloc_fn)get("cuMemAlloc_v2"))(&b, 64);
    pthread_create(&thread, NULL, load, &loaded);
    int (*is_loading)(void) = (int (*)(void))dlsym(dlopen(getenv("MINI_DRIVER"), RTLD_NOW), "mini_driver_is_loading");
    while (!is_loading())
        usleep(1000);
    int copied = ((copy_fn)get("cuMemcpyDtoD_v2"))(a, b, 64);
    pthread_join(thread, NULL);
    printf("load %d copy %d\n", loaded, copied);
    return 0;
}

enum { THREADS = 8 };
static pthread_barrier_t barrier;

static void *first_calls(void *user)
{
    pointer memory = 0;
    int *result = user;
    pthread_barrier_wait(&barrier);
    void *own = dlopen("libcuda.so.1", RTLD_NOW);
    *result |= ((init_fn)dlsym(own, "cuInit"))(0);
    *result |= ((alloc_fn)dlsym(own, "cuMemAlloc_v2"))(&memory, 64);
    for (int i = 0; i < 1000; i++)
        *result |= ((host_copy_fn)dlsym(own, "cuMemcpyHtoD_v2"))(memory, result, sizeof *result);
    return NULL;
}

/* The first calls of all come from many threads at once, which also use the dynamic linker. */
static int race(void)
{
    pthread_t threads[THREADS];
    int results[THREADS] = { 0 }, sum = 0;
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, first_calls, &results[i]);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        sum |= results[i];
    }
    printf("race %d\n", sum);
    return 0;
}

/* After the first calls, launches, copies, records and queries make no system call: the kernel would kill the process. */
static int strict(void)
{
    pointer a = 0, b = 0;
    void *stream = NULL, *event = NULL, *pinned = NULL, *function = NULL, *heap = malloc(4096), *arguments[] = { &a };
    int bad = 0;
    init();
    fflush(stdout);
    ((alloc_fn)get("cuMemAlloc_v2"))(&a, 4096);
    ((alloc_fn)get("cuMemAlloc_v2"))(&b, 4096);
    ((int (*)(void **, size_t))get("cuMemAllocHost_v2"))(&pinned, 4096);
    ((create_fn)get("cuStreamCreate"))(&stream, 1);
    ((create_fn)get("cuEventCreate"))(&event, 2);
    ((function_fn)get("cuModuleGetFunction"))(&function, &a, "k");
    async_copy_fn copy = (async_copy_fn)get("cuMemcpyDtoDAsync_v2");
    host_async_fn up = (host_async_fn)get("cuMemcpyHtoDAsync_v2");
    fill_fn fill = (fill_fn)get("cuMemsetD8Async");
    launch_fn launch = (launch_fn)get("cuLaunchKernel");
    record_fn record = (record_fn)get("cuEventRecord");
    query_fn query = (query_fn)get("cuStreamQuery"), ask = (query_fn)get("cuEventQuery"), synchronise = (query_fn)get("cuStreamSynchronize");
    wait_fn wait = (wait_fn)get("cuStreamWaitEvent");
    for (int i = 0; i < 2000; i++) {
        if (i == 1000 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT))
            return 77;
        bad |= copy(a, b, 4096, stream) | fill(b, 0, 4096, stream) | record(event, stream) | ask(event) | wait(stream, event, 0) | query(stream);
        bad |= up(a, pinned, 4096, stream) | up(b, heap, 4096, stream) | launch(function, 1, 1, 1, 32, 1, 1, 0, stream, arguments, NULL);
        if (i % 16 == 0)
            bad |= synchronise(stream);
    }
    char text[] = "strict 0\n";
    text[7] = (char)('0' + (bad != 0));
    syscall(SYS_write, 1, text, sizeof text - 1);
    syscall(SYS_exit, bad);
    return 1;
}

/* Children of a program that has cleared its environment, by the functions that use that environment. */
static int cleared(const char *self)
{
    char command[4200];
    FILE *pipe;
    snprintf(command, sizeof command, "%s child", self);
    clearenv();
    printf("system %d\n", system(command));
    fflush(stdout);
    pipe = popen(command, "r");
    while (pipe && fgets(command, sizeof command, pipe))
        fputs(command, stdout);
    printf("popen %d environ %d\n", pipe ? pclose(pipe) : -1, environ == NULL || !*environ);
    fflush(stdout);
    return execv(self, (char *[]){ (char *)(uintptr_t)self, (char *)(uintptr_t)"child", NULL });
}

/* The descriptors that the guest may hold are closed by the program and taken for files of its own. */
static int closed(void)
{
    pointer memory = 0;
    init();
    for (int fd = 3; fd < 64; fd++)
        close(fd);
    char name[] = "/tmp/inquest-closed-XXXXXX";
    int fd = mkstemp(name);
    unlink(name);
    for (int i = 0; i < 20; i++)
        dup(fd);
    ((alloc_fn)get("cuMemAlloc_v2"))(&memory, 64);
    ((host_copy_fn)get("cuMemcpyHtoD_v2"))(memory, (void *)16, 4);
    printf("written %d\n", (int)lseek(fd, 0, SEEK_END));
    return 0;
}

static void *work_in_constructor(void *user)
{
    pointer memory = 0;
    *(int *)user = ((alloc_fn)get("cuMemAlloc_v2"))(&memory, 64) | (((host_copy_fn)get("cuMemcpyHtoD_v2"))(memory, (void *)16, 4) != 1);
    return NULL;
}

/* Called by the constructor of a library (constructing.c), so under the dynamic linker's lock, which waits for a thread. */
int traps_work(void);
int traps_work(void)
{
    pthread_t thread;
    int result = -1;
    pthread_create(&thread, NULL, work_in_constructor, &result);
    pthread_join(thread, NULL);
    return result;
}

static int constructor(const char *path)
{
    init();
    void *other = dlopen(path, RTLD_NOW);
    printf("constructed %d\n", other ? *(int *)dlsym(other, "constructed") : -1);
    return 0;
}

/* The library brings a runtime of its own, which goes and comes with it. */
static int reopen(const char *path)
{
    int bad = 0;
    for (int i = 0; i < 5; i++) {
        void *other = dlopen(path, RTLD_NOW);
        int (*run)(void) = other ? (int (*)(void))dlsym(other, "guest_lib_run") : NULL;
        bad |= !run || run() || dlclose(other);
        fflush(stdout);
    }
    printf("reopened %d\n", bad);
    return 0;
}

static int stop;
static void *context;

static void *call_all_the_time(void *user)
{
    int *result = user, value = 0;
    pointer memory = 0;
    *result = ((query_fn)get("cuCtxSetCurrent"))(context) | ((alloc_fn)get("cuMemAlloc_v2"))(&memory, 64);
    while (!__atomic_load_n(&stop, __ATOMIC_RELAXED))
        *result |= ((host_copy_fn)get("cuMemcpyHtoD_v2"))(memory, &value, sizeof value);
    return NULL;
}

/* Libraries with runtimes are opened, and patched, while other threads make calls. */
static int crowd(char **paths)
{
    pthread_t threads[THREADS];
    int results[THREADS] = { 0 }, bad = ((init_fn)get("cuInit"))(0);
    bad |= ((int (*)(void **, int))get("cuDevicePrimaryCtxRetain"))(&context, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, call_all_the_time, &results[i]);
    for (; *paths; paths++) {
        void *other = dlopen(*paths, RTLD_NOW);
        int (*run)(void) = other ? (int (*)(void))dlsym(other, "guest_lib_run") : NULL;
        bad |= !run || run();
    }
    __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        bad |= results[i];
    }
    printf("crowd %d\n", bad);
    return 0;
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    if (!strcmp(mode, "table")) return table_first();
    if (!strcmp(mode, "old")) return old_driver();
    if (!strcmp(mode, "other")) return other_library(argv[2]);
    if (!strcmp(mode, "null")) return null_outputs();
    if (!strcmp(mode, "jumps")) return jumps();
    if (!strcmp(mode, "queries")) return queries();
    if (!strcmp(mode, "blocked")) return blocked();
    if (!strcmp(mode, "race")) return race();
    if (!strcmp(mode, "strict")) return strict();
    if (!strcmp(mode, "cleared")) return cleared(argv[0]);
    if (!strcmp(mode, "closed")) return closed();
    if (!strcmp(mode, "constructor")) return constructor(argv[2]);
    if (!strcmp(mode, "reopen")) return reopen(argv[2]);
    if (!strcmp(mode, "crowd")) return crowd(argv + 2);
    if (!strcmp(mode, "child")) { init(); return 0; }
    fprintf(stderr, "unknown mode %s\n", mode);
    return 2;
}
