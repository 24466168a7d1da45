// link: checker -lzstd -llz4
/* Work is put in order before it is forwarded: what fails has enqueued nothing, what succeeds is found by whoever comes later, on any thread. */
#include <pthread.h>
#include <sys/mman.h>

#include "order/guard.h"
#include "core_world.h"

static const char ptx[] =
    ".version 7.0\n.target sm_50\n.address_size 64\n"
    ".visible .entry store(.param .u64 to, .param .u64 n)\n{\n .reg .b64 d<3>;\n"
    " ld.param.u64 d0, [to]; ld.param.u64 d1, [n]; st.global.u64 [d0], d1;\n ret;\n}\n";

static uint64_t store, one = 0x5700000, two = 0x5700040, event = 0x5700080, host = 0x7f2000000000, memory;

/* Two streams, an event, memory that nothing was done with yet, a kernel. */
static void begin(void)
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

static void copy(uint64_t stream, int64_t result) { CU("cuMemcpyHtoDAsync_v2", result, memory, host, 64ul, stream); }

static void launch(uint64_t stream, int64_t result)
{
    uint64_t n = 1;
    CU("cuLaunchKernel", result, store, 1ul, 1ul, 1ul, 32ul, 1ul, 1ul, 0ul, stream, U(((void *[]){ &memory, &n })), 0ul);
}

static void record(uint64_t stream, int64_t result) { CU("cuEventRecord", result, event, stream); }
static void await(uint64_t stream) { CU("cuStreamWaitEvent", 0, stream, event, 0ul); }

TEST(work_is_found)
{
    begin();
    copy(one, 0);
    copy(two, 0);
    EXPECT("stream-race", "dstDevice");
    begin();
    copy(one, 0);
    launch(two, 0);
    CHECK_INT(world_look(), 1);
    begin();
    launch(one, 0);
    copy(two, 0);
    CHECK_INT(world_look(), 1);
}

TEST(order_by_an_event)
{
    begin();
    for (volatile int i = 0; i < 3; i++) {
        copy(one, 0);
        launch(one, 0);
        record(one, 0);
        await(two);
        launch(two, 0);
        record(two, 0);
        await(one);
    }
    EXPECT_NOTHING();
}

TEST(what_fails_was_not_enqueued)
{
    begin();
    copy(one, 1);
    launch(one, 98);
    world_look();           /* the failures themselves */
    copy(two, 0);
    launch(two, 0);
    EXPECT_NOTHING();
    begin();
    copy(one, 0);
    copy(two, 1);           /* no race either: it did not happen */
    world_look();
    CHECK(strcmp(world_last()->rule, "stream-race"));
    launch(one, 0);
    EXPECT_NOTHING();
}

TEST(a_record_that_fails)
{
    begin();
    record(one, 0);
    record(one, 0);
    copy(one, 0);
    record(one, 0);
    record(two, 400);
    world_look();
    await(two);
    copy(two, 0);           /* the event still stands for the copy */
    EXPECT_NOTHING();
}

TEST(a_record_after_one_that_failed)
{
    begin();
    record(two, 400);
    world_look();
    record(one, 0);
    copy(one, 0);
    await(two);             /* for what was there before the copy */
    copy(two, 0);
    EXPECT("stream-race", "dstDevice");
}

/* A copy between two calls of another thread, one of them under way. */
static uint64_t entered[] = { 0, 0, 64, 0 };

static void *copy_elsewhere(void *user)
{
    struct iq_call call;
    (void)user;
    entered[0] = memory, entered[1] = host, entered[3] = one;
    iq_call_enter(&call, iq_entry_find(IQ_API_CUDA, "cuMemcpyHtoDAsync_v2"), entered, IQ_SITE);
    iq_call_leave(&call, 0);
    return NULL;
}

TEST(work_of_another_thread)
{
    pthread_t other;
    uint64_t n = 1;
    begin();
    uint64_t args[] = { store, 1, 1, 1, 32, 1, 1, 0, two, U(((void *[]){ &memory, &n })), 0 };
    struct iq_call call;
    iq_call_enter(&call, iq_entry_find(IQ_API_CUDA, "cuLaunchKernel"), args, IQ_SITE);
    pthread_create(&other, NULL, copy_elsewhere, NULL);
    pthread_join(other, NULL);
    iq_call_leave(&call, 0);
    CHECK_INT(world_look(), 1);
    CHECK_STR(world_last()->rule, "stream-race");
    CHECK_STR(world_last()->api, "cuMemcpyHtoDAsync");
}

static void *free_elsewhere(void *pinned)
{
    CU("cuMemFreeHost", 0, U(pinned));
    return NULL;
}

/* The source of a batch is given back by another thread before the call is back: there is nothing to guard. */
TEST(memory_that_goes_meanwhile)
{
    pthread_t other;
    void *pinned = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    uint64_t bytes = 4096, index = 0, source = U(pinned), attributes[8] = { 3 };
    begin();
    iq_guard_enable(IQ_GUARD_ALWAYS, NULL);
    CU("cuMemAllocHost_v2", 0, U(&pinned), bytes);
    uint64_t args[] = { U(&memory), U(&source), U(&bytes), 1, U(attributes), U(&index), 1, one };
    struct iq_call call;
    iq_call_enter(&call, iq_entry_find(IQ_API_CUDA, "cuMemcpyBatchAsync_v2"), args, IQ_SITE);
    pthread_create(&other, NULL, free_elsewhere, pinned);
    pthread_join(other, NULL);
    iq_call_leave(&call, 0);
    CHECK(!iq_guard_covers(U(pinned)));
    iq_guard_enable(IQ_GUARD_OFF, NULL);
    munmap(pinned, 4096);
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
    CHECK_STR(world_last()->rule, "stream-race");
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
        CU("cuMemcpyHtoDAsync_v2", last, other, host, 17ul, one);      /* the driver takes it */
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
    CHECK_STR(world_last()->rule, "graph-stale");
    CU("cuGraphExecDestroy", 0, exec);
    CU("cuGraphDestroy", 0, graph);
}
