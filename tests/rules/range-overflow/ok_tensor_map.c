// options: --kernel-checks=bounds
#include "../launch-freed-pointer/tensor_kernel.h"

/* The last of 256 rows ends with the memory, from the second row of it on; so does the last of rows that are apart.
 * A tensor larger than there are addresses stands for one without an end. */
int main(void)
{
    CUfunction take = tensor_kernel();
    CUdeviceptr rows = test_memory((16 << 10) + 64, 0), apart = test_memory(15 * 128 + 64, 0);
    static CUtensorMap map __attribute__((aligned(64)));
    cuuint64_t dims[] = { 16, 16 }, strides[] = { 128 };
    cuuint32_t box[] = { 16, 16 }, steps[] = { 1, 1 };
    unsigned all = 1;
    LAUNCH(take, 1, 1, 0, tensor_map(rows + 64), &all);
    cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, (void *)(uintptr_t)apart, dims, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                           CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    LAUNCH(take, 1, 1, 0, &map, &all);
    dims[1] = 4294967296;
    strides[0] = ((cuuint64_t)1 << 40) - 16;
    CUresult endless = cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, (void *)(uintptr_t)apart, dims, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                                              CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (endless)
        return 1;
    return cuCtxSynchronize() || cuMemFree(rows) || cuMemFree(apart);
}
