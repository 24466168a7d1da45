#include "cuda.h"

/* All kinds of operations, with the flags that they have. */
int main(void)
{
    CUdeviceptr values;
    test_context();
    cuMemAlloc(&values, 64);
    CUstreamBatchMemOpParams operations[4] = {
        { .writeValue = { .operation = CU_STREAM_MEM_OP_WRITE_VALUE_32, .address = values, .value = 7 } },
        { .waitValue = { .operation = CU_STREAM_MEM_OP_WAIT_VALUE_32, .address = values, .value = 7, .flags = CU_STREAM_WAIT_VALUE_EQ } },
        { .writeValue = { .operation = CU_STREAM_MEM_OP_WRITE_VALUE_64, .address = values + 8, .value64 = 1ull << 40 } },
        { .waitValue = { .operation = CU_STREAM_MEM_OP_WAIT_VALUE_64, .address = values + 8, .value64 = 5, .flags = CU_STREAM_WAIT_VALUE_GEQ } },
    };
    int bad = cuStreamBatchMemOp_v2(NULL, 4, operations, 0) || cuCtxSynchronize();
    return cuMemFree(values) || bad;
}
