// link: checker -lzstd -llz4
/* Copies that are made again are looked at once; what has changed since is seen all the same. */
#include <pthread.h>
#include <sys/mman.h>

#include "call/copy_cache.h"
#include "call/thread.h"
#include "two_streams.h"

TEST(a_copy_is_kept_with_its_accesses)
{
    begin();
    for (volatile int i = 0; i < 3; i++)
        copy(one, 0);
    int kept = 0;
    for (int i = 0; i < IQ_CACHED_COPIES; i++) {
        const struct iq_cached_copy *cached = &iq_thread_block->copies[i];
        if (!cached->entry || cached->args[0] != memory)
            continue;
        kept++;
        CHECK(cached->count && cached->count <= IQ_CACHED_COPY_ACCESSES);
        CHECK(cached->stream && cached->stream->value == one && cached->bytes == 64);
    }
    CHECK_INT(kept, 1);
    EXPECT_NOTHING();
}

/* The same copy again and again is looked at once; what has changed since is seen all the same. */
TEST(copies_that_are_made_again)
{
    begin();
    for (volatile int i = 0; i < 5; i++)
        copy(one, 0);
    EXPECT_NOTHING();
    launch(two, 0);
    CHECK_INT(world_look(), 1);
    CHECK_STR(world_last()->rule_text, "stream-race");
    begin();
    for (volatile int i = 0; i < 5; i++)
        copy(one, 0);
    launch(one, 0);
    copy(one, 0);
    copy(two, 0);
    EXPECT("stream-race", "dstDevice");
}

TEST(a_repeated_copy_whose_memory_is_gone)
{
    begin();
    for (volatile int i = 0; i < 5; i++)
        copy(one, 0);
    world_call(IQ_API_CUDART, "cudaDeviceSynchronize", 0, 0);
    CU("cuMemFree_v2", 0, memory);
    copy(one, 1);
    EXPECT("use-after-free", "dstDevice");
}

TEST(a_repeated_copy_whose_stream_is_gone)
{
    uint64_t stream = 0x5700180;
    begin();
    CU("cuStreamCreate", 0, U(&stream), 1ul);
    for (volatile int i = 0; i < 5; i++)
        copy(stream, 0);
    CU("cuStreamDestroy_v2", 0, stream);
    copy(stream, 400);
    EXPECT("destroyed-handle", "hStream");
}

/* Places of another copy lie in between. */
TEST(a_repeated_copy_that_fails)
{
    uint64_t other = 0x7f4000000000;
    begin();
    CU("cuMemAlloc_v2", 0, U(&other), 16ul);
    for (volatile int i = 0; i < 7; i++) {
        bool last = i == 6;
        CU("cuMemcpyHtoDAsync_v2", last, other, host, 17ul, one); /* the driver takes it */
        if (!last)
            copy(one, 0);
    }
    EXPECT("range-overflow", "ByteCount");
}

/* What failed was not enqueued, nor what it repeated kept; the next one is there again. */
TEST(a_repeated_copy_after_one_that_failed)
{
    begin();
    for (volatile int i = 0; i < 5; i++)
        copy(one, 0);
    copy(one, 1);
    world_look();
    copy(one, 0);
    copy(two, 0);
    EXPECT("stream-race", "dstDevice");
}

/* Memory that comes again is other memory. */
TEST(a_repeated_copy_to_memory_that_came_again)
{
    begin();
    for (volatile int i = 0; i < 5; i++)
        copy(one, 0);
    CU("cuStreamSynchronize", 0, one);
    for (volatile int i = 0; i < 3; i++) {
        CU("cuMemFree_v2", 0, memory);
        CU("cuMemAlloc_v2", 0, U(&memory), 4096ul);
        copy(two, 0);
        CU("cuStreamSynchronize", 0, two);
    }
    copy(one, 0);
    copy(two, 0);
    EXPECT("stream-race", "dstDevice");
}

TEST(a_repeated_copy_that_is_captured)
{
    uint64_t other = 0x7f4100000000, graph = 0x57001c0, exec = 0x5700200;
    begin();
    CU("cuMemAlloc_v2", 0, U(&other), 64ul);
    for (volatile int i = 0; i < 5; i++) {
        copy(one, 0);
        CU("cuMemcpyHtoDAsync_v2", 0, other, host, 64ul, one);
    }
    CU("cuStreamBeginCapture_v2", 0, one, 0ul);
    copy(one, 0);
    CU("cuStreamEndCapture", 0, one, U(&graph));
    CU("cuGraphInstantiateWithFlags", 0, U(&exec), graph, 0ul);
    world_call(IQ_API_CUDART, "cudaDeviceSynchronize", 0, 0);
    CU("cuMemFree_v2", 0, other);
    CU("cuGraphLaunch", 0, exec, one);
    EXPECT_NOTHING();
    world_call(IQ_API_CUDART, "cudaDeviceSynchronize", 0, 0);
    CU("cuMemFree_v2", 0, memory);
    CU("cuGraphLaunch", 0, exec, one);
    CHECK_INT(world_look(), 1);
    CHECK_STR(world_last()->rule_text, "graph-stale");
    CU("cuGraphExecDestroy", 0, exec);
    CU("cuGraphDestroy", 0, graph);
}
