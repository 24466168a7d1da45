// link: softdev
/* Order and time in the software driver: streams, events, callbacks, values, capture, graphs. */
#include <signal.h>
#include <stdatomic.h>

#include "soft_world.h"

static CUdeviceptr flag; /* pinned word that "spin" kernels wait for */
static volatile int *flag_host;

static CUcontext gate(void)
{
    CUcontext ctx = world();
    void *p;
    OK(cuMemHostAlloc(&p, 4096, 0));
    flag_host = p;
    *flag_host = 0;
    flag = (CUdeviceptr)(uintptr_t)p;
    return ctx;
}

static void hold(CUstream stream) { OK(launch(kernel("spin"), 1, 1, stream, (void *[]){ &flag })); }

/* The kernel reads the word like a device does, without synchronisation that a race detector could
 * see. */
__attribute__((no_sanitize("thread"), noinline)) static void let_go(void) { *flag_host = 1; }

static unsigned word(CUdeviceptr d)
{
    unsigned value = 0xdead;
    OK(cuMemcpyDtoH_v2(&value, d, 4));
    return value;
}

APART(asynchronous)
{
    gate();
    CUstream s;
    CUevent e;
    OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    OK(cuEventCreate(&e, 0));
    OK(cuEventQuery(e));
    hold(s);
    OK(cuEventRecord(e, s));
    GIVES(600, cuStreamQuery(s));
    GIVES(600, cuEventQuery(e));
    let_go();
    OK(cuEventSynchronize(e));
    OK(cuStreamQuery(s));
    OK(cuStreamDestroy_v2(s));
    GIVES(400, cuStreamSynchronize(s));
    GIVES(400, cuStreamDestroy_v2(s));
    CUstream t;
    OK(cuStreamCreate(&t, 0));
    /* values come back at once, as on hardware */
    CHECK(s == t);
    GIVES(709, cuEventRecord((CUevent)t, NULL));
    GIVES(709, cuStreamSynchronize((CUstream)e));
    GIVES(400, cuStreamSynchronize((CUstream)0x1234));
    GIVES(400, cuStreamDestroy_v2(NULL));
    OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    hold(s);
    OK(cuEventRecord(e, s));
    OK(cuStreamDestroy_v2(s));
    let_go();
    OK(cuCtxSynchronize()); /* the stream is gone, its work is not */
    OK(cuEventQuery(e));
    OK(cuEventDestroy_v2(e));
    GIVES(400, cuEventDestroy_v2(e));
    GIVES(400, cuEventRecord(NULL, NULL));
}

APART(default_stream)
{
    gate();
    CUstream blocking, other, aside;
    CUdeviceptr d;
    OK(cuMemAlloc_v2(&d, 64));
    OK(cuMemsetD32_v2(d, 0, 16));
    OK(cuCtxSynchronize());
    OK(cuStreamCreate(&blocking, 0));
    OK(cuStreamCreate(&other, 0));
    OK(cuStreamCreate(&aside, CU_STREAM_NON_BLOCKING));
    hold(blocking);
    OK(cuMemsetD32Async(d, 1, 1, NULL));      /* waits for the blocking stream */
    OK(cuMemsetD32Async(d + 4, 2, 1, other)); /* waits for the default stream */
    OK(cuMemsetD32Async(d + 8, 3, 1, aside));
    OK(cuStreamSynchronize(aside));
    GIVES(600, cuStreamQuery(NULL));
    GIVES(600, cuStreamQuery(other));
    let_go();
    OK(cuCtxSynchronize());
    CHECK_INT(word(d), 1);
    CHECK_INT(word(d + 4), 2);
    CHECK_INT(word(d + 8), 3);
    CHECK(cuStreamQuery(CU_STREAM_PER_THREAD) == 0);
}

