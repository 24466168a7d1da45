// Everything that waits for a kernel before the host uses its managed memory: nothing is early.
#include <cstdio>
#include <cuda_runtime.h>

__managed__ int total;

__global__ void add(int *p, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        p[i]++;
        atomicAdd(&total, 1);
    }
}

static int *p, expected;
enum { N = 3000 };

static int check()
{
    int bad = 0;
    expected++;
    for (int i = 0; i < N; i++)
        bad += p[i] != expected;
    return bad + (total != expected * N);
}

int main()
{
    int bad = 0, word, *device;
    cudaStream_t stream, aside;
    cudaEvent_t event;
    cudaStreamCreate(&stream);
    cudaStreamCreateWithFlags(&aside, cudaStreamNonBlocking);
    cudaEventCreate(&event);
    cudaMallocManaged(&p, N * sizeof *p);
    cudaMalloc(&device, N * sizeof *p);
    for (int i = 0; i < N; i++)
        p[i] = 0;
    add<<<1, 64>>>(p, N);
    cudaDeviceSynchronize();
    bad += check();
    add<<<1, 64, 0, stream>>>(p, N);
    cudaStreamSynchronize(stream);
    bad += check();
    add<<<1, 64, 0, aside>>>(p, N);
    cudaEventRecord(event, aside);
    cudaEventSynchronize(event);
    bad += check();
    add<<<1, 64, 0, aside>>>(p, N);
    while (cudaStreamQuery(aside) == cudaErrorNotReady)
        ;
    bad += check();
    add<<<1, 64>>>(p, N);
    cudaMemcpy(&word, p, sizeof word, cudaMemcpyDefault);
    bad += check();
    add<<<1, 64>>>(p, N);
    cudaMemcpy(device, p, sizeof word, cudaMemcpyDeviceToDevice);
    cudaMemcpy(&word, device, sizeof word, cudaMemcpyDeviceToHost);
    bad += check();
    add<<<1, 64, 0, aside>>>(p, N);
    cudaEventRecord(event, aside);
    cudaStreamWaitEvent(stream, event, 0);
    cudaStreamSynchronize(stream);
    bad += check();
    add<<<1, 64>>>(p, N);
    cudaFree(device);
    bad += check();
    printf("%d\n", bad);
    cudaFree(p);
    return bad != 0;
}
