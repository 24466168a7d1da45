/* Seen: "misaligned address" on some machines, for some sizes of a field.
 * Was: fields lie one behind the other in one block; the second begins at an offset that is no multiple of 8.
 * https://github.com/taichi-dev/taichi/pull/2863 */
#include <cuda_runtime.h>

__global__ void clear(char *block, size_t offset) { ((double *)(block + offset))[threadIdx.x] = 0; } // site: kernel

int main()
{
    char *block;
    int ints = 7;
    cudaMalloc(&block, 4096);
    clear<<<1, 16>>>(block, ints * sizeof(int)); // expect-soft: kernel-misaligned api=cudaLaunchKernel object=device-memory
    cudaDeviceSynchronize(); // expect-real: earlier-fault
    return 0;
}
