/* What docs/order.md says that calls guarantee, measured: each line is a claim, what the machine did, and whether that agrees.  Behind a kernel that
 * holds the device for a while it is seen whether a call waits for it.  A claim "may" holds either way: no program can rely on it.
 * Build: nvcc -o order_facts order_facts.cu; run on a real GPU.  Ends with 1 if a claim does not hold. */
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

static const size_t LARGE = 8 << 20;
static const double HOLD_MS = 60, WAITED_MS = 30;
static int wrong;
static long hold_cycles;
static cudaStream_t blocking, free_stream;
static char *device, *other, *pinned, *pinned2, *pageable, *registered;

__global__ void hold(long cycles) { long start = clock64(); while (clock64() - start < cycles) { } }
__global__ void set(char *to, char value, size_t n) { for (size_t i = threadIdx.x; i < n; i += blockDim.x) to[i] = value; }

static double now()
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static void must(cudaError_t e, int line)
{
    if (e != cudaSuccess) {
        printf("line %d: %s\n", line, cudaGetErrorName(e));
        exit(2);
    }
}
#define R(x) must(x, __LINE__)

static void idle() { R(cudaDeviceSynchronize()); }

enum expected { NO, YES, MAY };
static void say(const char *claim, bool seen, expected wanted)
{
    bool agrees = wanted == MAY || seen == (wanted == YES);
    wrong += !agrees;
    printf("%-76s %-3s %s\n", claim, seen ? "yes" : "no", wanted == MAY ? "(either)" : agrees ? "ok" : "WRONG");
}

/* Does [call], made while [stream] is held, return only after the hold is over? */
template <class F> static bool waits(cudaStream_t stream, F call)
{
    idle();
    hold<<<1, 1, 0, stream>>>(hold_cycles);
    double start = now();
    call();
    bool waited = now() - start > WAITED_MS;
    idle();
    return waited;
}

/* Is [stream] still busy when [call] has returned, with nothing else under way? */
template <class F> static bool is_left_busy(cudaStream_t stream, F call)
{
    bool busy = false;
    for (int i = 0; i < 20 && !busy; i++) {
        idle();
        call();
        busy = cudaStreamQuery(stream) == cudaErrorNotReady;
    }
    cudaGetLastError();
    idle();
    return busy;
}

__global__ void look(const char *at, size_t n, char value, int *late) { if (at[n - 1] != value || at[n / 2] != value || at[0] != value) *late = 1; }

/* Does a kernel on a non-blocking stream see all of a copy of [n] bytes from pageable memory that has returned? */
static bool arrives(size_t n)
{
    int *late;
    R(cudaMallocHost((void **)&late, sizeof *late));
    *late = 0;
    for (int i = 0; i < 300; i++) {
        memset(pageable, i, n);
        R(cudaMemcpy(device, pageable, n, cudaMemcpyHostToDevice));
        look<<<1, 1, 0, free_stream>>>(device, n, (char)i, late);
        R(cudaStreamSynchronize(free_stream));
    }
    idle();
    bool in_time = !*late;
    R(cudaFreeHost(late));
    return in_time;
}

static void calibrate()
{
    hold_cycles = 1000;
    R((hold<<<1, 1>>>(hold_cycles), cudaDeviceSynchronize()));
    double start = now();
    hold<<<1, 1>>>(20000000);
    idle();
    hold_cycles = (long)(20000000 * HOLD_MS / (now() - start));
}

