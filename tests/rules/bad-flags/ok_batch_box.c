#include "cuda.h"

/* Copies of a batch from host memory to device memory, and back. */
int main(void)
{
    static char host[128];
    CUDA_MEMCPY3D_BATCH_OP copies[2] = { { .srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM, .extent = { 64, 1, 1 } } };
    CUstream stream;
    CUdeviceptr memory;
    test_context();
    cuMemAlloc(&memory, 128);
    cuStreamCreate(&stream, 0);
    copies[0].src.type = copies[0].dst.type = CU_MEMCPY_OPERAND_TYPE_POINTER;
    copies[0].src.op.ptr.ptr = (CUdeviceptr)host;
    copies[0].dst.op.ptr.ptr = memory;
    copies[1] = copies[0];
    copies[1].src.op.ptr.ptr += 64;
    copies[1].dst.op.ptr.ptr += 64;
    return cuMemcpy3DBatchAsync(2, copies, NULL, 0, stream) || cuStreamSynchronize(stream) || cuStreamDestroy(stream) || cuMemFree(memory);
}
