#include "cuda.h"

int main(void)
{
    CUdeviceptr flag;
    CUstream s;
    test_context();
    cuStreamCreate(&s, 0);
    cuMemAlloc(&flag, 4096);
    CUstreamBatchMemOpParams operations[2] = { { .writeValue = { CU_STREAM_MEM_OP_WRITE_VALUE_32, flag, { 1 } } }, { .waitValue = { CU_STREAM_MEM_OP_WAIT_VALUE_32, flag, { 1 } } } };
    int result = cuStreamBatchMemOp_v2(s, 2, operations, 0);
    cuStreamSynchronize(s);
    return result + cuMemFree(flag);
}
