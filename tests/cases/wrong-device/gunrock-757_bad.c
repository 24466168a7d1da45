/* Seen: illegal memory access on every device but 0.
 * Was: the data stay on device 0, the kernels run on the chosen device.
 * https://github.com/gunrock/gunrock/issues/757 */
// env: INQUEST_SOFT_DEVICES=2
#include "../kernels.h"

int main(void)
{
    int *labels, n = 32;
    case_kernels();
    cudaMalloc((void **)&labels, 128); // site: created
    cudaSetDevice(1);
    LAUNCH(store, 1, 32, 0, 0, &labels, &n); // expect-soft: not-accessible api=cudaLaunchKernel object=device-memory // expect-real: launch-wrong-device
    cudaDeviceSynchronize();
    return 0;
}
