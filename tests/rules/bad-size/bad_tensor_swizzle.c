#include "cuda.h"

/* Rows of the box are 128 bytes, the swizzle is of 64. */
int main(void)
{
    static CUtensorMap map;
    CUdeviceptr p;
    cuuint64_t dims[] = { 256, 64, 4 }, strides[] = { 1024, 65536 };
    cuuint32_t box[] = { 32, 16, 1 }, steps[] = { 1, 1, 1 };
    test_context();
    cuMemAlloc(&p, 1 << 20);
    cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, (void *)(uintptr_t)p, dims, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_64B,  // expect: bad-size arg=boxDim result=1
                            CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    return cuMemFree(p);
}
