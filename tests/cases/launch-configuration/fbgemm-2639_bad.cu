/* Seen: "the message is not helpful".
 * Was: the second dimension of the grid is over the limit of 65,535.
 * https://github.com/pytorch/FBGEMM/pull/2639 */
#include <cuda_runtime.h>

__global__ void permute(int *p) { p[0] = 1; }

int main()
{
    int *p, tables = 70000;
    cudaMalloc(&p, 64);
    permute<<<dim3(1, tables), 32>>>(p); // expect: launch-dimensions arg=gridDim api=cudaLaunchKernel result=1
    cudaFree(p);
    return 0;
}
