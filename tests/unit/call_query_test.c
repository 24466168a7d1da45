// link: checker -lzstd -llz4
/* Queries that the thunk has let pass (thunk.S of src/arch) become calls when they turn out to be
 * more. */
#include "base/armed.h"
#include "base/locks.h"
#include "call/api.h"
#include "call/core.h"
#include "call/query.h"
#include "checker_world.h"
#include "iq_entries.h"

static const struct iq_entry *find(const char *symbol)
{
    return iq_entry_find(IQ_API_CUDART, symbol);
}

TEST(which_are_queries)
{
    CHECK(!iq_query_is(find("cudaGetDevice"))); /* rules are not known yet */
    world_begin();
    CHECK(iq_query_is(find("cudaGetDevice")) && iq_query_is(find("cudaGetLastError")));
    CHECK(iq_query_is(find("cudaDeviceGetAttribute")) && iq_query_is(find("cudaGetDeviceCount")));
    CHECK(!iq_query_is(find("cudaMalloc")) && !iq_query_is(find("cudaStreamQuery")));
    CHECK(!iq_query_is(find("cudaSetDevice")) && !iq_query_is(find("cudaGetErrorString")));
    CHECK(!iq_query_is(find("cudaDeviceSynchronize")));
}

/* As the thunk pushes it, with the return address on top. */
static struct iq_target target;
static struct {
    const struct iq_target *target;
    uint64_t args[3], align, back;
} frame;

static void pass(const char *symbol)
{
    target = (struct iq_target){ .entry = find(symbol) };
    frame.target = &target;
    iq_call_here.query = (uintptr_t)&frame;
    iq_call_here.target = &target;
    iq_call_here.passed++;
}

TEST(the_first_call_is_looked_at_in_full)
{
    struct iq_call call;
    int device = 0;
    const uint64_t args[] = { (uintptr_t)&device };
    CHECK(iq_call_here.query == IQ_CALL_CLOSED);
    iq_call_enter(&call, find("cudaGetDevice"), args, IQ_SITE);
    iq_call_leave(&call, 0);
    CHECK(iq_call_here.query == 0 && !iq_armed);
}

TEST(counts_what_passed)
{
    uint64_t before = iq_core_call_count(), calls = iq_core_calls();
    iq_call_here.passed += 200;
    CHECK(iq_core_calls() == calls + 200);
    CHECK(iq_core_call_count() == before + 200 && iq_core_calls() == calls + 200);
}

TEST(nested_call_begins_it)
{
    struct iq_call call;
    uint64_t memory = 0, calls = iq_core_calls();
    const uint64_t args[] = { (uintptr_t)&memory, 64 };
    frame.args[1] = 0xabcdef0000000007; /* an int: the rest of the register is garbage */
    frame.args[2] = 0xabcdef00ffffffff;
    frame.back = 0x1234;
    pass("cudaDeviceGetAttribute");
    iq_call_enter(&call, iq_entry_find(IQ_API_CUDA, "cuMemAlloc_v2"), args,
                  (struct iq_site){ 1, (uintptr_t)&frame - 64 });
    CHECK(call.outer == &iq_thread_block->query && iq_call_here.query == IQ_CALL_CLOSED);
    CHECK(call.outer->entry == target.entry && call.outer->args[1] == 7);
    CHECK(call.outer->args[2] == UINT64_MAX && call.outer->site.pc == 0x1234);
    CHECK(call.outer->site.sp == (uintptr_t)(&frame.back + 1));
    iq_call_leave(&call, 0);
    CHECK(iq_call_here.top == &iq_thread_block->query);
    iq_query_is_back(0);
    CHECK(!iq_call_here.top && iq_core_calls() == calls + 1);
}

TEST(one_that_was_left)
{
    struct iq_call call;
    const uint64_t args[] = { 0 };
    pass("cudaDeviceGetAttribute");
    CHECK(iq_query_covers((uintptr_t)&frame - 64));
    iq_call_enter(&call, find("cudaGetDevice"), args,
                  (struct iq_site){ 1, (uintptr_t)(&frame + 1) }); /* by longjmp */
    CHECK(!call.outer);
    iq_call_leave(&call, 0);
    pass("cudaDeviceGetAttribute");
    frame.target = NULL; /* overwritten since */
    CHECK(!iq_query_covers((uintptr_t)&frame - 64) && !iq_call_is_inside());
}

/* Would the thunk let a question about [handle] pass? */
static bool passes(const char *symbol, uint64_t handle)
{
    for (int i = 0; i < IQ_ASKED; i++) {
        const struct iq_asked *asked = &iq_call_here.asked[i];
        if (asked->entry == find(symbol) && asked->handle == handle &&
            asked->changes == iq_query_changes() && *asked->known)
            return true;
    }
    return false;
}

static void make(const char *symbol, const uint64_t *args)
{
    struct iq_call call;
    iq_call_enter(&call, find(symbol), args, IQ_SITE);
    iq_call_leave(&call, 0);
}

TEST(which_ask_about_a_handle)
{
    CHECK(iq_query_asks(find("cudaEventQuery")) && iq_query_asks(find("cudaStreamQuery")));
    CHECK(iq_query_asks(find("cudaStreamIsCapturing")));
    CHECK(iq_query_asks(iq_entry_find(IQ_API_CUDA, "cuEventQuery")));
    CHECK(!iq_query_asks(find("cudaEventSynchronize")) && !iq_query_asks(find("cudaGetDevice")));
    CHECK(!iq_query_asks(find("cudaEventRecord")) && !iq_query_asks(find("cudaEventDestroy")));
    CHECK(!iq_query_asks(find("cudaEventElapsedTime")) &&
          !iq_query_asks(find("cudaStreamEndCapture")));
}

TEST(what_was_complete_is_not_asked_again)
{
    uint64_t event = 0x5000, stream = 0x6000, *handle[] = { &event, &stream };
    make("cudaEventCreate", (uint64_t[]){ (uintptr_t)handle[0] });
    make("cudaStreamCreate", (uint64_t[]){ (uintptr_t)handle[1] });
    for (int round = 0; round < 2; round++) {
        make("cudaEventRecord", (uint64_t[]){ event, stream });
        CHECK(!passes("cudaEventQuery", event));
        for (int i = 0; i < 3; i++)
            make("cudaEventQuery", (uint64_t[]){ event });
        CHECK(passes("cudaEventQuery", event) && !passes("cudaStreamQuery", event));
    }
    iq_lock(IQ_LOCK_ORDER);
    iq_clock_note_change();
    iq_unlock(IQ_LOCK_ORDER);
    CHECK(!passes("cudaEventQuery", event));
    make("cudaStreamIsCapturing", (uint64_t[]){ stream, (uintptr_t)&event });
    CHECK(passes("cudaStreamIsCapturing", stream));
    make("cudaStreamDestroy", (uint64_t[]){ stream });
    CHECK(!passes("cudaStreamIsCapturing", stream));
    make("cudaEventDestroy", (uint64_t[]){ event });
    CHECK(!passes("cudaEventQuery", event));
}
