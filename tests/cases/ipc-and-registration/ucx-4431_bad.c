/* Seen: closing an imported handle fails.
 * Was: it was closed twice. Without another process: what was never opened cannot be closed either.
 * https://github.com/openucx/ucx/pull/4431 */
#include "cuda_runtime.h"

int main(void)
{
    void *p;
    cudaMalloc(&p, 1 << 21); // site: created
    cudaIpcCloseMemHandle(p); // expect: wrong-free arg=devPtr object=device-memory result=1
    cudaFree(p);
    return 0;
}
