// Nanoseconds per CUDA API call, median of batches: launch, asynchronous copy, event record and query, malloc and free.
// Run natively and under inquest in one session and compare: bench/api_cost.py does.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

__global__ void empty(int *p) { if (p == (int *)1) *p = 0; }

template <class F> static void measure(const char *name, int per_batch, F call, void (*drain)())
{
    std::vector<double> costs;
    for (int batch = 0; batch < 60; batch++) {
        auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < per_batch; i++)
            call();
        auto end = std::chrono::steady_clock::now();
        drain();
        costs.push_back(std::chrono::duration<double, std::nano>(end - start).count() / per_batch);
    }
    std::sort(costs.begin(), costs.end());
    printf("%s %.1f\n", name, costs[costs.size() / 2]);
}

static void drain() { cudaDeviceSynchronize(); }

int main()
{
    int *device, *pinned;
    cudaStream_t stream;
    cudaEvent_t event;
    cudaMalloc(&device, 1 << 20);
    cudaMallocHost(&pinned, 1 << 20);
    cudaStreamCreate(&stream);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    empty<<<1, 32, 0, stream>>>(device);
    drain();
    measure("launch", 500, [&] { empty<<<1, 32, 0, stream>>>(device); }, drain);
    measure("memcpyAsync", 300, [&] { cudaMemcpyAsync(device, pinned, 256, cudaMemcpyHostToDevice, stream); }, drain);
    measure("eventRecord", 500, [&] { cudaEventRecord(event, stream); }, drain);
    measure("eventQuery", 2000, [&] { cudaEventQuery(event); }, drain);
    measure("malloc+free", 500, [&] { void *p; cudaMalloc(&p, 4096); cudaFree(p); }, drain);
    measure("streamQuery", 2000, [&] { cudaStreamQuery(stream); }, drain);
    measure("getLastError", 5000, [&] { cudaGetLastError(); }, drain);
    measure("pointerAttributes", 2000, [&] { cudaPointerAttributes a; cudaPointerGetAttributes(&a, device); }, drain);
    return 0;
}