APART(events)
{
    gate();
    CUstream s, t;
    CUevent a, b, silent;
    CUdeviceptr d;
    float ms = -1;
    OK(cuMemAlloc_v2(&d, 64));
    OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    OK(cuStreamCreate(&t, CU_STREAM_NON_BLOCKING));
    OK(cuEventCreate(&a, 0));
    OK(cuEventCreate(&b, 0));
    OK(cuEventCreate(&silent, CU_EVENT_DISABLE_TIMING));
    GIVES(400, cuEventElapsedTime(&ms, a, b));
    OK(cuStreamWaitEvent(t, a, 0)); /* never recorded: no wait */
    OK(cuEventRecord(a, s));
    hold(s);
    OK(cuMemsetD32Async(d, 7, 1, s));
    OK(cuEventRecord(b, s));
    OK(cuStreamWaitEvent(t, b, 0));
    OK(cuMemsetD32Async(d, 8, 1, t));
    GIVES(600, cuEventElapsedTime(&ms, a, b));
    GIVES(600, cuStreamQuery(t));
    let_go();
    OK(cuStreamSynchronize(t));
    CHECK_INT(word(d), 8);
    OK(cuEventElapsedTime(&ms, a, b));
    CHECK(ms >= 0);
    OK(cuEventRecord(silent, s));
    OK(cuEventSynchronize(silent));
    GIVES(400, cuEventElapsedTime(&ms, a, silent));
    GIVES(1, cuEventCreate(&a, 64));
}

static int order[4], order_count;
static void note(void *user) { order[order_count++] = (int)(intptr_t)user; }
static CUresult inside;
static void call_inside(void *user)
{
    (void)user;
    inside = cuCtxSynchronize();
}
static void callback(CUstream stream, CUresult status, void *user)
{
    (void)stream;
    note(user);
    inside = status;
}

APART(host_functions)
{
    world();
    CUstream s;
    OK(cuStreamCreate(&s, 0));
    OK(cuLaunchHostFunc(s, note, (void *)1));
    OK(cuStreamAddCallback(s, callback, (void *)2, 0));
    OK(cuLaunchHostFunc(s, note, (void *)3));
    OK(cuStreamSynchronize(s));
    CHECK_INT(order_count, 3);
    CHECK(order[0] == 1 && order[1] == 2 && order[2] == 3);
    OK(cuLaunchHostFunc(s, call_inside, NULL));
    OK(cuStreamSynchronize(s));
    CHECK_INT(inside, 800);
    GIVES(1, cuLaunchHostFunc(s, NULL, NULL));
}

static sigset_t signals_inside;
static pthread_t thread_inside;
static atomic_int stopped;
static void stop(int signal) { stopped += signal == SIGUSR1; }
static void ask_signals(void *user)
{
    (void)user;
    pthread_sigmask(SIG_SETMASK, NULL, &signals_inside);
    thread_inside = pthread_self();
}

/* A collector stops the threads that have called its code, also while they wait for more work. */
APART(signals_of_host_functions)
{
    world();
    CUstream s;
    sigset_t own;
    sigemptyset(&own);
    sigaddset(&own, SIGUSR2);
    pthread_sigmask(SIG_SETMASK, &own, NULL);
    signal(SIGUSR1, stop);
    OK(cuStreamCreate(&s, 0));
    OK(cuLaunchHostFunc(s, ask_signals, NULL));
    OK(cuStreamSynchronize(s));
    CHECK(!sigismember(&signals_inside, SIGUSR1));
    CHECK(sigismember(&signals_inside, SIGUSR2));
    CHECK_INT(pthread_kill(thread_inside, SIGUSR1), 0);
    for (int i = 0; i < 5000 && !stopped; i++)
        usleep(1000);
    CHECK_INT(stopped, 1);
    OK(cuLaunchHostFunc(s, note, NULL));
    OK(cuStreamSynchronize(s));
    CHECK_INT(order_count, 1);
}

