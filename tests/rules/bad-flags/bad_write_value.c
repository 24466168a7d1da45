#include "cuda.h"

/* The header has a name for this flag; the driver takes it no more. */
int main(void)
{
    CUdeviceptr value;
    test_context();
    cuMemAlloc(&value, 64);
    cuStreamWriteValue32_v2(NULL, value, 3, CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER);   // expect: bad-flags arg=flags result=1
    CUstreamBatchMemOpParams write = { .writeValue = { .operation = CU_STREAM_MEM_OP_WRITE_VALUE_32, .address = value, .value = 7,
                                                       .flags = CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER } };
    cuStreamBatchMemOp_v2(NULL, 1, &write, 0);          // expect: bad-flags arg=paramArray[0].flags result=1
    return cuMemFree(value);
}
