/* Descriptions of tensors of floats for the copy engine, in a megabyte of device memory. */
#ifndef TENSOR_MAP_H
#define TENSOR_MAP_H

#include "cuda.h"

static CUtensorMap map;
static CUdeviceptr memory;

static inline void tensor_memory(void)
{
    test_context();
    cuMemAlloc(&memory, 1 << 20);
}

/* Tiles of [box] elements of the [rank] dimensions at [at]. */
#define TILED(at, rank, dims, strides, box, interleave, swizzle)                                   \
    cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, rank, (void *)(uintptr_t)(at),   \
                           dims, strides, box, (cuuint32_t[]){ 1, 1, 1 },                          \
                           CU_TENSOR_MAP_INTERLEAVE_##interleave, CU_TENSOR_MAP_SWIZZLE_##swizzle, \
                           CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)

#endif
