#include "cuda.h"

int main(void)
{
    CUdeviceptr values;
    CUstreamBatchMemOpParams operations[4];
    test_context();
    cuMemAlloc(&values, 64);
    for (int i = 0; i < 4; i++)
        operations[i] = (CUstreamBatchMemOpParams){ .writeValue = { .operation = CU_STREAM_MEM_OP_WRITE_VALUE_32, .address = values + 4 * i, .value = 7 } };
    operations[1].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_64;
    cuStreamBatchMemOp_v2(NULL, 4, operations, 0);         // expect: misaligned arg=paramArray[1].writeValue.address result=1
    return cuMemFree(values);
}
