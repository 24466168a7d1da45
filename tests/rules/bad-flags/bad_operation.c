#include "cuda.h"

/* The third of four operations is none. */
int main(void)
{
    CUdeviceptr values;
    CUstreamBatchMemOpParams operations[4];
    test_context();
    cuMemAlloc(&values, 64);
    for (int i = 0; i < 4; i++)
        operations[i] = (CUstreamBatchMemOpParams){ .writeValue = { .operation = CU_STREAM_MEM_OP_WRITE_VALUE_32, .address = values + 4 * i, .value = 7 } };
    operations[2].operation = (CUstreamBatchMemOpType)9;
    cuStreamBatchMemOp_v2(NULL, 4, operations, 0);         // expect: bad-flags arg=paramArray[2].operation result=1
    operations[2].operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
    operations[3].writeValue.flags = 0x40;
    cuStreamBatchMemOp_v2(NULL, 4, operations, 0);         // expect: bad-flags arg=paramArray[3].flags result=1
    operations[3].writeValue.flags = 0;
    cuStreamBatchMemOp_v2(NULL, 4, operations, 8);         // expect: bad-flags arg=flags result=1
    return cuMemFree(values);
}
