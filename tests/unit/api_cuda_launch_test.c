// link: checker -lzstd -llz4
/* Launches of several threads: one list, in the order in which they came back; what a wait proves,
 * and what it does not. */
#include <pthread.h>

#include "api_cuda/launch.h"
#include "call/thread.h"
#include "checker_world.h"

enum { RING = 1024, MOST = 8 };

static int kernel;
static uint32_t dim[3] = { 1, 1, 1 };
static struct iq_launch_record pending[MOST];

static void launch(uint64_t shared, int64_t result)
{
    RT("cudaLaunchKernel", result, U(&kernel), U(dim), U(dim), 0ul, shared, 0ul);
}

static uint32_t look(void) { return iq_launch_pending(NULL, pending, MOST); }

static void synchronise(void) { world_call(IQ_API_CUDART, "cudaDeviceSynchronize", 0, 0); }

/* Two threads in turns. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int turn;

static void wait_for(int wanted)
{
    pthread_mutex_lock(&lock);
    while (turn != wanted)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

static void pass_to(int next)
{
    pthread_mutex_lock(&lock);
    turn = next;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static void *launch_second(void *user)
{
    wait_for(1);
    launch(2, 0);
    pass_to(2);
    return user;
}

TEST(one_list_of_all_threads)
{
    pthread_t other;
    world_begin();
    turn = 0;
    pthread_create(&other, NULL, launch_second, NULL);
    launch(1, 0);
    pass_to(1);
    wait_for(2);
    launch(3, 0);
    pthread_join(other, NULL);
    CHECK_INT(look(), 3);
    for (uint64_t i = 0; i < 3; i++)
        CHECK_INT(pending[i].shared, i + 1);
    CHECK(pending[0].ref.thread == pending[2].ref.thread &&
          pending[0].ref.thread != pending[1].ref.thread);
    synchronise();
    CHECK_INT(look(), 0);
}

/* Begins a launch, and comes back when it is told. */
static void *launch_slowly(void *user)
{
    uint64_t args[] = { U(&kernel), U(dim), U(dim), 0, 7, 0 };
    struct iq_call call;
    wait_for(1);
    iq_call_enter(&call, iq_entry_find(IQ_API_CUDART, "cudaLaunchKernel"), args, IQ_SITE);
    pass_to(2);
    wait_for(3);
    iq_call_leave(&call, 0);
    pass_to(4);
    return user;
}

/* A wait of another thread says nothing of a launch that was being made when it began. */
TEST(a_wait_proves_what_had_come_back)
{
    pthread_t other;
    world_begin();
    turn = 0;
    pthread_create(&other, NULL, launch_slowly, NULL);
    launch(1, 0);
    pass_to(1);
    wait_for(2);
    synchronise();
    pass_to(3);
    wait_for(4);
    pthread_join(other, NULL);
    CHECK_INT(look(), 1);
    CHECK_INT(pending[0].shared, 7);
    synchronise();
    CHECK_INT(look(), 0);
}

static uint64_t on[] = { 0x5700000 };

/* Begins the wait [user], and comes back when it is told. */
static void *wait_slowly(void *user)
{
    struct iq_call call;
    wait_for(1);
    iq_call_enter(&call, iq_entry_find(IQ_API_CUDART, user), on, IQ_SITE);
    pass_to(2);
    wait_for(3);
    iq_call_leave(&call, 0);
    pass_to(4);
    return NULL;
}

static void launch_on(uint64_t stream)
{
    RT("cudaLaunchKernel", 0, U(&kernel), U(dim), U(dim), 0ul, 0ul, stream);
}

/* A wait that began earlier and comes back later takes back nothing of what the other one has
 * proven. */
TEST(waits_come_back_in_any_order)
{
    static char device[] = "cudaDeviceSynchronize", stream[] = "cudaStreamSynchronize";
    char *const waits[] = { device, stream };
    world_begin();
    RT("cudaStreamCreate", 0, U(on));
    for (int i = 0; i < 2; i++) {
        pthread_t other;
        turn = 0;
        pthread_create(&other, NULL, wait_slowly, waits[i]);
        pass_to(1);
        wait_for(2);
        launch_on(on[0]);
        CHECK_INT(look(), 1);
        if (i)
            RT("cudaStreamSynchronize", 0, on[0]);
        else
            synchronise();
        CHECK_INT(look(), 0);
        pass_to(3);
        wait_for(4);
        pthread_join(other, NULL);
        CHECK_INT(look(), 0);
    }
}