APART(values)
{
    gate();
    CUstream s, t;
    OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    OK(cuStreamCreate(&t, CU_STREAM_NON_BLOCKING));
    OK(cuStreamWaitValue32_v2(s, flag, 5, CU_STREAM_WAIT_VALUE_GEQ));
    OK(cuStreamWriteValue32_v2(s, flag + 8, 77, 0));
    GIVES(600, cuStreamQuery(s));
    OK(cuStreamWriteValue32_v2(t, flag, 6, 0));
    OK(cuStreamSynchronize(s));
    CHECK_INT(flag_host[2], 77);
    GIVES(1, cuStreamWaitValue32_v2(s, flag + 1, 5, 0));
    GIVES(1, cuStreamWriteValue32_v2(s, 0, 5, 0));
}

APART(late_and_early_copies)
{
    gate();
    CUstream s;
    CUdeviceptr d;
    void *pinned;
    unsigned pageable = 1;
    OK(cuMemAlloc_v2(&d, 64));
    OK(cuMemHostAlloc(&pinned, 64, 0));
    OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    *(unsigned *)pinned = 1;
    hold(s);
    OK(cuMemcpyHtoDAsync_v2(d, pinned, 4, s));        /* read when the stream gets there */
    OK(cuMemcpyHtoDAsync_v2(d + 4, &pageable, 4, s)); /* read now */
    *(unsigned *)pinned = 2;
    pageable = 2;
    let_go();
    OK(cuStreamSynchronize(s));
    CHECK_INT(word(d), 2);
    CHECK_INT(word(d + 4), 1);
    GIVES(1, cuMemcpyHtoDAsync_v2(d, pinned, 65, s));
}

/* Memory that a graph allocates is there from its launch until somebody frees it: a node, a call,
 * another graph. */
