// link: checker -lzstd -llz4
/* The depot of short stacks: equal stacks are one, also when threads put them at once; it stays
 * within its bound, and says so by no number. */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/depot.h"
#include "test.h"

enum { THREADS = 4, EACH = 2000 };

/* Stack [n], of a length that follows from it. */
static uint32_t stack(uint32_t n, uintptr_t *pc)
{
    uint32_t count = 1 + n % IQ_DEPOT_DEPTH;
    for (uint32_t i = 0; i < count; i++)
        pc[i] = 0x550000000000 + n * 64ul + i;
    return count;
}

static uint32_t put(uint32_t n)
{
    uintptr_t pc[IQ_DEPOT_DEPTH];
    uint32_t count = stack(n, pc);
    return iq_depot_put(pc, count);
}

static bool holds(uint32_t id, uint32_t n)
{
    uintptr_t pc[IQ_DEPOT_DEPTH], found[IQ_DEPOT_DEPTH];
    uint32_t count = stack(n, pc);
    return iq_depot_get(id, found) == count && !memcmp(pc, found, count * sizeof *pc);
}

TEST(nothing_is_there_before)
{
    uintptr_t pc[IQ_DEPOT_DEPTH];
    CHECK_INT(iq_depot_get(0, pc), 0);
    CHECK_INT(iq_depot_get(1, pc), 0);
}

TEST(equal_stacks_are_one)
{
    errno = 7;
    uint32_t first = put(1), second = put(2);
    CHECK_INT(errno, 7);
    CHECK(first && second && first != second);
    CHECK_INT(put(1), first);
    CHECK(holds(first, 1) && holds(second, 2));
}

TEST(the_beginning_of_a_stack_is_another_one)
{
    uintptr_t pc[] = { 11, 12, 13 };
    CHECK(iq_depot_put(pc, 3) != iq_depot_put(pc, 2));
}

static uint32_t ids[THREADS][EACH];

static void *put_all(void *own)
{
    for (uint32_t i = 0; i < EACH; i++)
        ((uint32_t *)own)[i] = put(100 + i);
    return NULL;
}

TEST(threads_find_the_same_numbers)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, put_all, ids[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    int wrong = 0;
    for (uint32_t n = 0; n < EACH; n++)
        for (int i = 0; i < THREADS; i++)
            wrong += ids[i][n] != ids[0][n] || !holds(ids[i][n], 100 + n);
    CHECK_INT(wrong, 0);
}

TEST(a_child_of_fork_goes_on)
{
    uint32_t before = put(50);
    pid_t child = fork();
    if (!child)
        _exit(put(50) == before && holds(put(51), 51) ? 0 : 1);
    int status;
    waitpid(child, &status, 0);
    CHECK_INT(status, 0);
}

TEST(a_full_depot_keeps_what_it_has)
{
    uint32_t first = put(1), given = 0, wrong = 0;
    for (uint32_t n = 10000; n < 10000 + IQ_DEPOT_STACKS + 1000; n++) {
        uint32_t id = put(n);
        given += id != 0;
        wrong += id && !holds(id, n);
    }
    CHECK_INT(wrong, 0);
    CHECK(given < IQ_DEPOT_STACKS && given > IQ_DEPOT_STACKS / 2);
    CHECK_INT(put(200000), 0);
    CHECK_INT(put(1), first);
    CHECK(holds(first, 1));
}
