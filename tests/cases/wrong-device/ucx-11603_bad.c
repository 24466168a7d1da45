/* Seen: cuIpcOpenMemHandle returns "invalid context".
 * Was: the handle was exported by the same process, for another GPU.
 * https://github.com/openucx/ucx/pull/11603 */
// env: INQUEST_SOFT_DEVICES=2
#include "cuda.h"

int main(void)
{
    CUcontext a, b;
    CUdeviceptr memory, mapped;
    CUipcMemHandle handle;
    cuInit(0);
    cuCtxCreate(&a, NULL, 0, 0);
    cuMemAlloc(&memory, 1 << 21);
    cuIpcGetMemHandle(&handle, memory);
    cuCtxCreate(&b, NULL, 0, 1);
    cuIpcOpenMemHandle(&mapped, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS); // expect: wrong-context result=201 arg=handle
    return 0;
}
