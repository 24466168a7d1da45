// unseen on a GPU: the launch is refused, or the copy finds the context lost
/* Host memory that an algorithm takes for the device's: the copy that follows its kernels is refused before they have run.  One mistake, which the launch
   made. */
#include <cuda_runtime.h>
#include <stdlib.h>

namespace cub { // as the kernels of algorithms are named
__global__ void sort_tile(const int *keys_in, int *keys_out) { keys_out[threadIdx.x] = keys_in[threadIdx.x]; }
}

int main()
{
    int *room, *keys = (int *)malloc(256);
    for (int i = 0; i < 64; i++)
        keys[i] = 64 - i;
    if (cudaMalloc(&room, 256))
        return 2;
    cub::sort_tile<<<1, 64>>>(keys, room);                                       // expect-soft: kernel-out-of-bounds arg=keys_in object=host-memory says=thrust::device_vector says=lies_in_the_heap
    cudaError_t first = cudaMemcpyAsync(keys, room, 256, cudaMemcpyDeviceToDevice); // site-soft: related
    cudaDeviceReset();
    return first ? 1 : 0;
}
