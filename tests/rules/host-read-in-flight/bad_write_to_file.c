#include <fcntl.h>
#include <unistd.h>

#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

int main(void)
{
    char *host, *device;
    cudaStream_t s;
    int file = open("/dev/null", O_WRONLY);
    cudaMallocHost((void **)&host, SIZE); // site: created
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreate(&s);
    cudaMemcpyAsync(host, device, SIZE, cudaMemcpyDeviceToHost, s); // site: related
    long written = write(file, host, SIZE); // expect: host-read-in-flight object=pinned-memory
    cudaStreamSynchronize(s);
    cudaFreeHost(host);
    cudaFree(device);
    return written != SIZE;
}
// exit: 0
