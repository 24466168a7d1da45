/* Seen: cudaHostRegister fails with "invalid argument".
 * Was: a stale cache took a device address for host memory.
 * https://github.com/openucx/ucx/issues/4393 */
#include "cuda_runtime.h"

int main(void)
{
    void *buffer;
    cudaMalloc(&buffer, 1 << 16); // site: created
    cudaHostRegister(buffer, 1 << 16, cudaHostRegisterPortable); // expect: wrong-space arg=ptr object=device-memory
    cudaFree(buffer);
    return 0;
}
