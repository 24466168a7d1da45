// link: checker -lzstd -llz4
/* The ring of --record: what is kept of calls, and which. */
#include "call/recorder.h"
#include "checker_world.h"
#include "trace/format.h"

TEST(the_last_calls_with_what_they_are_about)
{
    uint64_t memory = 0x7f2100000000;
    world_begin();
    iq_core.config.record = 4;
    iq_core.config.record_arguments = false;
    world_call(IQ_API_CUDA, "cuCtxSynchronize", 0, 0);
    CU("cuMemAlloc_v2", 0, U(&memory), 4096ul);
    CU("cuMemAlloc_v2", 2, U(&memory), 100ul);
    CU("cuMemsetD32Async", 0, memory, 7ul, 256ul, 0x5000ul);
    CU("cuMemFree_v2", 0, memory);
    world_call(IQ_API_CUDA, "cuCtxSynchronize", 0, 0);
    CHECK(iq_recorder_wanted);
    world_look();
    CHECK_INT(world.recorded_count, 6);
    CHECK_INT(world.recorded.count, 4);
    const struct iq_recorded_call *call = world.recorded.data;
    CHECK(call[0].flags & IQ_CALL_FAILED && call[0].result == 2 && !call[0].object);
    CHECK_STR(call[1].api, "cuMemsetD32Async");
    CHECK(!call[1].args); /* nobody asked for them */
    CHECK(call[1].flags & IQ_CALL_HAS_STREAM && call[1].stream == 0x5000);
    CHECK(call[1].object == memory && call[1].bytes == 1024);
    CHECK(call[2].flags & IQ_CALL_FREE && call[2].object == memory);
    CHECK(call[3].flags & IQ_CALL_WAIT_ALL);
    for (int i = 0; i < 4; i++)
        CHECK(call[i].thread == (uint32_t)getpid() && call[i].stack &&
              (!i || call[i].start_ns >= call[i - 1].start_ns + call[i - 1].spent_ns));
}

TEST(findings_have_a_time)
{
    uint64_t memory = 0x7f2200000000;
    CU("cuMemAlloc_v2", 0, U(&memory), 4096ul);
    CU("cuMemFree_v2", 0, memory);
    CU("cuMemFree_v2", 1, memory);
    CHECK_INT(world_look(), 1);
    const struct iq_finding *finding = &world.findings.data[world.findings.count - 1];
    const struct iq_recorded_call *last = &world.recorded.data[world.recorded.count - 1];
    CHECK(finding->found_ns >= last->start_ns &&
          finding->found_ns <= last->start_ns + last->spent_ns);
}
