/* Seen: the transport logs an error when it registers a buffer.
 * Was: the user had allocated it with cudaMallocHost; it is pinned already.
 * https://github.com/openucx/ucx/pull/3988 */
#include "cuda_runtime.h"

int main(void)
{
    void *buffer;
    cudaMallocHost(&buffer, 1 << 16); // site: created
    cudaHostRegister(buffer, 1 << 16, cudaHostRegisterPortable); // expect: already-registered arg=ptr object=pinned-memory
    cudaFreeHost(buffer);
    return 0;
}
