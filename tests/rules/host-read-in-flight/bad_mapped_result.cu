// A sum in mapped pinned memory is read after a wait for the wrong stream; the array beside it may be used.
// soft only: on a GPU the host's accesses to pinned memory of kernels are not watched
#include <cstdio>
#include <cuda_runtime.h>

__global__ void total(const int *from, int n, int *to)
{
    int sum = 0;
    for (int i = 0; i < 5; i++)
        __nanosleep(1000000);
    for (int i = 0; i < n; i++)
        sum += from[i];
    *to = sum;
}

int main()
{
    int *from, *to, *beside, *from_device, *to_device;
    cudaStream_t work, other;
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaHostAlloc((void **)&from, 64 * sizeof *from, cudaHostAllocMapped);
    cudaHostAlloc((void **)&to, sizeof *to, cudaHostAllocMapped);
    cudaHostAlloc((void **)&beside, 64 * sizeof *beside, cudaHostAllocMapped);
    cudaHostGetDevicePointer((void **)&from_device, from, 0);
    cudaHostGetDevicePointer((void **)&to_device, to, 0);
    for (int i = 0; i < 64; i++)
        from[i] = beside[i] = i;
    *to = -1;
    total<<<1, 1, 0, work>>>(from_device, 64, to_device); // site: related
    for (int i = 0; i < 4; i++)
        beside[i] += from[i];
    cudaStreamSynchronize(other);
    printf("%d\n", *to); // expect: host-read-in-flight object=pinned-memory says=kernel_total
    cudaDeviceSynchronize();
    bool lost = *to != 64 * 63 / 2 || beside[3] != 6;
    cudaFreeHost(from);
    cudaFreeHost(to);
    cudaFreeHost(beside);
    return lost;
}
