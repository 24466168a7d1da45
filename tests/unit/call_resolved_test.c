// link: checker -lzstd -llz4
/* What the arguments of a call lead to: looked up once per call, whoever asks. */
#include "call/resolved.h"
#include "call/thread.h"
#include "checker_world.h"

enum { SIZE = 4096 };
static const uint64_t device = 0x7f0000000000;

/* A cudaMemcpy from host memory, between enter and leave. */
static void enter(struct iq_call *call, uint64_t *args, uint64_t to, void *from)
{
    args[0] = to;
    args[1] = U(from);
    args[2] = 16;
    args[3] = 1;
    iq_call_enter(call, iq_entry_find(IQ_API_CUDART, "cudaMemcpy"), args, IQ_SITE);
}

TEST(an_argument_leads_to_its_allocation)
{
    char from[16] = { 0 };
    uint64_t args[WORLD_ARGS] = { 0 };
    struct iq_call call;
    struct iq_range range = { .size = 0 };
    world_begin();
    world_malloc(device, SIZE);
    enter(&call, args, device + 64, from);
    CHECK(iq_resolved_range(&call, 0, &range));
    CHECK(range.base == device && range.size == SIZE);
    CHECK(!iq_resolved_range(&call, 1, &range));
    CHECK(!iq_resolved_freed(&call, 1, &range));
    CHECK(iq_thread_block->resolved[0].call == call.number);
    iq_call_leave(&call, 0);
}

TEST(the_answer_holds_until_the_call_is_over)
{
    char from[16] = { 0 };
    uint64_t args[WORLD_ARGS] = { 0 };
    struct iq_call call;
    struct iq_range range;
    world_begin();
    world_malloc(device + 2 * SIZE, SIZE);
    enter(&call, args, device + 2 * SIZE, from);
    CHECK(iq_resolved_range(&call, 0, &range));
    iq_range_free(device + 2 * SIZE, (struct iq_call_ref){ .number = call.number });
    CHECK(iq_resolved_range(&call, 0, &range));
    iq_range_restore(device + 2 * SIZE, call.number);
    iq_call_leave(&call, 0);
    RT("cudaFree", 0, device + 2 * SIZE);
    enter(&call, args, device + 2 * SIZE, from);
    CHECK(!iq_resolved_range(&call, 0, &range));
    CHECK(iq_resolved_freed(&call, 0, &range) && range.base == device + 2 * SIZE);
    iq_call_leave(&call, 1);
}

TEST(the_region_of_an_argument_is_looked_for_once)
{
    char from[16] = { 0 };
    uint64_t args[WORLD_ARGS] = { 0 };
    struct iq_call call;
    struct iq_hostmem_region region;
    world_begin();
    enter(&call, args, device, from);
    CHECK(iq_resolved_region(&call, 1, U(from), &region));
    CHECK(region.begin <= U(from) && region.end > U(from));
    struct iq_resolved_rare *rare = iq_resolved_rare(&call, 1);
    CHECK(rare->region_known && rare->mapped);
    CHECK(!iq_resolved_region(&call, 1, 16, &region)); /* no argument's address: not kept */
    CHECK(rare->mapped);
    iq_call_leave(&call, 0);
    enter(&call, args, device, from);
    CHECK(!iq_resolved_rare(&call, 1)->region_known);
    iq_call_leave(&call, 0);
}

TEST(an_object_is_of_the_kind_that_is_wanted)
{
    uint64_t stream = 0x5000, args[WORLD_ARGS] = { 0 };
    struct iq_call call;
    RT("cudaStreamCreate", 0, U(&stream));
    args[0] = stream;
    iq_call_enter(&call, iq_entry_find(IQ_API_CUDART, "cudaStreamSynchronize"), args, IQ_SITE);
    CHECK(iq_resolved_handle(&call, 0, IQ_KIND_STREAM) == call.found[0] && call.found[0]);
    CHECK(!iq_resolved_handle(&call, 0, IQ_KIND_EVENT));
    CHECK(!iq_resolved_handle(&call, -1, IQ_KIND_STREAM));
    iq_call_leave(&call, 0);
}
