/* Seen: "invalid configuration argument" while a network is trained.
 * Was: a layer has no elements, so the two-dimensional grid has none in y.
 * https://github.com/pjreddie/darknet/issues/1791 */
#include <cuda_runtime.h>

__global__ void fill(float *x, int n) { if (n) x[0] = 0; }

static dim3 cuda_gridsize(unsigned n) { return dim3(16, (n + 511) / 512); }

int main()
{
    float *x;
    cudaMalloc(&x, 64);
    fill<<<cuda_gridsize(0), 512>>>(x, 0); // expect: launch-dimensions arg=gridDim api=cudaLaunchKernel
    cudaFree(x);
    return 0;
}
