// Does memory grow with the number of operations?  order_growth MODE COUNT prints resident KiB at the start, half way and at the end.
// Run it under inquest; what grows in the second half grows for ever.  Build: nvcc -O2 -std=c++17 -o order_growth order_growth.cu
#include <cuda_runtime.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <vector>

__global__ void touch(int *p) { p[threadIdx.x] = 1; }

static long resident()
{
    long all = 0, pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld %ld", &all, &pages) != 2)
        return 0;
    fclose(file);
    return pages * 4;
}

static char *d, *h;
static cudaStream_t s;
static cudaEvent_t e;
static long half, count;

static void repeat(long wait_every, const std::function<void(long)> &step)
{
    for (long i = 0; i < count; i++) {
        step(i);
        if (wait_every && i % wait_every == 0)
            cudaDeviceSynchronize();
        if (i == count / 2)
            half = resident();
    }
}

static void many_streams(long i)
{
    static std::vector<cudaStream_t> streams(10000);
    static std::vector<cudaEvent_t> events(10000);
    if (!streams[0])
        for (int k = 0; k < 10000; k++) {
            cudaStreamCreateWithFlags(&streams[k], cudaStreamNonBlocking);
            cudaEventCreate(&events[k]);
        }
    cudaMemsetAsync(d + i % 65536 * 16, 0, 16, streams[i % 10000]);
    cudaEventRecord(events[i % 10000], streams[i % 10000]);
    cudaStreamWaitEvent(streams[(i + 1) % 10000], events[i % 10000], 0);
}

static void live()
{
    std::vector<void *> blocks(count);
    repeat(0, [&](long i) { cudaMalloc(&blocks[i], 512); });
    printf("all live: %ld KiB\n", resident());
    for (void *block : blocks)
        cudaFree(block);
}

static void graphs()
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
    for (int i = 0; i < 3; i++)
        cudaMemsetAsync(d + i * 64, 0, 64, s);
    touch<<<1, 32, 0, s>>>((int *)d);
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    repeat(100, [&](long) { cudaGraphLaunch(exec, s); });
}

int main(int argc, char **argv)
{
    std::map<std::string, std::function<void()>> modes = {
        { "copies", [] { repeat(1000, [](long i) { cudaMemcpyAsync(d + i % 65536, h, 64, cudaMemcpyHostToDevice, s); }); } },
        { "launches", [] { repeat(1000, [](long i) { touch<<<1, 32, 0, s>>>((int *)d + i % 1024); }); } },
        { "records", [] { repeat(1000, [](long) { cudaEventRecord(e, s); cudaStreamWaitEvent(0, e, 0); }); } },
        { "mallocs", [] { repeat(0, [](long i) { void *p; cudaMalloc(&p, 1000 + i % 5000); cudaFree(p); }); } },
        { "pool", [] { repeat(1000, [](long i) { void *p; cudaMallocAsync(&p, 1000 + i % 5000, s); cudaFreeAsync(p, s); }); } },
        { "streams", [] { repeat(0, [](long) { cudaStream_t x; cudaStreamCreate(&x); cudaStreamDestroy(x); }); } },
        { "events", [] { repeat(1000, [](long) { cudaEvent_t x; cudaEventCreate(&x); cudaEventRecord(x, s); cudaEventDestroy(x); }); } },
        { "never-waited", [] { repeat(0, [](long i) { cudaMemsetAsync(d + i % 65536, 0, 64, s); }); } },
        { "10k-streams", [] { repeat(10000, many_streams); } },
        { "live", live },
        { "graphs", graphs },
    };
    count = argc > 2 ? atol(argv[2]) : 0;
    if (count < 1 || !modes.count(argv[1])) {
        fprintf(stderr, "usage: order_growth MODE COUNT; modes:");
        for (const auto &mode : modes)
            fprintf(stderr, " %s", mode.first.c_str());
        return fputs("\n", stderr), 2;
    }
    cudaMalloc(&d, 1 << 20);
    cudaMallocHost((void **)&h, 1 << 20);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaEventCreate(&e);
    touch<<<1, 32, 0, s>>>((int *)d);
    cudaDeviceSynchronize();
    long start = resident();
    auto began = std::chrono::steady_clock::now();
    modes[argv[1]]();
    cudaDeviceSynchronize();
    double us = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - began).count();
    printf("%s %ld: %ld %ld %ld KiB, %.2f us each\n", argv[1], count, start, half, resident(), us / count);
    return 0;
}
