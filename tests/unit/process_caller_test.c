// link: checker -lzstd -llz4
/* Callers in one word: the same way has the same word, other ways have others; what all blocks
 * together may spend is bounded, and bytes pay. */
#include <errno.h>
#include <pthread.h>

#include "process/caller.h"
#include "process/find_object.h"
#include "test.h"

static uint64_t bytes = IQ_CALLER_SURE;

/* Stands for glibc's, of which it takes one without a lock. */
static int find_object(void *address, struct dl_find_object *result)
{
    return iq_find_object_by_list(address, result);
}

__attribute__((constructor)) static void begin(void) { iq_find_object_use(find_object); }

__attribute__((noinline)) static uint64_t here(void)
{
    struct iq_site site = IQ_SITE;
    uint64_t caller = iq_caller_of(site, bytes);
    __asm__ volatile("");
    return caller;
}

__attribute__((noinline)) static uint64_t at(int depth)
{
    uint64_t caller = depth ? at(depth - 1) : here();
    __asm__ volatile("");
    return caller;
}

static uint32_t frames_of(uint64_t caller)
{
    uintptr_t pc[IQ_CALLER_DEPTH];
    uint32_t count = iq_caller_frames(caller, pc);
    CHECK(!count || pc[0] == iq_caller_pc(caller));
    return count;
}

TEST(the_same_way_is_the_same_word)
{
    uint64_t callers[3], other;
    errno = 7;
    for (volatile int i = 0; i < 3; i++)
        callers[i] = at(1);
    other = at(2);
    CHECK_INT(errno, 7);
    CHECK(callers[0] == callers[1] && callers[1] == callers[2]);
    CHECK(other != callers[0] && iq_caller_pc(other) == iq_caller_pc(callers[0]));
    CHECK_INT(frames_of(other), frames_of(callers[0]) + 1);
    CHECK(frames_of(callers[0]) > 2);
}

__attribute__((noinline)) static uint64_t left(void)
{
    uint64_t caller = here();
    __asm__ volatile("");
    return caller;
}
__attribute__((noinline)) static uint64_t right(void)
{
    uint64_t caller = here();
    __asm__ volatile("");
    return caller;
}
__attribute__((noinline)) static uint64_t either(int side)
{
    uint64_t (*volatile way)(void) = side ? left : right;
    uint64_t caller = way();
    __asm__ volatile("");
    return caller;
}

/* The same return address and stack pointer may be reached in turns on two ways. */
TEST(a_way_is_known_by_all_its_words)
{
    for (volatile int i = 0; i < 3; i++) {
        uintptr_t pc[IQ_CALLER_DEPTH], other[IQ_CALLER_DEPTH];
        iq_caller_frames(either(0), pc);
        iq_caller_frames(either(1), other);
        CHECK(pc[0] > (uintptr_t)right && pc[0] < (uintptr_t)right + 64);
        CHECK(other[0] > (uintptr_t)left && other[0] < (uintptr_t)left + 64);
    }
}

TEST(deep_stacks_are_cut) { CHECK_INT(frames_of(at(40)), IQ_CALLER_DEPTH); }

TEST(nobody_and_a_bare_address)
{
    uintptr_t pc[IQ_CALLER_DEPTH];
    CHECK_INT(iq_caller_frames(0, pc), 0);
    CHECK_INT(iq_caller_frames(0x1234, pc), 1);
    CHECK_INT(pc[0], 0x1234);
    CHECK_INT(iq_caller_of((struct iq_site){ 0x1234, 0 }, IQ_CALLER_SURE), 0x1234);
    CHECK_INT(iq_caller_of((struct iq_site){ 0x1234, (uintptr_t)pc }, IQ_CALLER_SURE), 0x1234);
}

static void *spend(void *unused)
{
    (void)unused;
    for (int i = 0; i < 250000; i++)
        at(i % 4);
    return NULL;
}

TEST(small_blocks_end_up_without)
{
    pthread_t threads[4];
    bytes = 16;
    CHECK(frames_of(at(2)) > 2);
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, spend, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    spend(NULL);
    CHECK_INT(frames_of(at(3)), 1);
    bytes = IQ_CALLER_SURE;
    CHECK(frames_of(at(3)) > 2);
}