APART(graph_memory)
{
    gate();
    CUstream s;
    CUgraph g = NULL, other = NULL;
    CUgraphExec x, y, z;
    CUdeviceptr d = 0;
    OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    OK(cuStreamBeginCapture_v2(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
    OK(cuMemAllocAsync(&d, 64, s));
    OK(cuMemsetD32Async(d, 7, 16, s));
    OK(cuStreamEndCapture(s, &g));
    OK(cuGraphInstantiateWithFlags(&x, g, 0));
    OK(cuStreamBeginCapture_v2(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
    OK(cuMemFreeAsync(d, s));
    OK(cuStreamEndCapture(s, &other));
    OK(cuGraphInstantiateWithFlags(&y, other, 0));
    GIVES(1, cuMemFree_v2(d));
    OK(cuGraphLaunch(x, s));
    GIVES(1, cuGraphLaunch(x, s));
    OK(cuStreamSynchronize(s));
    CHECK_INT(word(d), 7);
    OK(cuMemFreeAsync(d, s));
    GIVES(1, cuMemFreeAsync(d, s));
    OK(cuGraphLaunch(x, s));
    OK(cuMemFree_v2(d));
    OK(cuGraphLaunch(x, s));
    OK(cuGraphLaunch(y, s));
    OK(cuGraphLaunch(x, s));
    OK(cuGraphInstantiateWithFlags(&z, g, CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH));
    OK(cuGraphLaunch(z, s));
    OK(cuGraphLaunch(z, s));
    OK(cuStreamSynchronize(s));
    CHECK_INT(word(d), 7);
}

/* A stream that was forked into a capture may be destroyed before its end: joined work stays, other
 * work is missed. */
APART(capture_of_a_destroyed_stream)
{
    gate();
    CUstream s;
    CUevent e;
    CUdeviceptr d;
    size_t count = 0;
    OK(cuMemAlloc_v2(&d, 64));
    OK(cuStreamCreate(&s, 0));
    OK(cuEventCreate(&e, 0));
    for (int joined = 0; joined < 2; joined++) {
        CUgraph g = NULL;
        CUstream t;
        OK(cuStreamCreate(&t, 0));
        OK(cuStreamBeginCapture_v2(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
        OK(cuEventRecord(e, s));
        OK(cuStreamWaitEvent(t, e, 0));
        OK(cuMemsetD32Async(d, 7, 1, t));
        OK(cuEventRecord(e, t));
        if (joined)
            OK(cuStreamWaitEvent(s, e, 0));
        OK(cuStreamDestroy_v2(t));
        GIVES(joined ? 0 : 904, cuStreamEndCapture(s, &g));
        if (!joined)
            continue;
        OK(cuGraphGetNodes(g, NULL, &count));
        CHECK_INT(count, 1);
        OK(cuGraphDestroy(g));
    }
}

APART(capture)
{
    gate();
    CUstream s, t;
    CUevent e;
    CUgraph g = NULL;
    CUgraphExec x;
    CUdeviceptr d, other;
    size_t count = 0;
    unsigned n = 4, v = 5;
    CUfunction fill = kernel("fill");
    CUstreamCaptureStatus status;
    OK(cuMemAlloc_v2(&d, 64));
    OK(cuStreamCreate(&s, 0));
    OK(cuStreamCreate(&t, 0));
    OK(cuEventCreate(&e, 0));
    OK(cuStreamBeginCapture_v2(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
    OK(cuMemsetD32Async(d, 0, 16, s));
    OK(cuEventRecord(e, s));
    OK(cuStreamWaitEvent(t, e, 0));
    OK(launch(fill, 1, 4, t, (void *[]){ &d, &n, &v }));
    v = 6;
    OK(cuStreamIsCapturing(t, &status));
    CHECK_INT(status, CU_STREAM_CAPTURE_STATUS_ACTIVE);
    OK(cuEventRecord(e, t));
    OK(cuStreamWaitEvent(s, e, 0));
    OK(cuStreamEndCapture(s, &g));
    OK(cuGraphGetNodes(g, NULL, &count));
    CHECK_INT(count, 2);
    OK(cuGraphGetEdges(g, NULL, NULL, &count));
    CHECK_INT(count, 1);
    OK(cuGraphInstantiateWithFlags(&x, g, 0));
    OK(cuGraphLaunch(x, s));
    OK(cuGraphLaunch(x, t));
    OK(cuCtxSynchronize());
    CHECK_INT(word(d), 5);
    CHECK_INT(word(d + 16), 0);
    OK(cuGraphExecDestroy(x));
    GIVES(1, cuGraphLaunch(x, s));

    OK(cuStreamBeginCapture_v2(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
    GIVES(900, cuMemAlloc_v2(&other, 64));
    GIVES(900, cuStreamSynchronize(s));
    GIVES(901, cuMemsetD32Async(d, 0, 1, s));
    GIVES(901, cuStreamEndCapture(s, &g));
    OK(cuStreamBeginCapture_v2(s, CU_STREAM_CAPTURE_MODE_RELAXED));
    OK(cuMemAlloc_v2(&other, 64));
    GIVES(401, cuStreamEndCapture(t, &g));
    GIVES(906, cuMemcpyHtoD_v2(d, &n, 4));
    GIVES(901, cuStreamEndCapture(s, &g));
    OK(cuStreamBeginCapture_v2(s, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
    OK(cuEventRecord(e, s));
    GIVES(907, cuEventQuery(e));
    GIVES(901, cuStreamEndCapture(s, &g));
    OK(cuStreamBeginCapture_v2(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
    OK(cuEventRecord(e, s));
    OK(cuStreamWaitEvent(t, e, 0));
    OK(cuMemsetD32Async(d, 0, 1, t));
    GIVES(904, cuStreamEndCapture(s, &g));
    GIVES(900, cuStreamBeginCapture_v2(NULL, CU_STREAM_CAPTURE_MODE_GLOBAL));
}

APART(explicit_graph)
{
    gate();
    CUgraph g, clone, child;
    CUgraphNode fill_node, kernel_node, copy_node, host_node, child_node, found;
    CUgraphExec x;
    CUdeviceptr d;
    CUcontext ctx;
    unsigned out[4] = { 0 }, n = 4, v = 3;
    size_t count;
    OK(cuCtxGetCurrent(&ctx));
    OK(cuMemAlloc_v2(&d, 64));
    OK(cuGraphCreate(&g, 0));
    OK(cuGraphCreate(&child, 0));
    CUDA_MEMSET_NODE_PARAMS fill = {
        .dst = d, .value = 1, .elementSize = 4, .width = 16, .height = 1
    };
    OK(cuGraphAddMemsetNode(&fill_node, g, NULL, 0, &fill, ctx));
    CUDA_KERNEL_NODE_PARAMS k = { .func = kernel("fill"),
                                  .gridDimX = 1,
                                  .gridDimY = 1,
                                  .gridDimZ = 1,
                                  .blockDimX = 4,
                                  .blockDimY = 1,
                                  .blockDimZ = 1,
                                  .kernelParams = (void *[]){ &d, &n, &v } };
    OK(cuGraphAddKernelNode_v2(&kernel_node, g, &fill_node, 1, &k));
    CUDA_MEMCPY3D copy = { .srcMemoryType = CU_MEMORYTYPE_DEVICE,
                           .srcDevice = d,
                           .dstMemoryType = CU_MEMORYTYPE_HOST,
                           .dstHost = out,
                           .WidthInBytes = 16,
                           .Height = 1,
                           .Depth = 1 };
    OK(cuGraphAddMemcpyNode(&copy_node, child, NULL, 0, &copy, ctx));
    OK(cuGraphAddChildGraphNode(&child_node, g, &kernel_node, 1, child));
    CUDA_HOST_NODE_PARAMS host = { note, (void *)9 };
    OK(cuGraphAddHostNode(&host_node, g, &child_node, 1, &host));
    GIVES(1, cuGraphAddDependencies(g, &host_node, &host_node, 1));
    OK(cuGraphInstantiateWithFlags(&x, g, 0));
    OK(cuGraphLaunch(x, NULL));
    OK(cuStreamSynchronize(NULL));
    CHECK(out[0] == 3 && out[3] == 3 && order_count == 1);
    v = 4;
    OK(cuGraphExecKernelNodeSetParams_v2(x, kernel_node, &k));
    OK(cuGraphLaunch(x, NULL));
    OK(cuStreamSynchronize(NULL));
    CHECK(out[0] == 4);
    OK(cuGraphNodeSetEnabled(x, kernel_node, 0));
    OK(cuGraphLaunch(x, NULL));
    OK(cuStreamSynchronize(NULL));
    CHECK(out[0] == 1);
    OK(cuGraphClone(&clone, g));
    OK(cuGraphNodeFindInClone(&found, kernel_node, clone));
    OK(cuGraphNodeGetDependencies(found, NULL, &count));
    CHECK_INT(count, 1);
    OK(cuGraphAddDependencies(g, &host_node, &fill_node, 1));
    GIVES(1, cuGraphInstantiateWithFlags(&x, g, 0)); /* a cycle */
    OK(cuGraphDestroy(g));
    GIVES(1, cuGraphDestroy(g));
    GIVES(1, cuGraphAddEmptyNode(&found, g, NULL, 0));
    OK(cuGraphDestroy(clone));
    OK(cuGraphDestroy(child));
}

enum { THREADS = 4, ROUNDS = 200 };
static CUcontext shared_ctx;
static CUdeviceptr shared_memory;
static void *work(void *arg)
{
    unsigned self = (unsigned)(uintptr_t)arg, n = 64, v = self + 1;
    CUstream s;
    CUevent e;
    OK(cuCtxSetCurrent(shared_ctx));
    OK(cuStreamCreate(&s, self & 1 ? CU_STREAM_NON_BLOCKING : 0));
    OK(cuEventCreate(&e, 0));
    CUdeviceptr mine = shared_memory + self * 256;
    for (int i = 0; i < ROUNDS; i++) {
        CUdeviceptr p;
        unsigned got[64];
        OK(cuMemAllocAsync(&p, 256, s));
        OK(launch(kernel("fill"), 1, 64, s, (void *[]){ &p, &n, &v }));
        OK(cuMemcpyDtoDAsync_v2(mine, p, 256, s));
        OK(cuMemFreeAsync(p, s));
        OK(cuEventRecord(e, s));
        OK(cuMemcpyDtoHAsync_v2(got, mine, 256, s));
        if (i % 8 == 0)
            OK(cuEventSynchronize(e));
        OK(cuStreamSynchronize(s));
        if (got[0] != v || got[63] != v) {
            CHECK_INT(got[0], v);
            CHECK_INT(got[63], v);
        }
    }
    OK(cuEventDestroy_v2(e));
    OK(cuStreamDestroy_v2(s));
    return NULL;
}

APART(threads)
{
    pthread_t threads[THREADS];
    shared_ctx = world();
    kernel("fill");
    OK(cuMemAlloc_v2(&shared_memory, THREADS * 256));
    for (uintptr_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    CHECK_INT(seen_faults, 0);
    OK(cuCtxDestroy_v2(shared_ctx));
}

static void never_ends(void)
{
    gate();
    hold(NULL);
    CUcontext ctx;
    OK(cuCtxGetCurrent(&ctx));
    OK(cuCtxDestroy_v2(ctx));
}
TEST(endless_kernel_does_not_hold_the_end) { CHECK_INT(apart(never_ends), 0); }

static void schedules(const char *name)
{
    setenv("INQUEST_SCHEDULE", name, 1);
    world();
    CUstream s;
    CUdeviceptr d;
    OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    OK(cuMemAlloc_v2(&d, 64));
    for (unsigned i = 0; i < 20; i++)
        OK(cuMemsetD32Async(d, i, 16, s));
    OK(cuStreamSynchronize(s));
    CHECK_INT(word(d), 19);
}
APART(late_schedule) { schedules("late"); }
APART(shuffled_schedule) { schedules("shuffle=5"); }

/* The order in which 40 blocks came, folded into a number. */
static unsigned order_with(const char *schedule)
{
    static const char text[] =
        ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry k(.param .u64 p) { .reg .b64 d<4>; .reg .b32 r<3>; ld.param.u64 d0, [p];\n"
        " mov.u32 r0, %ctaid.x; atom.global.add.u32 r1, [d0], 1; mul.wide.u32 d1, r1, 4; add.u64 d2, d0, d1; st.global.u32 [d2+4], r0; ret; }\n";
    int ends[2];
    unsigned folded = 0;
    CHECK(!pipe(ends));
    pid_t child = fork();
    if (!child) {
        CUmodule module;
        CUfunction function;
        CUdeviceptr at;
        unsigned came[41] = { 0 };
        void *params[] = { &at };
        setenv("INQUEST_SCHEDULE", schedule, 1);
        world();
        OK(cuModuleLoadData(&module, text));
        OK(cuModuleGetFunction(&function, module, "k"));
        OK(cuMemAlloc_v2(&at, sizeof came));
        OK(cuMemcpyHtoD_v2(at, came, sizeof came));
        OK(cuLaunchKernel(function, 40, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
        OK(cuMemcpyDtoH_v2(came, at, sizeof came));
        for (int i = 1; i <= 40; i++)
            folded = folded * 31 + came[i];
        CHECK_INT(write(ends[1], &folded, sizeof folded), sizeof folded);
        _exit(0);
    }
    CHECK_INT(read(ends[0], &folded, sizeof folded), sizeof folded);
    CHECK_INT(waitpid(child, NULL, 0), child);
    close(ends[0]);
    close(ends[1]);
    return folded;
}

TEST(each_seed_is_an_order_of_its_own)
{
    unsigned four = order_with("shuffle=4"), five = order_with("shuffle=5");
    CHECK(four != five);
    for (int i = 0; i < 10; i++)
        CHECK_INT(order_with("shuffle=4"), four);
}
