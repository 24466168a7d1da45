/* Seen: the kernel launch is reported to fail with "invalid value".
 * Was: the call before it failed unchecked; the last error served as launch check.
 * https://github.com/NVIDIA/HMM_sample_code/pull/2 */
#include "../kernels.h"

int main(void)
{
    char input[64] = "", *device;
    case_kernels();
    cudaMalloc((void **)&device, 32);
    cudaMemcpy(device, input, 64, cudaMemcpyHostToDevice); // expect: range-overflow arg=count result=1
    LAUNCH(empty, 1, 1, 0, 0, NULL);
    if (cudaGetLastError() != cudaSuccess) // site: related
        return 1;
    return 0;
}
