/* Seen: "invalid argument" when a peer's buffer is mapped.
 * Was: the sender took itself for the same process and never exported the buffer: the handle that was sent is all zeros.
 * https://github.com/NVIDIA/nccl/issues/842 */
#include "cuda_runtime.h"

int main(void)
{
    struct { int same_process; cudaIpcMemHandle_t handle; } info = { 1, { { 0 } } };
    void *p;
    cudaFree(NULL);
    cudaIpcOpenMemHandle(&p, info.handle, cudaIpcMemLazyEnablePeerAccess); // expect-soft: unknown-handle arg=handle result=1
    return 0;
}
