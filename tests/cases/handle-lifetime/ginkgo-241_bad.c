/* Seen: segmentation fault in an object that worked before.
 * Was: another executor on the same device was destroyed and reset the device.
 * https://github.com/ginkgo-project/ginkgo/issues/241 */
#include "cuda_runtime.h"

static void executor_destroy(int device)
{
    cudaSetDevice(device);
    cudaDeviceReset();
}

int main(void)
{
    static char host[256];
    void *vector;
    cudaMalloc(&vector, 256);
    cudaMemset(vector, 0, 256);
    executor_destroy(0);
    cudaMemcpy(host, vector, 256, cudaMemcpyDeviceToHost); // expect: after-reset arg=src object=device-memory
    return 0;
}
