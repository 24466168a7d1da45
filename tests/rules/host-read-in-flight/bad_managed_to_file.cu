// Managed memory is given to a system call while a kernel writes it.
// soft only: of what kernels use a GPU tells nothing, and only the bytes of the first thread are known
#include <cuda_runtime.h>
#include <fcntl.h>
#include <unistd.h>

__global__ void fill(int *p) { p[threadIdx.x] = threadIdx.x; }

int main()
{
    int *p, fd = open("/dev/null", O_WRONLY);
    cudaMallocManaged(&p, 4096);
    fill<<<1, 256>>>(p); // site: related
    bool failed = write(fd, p + 255, 4096 - 255 * 4) < 0; // expect: host-read-in-flight says=through_write
    cudaDeviceSynchronize();
    close(fd);
    return failed || cudaFree(p);
}
