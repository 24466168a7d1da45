// options: --kernel-checks=bounds
#include "../launch-freed-pointer/tensor_kernel.h"

/* 256 rows of 16 floats are described in memory of 8 rows.  The software device sees which bytes are copied; on a GPU the map is all that says so. */
int main(void)
{
    static CUtensorMap map __attribute__((aligned(64)));
    cuuint64_t dims[] = { 16, 256 }, strides[] = { 64 };
    cuuint32_t box[] = { 16, 16 }, steps[] = { 1, 1 };
    CUfunction take = tensor_kernel();
    CUdeviceptr rows = test_memory(512, 0); // site-real: created
    unsigned all = 1;
    cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, (void *)(uintptr_t)rows, dims, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, // expect-real: range-overflow arg=globalDim severity=warning object=device-memory says=it_has_16384_bytes
                           CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    LAUNCH(take, 1, 1, 0, &map, &all); // expect-soft: kernel-out-of-bounds
    return cuCtxSynchronize() || cuMemFree(rows);
}
