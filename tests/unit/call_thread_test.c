// link: checker -lzstd -llz4
/* Blocks of threads: one each, used again when their thread has ended. */
#include <pthread.h>

#include "call/thread.h"
#include "checker_world.h"

static void *own_block(void *number)
{
    world_call(IQ_API_CUDA, "cuCtxSynchronize", 0, 0);
    *(uint32_t *)number = iq_thread_get()->number;
    return iq_thread_get();
}

TEST(each_thread_has_one)
{
    pthread_t other;
    void *block = NULL;
    uint32_t number = 0;
    world_begin();
    struct iq_thread *own = iq_thread_get();
    CHECK(own && iq_thread_get() == own && own == iq_thread_block);
    pthread_create(&other, NULL, own_block, &number);
    pthread_join(other, &block);
    CHECK(block && block != own && number != own->number);
    int found = 0;
    for (struct iq_thread *thread = iq_thread_first(); thread; thread = thread->next)
        found += thread == own || thread == block;
    CHECK_INT(found, 2);
    void *again = NULL;
    uint32_t next = 0;
    pthread_create(&other, NULL, own_block, &next);
    pthread_join(other, &again);
    CHECK(again == block && next != number); /* another thread, the same memory */
}

TEST(the_trace_knows_where_a_thread_is)
{
    struct iq_thread *thread = iq_thread_get();
    world_call(IQ_API_CUDA, "cuCtxSynchronize", 0, 0);
    iq_thread_begins(thread, iq_entry_find(IQ_API_CUDA, "cuCtxSynchronize")->id);
    CHECK(thread->live && thread->live->inside);
    CHECK_INT(thread->live->calls, thread->calls);
    iq_thread_is_back(thread);
    CHECK(!thread->live->inside);
}
