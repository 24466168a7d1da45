// link: checker -lzstd -llz4
/* Work is put in order before it is forwarded: what fails has enqueued nothing, what succeeds is
 * found by whoever comes later, on any thread. */
#include <pthread.h>
#include <sys/mman.h>

#include "call/verdict.h"
#include "order/guard.h"
#include "two_streams.h"

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
    world_look(); /* the failures themselves */
    copy(two, 0);
    launch(two, 0);
    EXPECT_NOTHING();
    begin();
    copy(one, 0);
    copy(two, 1); /* no race either: it did not happen */
    world_look();
    CHECK(strcmp(world_last()->rule_text, "stream-race"));
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
    copy(two, 0); /* the event still stands for the copy */
    EXPECT_NOTHING();
}

TEST(a_record_after_one_that_failed)
{
    begin();
    record(two, 400);
    world_look();
    record(one, 0);
    copy(one, 0);
    await(two); /* for what was there before the copy */
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
    CHECK_STR(world_last()->rule_text, "stream-race");
    CHECK_STR(world_last()->api, "cuMemcpyHtoDAsync");
}

static void *free_elsewhere(void *pinned)
{
    CU("cuMemFreeHost", 0, U(pinned));
    return NULL;
}

/* The source of a batch is given back by another thread before the call is back: there is nothing
 * to guard. */
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
