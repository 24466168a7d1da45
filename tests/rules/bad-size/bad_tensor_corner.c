#include "cuda.h"

/* Corners of a box of pixels in two dimensions have 8 bits each. */
int main(void)
{
    static CUtensorMap map;
    CUdeviceptr p;
    cuuint64_t dims[] = { 64, 32, 32, 8 }, strides[] = { 256, 8192, 262144 };
    cuuint32_t steps[] = { 1, 1, 1, 1 };
    int lower[] = { -1, -1 }, upper[] = { 1, 128 };
    test_context();
    cuMemAlloc(&p, 2 << 20);
    cuTensorMapEncodeIm2col(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, (void *)(uintptr_t)p, dims, strides, lower, upper, 64, 128, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,  // expect: bad-size arg=pixelBoxUpperCorner result=1
                            CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    return cuMemFree(p);
}
