// link: checker -lzstd -llz4
/* Many threads at once; calls left by longjmp; a forked child; calls nested in calls. */
#include "call/call.h"

#include <pthread.h>
#include <setjmp.h>
#include <sys/wait.h>

#include "api_opencl/command_cache.h"
#include "call/thread.h"
#include "call/watchdog.h"
#include "checker_world.h"
#include "model/range.h"
#include "order/clock.h"

enum { THREADS = 4, ROUNDS = 400 };

static void *work(void *user)
{
    uint64_t base = 0x7e0000000000 + ((uint64_t)(uintptr_t)user << 32), out;
    static char host[64];
    for (uint64_t i = 0; i < ROUNDS; i++) {
        struct iq_range range;
        uint64_t memory = base + i % 50 * 4096, stream = base + 0x1000000 + i % 20 * 64;
        out = memory;
        RT("cudaMalloc", 0, U(&out), 256ul);
        out = stream;
        RT("cudaStreamCreate", 0, U(&out));
        RT("cudaMemcpyAsync", 0, memory, U(host), 64ul, 1ul, stream);
        CHECK(iq_range_find(memory + 255, &range) && range.base == memory && range.size == 256);
        CHECK(!iq_range_find(memory + 256, &range));
        RT("cudaStreamDestroy", 0, stream);
        RT("cudaFree", 0, memory);
        CHECK(!iq_range_find(memory, &range));
        CHECK(iq_range_find_freed(memory + 8, &range));
    }
    return NULL;
}

TEST(threads)
{
    pthread_t thread[THREADS];
    world_begin();
    for (uintptr_t i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, work, (void *)(i + 1));
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    EXPECT_NOTHING();
    CHECK_INT(iq_core_calls(), THREADS * ROUNDS * 5);
}

static jmp_buf away;

__attribute__((noinline)) static void leave_by_jump(void)
{
    uint64_t args[1] = { 0 };
    struct iq_call call;
    iq_call_enter(&call, iq_entry_find(IQ_API_CUDART, "cudaStreamSynchronize"), args, IQ_SITE);
    longjmp(away, 1);
}

TEST(left_by_longjmp)
{
    world_begin();
    if (!setjmp(away))
        leave_by_jump();
    RT("cudaFree", 1, 0x7d0000001000ul); /* outermost again: it is checked */
    EXPECT("unknown-pointer", "devPtr");
}

TEST(a_call_that_was_left_waits_for_nothing)
{
    uint64_t stream = 0x7d0000002000;
    world_begin();
    iq_watchdog_enable(300000000); /* until the call is left, on a busy machine, too */
    if (!setjmp(away))
        leave_by_jump();
    RT("cudaStreamCreate", 0, U(&stream));
    usleep(900000);
    iq_watchdog_enable(0);
    EXPECT_NOTHING();
}

static void *leave_by_exit(void *unused)
{
    uint64_t args[1] = { 0 };
    struct iq_call call;
    iq_call_enter(&call, iq_entry_find(IQ_API_CUDART, "cudaStreamSynchronize"), args, IQ_SITE);
    pthread_exit(unused);
}

TEST(a_thread_that_has_ended_waits_for_nothing)
{
    pthread_t thread;
    world_begin();
    iq_watchdog_enable(300000000);
    pthread_create(&thread, NULL, leave_by_exit, NULL);
    pthread_join(thread, NULL);
    usleep(900000); /* it looks four times per second */
    iq_watchdog_enable(0);
    EXPECT_NOTHING();
}

static const struct iq_thread *ended;

static void *leave_memory(void *memory)
{
    struct iq_thread *thread = iq_thread_get();
    thread->cached_commands = memory;
    thread->cached_commands[3].epoch = iq_clock_epoch;
    ended = thread;
    return NULL;
}

static void *find_memory(void *memory)
{
    struct iq_thread *thread = iq_thread_get();
    CHECK(thread == ended);
    CHECK(thread->cached_commands == memory);
    CHECK(!iq_clock_is_epoch(thread->cached_commands[3].epoch)); /* that was another thread's */
    thread->cached_commands = NULL;
    return NULL;
}

/* It is never given back. */
TEST(memory_of_a_thread_that_has_ended_serves_again)
{
    pthread_t thread;
    static struct iq_cached_command memory[IQ_CACHED_COMMANDS];
    world_begin();
    pthread_create(&thread, NULL, leave_memory, memory);
    pthread_join(thread, NULL);
    pthread_create(&thread, NULL, find_memory, memory);
    pthread_join(thread, NULL);
}

__attribute__((noinline)) static void nested(uint64_t address)
{
    struct iq_call outer;
    uint64_t args[2] = { U(&address), 128 };
    iq_call_enter(&outer, iq_entry_find(IQ_API_CUDART, "cudaMalloc"), args, IQ_SITE);
    CU("cuMemAlloc_v2", 0, U(&address), 128ul);
    iq_call_leave(&outer, 0);
}

TEST(nested_call_belongs_to_the_outermost)
{
    struct iq_range range;
    world_begin();
    nested(0x7d0000000000);
    CHECK(iq_range_find(0x7d0000000000, &range));
    CHECK_STR(range.created.entry->symbol, "cudaMalloc");
    CHECK_INT(range.size, 128);
    RT("cudaMemset", 1, 0x7d0000000000ul, 0ul, 256ul);
    EXPECT("range-overflow", "count");
}

TEST(forked_child_has_its_own_trace)
{
    char path[160];
    struct iq_document document;
    uint64_t p = 0;
    pid_t child = fork();
    if (!child) {
        iq_core_after_fork_child();
        RT("cudaMalloc", 3, U(&p), 64ul);
        iq_core_at_exit(0);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    snprintf(path, sizeof path, "%s/trace.%ld.0", world_folder, (long)child);
    iq_document_init(&document);
    CHECK_INT(iq_trace_read(&document, path), 0);
    CHECK_INT(document.findings.count, 1);
    if (document.findings.count)
        CHECK_STR(document.findings.data[0].rule_text, "after-fork");
    CHECK_INT(document.pid, child);
    iq_document_finish(&document);
    unlink(path);
    EXPECT_NOTHING();
}
