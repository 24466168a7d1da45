/* Seen: "misaligned address".
 * Was: a vector of four is read through an offset that is no multiple of 16 bytes.
 * https://github.com/PaddlePaddle/Paddle/pull/23090 */
#include "../kernels.h"

int main(void)
{
    char *workspace;
    case_kernels();
    cudaMalloc((void **)&workspace, 4096); // site: created
    cudaMemset(workspace, 0, 4096);
    char *slice = workspace + 100;
    LAUNCH(load4, 1, 1, 0, 0, &slice); // expect-soft: kernel-misaligned api=cudaLaunchKernel object=device-memory
    cudaDeviceSynchronize(); // expect-real: earlier-fault
    return 0;
}
