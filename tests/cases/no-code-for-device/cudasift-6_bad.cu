/* Seen: "invalid device symbol", then nothing works.
 * Was: built for another generation. The launch that follows has the same cause and is one finding with it.
 * https://github.com/Celebrandil/CudaSift/issues/6 */
// nvcc: -gencode arch=compute_80,code=sm_80
// options: --soft-arch 9.0
#include <cuda_runtime.h>

__constant__ int d_MaxNumPoints;
__device__ unsigned int d_PointCounter[1];
__global__ void extract(int *p) { p[0] = d_MaxNumPoints + d_PointCounter[0]; }

int main()
{
    int points = 100, *p;
    unsigned int *counter;
    cudaMalloc(&p, 64);
    cudaGetSymbolAddress((void **)&counter, d_PointCounter); // expect-soft: image-wrong-arch api=cudaGetSymbolAddress
    cudaMemcpyToSymbol(d_MaxNumPoints, &points, sizeof points); // site-soft: related
    extract<<<1, 1>>>(p);
    cudaGetLastError();
    cudaFree(p);
    return 0;
}
