/* Seen: nothing; the return codes of the destructors are ignored.
 * Was: the outer destructor resets the device, the destructors of the members free their memory afterwards.
 * https://github.com/chrxh/alien/issues/101 */
#include "cuda_runtime.h"

int main(void)
{
    void *cells, *particles;
    cudaMalloc(&cells, 1024);
    cudaMalloc(&particles, 1024);
    cudaDeviceReset();
    cudaFree(cells); // expect: after-reset arg=devPtr object=device-memory
    cudaFree(particles);
    return 0;
}
