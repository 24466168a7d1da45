// exit: 0
#include <fcntl.h>
#include <unistd.h>
#include "cuda_runtime.h"

/* Three results in one page: the middle one is written to a file before its copy is waited for. */
int main(void)
{
    int *device, *results, file = open("/dev/null", O_WRONLY);
    cudaStream_t s;
    cudaMallocHost((void **)&results, 48 * sizeof *results);
    cudaMalloc((void **)&device, 48 * sizeof *device);
    cudaMemset(device, 0, 48 * sizeof *device);
    cudaStreamCreate(&s);
    cudaMemcpyAsync(&results[0], device, sizeof *results, cudaMemcpyDeviceToHost, s);
    cudaMemcpyAsync(&results[16], device + 16, sizeof *results, cudaMemcpyDeviceToHost, s); // site: related
    cudaMemcpyAsync(&results[32], device + 32, sizeof *results, cudaMemcpyDeviceToHost, s);
    long written = write(file, &results[16], sizeof *results); // expect: host-read-in-flight object=pinned-memory
    cudaDeviceSynchronize();
    return written != sizeof *results;
}
