/* The locks of the guest: their order, and what runs once a thread holds none. */
#ifndef IQ_CHECK_LOCKS
#define IQ_CHECK_LOCKS
#endif
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>

#include "base/locks.c"
#include "test.h"

static int ran;

static void note(void)
{
    ran++;
    CHECK_INT(held(), 0);
}

/* Does a process end by SIGABRT that takes [second] while it holds [first]? */
static bool is_refused(enum iq_lock_id first, enum iq_lock_id second)
{
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (!child) {
        close(STDERR_FILENO);
        iq_lock(first);
        iq_lock(second);
        _exit(0);
    }
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

TEST(the_order_is_checked)
{
    CHECK(!is_refused(IQ_LOCK_ORDER, IQ_LOCK_MEMORY));
    CHECK(!is_refused(IQ_LOCK_TRACE, IQ_LOCK_TRACE));
    CHECK(is_refused(IQ_LOCK_MEMORY, IQ_LOCK_TRACE));
    CHECK(is_refused(IQ_LOCK_FINDINGS, IQ_LOCK_ORDER));
}

TEST(a_lock_that_is_held_may_be_taken_again)
{
    iq_lock(IQ_LOCK_ORDER);
    iq_lock(IQ_LOCK_MEMORY);
    iq_lock(IQ_LOCK_ORDER);
    iq_unlock(IQ_LOCK_ORDER);
    CHECK_INT(held(), 1u << IQ_LOCK_ORDER | 1u << IQ_LOCK_MEMORY);
    iq_unlock(IQ_LOCK_MEMORY);
    iq_unlock(IQ_LOCK_ORDER);
    CHECK_INT(held(), 0);
}

TEST(what_waits_for_no_lock_runs_behind_the_last_one)
{
    ran = 0;
    iq_lock_when_free(note);
    CHECK_INT(ran, 1);
    iq_lock(IQ_LOCK_ORDER);
    iq_lock(IQ_LOCK_FINDINGS);
    iq_lock(IQ_LOCK_FINDINGS);
    iq_lock_when_free(note);
    iq_unlock(IQ_LOCK_FINDINGS);
    iq_unlock(IQ_LOCK_FINDINGS);
    iq_lock(IQ_LOCK_MEMORY);
    iq_unlock(IQ_LOCK_MEMORY);
    iq_lock(IQ_LOCK_TRACE);
    CHECK_INT(ran, 1);
    iq_unlock(IQ_LOCK_ORDER); /* not the last one: TRACE was taken meanwhile */
    CHECK_INT(ran, 1);
    iq_unlock(IQ_LOCK_TRACE);
    CHECK_INT(ran, 2);
    for (int id = 0; id < IQ_LOCK_COUNT; id++)
        CHECK_INT(iq_locks[id].waiting, 0);
}

static void *take_once(void *unused)
{
    (void)unused;
    iq_lock(IQ_LOCK_ORDER);
    iq_unlock(IQ_LOCK_ORDER);
    return NULL;
}

TEST(waiting_for_another_thread_is_counted)
{
    struct iq_counters before = iq_counters_shared, own = { { 0 } };
    pthread_t thread;
    iq_counters_own = &own;
    iq_lock(IQ_LOCK_ORDER);
    iq_lock(IQ_LOCK_ORDER);
    iq_unlock(IQ_LOCK_ORDER);
    pthread_create(&thread, NULL, take_once, NULL);
    while (!__atomic_load_n(&iq_locks[IQ_LOCK_ORDER].waiting, __ATOMIC_ACQUIRE))
        usleep(100);
    iq_unlock(IQ_LOCK_ORDER);
    pthread_join(thread, NULL);
    iq_counters_own = NULL;
    struct iq_counters after = { { 0 } };
    iq_counters_add(&after, &iq_counters_shared);
    CHECK_INT(after.value[IQ_COUNTER_LOCK_WAITS] - before.value[IQ_COUNTER_LOCK_WAITS], 1);
    CHECK(after.value[IQ_COUNTER_LOCK_SLEEPS] > before.value[IQ_COUNTER_LOCK_SLEEPS]);
    CHECK_INT(own.value[IQ_COUNTER_LOCK_WAITS], 0); /* the other thread's, not the owner's */
}
