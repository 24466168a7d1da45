/* Two streams, an event, memory that nothing was done with yet and a kernel, over a driver that
 * answers what the test says. */
#ifndef IQ_TEST_TWO_STREAMS_H
#define IQ_TEST_TWO_STREAMS_H

#include "checker_world.h"

static const char ptx[] =
    ".version 7.0\n.target sm_50\n.address_size 64\n"
    ".visible .entry store(.param .u64 to, .param .u64 n)\n{\n .reg .b64 d<3>;\n"
    " ld.param.u64 d0, [to]; ld.param.u64 d1, [n]; st.global.u64 [d0], d1;\n ret;\n}\n";

__attribute__((unused)) static uint64_t store, one = 0x5700000, two = 0x5700040, event = 0x5700080,
                                               host = 0x7f2000000000, memory;

__attribute__((unused)) static void begin(void)
{
    static uint64_t next = 0x7f2100000000;
    uint64_t module = 0x5700100;
    world_call(IQ_API_CUDART, "cudaDeviceSynchronize", 0, 0);
    memory = next += 0x1000000;
    CU("cuMemAlloc_v2", 0, U(&memory), 4096ul);
    if (store)
        return;
    store = 0x5700140;
    CU("cuModuleLoadData", 0, U(&module), U(ptx));
    CU("cuModuleGetFunction", 0, U(&store), module, U("store"));
    CU("cuStreamCreate", 0, U(&one), 1ul);
    CU("cuStreamCreate", 0, U(&two), 1ul);
    CU("cuEventCreate", 0, U(&event), 2ul);
    CU("cuMemAllocHost_v2", 0, U(&host), 4096ul);
}

__attribute__((unused)) static void copy(uint64_t stream, int64_t result)
{
    CU("cuMemcpyHtoDAsync_v2", result, memory, host, 64ul, stream);
}

__attribute__((unused)) static void launch(uint64_t stream, int64_t result)
{
    uint64_t n = 1;
    CU("cuLaunchKernel", result, store, 1ul, 1ul, 1ul, 32ul, 1ul, 1ul, 0ul, stream,
       U(((void *[]){ &memory, &n })), 0ul);
}

__attribute__((unused)) static void record(uint64_t stream, int64_t result)
{
    CU("cuEventRecord", result, event, stream);
}
__attribute__((unused)) static void await(uint64_t stream)
{
    CU("cuStreamWaitEvent", 0, stream, event, 0ul);
}

#endif
