// A program that waits for what a kernel writes to mapped memory, polls events and streams, and is told by a host function: nothing is read early.
#include <atomic>
#include <cstdio>
#include <cuda_runtime.h>
#include <sched.h>

__global__ void answer(volatile int *flag, int value, int *data)
{
    data[0] = value * 3;
    __threadfence_system();
    *flag = value;
}

int main()
{
    enum { BYTES = 1 << 16 };
    int *flag, *data, *host, *device, bad = 0;
    cudaStream_t stream;
    cudaEvent_t event;
    std::atomic<int> told{0};
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaHostAlloc((void **)&flag, 4096, cudaHostAllocMapped);
    cudaHostAlloc((void **)&data, 4096, cudaHostAllocMapped);
    cudaMallocHost((void **)&host, BYTES);
    cudaMalloc((void **)&device, BYTES);
    cudaMemset(device, 0, BYTES);
    cudaDeviceSynchronize();
    *flag = 0;
    for (int i = 1; i <= 5; i++) {
        answer<<<1, 1, 0, stream>>>(flag, i, data);
        while (*(volatile int *)flag != i)
            sched_yield();
        bad += *(volatile int *)data != 3 * i;
        data[0] = 0;
        cudaMemcpyAsync(host, device, BYTES, cudaMemcpyDeviceToHost, stream);
        cudaEventRecord(event, stream);
        while (cudaEventQuery(event) == cudaErrorNotReady)
            sched_yield();
        host[0]++;
        cudaMemcpyAsync(device, host, BYTES, cudaMemcpyHostToDevice, stream);
        while (cudaStreamQuery(stream) == cudaErrorNotReady)
            sched_yield();
        host[1]++;
        cudaMemcpyAsync(host, device, BYTES, cudaMemcpyDeviceToHost, stream);
        cudaLaunchHostFunc(stream, [](void *p) { ++*(std::atomic<int> *)p; }, &told);
        while (told != i)
            sched_yield();
        host[2]++;
    }
    cudaStreamSynchronize(stream);
    return bad;
}
