#include "cuda.h"

/* Padded rows, interleaved by 32 bytes: everything at multiples of 32. */
int main(void)
{
    static CUtensorMap map;
    CUdeviceptr p;
    cuuint64_t dims[] = { 256, 64, 4 }, strides[] = { 1056, 67584 };
    cuuint32_t box[] = { 8, 16, 1 }, steps[] = { 1, 1, 1 };
    test_context();
    cuMemAlloc(&p, 1 << 20);
    int r = (int)cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 3, (void *)(uintptr_t)(p + 32), dims, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_32B, CU_TENSOR_MAP_SWIZZLE_32B,
                            CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    return cuMemFree(p) || r;
}