static void copies()
{
    size_t small = 1000;
    say("cudaMemcpy to pageable memory is complete", !is_left_busy(0, [] { R(cudaMemcpy(pageable, device, LARGE, cudaMemcpyDeviceToHost)); }), YES);
    say("cudaMemcpy to pinned memory is complete", !is_left_busy(0, [] { R(cudaMemcpy(pinned, device, LARGE, cudaMemcpyDeviceToHost)); }), YES);
    say("cudaMemcpy from pinned memory is complete", !is_left_busy(0, [] { R(cudaMemcpy(device, pinned, LARGE, cudaMemcpyHostToDevice)); }), YES);
    say("cudaMemcpy from registered memory is complete", !is_left_busy(0, [] { R(cudaMemcpy(device, registered, LARGE, cudaMemcpyHostToDevice)); }), YES);
    for (size_t n = 1 << 10; n <= LARGE; n *= 4) {
        char text[80];
        snprintf(text, sizeof text, "cudaMemcpy of %zu KiB from pageable memory is complete", n >> 10);
        say(text, !is_left_busy(0, [n] { R(cudaMemcpy(device, pageable, n, cudaMemcpyHostToDevice)); }), MAY);
        snprintf(text, sizeof text, "what it copied is there for a non-blocking stream");
        say(text, arrives(n), n <= 64 << 10 ? YES : MAY);
    }
    say("cudaMemcpy device to device waits", waits(0, [] { R(cudaMemcpy(device, other, LARGE, cudaMemcpyDeviceToDevice)); }), NO);
    say("cudaMemset of device memory waits for the stream", waits(0, [] { R(cudaMemset(device, 1, LARGE)); }), NO);
    say("cudaMemset of pinned memory waits for the stream", waits(0, [] { R(cudaMemset(pinned, 1, LARGE)); }), MAY);
    say("cudaMemcpyAsync from pinned memory waits", waits(free_stream, [] { R(cudaMemcpyAsync(device, pinned, LARGE, cudaMemcpyHostToDevice, free_stream)); }), NO);
    say("cudaMemcpyAsync to pinned memory waits", waits(free_stream, [] { R(cudaMemcpyAsync(pinned, device, LARGE, cudaMemcpyDeviceToHost, free_stream)); }), NO);
    say("cudaMemcpyAsync from registered memory waits", waits(free_stream, [] { R(cudaMemcpyAsync(device, registered, LARGE, cudaMemcpyHostToDevice, free_stream)); }), NO);
    say("cudaMemcpyAsync to pageable memory waits", waits(free_stream, [] { R(cudaMemcpyAsync(pageable, device, LARGE, cudaMemcpyDeviceToHost, free_stream)); }), YES);
    say("cudaMemcpyAsync of 1000 bytes to pageable memory waits", waits(free_stream, [=] { R(cudaMemcpyAsync(pageable, device, small, cudaMemcpyDeviceToHost, free_stream)); }), YES);
    say("cudaMemcpyAsync of 1000 bytes from pageable memory waits", waits(free_stream, [=] { R(cudaMemcpyAsync(device, pageable, small, cudaMemcpyHostToDevice, free_stream)); }), MAY);
    say("cudaMemcpyAsync of 8 MiB from pageable memory waits", waits(free_stream, [] { R(cudaMemcpyAsync(device, pageable, LARGE, cudaMemcpyHostToDevice, free_stream)); }), MAY);
    say("cudaMemcpyAsync from pinned to pinned memory waits", waits(free_stream, [=] { R(cudaMemcpyAsync(pinned2, pinned, small, cudaMemcpyHostToHost, free_stream)); }), YES);
    say("cudaMemcpyAsync from pageable to pageable memory waits", waits(free_stream, [=] { R(cudaMemcpyAsync(pageable, pageable + LARGE, small, cudaMemcpyHostToHost, free_stream)); }), YES);
    for (size_t n = 4; n <= 4096; n *= 32) {
        say("cudaMemcpy from pageable to pageable memory waits for a blocking stream", waits(blocking, [=] { R(cudaMemcpy(pageable, pageable + LARGE, n, cudaMemcpyHostToHost)); }), YES);
        say("cudaMemcpy from pageable to pageable memory waits for a non-blocking stream", waits(free_stream, [=] { R(cudaMemcpy(pageable, pageable + LARGE, n, cudaMemcpyHostToHost)); }), NO);
    }
    say("cudaMemcpy from pinned to pinned memory waits for a blocking stream", waits(blocking, [=] { R(cudaMemcpy(pinned2, pinned, small, cudaMemcpyHostToHost)); }), YES);
    for (size_t n = small; n <= LARGE; n += LARGE - small) {
        idle();
        memset(pageable, 3, n);
        hold<<<1, 1, 0, free_stream>>>(hold_cycles);
        R(cudaMemcpyAsync(device, pageable, n, cudaMemcpyHostToDevice, free_stream));
        memset(pageable, 4, n);
        idle();
        R(cudaMemcpy(pinned, device, n, cudaMemcpyDeviceToHost));
        say(n == small ? "cudaMemcpyAsync of 1000 bytes from pageable memory is done with its source" : "cudaMemcpyAsync of 8 MiB from pageable memory is done with its source",
            pinned[0] == 3 && pinned[n - 1] == 3, YES);
    }
}

