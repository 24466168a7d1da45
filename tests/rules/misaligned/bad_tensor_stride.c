#include "cuda.h"

/* Rows of 65 floats: the copy engine wants them to begin at multiples of 16 bytes. */
int main(void)
{
    static CUtensorMap map;
    CUdeviceptr p;
    cuuint64_t dims[] = { 65, 64 }, strides[] = { 260 };
    cuuint32_t box[] = { 32, 16 }, steps[] = { 1, 1, 1 };
    test_context();
    cuMemAlloc(&p, 1 << 20);
    cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, (void *)(uintptr_t)p, dims, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,  // expect: misaligned arg=globalStrides result=1
                            CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    return cuMemFree(p);
}
