// link: checker -lzstd -llz4
/* Stacks are interned: the same one has the same number, each number leads back to its frames. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#include "process/stack.h"
#include "test.h"

__attribute__((noinline)) static uint32_t here(void)
{
    uint32_t id = iq_stack_at(IQ_SITE);
    __asm__ volatile("");
    return id;
}

__attribute__((noinline)) static uint32_t through(void)
{
    uint32_t id = here();
    __asm__ volatile("");
    return id;
}

TEST(the_same_stack_has_the_same_number)
{
    uint32_t ids[4];
    volatile int times = 3; /* one place that calls, not three */
    for (int i = 0; i < times; i++)
        ids[i] = through();
    ids[3] = here();
    CHECK(ids[0] && ids[0] == ids[1] && ids[1] == ids[2]);
    CHECK(ids[3] && ids[3] != ids[0]);
    struct iq_stack room[2];
    const struct iq_stack *stack = iq_stack_get(ids[0], &room[0]),
                          *other = iq_stack_get(ids[3], &room[1]);
    CHECK(stack && stack->id == ids[0] && stack->count > 1 && stack->count <= IQ_STACK_DEPTH);
    CHECK(other && other->count + 1 == stack->count);
    CHECK(stack->pc[0] > (uintptr_t)through);
    CHECK(!iq_stack_get(0, &room[0]) && !iq_stack_get(UINT32_MAX, &room[0]));
}

TEST(stacks_lose_their_first_frames)
{
    uint32_t id = through(), outer = iq_stack_without(id, 1);
    struct iq_stack room[2];
    const struct iq_stack *stack = iq_stack_get(id, &room[0]),
                          *rest = iq_stack_get(outer, &room[1]);
    CHECK(rest && rest->count + 1 == stack->count && rest->pc[0] == stack->pc[1]);
    CHECK_INT(iq_stack_without(id, 0), id);
    CHECK_INT(iq_stack_without(id, stack->count), 0);
    CHECK_INT(iq_stack_without(0, 1), 0);
}

TEST(a_stack_of_one_frame)
{
    uint32_t id = iq_stack_of_caller((uintptr_t)malloc + 1);
    struct iq_stack room;
    const struct iq_stack *stack = iq_stack_get(id, &room);
    CHECK(stack && stack->count == 1 && stack->pc[0] == (uintptr_t)malloc + 1);
    CHECK_INT(iq_stack_of_caller((uintptr_t)malloc + 1), id);
    CHECK_INT(iq_stack_of_caller(0), 0);
}

/* Addresses anywhere, in any order. */
TEST(addresses_come_back_as_they_were)
{
    static const uintptr_t callers[] = {
        1, 0x7f, 0x80, 0x7fffffffffff, 0x5555aaaa, 1ul << 63, UINTPTR_MAX - 1, UINTPTR_MAX
    };
    struct iq_stack one;
    for (size_t i = 0; i < sizeof callers / sizeof *callers; i++) {
        uint32_t id = iq_stack_of_return(callers[i]);
        CHECK(iq_stack_get(id, &one) && one.count && one.pc[0] == callers[i]);
        CHECK(!iq_stack_python(id) && !one.python);
        CHECK_INT(iq_stack_of_return(callers[i]), id);
    }
}

TEST(hidden_frames_are_left_out)
{
    struct iq_stack before, after;
    const struct iq_stack *shown = iq_stack_get(through(), &before);
    CHECK(!iq_stack_is_hidden((uintptr_t)through + 1));
    iq_stack_hide((uintptr_t)through, shown->pc[0] + 1);
    CHECK(iq_stack_is_hidden((uintptr_t)through));
    const struct iq_stack *stack = iq_stack_get(through(), &after);
    CHECK(stack && stack->count + 1 == shown->count);
    CHECK(!stack || !iq_stack_is_hidden(stack->pc[0]));
}

__attribute__((noinline)) static bool frame_of(uintptr_t address, struct iq_stack_frame *frame)
{
    bool found = iq_stack_frame_of(IQ_SITE, address, frame);
    __asm__ volatile("");
    return found;
}

TEST(the_frame_of_a_variable)
{
    struct iq_stack_frame frame;
    int local[4] = { 0 };
    static int variable;
    __asm__ volatile("" : : "r"(local) : "memory");
    CHECK(frame_of((uintptr_t)local, &frame));
    CHECK(frame.cfa > (uintptr_t)local && frame.root >= frame.cfa);
    CHECK(frame.cfa - (uintptr_t)local < 4096);
    CHECK(!frame_of((uintptr_t)&variable, &frame));
    CHECK(!frame_of(0, &frame));
}

static void *intern(void *ids)
{
    for (int i = 0; i < 200; i++)
        ((uint32_t *)ids)[i] = iq_stack_of_caller(0x10000 + (uintptr_t)i);
    return NULL;
}

TEST(threads_agree)
{
    enum { THREADS = 4 };
    static uint32_t ids[THREADS][200];
    pthread_t threads[THREADS];
    for (int t = 0; t < THREADS; t++)
        pthread_create(&threads[t], NULL, intern, ids[t]);
    for (int t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    for (int t = 1; t < THREADS; t++)
        CHECK(!memcmp(ids[0], ids[t], sizeof ids[0]));
}

/* The stacks of 2^[bits] ways; the greatest number goes to *last, the length of that stack to
 * *count. */
__attribute__((noinline)) static void grow(int bits, uint32_t *last, uint32_t *count)
{
    if (bits) {
        grow(bits - 1, last, count);
        __asm__ volatile("");
        grow(bits - 1, last, count);
        __asm__ volatile("");
        return;
    }
    struct iq_stack stack;
    uint32_t id = here();
    CHECK(iq_stack_get(id, &stack));
    *count = stack.count;
    *last = id > *last ? id : *last;
}

TEST(very_many_stacks_are_cut)
{
    enum { WHOLE = 1 << 16 };
    uint32_t last = 0, count = 0;
    grow(10, &last, &count);
    CHECK(count > 12);
    grow(18, &last, &count);
    CHECK_INT(count, 8);
    CHECK(last < WHOLE + 4096);
}

/* Two for each of a million findings: all in the C library, so that no object has to be looked for.
 */
TEST(more_than_a_million_stacks_have_numbers)
{
    enum { MOST = (1 << 20) + 4096 };
    Dl_info libc;
    uint32_t last = 0;
    CHECK(dladdr((void *)(uintptr_t)malloc, &libc));
    for (uint64_t i = 1; i <= MOST; i++) {
        uint32_t id = iq_stack_of_caller((uintptr_t)libc.dli_fbase + i);
        if (!id || id == last)
            break;
        last = id;
    }
    CHECK(last >= MOST);
}