/* A copy of 256 MiB from pageable memory that has returned: is its last byte there for a copy on a non-blocking stream, in [tries]? */
static bool arrives_huge(int tries)
{
    const size_t huge = 256u << 20;
    char *from = (char *)malloc(huge), *to;
    bool there = true;
    R(cudaMalloc((void **)&to, huge));
    for (int i = 1; i <= tries; i++) {
        memset(from, i, huge);
        idle();
        R(cudaMemcpy(to, from, huge, cudaMemcpyHostToDevice));
        R(cudaMemcpyAsync(pinned, to + huge - 4096, 4096, cudaMemcpyDeviceToHost, free_stream));
        R(cudaStreamSynchronize(free_stream));
        there &= pinned[0] == (char)i && pinned[4095] == (char)i;
        idle();
    }
    R(cudaFree(to));
    free(from);
    return there;
}

static void ends()
{
    void *p;
    R(cudaMalloc(&p, LARGE));
    say("cudaFree waits for a non-blocking stream", waits(free_stream, [&] { R(cudaFree(p)); }), YES);
    say("cudaFree(NULL) waits", waits(free_stream, [] { R(cudaFree(NULL)); }), NO);
    R(cudaMallocHost(&p, LARGE));
    say("cudaFreeHost waits for a non-blocking stream", waits(free_stream, [&] { R(cudaFreeHost(p)); }), MAY);
    say("cudaHostUnregister waits for a non-blocking stream", waits(free_stream, [] { R(cudaHostUnregister(registered)); }), MAY);
    R(cudaHostRegister(registered, LARGE, 0));
    say("cudaMalloc waits", waits(free_stream, [&] { R(cudaMalloc(&p, LARGE)); }), MAY);
    R(cudaFree(p));
    say("cudaMallocHost waits", waits(free_stream, [&] { R(cudaMallocHost(&p, LARGE)); }), MAY);
    R(cudaFreeHost(p));
    R(cudaMallocAsync(&p, LARGE, free_stream));
    say("cudaFreeAsync waits", waits(free_stream, [&] { R(cudaFreeAsync(p, free_stream)); }), NO);
    say("cudaMallocAsync waits", waits(free_stream, [&] { R(cudaMallocAsync(&p, LARGE, free_stream)); }), NO);
    R(cudaFreeAsync(p, free_stream));
    R(cudaMallocAsync(&p, LARGE, free_stream));
    idle();
    say("cudaFree of memory from cudaMallocAsync waits", waits(free_stream, [&] { R(cudaFree(p)); }), MAY);
    R(cudaMalloc(&p, 5000));
    cudaError_t e = cudaFreeAsync(p, free_stream);
    say("cudaFreeAsync takes memory of cudaMalloc", e == cudaSuccess, MAY);
    cudaGetLastError();
    cudaStream_t s;
    R(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    say("cudaStreamDestroy waits for its stream", waits(s, [&] { R(cudaStreamDestroy(s)); }), NO);
    cudaEvent_t event;
    R(cudaEventCreate(&event));
    idle();
    hold<<<1, 1, 0, free_stream>>>(hold_cycles);
    R(cudaEventRecord(event, free_stream));
    say("cudaEventQuery of a pending record says not ready", cudaEventQuery(event) == cudaErrorNotReady, YES);
    double start = now();
    R(cudaEventDestroy(event));
    say("cudaEventDestroy waits for its record", now() - start > WAITED_MS, NO);
    idle();
}

/* Does work on [later] come after a hold on [first]? */
static bool comes_after(cudaStream_t first, cudaStream_t later)
{
    cudaEvent_t behind;
    R(cudaEventCreate(&behind));
    idle();
    hold<<<1, 1, 0, first>>>(hold_cycles);
    set<<<1, 32, 0, later>>>(device, 1, 32);
    R(cudaEventRecord(behind, later));
    double start = now();
    R(cudaEventSynchronize(behind));
    bool after = now() - start > WAITED_MS;
    idle();
    R(cudaEventDestroy(behind));
    return after;
}

static void streams()
{
    cudaStream_t second;
    R(cudaStreamCreate(&second));
    say("the legacy stream comes after a blocking stream", comes_after(blocking, cudaStreamLegacy), YES);
    say("a blocking stream comes after the legacy stream", comes_after(cudaStreamLegacy, blocking), YES);
    say("the legacy stream comes after a non-blocking stream", comes_after(free_stream, cudaStreamLegacy), NO);
    say("a non-blocking stream comes after the legacy stream", comes_after(cudaStreamLegacy, free_stream), NO);
    say("the per-thread stream comes after the legacy stream", comes_after(cudaStreamLegacy, cudaStreamPerThread), YES);
    say("the legacy stream comes after the per-thread stream", comes_after(cudaStreamPerThread, cudaStreamLegacy), YES);
    say("the per-thread stream comes after a blocking stream", comes_after(blocking, cudaStreamPerThread), NO);
    say("a blocking stream comes after another", comes_after(blocking, second), NO);
    cudaEvent_t never, again;
    R(cudaEventCreate(&never));
    R(cudaEventCreate(&again));
    idle();
    hold<<<1, 1, 0, free_stream>>>(hold_cycles);
    double start = now();
    R(cudaStreamWaitEvent(second, never, 0));
    R(cudaEventRecord(never, free_stream));
    R(cudaStreamSynchronize(second));
    say("a wait before the record waits for it", now() - start > WAITED_MS, NO);
    idle();
    R(cudaEventRecord(again, second));
    R(cudaStreamWaitEvent(blocking, again, 0));
    hold<<<1, 1, 0, free_stream>>>(hold_cycles);
    start = now();
    R(cudaEventRecord(again, free_stream));
    R(cudaStreamSynchronize(blocking));
    say("a wait follows an event that is recorded again", now() - start > WAITED_MS, NO);
    idle();
}

static void graphs()
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    R(cudaStreamBeginCapture(free_stream, cudaStreamCaptureModeRelaxed));
    hold<<<1, 1, 0, free_stream>>>(hold_cycles);
    R(cudaStreamEndCapture(free_stream, &graph));
    R(cudaGraphInstantiate(&exec, graph, 0));
    idle();
    double start = now();
    R(cudaGraphLaunch(exec, blocking));
    R(cudaGraphLaunch(exec, free_stream));
    idle();
    say("two launches of one graph on two streams come after each other", now() - start > 1.6 * HOLD_MS, YES);
}

int main()
{
    R(cudaStreamCreate(&blocking));
    R(cudaStreamCreateWithFlags(&free_stream, cudaStreamNonBlocking));
    R(cudaMalloc((void **)&device, LARGE));
    R(cudaMalloc((void **)&other, LARGE));
    R(cudaMallocHost((void **)&pinned, LARGE));
    R(cudaMallocHost((void **)&pinned2, LARGE));
    pageable = (char *)malloc(2 * LARGE);
    registered = (char *)aligned_alloc(4096, LARGE);
    memset(pageable, 1, 2 * LARGE);
    memset(registered, 1, LARGE);
    R(cudaHostRegister(registered, LARGE, 0));
    calibrate();
    copies();
    say("what cudaMemcpy of 256 MiB from pageable memory copied is there for others", arrives_huge(20), MAY);
    ends();
    streams();
    graphs();
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
