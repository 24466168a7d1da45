#include "cuda.h"

static CUstreamBatchMemOpParams operations[300];

int main(void)
{
    CUdeviceptr values;
    test_context();
    cuMemAlloc(&values, 4096);
    for (int i = 0; i < 300; i++)
        operations[i] = (CUstreamBatchMemOpParams){ .writeValue = { .operation = CU_STREAM_MEM_OP_WRITE_VALUE_32, .address = values + 4 * i, .value = 7 } };
    cuStreamBatchMemOp_v2(NULL, 300, operations, 0);       // expect: bad-size arg=count result=1
    return cuMemFree(values);
}
