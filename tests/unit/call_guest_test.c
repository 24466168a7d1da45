// link: checker -lzstd -llz4
/* Of several launches that were running the one that certainly goes where nothing is is the one
 * that faulted. */
#include "call/guest.h"
#include "checker_world.h"

static const char ptx[] =
    ".version 7.0\n.target sm_50\n.address_size 64\n"
    ".visible .entry put(.param .u64 p, .param .u64 at)\n{\n .reg .b64 d<4>; .reg .b32 r;\n"
    " ld.param.u64 d0, [p]; ld.param.u64 d1, [at]; shl.b64 d2, d1, 2; add.s64 d3, d0, d2; mov.u32 r, 1; st.global.u32 [d3], r;\n ret;\n}\n";

static uint64_t put, streams[3] = { 0x5700000, 0x5700040, 0x5700080 }, memory = 0x7f2100000000;

static void launch(uint64_t stream, uint64_t at)
{
    CU("cuLaunchKernel", 0, put, 1ul, 1ul, 1ul, 32ul, 1ul, 1ul, 0ul, stream,
       U(((void *[]){ &memory, &at })), 0ul);
}

TEST(one_of_three)
{
    uint64_t module = 0x5700100;
    iq_core_keep_launches();
    CU("cuMemAlloc_v2", 0, U(&memory), 4096ul);
    put = 0x5700140;
    CU("cuModuleLoadData", 0, U(&module), U(ptx));
    CU("cuModuleGetFunction", 0, U(&put), module, U("put"));
    for (int i = 0; i < 3; i++)
        CU("cuStreamCreate", 0, U(&streams[i]), 1ul);
    launch(streams[0], 0);
    launch(streams[1], (uint64_t)1 << 42);
    launch(streams[2], 8);
    world_call(IQ_API_CUDA, "cuCtxSynchronize", 700, 0);
    CHECK_INT(world_look(), 1);
    CHECK_STR(world_last()->rule_text, "earlier-fault");
    CHECK(strstr(world_last()->message, "failed, put"));
    CHECK(strstr(world_last()->cause, "only one accesses unallocated memory"));
}
