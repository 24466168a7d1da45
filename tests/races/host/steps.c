/* Carries out host programs: steps FILE.  A line of FILE is one step: its kind, stream, memory,
 * offset, bytes, other memory, its offset, event; "end" ends a program.  Each step has a function
 * of its own, step_N for the N-th of the file, so that call stacks tell the steps apart. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cuda.h"

enum { DEVICES = 2, BYTES = 1 << 20, EVENTS = 8, STREAMS = 6, KERNELS = 5 };

struct step { char kind[24], to, from; int stream, event; size_t at, bytes, from_at; };

static const char ptx[] =
    ".version 7.0\n.target sm_50\n.address_size 64\n"
#define KERNEL(name, access)                                                                       \
    ".visible .entry " name "(.param .u64 p, .param .u32 n)\n{\n"                                  \
    " .reg .pred q; .reg .b32 r<9>; .reg .b64 d<8>;\n"                                             \
    " ld.param.u64 d0, [p]; ld.param.u32 r0, [n]; mov.u32 r4, %tid.x;\n"                           \
    " setp.ge.u32 q, r4, r0; @q bra out; mul.wide.u32 d2, r4, 4; add.s64 d3, d0, d2;\n " access    \
    "\nout: ret;\n}\n"
    KERNEL("store", "st.global.u32 [d3], r4;")
    KERNEL("load", "ld.global.u32 r5, [d3];")
    KERNEL("both", "ld.global.u32 r5, [d3]; add.u32 r5, r5, 1; st.global.u32 [d3], r5;")
    KERNEL("atomic", "red.global.add.u32 [d3], 1;")
    /* of the second word on: nothing is certain before it has run */
    KERNEL("later", "setp.eq.u32 q, r4, 0; @q bra out; st.global.u32 [d3], r4;");

static const char *names[KERNELS] = {"store", "load", "both", "atomic", "later"};
static CUcontext contexts[DEVICES];
static CUfunction kernels[DEVICES][KERNELS];
static CUstream streams[DEVICES][STREAMS];
static CUevent events[DEVICES][EVENTS];
static CUdeviceptr memory[128];
static volatile unsigned sink;

static void must(int error, const char *what)
{
    if (!error)
        return;
    printf("%s: error %d\n", what, error);
    fflush(stdout);
    _exit(3);
}
#define R(call) must(call, #call)

static void nothing(void *data) { (void)data; }

static void launch(int kernel, const struct step *s, CUstream stream)
{
    CUdeviceptr p = memory[(int)s->to] + s->at;
    unsigned n = (unsigned)(s->bytes / 4);
    void *arguments[] = {&p, &n};
    R(cuLaunchKernel(kernels[s->stream / STREAMS][kernel], 1, 1, 1, 32, 1, 1, 0, stream, arguments,
                     NULL));
}

static int is_host(char m) { return strchr("phq", m) != NULL; }
static int is_device(char m) { return strchr("deac", m) != NULL; }

static void copy(const struct step *s, CUstream stream, int async)
{
    CUdeviceptr to = memory[(int)s->to] + s->at, from = memory[(int)s->from] + s->from_at;
    void *host_to = (void *)(uintptr_t)to, *host_from = (void *)(uintptr_t)from;
    if (is_host(s->to) && is_device(s->from))
        R(async ? cuMemcpyDtoHAsync(host_to, from, s->bytes, stream)
                : cuMemcpyDtoH(host_to, from, s->bytes));
    else if (is_device(s->to) && is_host(s->from))
        R(async ? cuMemcpyHtoDAsync(to, host_from, s->bytes, stream)
                : cuMemcpyHtoD(to, host_from, s->bytes));
    else
        R(async ? cuMemcpyAsync(to, from, s->bytes, stream) : cuMemcpy(to, from, s->bytes));
}

static void make(char m, CUstream stream)
{
    void *host = NULL;
    if (m == 'q')
        R(cuMemHostAlloc(&host, 4096, CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP));
    else if (m == 'a')
        R(cuMemAllocAsync(&memory['a'], 4096, stream));
    else
        R(cuMemAlloc(&memory[(int)m], 4096));
    if (host)
        memory['q'] = (CUdeviceptr)(uintptr_t)host;
}

static int access_memory(const struct step *s, CUstream stream)
{
    volatile unsigned *host = (volatile unsigned *)(uintptr_t)(memory[(int)s->to] + s->at);
    for (int i = 0; i < KERNELS; i++)
        if (!strcmp(s->kind, names[i])) {
            launch(i, s, stream);
            return 1;
        }
    if (!strcmp(s->kind, "fill"))
        R(cuMemsetD8Async(memory[(int)s->to] + s->at, 1, s->bytes, stream));
    else if (!strcmp(s->kind, "fill_now"))
        R(cuMemsetD8(memory[(int)s->to] + s->at, 1, s->bytes));
    else if (!strcmp(s->kind, "copy"))
        copy(s, stream, 1);
    else if (!strcmp(s->kind, "copy_now"))
        copy(s, stream, 0);
    else if (!strcmp(s->kind, "read"))
        sink = *host;
    else if (!strcmp(s->kind, "write"))
        *host = 7;
    else
        return 0;
    return 1;
}

