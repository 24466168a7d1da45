#include "cuda.h"

int main(void)
{
    CUdeviceptr flag, other;
    CUstream s;
    test_context();
    cuStreamCreate(&s, 0);
    cuMemAlloc(&flag, 4096); // site: created
    cuMemAlloc(&other, 4096);
    cuMemFree(flag); // site: destroyed
    CUstreamBatchMemOpParams operations[2] = { { .writeValue = { CU_STREAM_MEM_OP_WRITE_VALUE_32, other, { 1 } } }, { .writeValue = { CU_STREAM_MEM_OP_WRITE_VALUE_32, flag, { 1 } } } };
    cuStreamBatchMemOp_v2(s, 2, operations, 0); // expect: use-after-free arg=paramArray[1].writeValue.address object=device-memory state=freed
    return 0;
}