/* The default stream waits for blocking streams of its device alone. */
TEST(the_default_stream_proves_what_it_waits_for)
{
    static uint64_t free_one[] = { 0x5700100 };
    world_begin();
    RT("cudaStreamCreate", 0, U(on));
    RT("cudaStreamCreateWithFlags", 0, U(free_one), 1ul);
    launch_on(on[0]);
    launch_on(free_one[0]);
    CHECK_INT(look(), 2);
    RT("cudaStreamSynchronize", 0, 0ul);
    CHECK_INT(look(), 1);
    CHECK(pending[0].stream == free_one[0]);
    synchronise();
    CHECK_INT(look(), 0);
}

TEST(a_wait_on_one_device_proves_nothing_of_another)
{
    static uint64_t contexts[] = { 0xc7700, 0xc7800 };
    world_begin();
    for (uint64_t device = 0; device < 2; device++) {
        CU("cuCtxCreate_v4", 0, U(&contexts[device]), 0ul, 0ul, device);
        launch(1 + device, 0);
    }
    CHECK_INT(look(), 2);
    world_call(IQ_API_CUDA, "cuCtxSynchronize", 0, 0);
    CHECK_INT(look(), 1);
    CHECK_INT(pending[0].shared, 1);
    CU("cuCtxSetCurrent", 0, contexts[0]);
    world_call(IQ_API_CUDA, "cuCtxSynchronize", 0, 0);
    CHECK_INT(look(), 0);
}

/* A wait may name another context than the current one. */
TEST(a_wait_proves_what_was_in_the_context_that_it_names)
{
    static uint64_t contexts[] = { 0xc7900, 0xc7a00 }, memory = 0x7f4400000000;
    world_begin();
    for (uint64_t device = 0; device < 2; device++) {
        CU("cuCtxCreate_v4", 0, U(&contexts[device]), 0ul, 0ul, device);
        if (!device)
            CU("cuMemAlloc_v2", 0, U(&memory), 4096ul);
        launch(1 + device, 0);
    }
    CU("cuMemFree_v2", 0, 0ul); /* of nothing */
    CHECK_INT(look(), 2);
    CU("cuMemFree_v2", 0, memory); /* of the other device */
    CHECK_INT(look(), 2);
    CU("cuCtxSynchronize_v2", 0, contexts[0]);
    CHECK_INT(look(), 1);
    CHECK_INT(pending[0].shared, 2);
    CU("cuCtxSynchronize_v2", 0, 0ul);
    CHECK_INT(look(), 0);
}

static void *wait_for_own_stream(void *user)
{
    RT("cudaStreamSynchronize", 0, 2ul);
    return user;
}

TEST(each_thread_has_a_default_stream_of_its_own)
{
    pthread_t other;
    world_begin();
    launch_on(2);
    pthread_create(&other, NULL, wait_for_own_stream, NULL);
    pthread_join(other, NULL);
    CHECK_INT(look(), 1);
    RT("cudaStreamSynchronize", 0, 2ul);
    CHECK_INT(look(), 0);
}

TEST(failed_launches_are_none)
{
    world_begin();
    launch(1, 0);
    launch(2, 98);
    CHECK_INT(look(), 1);
    CHECK_INT(pending[0].shared, 1);
    synchronise();
    world_look();
}

TEST(more_than_a_ring_holds)
{
    world_begin();
    uint64_t time = iq_core_launches();
    for (uint64_t i = 0; i < 3000; i++)
        launch(i, 0);
    CHECK_INT(look(), RING);
    CHECK_INT(pending[0].shared, 3000 - RING);
    CHECK_INT(pending[1].shared, 3000 - RING + 1);
    CHECK_INT(iq_launch_since(time, NULL, pending, MOST), RING);
    time = iq_core_launches();
    launch(5, 0);
    CHECK_INT(iq_launch_since(time, NULL, pending, MOST), 1);
    synchronise();
    CHECK_INT(look(), 0);
    EXPECT_NOTHING();
}
