/* Seen: an illegal access at random places.
 * Was: an index read from an array is out of bounds in an older kernel.
 * https://github.com/JuliaGPU/CUDA.jl/issues/1189 */
#include "../kernels.h"

int main(void)
{
    static const int wrong = -500;
    int *out, *index, *data;
    case_kernels();
    cudaMalloc((void **)&out, 64);
    cudaMalloc((void **)&index, 64);
    cudaMalloc((void **)&data, 64);
    cudaMemset(data, 0, 64);
    cudaMemcpy(index, &wrong, 4, cudaMemcpyHostToDevice);
    LAUNCH(gather, 1, 1, 0, 0, &out, &index, &data); // expect-soft: kernel-out-of-bounds api=cudaLaunchKernel
    cudaFree(index); // site-soft: related
    return 0;
}
