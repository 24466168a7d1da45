/* A kernel that gets a tensor map by value and copies a box of 16 x 16 floats if it is told to. */
#include "test_kernels.h"

static const char tensor_ptx[] =
    ".version 8.3\n.target sm_90\n.address_size 64\n"
    ".visible .entry take(.param .align 64 .b8 map[128], .param .u32 boxes)\n{\n .reg .pred p; .reg .b32 r<4>; .reg .b64 d<3>;\n"
    " .shared .align 128 .b8 tile[1024]; .shared .align 8 .b64 barrier;\n"
    " ld.param.u32 r0, [boxes]; setp.eq.u32 p, r0, 0; @p bra out; mov.b64 d0, map; cvta.param.u64 d1, d0; mov.u32 r1, barrier; mov.u32 r2, tile; mov.u32 r3, 0;\n"
    " mbarrier.init.shared.b64 [r1], 1; fence.mbarrier_init.release.cluster; mbarrier.arrive.expect_tx.shared.b64 d2, [r1], 1024;\n"
    " cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [r2], [d1, {r3, r3}], [r1];\n"
    "again: mbarrier.try_wait.parity.shared.b64 p, [r1], 0; @!p bra again;\nout:\n ret;\n}\n";

static inline CUfunction tensor_kernel(void)
{
    CUmodule module;
    CUfunction function = NULL;
    test_context();
    cuModuleLoadData(&module, tensor_ptx);
    cuModuleGetFunction(&function, module, "take");
    return function;
}

static inline CUtensorMap *tensor_map(CUdeviceptr at)
{
    static CUtensorMap map __attribute__((aligned(64)));
    cuuint64_t dims[] = { 16, 256 }, strides[] = { 64 };
    cuuint32_t box[] = { 16, 16 }, steps[] = { 1, 1 };
    cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, (void *)(uintptr_t)at, dims, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                           CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    return &map;
}
