#include <string.h>

#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };
static char *host;

/* It is the C library that writes, on a thread of the driver's. */
static void produce(void *unused) { memset(host, 3, 4096); } // expect: host-write-in-flight object=pinned-memory

int main(void)
{
    char *device;
    cudaStream_t copies, work;
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaMemcpyAsync(device, host, SIZE, cudaMemcpyHostToDevice, copies); // site: related
    cudaLaunchHostFunc(work, produce, 0);
    cudaStreamSynchronize(work);
    cudaDeviceSynchronize();
    return 0;
}
