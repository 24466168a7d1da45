/* Seen: "misaligned address" with a buffer given by the user.
 * Was: a vector load through a pointer with an offset of half a vector.
 * https://github.com/apache/tvm/issues/8540 */
#include "../kernels.h"

int main(void)
{
    float *tensor, *view;
    case_kernels();
    cudaMalloc((void **)&tensor, 1024); // site: created
    cudaMemset(tensor, 0, 1024);
    view = tensor + 2;
    LAUNCH(load4, 1, 1, 0, 0, &view); // expect-soft: kernel-misaligned api=cudaLaunchKernel object=device-memory
    cudaStreamSynchronize(0); // expect-real: earlier-fault
    return 0;
}
