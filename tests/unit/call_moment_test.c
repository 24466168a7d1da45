// link: checker -lzstd -llz4
/* Launches of all threads in order, by a clock that few change. */
#include <pthread.h>

#include "call/moment.h"
#include "test.h"

TEST(what_comes_back_later_has_a_later_time)
{
    struct iq_launch_times first = { .serial = 1 }, second = { .serial = 2 };
    iq_launch_is_back(&first);
    uint64_t step = iq_moment_step();
    iq_launch_is_back(&second);
    CHECK(first.when <= step && second.when > step);
}

TEST(a_launch_that_failed_is_empty)
{
    struct iq_launch_times launch = { .serial = 3 };
    iq_launch_failed(&launch);
    CHECK_INT(launch.serial, 0);
}

enum { STEPS = 10000 };

static void *step(void *last)
{
    for (int i = 0; i < STEPS; i++) {
        uint64_t now = iq_moment_step();
        if (i && now <= *(uint64_t *)last)
            return (void *)1;
        *(uint64_t *)last = now;
    }
    return NULL;
}

TEST(no_step_is_lost)
{
    uint64_t before = iq_moment_clock.now, last[2] = { 0 };
    pthread_t threads[2];
    void *wrong = NULL;
    for (int t = 0; t < 2; t++)
        pthread_create(&threads[t], NULL, step, &last[t]);
    for (int t = 0; t < 2; t++) {
        pthread_join(threads[t], &wrong);
        CHECK(!wrong);
    }
    CHECK_INT(iq_moment_clock.now, before + 2 * STEPS);
}
