#include "cuda.h"

/* The box is as large as the swizzle lets it be. */
int main(void)
{
    static CUtensorMap map;
    CUdeviceptr p;
    cuuint64_t dims[] = { 256, 64, 4 }, strides[] = { 1024, 65536 };
    cuuint32_t box[] = { 32, 16, 1 }, steps[] = { 1, 1, 1 };
    test_context();
    cuMemAlloc(&p, 1 << 20);
    int r = (int)cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, (void *)(uintptr_t)p, dims, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                            CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    return cuMemFree(p) || r;
}
