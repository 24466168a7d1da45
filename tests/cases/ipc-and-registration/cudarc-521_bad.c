/* Seen: cuIpcGetMemHandle returns CUDA_ERROR_INVALID_VALUE.
 * Was: memory from cuMemAllocAsync belongs to a pool and cannot be exported so.
 * https://github.com/chelsea0x3b/cudarc/issues/521 */
#include "cuda.h"

int main(void)
{
    CUdeviceptr p;
    CUipcMemHandle handle;
    test_context();
    cuMemAllocAsync(&p, 1 << 21, NULL); // site: created
    cuCtxSynchronize();
    cuIpcGetMemHandle(&handle, p); // expect: wrong-space arg=dptr object=device-memory result=1
    cuMemFree(p);
    return 0;
}
