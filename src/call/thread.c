#include "call/thread.h"

#include <pthread.h>
#include <stddef.h>
#include <string.h>

#include "base/hot.h"
#include "base/locks.h"
#include "base/memory.h"
#include "call/core.h"
#include "call/port.h"
#include "call/variable.h"

__thread struct iq_thread *iq_thread_block __attribute__((tls_model("initial-exec")));

_Static_assert(offsetof(struct iq_thread, suspicion_count) == 64 &&
                   offsetof(struct iq_thread, order) == 128,
               "what every call needs, and what a launch does, is on a cache line each");

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct iq_thread *free_blocks, *all_blocks;
static uint32_t thread_count;

/* Destructor of the key: the thread has ended.  A GPU call of a later destructor makes a new
 * block. */
static void thread_ended(void *value)
{
    struct iq_thread *thread = value;
    iq_call_port.error_overwritten(thread, IQ_ERROR_END_OF_THREAD);
    iq_watchdog_leave(thread); /* it may have been cancelled in a call */
    iq_thread_is_back(thread);
    iq_thread_block = NULL;
    iq_counters_own = NULL;
    thread->stacks = iq_stack_memory.machine;
    iq_stack_memory = (struct iq_stack_memory){ NULL, NULL };
    iq_section_stack_clear(iq_section_stack);
    thread->sections = iq_section_stack;
    iq_section_stack = NULL;
    iq_thread_count_passed(thread);
    iq_call_here.query = IQ_CALL_CLOSED;
    iq_call_here.begun = NULL;
    __atomic_store_n(&thread->here, NULL, __ATOMIC_RELEASE);
    iq_lock(IQ_LOCK_THREADS);
    thread->next_free = free_blocks;
    free_blocks = thread;
    iq_unlock(IQ_LOCK_THREADS);
}

static void make_key(void) { pthread_key_create(&key, thread_ended); }

/* A block that is used again: what belonged to the thread that has ended is gone; what other
 * threads read of it and memory that serves again stay. */
static void clear_thread(struct iq_thread *thread)
{
    char *block = (char *)thread;
    size_t first = offsetof(struct iq_thread, call_number),
           second = offsetof(struct iq_thread, order);
    memset(block, 0, offsetof(struct iq_thread, live));
    memset(block + first, 0, offsetof(struct iq_thread, launches) - first);
    memset(block + second, 0, offsetof(struct iq_thread, conflict) - second);
    IQ_FOR_EACH_API(api)
        if (api->block_reused)
            api->block_reused(thread);
    iq_variable_begin_again(thread);
}

struct iq_thread *iq_thread_make(void)
{
    pthread_once(&once, make_key);
    iq_lock(IQ_LOCK_THREADS);
    struct iq_thread *thread = free_blocks;
    if (thread)
        free_blocks = thread->next_free;
    uint32_t number = ++thread_count;
    iq_unlock(IQ_LOCK_THREADS);
    if (thread)
        clear_thread(thread);
    else {
        thread = iq_core_alloc(sizeof *thread);
        if (!thread)
            return NULL;
        iq_lock(IQ_LOCK_THREADS);
        thread->next = all_blocks;
        all_blocks = thread;
        iq_unlock(IQ_LOCK_THREADS);
    }
    thread->number = number;
    __atomic_store_n(&thread->here, &iq_call_here, __ATOMIC_RELEASE);
    iq_call_here.query = 0;
    iq_thread_block = thread;
    iq_counters_own = &thread->counters;
    iq_stack_memory.machine = thread->stacks;
    if (!iq_section_stack)
        iq_section_stack = thread->sections;
    pthread_setspecific(key, thread);
    return thread;
}

IQ_FAST struct iq_thread *iq_thread_first(void)
{
    iq_lock(IQ_LOCK_THREADS);
    struct iq_thread *first = all_blocks;
    iq_unlock(IQ_LOCK_THREADS);
    return first;
}

uint64_t iq_core_calls(void)
{
    uint64_t calls = 0;
    iq_lock(IQ_LOCK_THREADS);
    for (const struct iq_thread *thread = all_blocks; thread; thread = thread->next) {
        const struct iq_call_here *here = __atomic_load_n(&thread->here, __ATOMIC_ACQUIRE);
        calls += __atomic_load_n(&thread->calls, __ATOMIC_RELAXED);
        calls += here ? __atomic_load_n(&here->passed, __ATOMIC_RELAXED) : 0;
    }
    iq_unlock(IQ_LOCK_THREADS);
    return calls;
}

void iq_thread_after_fork(void)
{
    for (struct iq_thread *thread = all_blocks; thread; thread = thread->next) {
        thread->calls = 0, thread->live = NULL;
        thread->last_error.finding = 0; /* their numbers begin anew */
        /* the first call of all begins a trace, whichever it is */
        thread->cached_commands = NULL;
        thread->here = thread == iq_thread_block ? thread->here : NULL;
        thread->counters = (struct iq_counters){ { 0 } };
    }
    iq_counters_shared = (struct iq_counters){ { 0 } };
    free_blocks = NULL;
}
