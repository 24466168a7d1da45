/* Seen: error 77, an illegal memory access, after indexing with an array.
 * Was: the kernel reads the index array, which lives in ordinary host memory.
 * https://github.com/sonots/cumo/issues/88 */
#include "../kernels.h"

int main(void)
{
    int *out, *data, *index = malloc(4096);
    case_kernels();
    index[0] = 1;
    cudaMalloc((void **)&out, 64);
    cudaMalloc((void **)&data, 64);
    cudaMemset(data, 0, 64);
    LAUNCH(gather, 1, 1, 0, 0, &out, &index, &data); // expect-soft: kernel-out-of-bounds api=cudaLaunchKernel // expect-real: launch-host-pointer
    cudaDeviceSynchronize(); // site-soft: related
    return 0;
}
