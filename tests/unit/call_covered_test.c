// link: checker -lzstd -llz4
/* Driver calls that the runtime's call around them covers. */
#include "call/covered.h"
#include "checker_world.h"
#include "iq_entries.h"

static const struct iq_entry *runtime(const char *symbol)
{
    return iq_entry_find(IQ_API_CUDART, symbol);
}
static const struct iq_entry *driver(const char *symbol)
{
    return iq_entry_find(IQ_API_CUDA, symbol);
}

/* As the driver's wrapper asks, from a frame below that of [call]. */
static bool is_covered(const struct iq_call *call, const char *symbol, bool launches)
{
    return iq_call_is_plainly_covered(driver(symbol), (uintptr_t)call - 64, launches);
}

TEST(a_call_of_its_own_is_not)
{
    struct iq_call frame;
    world_begin();
    CHECK(!iq_call_here.top);
    CHECK(!is_covered(&frame, "cuCtxSynchronize", false));
}

TEST(a_nested_one_is_and_gives_its_name)
{
    struct iq_call call;
    world_begin();
    iq_call_enter(&call, runtime("cudaDeviceSynchronize"), NULL, IQ_SITE);
    CHECK(!call.inner);
    CHECK(is_covered(&call, "cuCtxSynchronize", false));
    CHECK(call.inner == driver("cuCtxSynchronize"));
    CHECK(is_covered(&call, "cuStreamSynchronize", false));
    CHECK(call.inner == driver("cuCtxSynchronize")); /* the first one */
    CHECK(is_covered(&call, "cuLaunchKernel", true));
    CHECK(call.inner == driver("cuLaunchKernel")); /* says more */
    iq_call_covered_failed(driver("cuStreamSynchronize"), 1);
    CHECK(is_covered(&call, "cuLaunchKernel", true));
    CHECK(call.inner == driver("cuStreamSynchronize")); /* a failure says most */
    iq_call_leave(&call, 0);
    CHECK(!is_covered(&call, "cuCtxSynchronize", false));
}

TEST(not_by_a_call_that_a_jump_has_left)
{
    struct iq_call call;
    world_begin();
    iq_call_enter(&call, runtime("cudaDeviceSynchronize"), NULL, IQ_SITE);
    const struct iq_entry *entry = driver("cuCtxSynchronize");
    CHECK(!iq_call_is_plainly_covered(entry, (uintptr_t)&call + 64, false)); /* its frame is gone */
    uintptr_t seal = call.seal;
    call.seal ^= 1; /* overwritten */
    CHECK(!is_covered(&call, "cuCtxSynchronize", false));
    call.seal = seal;
    CHECK(is_covered(&call, "cuCtxSynchronize", false));
    iq_call_leave(&call, 0);
}

TEST(what_is_nested_deeper_is_asked_about)
{
    struct iq_call call, inner;
    world_begin();
    iq_call_enter(&call, runtime("cudaDeviceSynchronize"), NULL, IQ_SITE);
    iq_call_enter(&inner, driver("cuCtxSynchronize"), NULL,
                  (struct iq_site){ 1, (uintptr_t)&call - 64 });
    CHECK(inner.outer == &call);
    CHECK(!iq_call_is_plainly_covered(driver("cuStreamSynchronize"), 64, false));
    CHECK(call.inner == driver("cuCtxSynchronize"));
    iq_call_leave(&inner, 0);
    iq_call_leave(&call, 0);
}

/* The driver's call tells where the variable lies that the runtime's one names. */
TEST(copies_to_variables_are_looked_at)
{
    struct iq_call call;
    int value = 0;
    const uint64_t args[] = { (uintptr_t)&value, (uintptr_t)&value, sizeof value, 0, 1 };
    world_begin();
    iq_call_enter(&call, runtime("cudaMemcpyToSymbol"), args, IQ_SITE);
    CHECK(!is_covered(&call, "cuMemcpyHtoD_v2", false));
    iq_call_leave(&call, 0);
}
