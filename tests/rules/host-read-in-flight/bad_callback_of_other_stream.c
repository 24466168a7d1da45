#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };
static char *host;
static volatile int sum;
static void look(void *unused) { sum += host[SIZE / 2]; } // expect: host-read-in-flight object=pinned-memory

/* The host function comes after the work of its own stream, not after the copy on the other one. */
int main(void)
{
    char *device;
    cudaStream_t copies, work;
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaMemcpyAsync(host, device, SIZE, cudaMemcpyDeviceToHost, copies); // site: related
    cudaLaunchHostFunc(work, look, 0);
    cudaStreamSynchronize(work);
    cudaDeviceSynchronize();
    return 0;
}
