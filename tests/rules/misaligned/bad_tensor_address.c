#include "cuda.h"

/* A tile that begins at the second float of the matrix. */
int main(void)
{
    static CUtensorMap map;
    CUdeviceptr p;
    cuuint64_t dims[] = { 256, 64 }, strides[] = { 1024 };
    cuuint32_t box[] = { 32, 16 }, steps[] = { 1, 1, 1 };
    test_context();
    cuMemAlloc(&p, 1 << 20);
    cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, (void *)(uintptr_t)(p + 4), dims, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,  // expect: misaligned arg=globalAddress result=1
                            CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    return cuMemFree(p);
}
