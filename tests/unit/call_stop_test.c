// link: checker -lzstd -llz4
/* --stop: the signal of the first error comes to a program that may go on, in its handler too. */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>

#include "base/locks.h"
#include "checker_world.h"

static sem_t asked, answered;
static _Atomic int traps, held, unanswered;
static pthread_t other;

/* What a handler may do: let another thread make a call that fails, and wait for it. */
static void on_trap(int number)
{
    (void)number;
    for (int i = 0; i < IQ_LOCK_COUNT; i++)
        held += __atomic_load_n(&iq_locks[i].owner, __ATOMIC_RELAXED) == (uintptr_t)&iq_lock_self;
    if (traps++ || pthread_equal(pthread_self(), other))
        return;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 5;
    sem_post(&asked);
    unanswered += sem_timedwait(&answered, &until) != 0;
}

static void *fail(void *user)
{
    (void)user;
    sem_wait(&asked);
    RT("cudaFree", 1, 0x7d0000002000ul);
    sem_post(&answered);
    return NULL;
}

TEST(no_lock_is_held_when_the_signal_comes)
{
    world_begin();
    iq_core.config.stop = true;
    signal(SIGTRAP, on_trap);
    sem_init(&asked, 0, 0);
    sem_init(&answered, 0, 0);
    pthread_create(&other, NULL, fail, NULL);
    RT("cudaFree", 1, 0x7d0000001000ul);
    pthread_join(other, NULL);
    CHECK_INT(world_look(), 2);
    CHECK_INT(traps, 2);
    CHECK_INT(held, 0);
    CHECK_INT(unanswered, 0);
}
