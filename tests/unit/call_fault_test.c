// link: checker -lzstd -llz4
/* Calls that are made to fail. */
#include "call/fault.h"
#include "checker_world.h"

/* The driver would answer every call here with success. */
static int64_t ask(enum iq_api_id api, const char *symbol)
{
    static uint64_t output;
    return world_call(api, symbol, 0, 2, U(&output), (uint64_t)64);
}

TEST(the_calls_whose_turn_it_is_fail)
{
    world_begin();
    iq_core.config.fail = "cudaMalloc:2=cudaErrorMemoryAllocation,cudaMalloc:3=1,"
                          "cudaMalloc:4=CUDA_ERROR_OUT_OF_MEMORY,cuMem*:p=0=2";
    CHECK(iq_fault_start());
    CHECK(!iq_fault_any());
    CHECK(ask(IQ_API_CUDART, "cudaMalloc") == 0);
    CHECK(ask(IQ_API_CUDART, "cudaMalloc") == 2 && world_answered);
    uint64_t number = iq_core_call_count();
    CHECK(iq_fault_any() && iq_fault_made(number) && !iq_fault_made(number - 1));
    CHECK(ask(IQ_API_CUDART, "cudaMalloc") == 1);
    CHECK(ask(IQ_API_CUDART, "cudaMalloc") == 0); /* the code is of the other API */
    CHECK(ask(IQ_API_CUDA, "cuMemAlloc_v2") == 0);
}

TEST(the_last_error_tells_it)
{
    iq_core.config.fail = "cudaMalloc=cudaErrorMemoryAllocation";
    CHECK(iq_fault_start());
    CHECK(ask(IQ_API_CUDART, "cudaMalloc") == 2);
    CHECK(world_call(IQ_API_CUDART, "cudaPeekAtLastError", 0, 0) == 2);
    CHECK(world_call(IQ_API_CUDART, "cudaGetLastError", 0, 0) == 2);
    CHECK(world_call(IQ_API_CUDART, "cudaGetLastError", 0, 0) == 0);
}

TEST(calls_without_a_code_do_not_fail)
{
    CHECK(iq_fault_concerns(iq_entry_find(IQ_API_CUDART, "cudaMalloc")));
    CHECK(!iq_fault_concerns(iq_entry_find(IQ_API_CUDART, "cudaGetLastError")));
    CHECK(!iq_fault_concerns(iq_entry_find(IQ_API_CUDART, "cudaGetErrorString")));
    CHECK(!iq_fault_concerns(iq_entry_find(IQ_API_VULKAN, "vkCmdDraw")));
    iq_core.config.fail = NULL;
    CHECK(!iq_fault_start() && !iq_fault_concerns(iq_entry_find(IQ_API_CUDART, "cudaMalloc")));
}
