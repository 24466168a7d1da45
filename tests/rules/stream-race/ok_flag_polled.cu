#include <cuda_runtime.h>
#include <sched.h>

__global__ void produce(volatile int *flag, int round, int *data)
{
    data[0] = round * 3;
    __threadfence_system();
    *flag = round;
}

/* The host sees by a flag that the kernel has written its data, then lets another stream copy them. */
int main()
{
    cudaStream_t work, copies;
    int *flag, *mapped, *device, *to, *host, bad = 0;
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
    cudaMallocHost((void **)&flag, sizeof *flag);
    cudaMallocHost((void **)&mapped, 4096);
    cudaMallocHost((void **)&host, 4096);
    cudaMalloc((void **)&device, 4096);
    cudaMalloc((void **)&to, 4096);
    cudaMemset(device, 0, 4096);
    cudaDeviceSynchronize();
    for (int round = 1; round < 6; round++) {
        *flag = 0;
        produce<<<1, 1, 0, work>>>(flag, round, round % 2 ? mapped : device);
        while (*(volatile int *)flag != round)
            sched_yield();
        if (round % 2)
            cudaMemcpyAsync(to, mapped, 4096, cudaMemcpyHostToDevice, copies);
        cudaMemcpyAsync(host, round % 2 ? to : device, 4096, cudaMemcpyDeviceToHost, copies);
        cudaStreamSynchronize(copies);
        bad |= host[0] != round * 3;
    }
    return cudaDeviceSynchronize() || bad;
}
