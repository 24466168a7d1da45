// link: checker -lzstd -llz4
/* A wait that makes no progress is reported, and was none if it comes back. */
#include <pthread.h>
#include <time.h>

#include "call/thread.h"
#include "call/watchdog.h"
#include "checker_world.h"

static void pause_ms(long ms)
{
    nanosleep(&(struct timespec){ ms / 1000, ms % 1000 * 1000000 }, NULL);
}

/* Waits in cuCtxSynchronize until the watchdog has said so, at most half a minute. */
static uint64_t wait_long(void)
{
    struct iq_call call;
    uint64_t finding = 0;
    iq_call_enter(&call, iq_entry_find(IQ_API_CUDA, "cuCtxSynchronize"), NULL, IQ_SITE);
    for (int i = 0; i < 600 && !finding; i++) {
        pause_ms(50);
        finding = __atomic_load_n(&iq_thread_get()->wait.finding, __ATOMIC_ACQUIRE);
    }
    if (finding)
        CHECK_INT(world_look(), 1);
    iq_call_leave(&call, 0);
    return finding;
}

TEST(off_unless_asked_for)
{
    world_begin();
    CU("cuInit", 0, 0ul);
    iq_watchdog_enable(0);
    CHECK(!iq_watchdog_wanted);
}

TEST(a_long_wait_is_said_and_taken_back)
{
    iq_watchdog_enable(200000000);
    CHECK(iq_watchdog_wanted);
    CHECK(wait_long());
    CHECK_STR(world_last()->rule_text, "never-signalled");
    world_look();
    CHECK_INT(world_last()->severity, IQ_NOTE); /* it came back */
    CHECK(!iq_thread_get()->wait.number);
}

static uint64_t work;
static bool stop;

static void *go_on(void *unused)
{
    while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
        __atomic_fetch_add(&work, 1, __ATOMIC_RELAXED);
        pause_ms(5);
    }
    return unused;
}

TEST(a_device_that_works_is_waited_for)
{
    struct iq_call call;
    pthread_t thread;
    iq_watchdog_enable(1000000000); /* the thread may get no processor for most of a second */
    iq_watchdog_set_progress(&work);
    pthread_create(&thread, NULL, go_on, NULL);
    iq_call_enter(&call, iq_entry_find(IQ_API_CUDA, "cuCtxSynchronize"), NULL, IQ_SITE);
    pause_ms(2200);
    CHECK(!__atomic_load_n(&iq_thread_get()->wait.finding, __ATOMIC_ACQUIRE));
    iq_call_leave(&call, 0);
    __atomic_store_n(&stop, true, __ATOMIC_RELAXED);
    pthread_join(thread, NULL);
    CHECK_INT(world_look(), 0);
}