static int keep_order(const struct step *s, CUstream stream, CUevent event)
{
    if (!strcmp(s->kind, "record"))
        R(cuEventRecord(event, stream));
    else if (!strcmp(s->kind, "wait"))
        R(cuStreamWaitEvent(stream, event, 0));
    else if (!strcmp(s->kind, "sync_event"))
        R(cuEventSynchronize(event));
    else if (!strcmp(s->kind, "query_event"))
        while (cuEventQuery(event) == CUDA_ERROR_NOT_READY)
            usleep(20);
    else if (!strcmp(s->kind, "sync_stream"))
        R(cuStreamSynchronize(stream));
    else if (!strcmp(s->kind, "query_stream"))
        while (cuStreamQuery(stream) == CUDA_ERROR_NOT_READY)
            usleep(20);
    else if (!strcmp(s->kind, "sync_device"))
        R(cuCtxSynchronize());
    else if (!strcmp(s->kind, "function"))
        R(cuLaunchHostFunc(stream, nothing, NULL));
    else
        return 0;
    return 1;
}

static void execute(const struct step *s)
{
    int device = s->stream / STREAMS;
    CUstream stream = streams[device][s->stream % STREAMS];
    CUevent event = events[s->event / EVENTS][s->event % EVENTS];
    if (access_memory(s, stream) || keep_order(s, stream, event))
        return;
    if (!strcmp(s->kind, "make"))
        make(s->to, stream);
    else if (!strcmp(s->kind, "free_async"))
        R(cuMemFreeAsync(memory[(int)s->to], stream));
    else if (!strcmp(s->kind, "free"))
        R(s->to == 'q' ? cuMemFreeHost((void *)(uintptr_t)memory['q'])
                       : cuMemFree(memory[(int)s->to]));
    else
        must(1, s->kind);
}

#define STEP(n) static void step_##n(const struct step *s) { execute(s); __asm__ volatile(""); }
#define NAME(n) step_##n,
#define TEN(X, n) X(n##0) X(n##1) X(n##2) X(n##3) X(n##4) X(n##5) X(n##6) X(n##7) X(n##8) X(n##9)
#define HUNDRED(X, n) TEN(X, n##0) TEN(X, n##1) TEN(X, n##2) TEN(X, n##3) TEN(X, n##4) \
    TEN(X, n##5) TEN(X, n##6) TEN(X, n##7) TEN(X, n##8) TEN(X, n##9)
#define ALL(X) HUNDRED(X, 1) HUNDRED(X, 2) HUNDRED(X, 3) HUNDRED(X, 4) HUNDRED(X, 5) \
    HUNDRED(X, 6) HUNDRED(X, 7) HUNDRED(X, 8) HUNDRED(X, 9) HUNDRED(X, 10) HUNDRED(X, 11) \
    HUNDRED(X, 12) HUNDRED(X, 13) HUNDRED(X, 14) HUNDRED(X, 15) HUNDRED(X, 16) HUNDRED(X, 17) \
    HUNDRED(X, 18) HUNDRED(X, 19) HUNDRED(X, 20)
ALL(STEP)
static void (*const steps[])(const struct step *) = {ALL(NAME)};

static void prepare(int device)
{
    CUmodule module;
    R(cuDevicePrimaryCtxRetain(&contexts[device], device));
    R(cuCtxSetCurrent(contexts[device]));
    R(cuModuleLoadData(&module, ptx));
    for (int i = 0; i < KERNELS; i++)
        R(cuModuleGetFunction(&kernels[device][i], module, names[i]));
    streams[device][0] = CU_STREAM_LEGACY;
    streams[device][1] = CU_STREAM_PER_THREAD;
    for (int i = 2; i < STREAMS; i++)
        R(cuStreamCreate(&streams[device][i], i < 4 ? CU_STREAM_DEFAULT : CU_STREAM_NON_BLOCKING));
    for (int i = 0; i < EVENTS; i++)
        R(cuEventCreate(&events[device][i], CU_EVENT_DISABLE_TIMING));
    R(cuMemAlloc(&memory[device ? 'e' : 'd'], BYTES));
    R(cuMemsetD8(memory[device ? 'e' : 'd'], 0, BYTES));
}

static void synchronize(int devices)
{
    for (int i = devices; i-- > 0;) {
        R(cuCtxSetCurrent(contexts[i]));
        R(cuCtxSynchronize());
    }
}

int main(int argc, char **argv)
{
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    struct step s;
    void *host;
    int devices = 0, current = 0;
    R(!file);
    R(cuInit(0));
    R(cuDeviceGetCount(&devices));
    devices = devices > DEVICES ? DEVICES : devices;
    for (int i = 0; i < devices; i++)
        prepare(i);
    R(cuMemAllocManaged(&memory['m'], BYTES, CU_MEM_ATTACH_GLOBAL));
    R(cuMemHostAlloc(&host, BYTES, CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP));
    memory['p'] = (CUdeviceptr)(uintptr_t)memset(host, 0, BYTES);
    memory['h'] = (CUdeviceptr)(uintptr_t)calloc(1, BYTES);
    memset((void *)(uintptr_t)memory['m'], 0, BYTES);
    synchronize(devices);
    for (size_t n = 0; fscanf(file, "%23s", s.kind) == 1;) {
        if (!strcmp(s.kind, "end")) {
            synchronize(devices);
            current = 0;
            continue;
        }
        R(fscanf(file, "%d %c %zu %zu %c %zu %d", &s.stream, &s.to, &s.at, &s.bytes, &s.from,
                 &s.from_at, &s.event) != 7);
        if (s.stream / STREAMS != current)
            R(cuCtxSetCurrent(contexts[current = s.stream / STREAMS]));
        R(n >= sizeof steps / sizeof *steps);
        steps[n++](&s);
    }
    return 0;
}
