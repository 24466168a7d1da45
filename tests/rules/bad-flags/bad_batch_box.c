#include "cuda.h"

/* The second copy of a batch was only zeroed, the first one has no target. */
int main(void)
{
    static char host[64];
    CUDA_MEMCPY3D_BATCH_OP copies[2] = { { .srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM, .extent = { 64, 1, 1 } } };
    CUstream stream;
    CUdeviceptr memory;
    test_context();
    cuMemAlloc(&memory, 64);
    cuStreamCreate(&stream, 0);
    copies[0].src.type = copies[0].dst.type = CU_MEMCPY_OPERAND_TYPE_POINTER;
    copies[0].src.op.ptr.ptr = (CUdeviceptr)host;
    copies[0].dst.op.ptr.ptr = memory;
    copies[1] = copies[0];
    copies[1].src.type = 0;
    cuMemcpy3DBatchAsync(2, copies, NULL, 0, stream);   // expect: bad-flags arg=opList[1].src.type result=1
    copies[0].dst.type = 0;
    cuMemcpy3DBatchAsync(1, copies, NULL, 0, stream);   // expect: bad-flags arg=opList[0].dst.type result=1
    return cuStreamDestroy(stream) || cuMemFree(memory);
}
