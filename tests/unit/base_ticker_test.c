// link: base
#include <pthread.h>
#include <sched.h>

#include "base/now.h"
#include "base/ticker.h"
#include "test.h"

/* Far above what a ticker may be wrong by, far below a span. */
enum { WRONG_NS = 50000, LOOKS = 20000000, THREADS = 3, TURNS = 30000 };
/* Shorter than any call with what comes before the next one on another thread. */
enum { CALL_NS = 200 };

TEST(tells_the_time)
{
    struct iq_ticker ticker = { 0 };
    uint64_t last = 0, end = iq_now_ns() + LOOKS;
    if (!iq_ticker_is_trusted())
        return;
    /* on a busy machine it learns late what a tick is */
    for (uint64_t after = 0; after < end || !ticker.last.span;) {
        uint64_t before = iq_now_ns(), told = iq_ticker_now_ns(&ticker);
        after = iq_now_ns();
        CHECK(told >= last);
        CHECK(told + WRONG_NS >= before);
        CHECK(told <= after + WRONG_NS);
        last = told;
    }
}

static struct iq_ticker shared;
static uint64_t turn;   /* atomic: whose it is to ask */
static uint64_t latest; /* told in the last turn */

static void *take_turns(void *which)
{
    uintptr_t backwards = 0;
    for (uint64_t own = (uintptr_t)which; own < TURNS; own += THREADS) {
        while (__atomic_load_n(&turn, __ATOMIC_ACQUIRE) != own)
            sched_yield();
        for (uint64_t until = iq_now_ns() + CALL_NS; iq_now_ns() < until;)
            ;
        uint64_t now = iq_ticker_now_ns(&shared);
        backwards += now < latest;
        latest = now;
        __atomic_store_n(&turn, own + 1, __ATOMIC_RELEASE);
    }
    return (void *)backwards;
}

TEST(agrees_on_all_threads)
{
    pthread_t threads[THREADS];
    if (!iq_ticker_is_trusted())
        return;
    for (uintptr_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, take_turns, (void *)i);
    for (int i = 0; i < THREADS; i++) {
        void *backwards;
        pthread_join(threads[i], &backwards);
        CHECK(!backwards);
    }
}
