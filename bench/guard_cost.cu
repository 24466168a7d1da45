// What --host-guard, --blame, --canary and --device-guard cost steps of a program: microseconds, median and mean.  Prints "step median mean"; run it natively
// and under inquest with an option, in one session, and compare.  Build: nvcc -O2 -std=c++17 -o guard_cost guard_cost.cu
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <vector>

enum { STREAMS = 4, BUFFERS = 64 };

__global__ void work(float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int k = 0; k < 50; k++)
            p[i] = p[i] * 1.0001f + 1;
}
__global__ void tiny(float *p) { p[threadIdx.x] += 1; }

static double now()
{
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <class F> static void measure(const char *name, int rounds, F step)
{
    std::vector<double> times;
    double sum = 0;
    for (int i = 0; i < 3; i++)
        step();
    cudaDeviceSynchronize();
    for (int i = 0; i < rounds; i++) {
        double start = now();
        step();
        times.push_back(now() - start);
        sum += times.back();
    }
    cudaDeviceSynchronize();
    std::sort(times.begin(), times.end());
    printf("%s %.2f %.2f\n", name, times[rounds / 2], sum / rounds);
}

static cudaStream_t s[STREAMS];
static float *d[STREAMS];
static char *host, *device, *many[BUFFERS];

static void copies()
{
    static const struct { size_t bytes; const char *to, *from; } sizes[] = {
        { 64, "to_host_64B", "to_device_64B" }, { 4096, "to_host_4K", "to_device_4K" }, { 1 << 20, "to_host_1M", "to_device_1M" } };
    for (const auto &size : sizes) {
        measure(size.to, 3000, [&] {
            cudaMemcpyAsync(host, device, size.bytes, cudaMemcpyDeviceToHost, s[0]);
            cudaStreamSynchronize(s[0]);
        });
        measure(size.from, 3000, [&] {
            host[0]++;
            cudaMemcpyAsync(device, host, size.bytes, cudaMemcpyHostToDevice, s[0]);
            cudaStreamSynchronize(s[0]);
        });
    }
    measure("64_copies", 500, [] {
        for (char *to : many)
            cudaMemcpyAsync(to, device, 8192, cudaMemcpyDeviceToHost, s[0]);
        cudaStreamSynchronize(s[0]);
    });
}

static void launches()
{
    measure("100_launches_3us", 300, [] {
        for (int i = 0; i < 100; i++)
            tiny<<<1, 32, 0, s[0]>>>(d[0]);
        cudaStreamSynchronize(s[0]);
    });
    measure("20_launches_8us", 200, [] {
        for (int i = 0; i < 20; i++)
            work<<<8192, 256, 0, s[0]>>>(d[0], 8192 * 256);
        cudaStreamSynchronize(s[0]);
    });
    measure("20_launches_4_streams", 200, [] {
        for (int i = 0; i < 20; i++)
            work<<<2048, 256, 0, s[i % STREAMS]>>>(d[i % STREAMS], 2048 * 256);
        cudaDeviceSynchronize();
    });
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(s[0], cudaStreamCaptureModeGlobal);
    for (int i = 0; i < 20; i++)
        work<<<2048, 256, 0, s[0]>>>(d[0], 2048 * 256);
    cudaStreamEndCapture(s[0], &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    measure("graph_of_20", 300, [&] {
        cudaGraphLaunch(exec, s[0]);
        cudaStreamSynchronize(s[0]);
    });
}

int main()
{
    cudaMalloc(&device, 4 << 20);
    cudaMallocHost((void **)&host, 4 << 20);
    memset(host, 1, 4 << 20);
    for (char *&buffer : many)
        cudaMallocHost((void **)&buffer, 8192);
    for (int i = 0; i < STREAMS; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaMalloc(&d[i], 64 << 20);
        cudaMemset(d[i], 0, 64 << 20);
    }
    cudaDeviceSynchronize();
    copies();
    launches();
    measure("malloc_free_1M", 300, [] {
        void *p;
        cudaMalloc(&p, 1 << 20);
        cudaFree(p);
    });
    return 0;
}
