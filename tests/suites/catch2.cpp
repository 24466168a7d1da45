// Marks in Catch2: the listener of docs/guide/tests.md.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#define INTERFACES 3
#else
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif
#include <inquest.h>

#include "cuda_runtime.h"

// [listener]
#ifdef INTERFACES
using ListenerBase = Catch::EventListenerBase; // Catch2 3
#else
using ListenerBase = Catch::TestEventListenerBase; // Catch2 2
#endif

struct InquestListener : ListenerBase {
    using ListenerBase::ListenerBase;

    void testCaseStarting(const Catch::TestCaseInfo &test) override
    {
        inquest_mark(test.name.c_str());
    }
    void testCaseEnded(const Catch::TestCaseStats &) override { inquest_mark_end(); }
};
CATCH_REGISTER_LISTENER(InquestListener)

// In a test that is to fail by its findings, as its last line:
#define REQUIRE_NO_FINDINGS(before) REQUIRE(inquest_errors() == (before))
// [listener]

static CUdeviceptr allocate()
{
    CUcontext context;
    CUdeviceptr memory = 0;
    cuInit(0);
    cuDevicePrimaryCtxRetain(&context, 0);
    cuCtxSetCurrent(context);
    REQUIRE(cuMemAlloc(&memory, 16) == CUDA_SUCCESS);
    return memory;
}

TEST_CASE("clears everything")
{
    unsigned long before = inquest_errors();
    CUdeviceptr memory = allocate();
    REQUIRE(cuMemsetD8(memory, 0, 16) == CUDA_SUCCESS);
    cuMemFree(memory);
    REQUIRE_NO_FINDINGS(before);
}

TEST_CASE("clears too much")
{
    unsigned long before = inquest_errors();
    CUdeviceptr memory = allocate();
    (void)cuMemsetD8(memory, 0, 17);
    cuMemFree(memory);
    REQUIRE_NO_FINDINGS(before);
}
