/* Seen: "invalid argument" for the handle of a shared region.
 * Was: the handle came through another container, and nothing on this machine's GPUs has made it.
 * https://github.com/triton-inference-server/server/issues/6872 */
#include "cuda_runtime.h"

int main(void)
{
    cudaIpcMemHandle_t handle;
    void *p;
    memset(&handle, 0x5a, sizeof handle);
    cudaFree(NULL);
    cudaIpcOpenMemHandle(&p, handle, cudaIpcMemLazyEnablePeerAccess); // expect-soft: unknown-handle arg=handle result=1
    return 0;
}
