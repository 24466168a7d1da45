/* A correct program of several threads, for hours: copies, kernels, streams, events, graphs and pinned memory, with what the arguments
 * ask for beside them.  Ends with 1 if a result is wrong.  Goes on after SECONDS, up to three times as long, until there
 * were twice WARM rounds.  Prints its resident KiB after WARM rounds (0: there were fewer) and at the end, and its rounds.
 *     program SECONDS [fork] [signal] [dlopen=FILE] [close] [coroutine] */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "cuda_runtime.h"

enum { THREADS = 4, COUNT = 256, BYTES = COUNT * 4, WARM = 60000, COROUTINES = 3, STACK_BYTES = 256 << 10 };

static const char ptx[] =
    ".version 7.0\n.target sm_50\n.address_size 64\n"
    ".visible .entry add(.param .u64 p, .param .u32 v) { .reg .b32 r<4>; .reg .b64 d<4>;\n"
    " ld.param.u64 d0, [p]; ld.param.u32 r0, [v]; mov.u32 r1, %tid.x; mul.wide.u32 d1, r1, 4; add.s64 d2, d0, d1;\n"
    " ld.global.u32 r2, [d2]; add.s32 r3, r2, r0; st.global.u32 [d2], r3; ret; }\n";
KERNEL(add)

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + (double)at.tv_nsec * 1e-9;
}

static double end_time, last_time;
static atomic_int wrong;
static atomic_long rounds, signals;

/* Coroutines of a thread, each with a stack of its own, which take turns between their calls. */
static bool in_coroutines;
static __thread ucontext_t turns[COROUTINES];
static __thread int turn;

static void yield(void)
{
    int mine = turn;
    if (!in_coroutines)
        return;
    turn = (mine + 1) % COROUTINES;
    swapcontext(&turns[mine], &turns[turn]);
}

static bool is_right(const int *host, int value)
{
    for (int i = 0; i < COUNT; i++)
        if (host[i] != i + value)
            return false;
    return true;
}

/* One round of the runtime: there, one kernel, back. */
static int by_stream(cudaStream_t stream, int value)
{
    int *pinned, *device;
    cudaEvent_t done;
    if (cudaMallocHost((void **)&pinned, BYTES) || cudaMalloc((void **)&device, BYTES) || cudaEventCreate(&done))
        return 1;
    for (int i = 0; i < COUNT; i++)
        pinned[i] = i;
    cudaMemcpyAsync(device, pinned, BYTES, cudaMemcpyHostToDevice, stream);
    yield();
    LAUNCH(add, 1, COUNT, 0, stream, &device, &value);
    yield();
    cudaMemcpyAsync(pinned, device, BYTES, cudaMemcpyDeviceToHost, stream);
    cudaEventRecord(done, stream);
    yield();
    int bad = cudaEventSynchronize(done) || !is_right(pinned, value);
    return cudaEventDestroy(done) || cudaFree(device) || cudaFreeHost(pinned) || bad;
}

/* The same as a graph of the driver API, twice. */
static int by_graph(CUstream stream, int value)
{
    int host[COUNT];
    CUdeviceptr device;
    CUmodule module;
    CUfunction function;
    CUgraph graph;
    CUgraphExec exec;
    CUgraphNode node;
    void *arguments[] = { &device, &value };
    for (int i = 0; i < COUNT; i++)
        host[i] = i;
    if (cuMemAlloc(&device, BYTES) || cuModuleLoadData(&module, ptx) || cuModuleGetFunction(&function, module, "add") || cuGraphCreate(&graph, 0))
        return 1;
    CUDA_KERNEL_NODE_PARAMS kernel = { function, 1, 1, 1, COUNT, 1, 1, 0, arguments };
    int bad = cuMemcpyHtoD(device, host, BYTES) || cuGraphAddKernelNode_v2(&node, graph, NULL, 0, &kernel) || cuGraphInstantiateWithFlags(&exec, graph, 0);
    bad |= cuGraphLaunch(exec, stream) || cuGraphLaunch(exec, stream) || cuStreamSynchronize(stream) || cuMemcpyDtoH(host, device, BYTES);
    bad |= !is_right(host, 2 * value);
    return cuGraphExecDestroy(exec) || cuGraphDestroy(graph) || cuModuleUnload(module) || cuMemFree(device) || bad;
}

static bool is_over(void)
{
    double time = now();
    return wrong || time >= last_time || (time >= end_time && rounds >= 2 * WARM);
}

static void work(int number)
{
    for (int round = 0; !is_over(); round++) {
        cudaStream_t stream;
        int value = round + number;
        int bad = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) || by_stream(stream, value);
        bad |= round % 8 == 0 && by_graph((CUstream)stream, value);
        bad |= cudaStreamDestroy(stream) != 0;
        if (bad)
            wrong = 1;
        rounds++;
    }
}

static __thread int ended;

static void work_in_turns(int number)
{
    work(number);
    for (ended++; ended < COROUTINES;)
        yield();
}

static void *start(void *number)
{
    ucontext_t back;
    char *stacks = in_coroutines ? malloc(COROUTINES * (size_t)STACK_BYTES) : NULL;
    if (!stacks) {
        work((int)(intptr_t)number);
        return NULL;
    }
    for (int i = 0; i < COROUTINES; i++) {
        getcontext(&turns[i]);
        turns[i].uc_stack.ss_sp = stacks + i * (size_t)STACK_BYTES;
        turns[i].uc_stack.ss_size = STACK_BYTES;
        turns[i].uc_link = &back;
        makecontext(&turns[i], (void (*)(void))work_in_turns, 1, (int)(intptr_t)number + i);
    }
    swapcontext(&back, &turns[0]);
    free(stacks);
    return NULL;
}

static void on_signal(int number)
{
    (void)number;
    signals++;
}

static int fork_once(int count)
{
    int status = 1;
    pid_t child = fork();
    if (!child) {
        if (count % 2)
            execl("/bin/true", "true", (char *)NULL);
        _exit(0);
    }
    return child < 0 || waitpid(child, &status, 0) != child || status;
}

static int open_once(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    return !library || dlclose(library);
}

static long resident(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%*d %ld", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

int main(int argc, char **argv)
{
    bool forks = false;
    const char *library = NULL;
    double seconds = argc > 1 ? atof(argv[1]) : 1;
    end_time = now() + seconds;
    last_time = end_time + 2 * seconds;
    void **registered = test_register_ptx(ptx);
    REGISTER_KERNEL(registered, add);
    for (int i = 2; i < argc; i++) {
        forks |= !strcmp(argv[i], "fork");
        in_coroutines |= !strcmp(argv[i], "coroutine");
        if (!strncmp(argv[i], "dlopen=", 7))
            library = argv[i] + 7;
        if (!strcmp(argv[i], "close"))
            for (int fd = 3; fd < 256; fd++)
                close(fd);
        if (!strcmp(argv[i], "signal")) {
            struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
            struct itimerval every = { { 0, 1000 }, { 0, 1000 } };
            sigaction(SIGALRM, &action, NULL);
            setitimer(ITIMER_REAL, &every, NULL);
        }
    }
    pthread_t threads[THREADS];
    for (intptr_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, start, (void *)i);
    long first = 0;
    for (int count = 0; !is_over(); count++) {
        if ((forks && fork_once(count)) || (library && open_once(library)))
            wrong = 2;
        if (!first && rounds > WARM)
            first = resident();
        usleep(2000);
    }
    long last = resident();
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    printf("%ld %ld %ld\n", first, last, (long)rounds);
    return wrong != 0;
}
