// link: checker -lzstd -llz4
/* How much time guards may take, by a clock that goes on only when it is told to or looked at. */
#include <sys/mman.h>
#include <time.h>

#include "call/watchdog.h"
#include "checker_world.h"
#include "order/guard.h"

enum {
    LOOK_NS = 10000,
    STEP_NS = 500000,
    STEPS = 5000,
    /* of a guard, in times that putting and lifting it take: what is seen of it in a program with
     * threads */
    COST_OF_ALL = 4
};

static uint64_t clock_ns = 1000000000;

int clock_gettime(clockid_t id, struct timespec *now)
{
    (void)id;
    clock_ns += LOOK_NS;
    *now = (struct timespec){ (time_t)(clock_ns / 1000000000), (long)(clock_ns % 1000000000) };
    return 0;
}

/* Steps of a training loop, a copy each.  A guard takes LOOK_NS to be put and LOOK_NS to be lifted.
 * Returns how many there were. */
static uint64_t steps(uint64_t memory, uint64_t pinned, uint64_t stream)
{
    uint64_t guarded = 0;
    for (volatile int i = 0; i < STEPS; i++) {
        CU("cuMemcpyHtoDAsync_v2", 0, memory, pinned, 4096ul, stream);
        guarded += iq_guard_covers(pinned);
        CU("cuStreamSynchronize", 0, stream);
        CHECK(!iq_guard_covers(pinned));
        clock_ns += STEP_NS;
    }
    return guarded;
}

TEST(half_a_percent_of_the_time)
{
    uint64_t memory = 0x7f2100000000, stream = 0x5700000, hour = 3600000000000, second = 1000000000,
             began;
    uint64_t pinned =
        U(mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    world_begin();
    iq_watchdog_enable(0); /* its thread asks for the time, too */
    iq_guard_enable(IQ_GUARD_AUTO, NULL);
    CU("cuMemAlloc_v2", 0, U(&memory), 4096ul);
    CU("cuMemAllocHost_v2", 0, U(&pinned), 4096ul);
    CU("cuStreamCreate", 0, U(&stream), 1ul);
    for (int pause = 0; pause < 2; pause++) {
        clock_ns += hour; /* most of what is saved is lost */
        began = clock_ns;
        uint64_t spent = 2 * LOOK_NS * steps(memory, pinned, stream);
        CHECK(COST_OF_ALL * spent > (clock_ns - began) / 200);
        CHECK(COST_OF_ALL * spent < (clock_ns - began + 2 * second) / 200);
    }
    iq_guard_enable(IQ_GUARD_OFF, NULL);
    munmap((void *)(uintptr_t)pinned, 4096);
    EXPECT_NOTHING();
}

/* Every few steps another buffer, as programs do that pin and unpin memory all the time: the first
 * copies of each have guards beyond the budget, but only so many in all. */
TEST(new_buffers_without_end_do_not_break_the_budget)
{
    enum { BUFFERS = 6000, COPIES = 3, MOST_FREE = 1024 };
    uint64_t memory = 0x7f2200000000, stream = 0x5800000, second = 1000000000, guarded = 0, began;
    char *pages = mmap(NULL, (size_t)BUFFERS * 4096, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    world_begin();
    iq_watchdog_enable(0);
    iq_guard_enable(IQ_GUARD_AUTO, NULL);
    CU("cuMemAlloc_v2", 0, U(&memory), 4096ul);
    CU("cuStreamCreate", 0, U(&stream), 1ul);
    began = clock_ns;
    for (volatile int i = 0; i < BUFFERS * COPIES; i++) {
        uint64_t pinned = U(pages + i / COPIES * 4096);
        if (i % COPIES == 0)
            CU("cuMemAllocHost_v2", 0, U(&pinned), 4096ul);
        CU("cuMemcpyHtoDAsync_v2", 0, memory, pinned, 4096ul, stream);
        guarded += iq_guard_covers(pinned);
        CU("cuStreamSynchronize", 0, stream);
        clock_ns += STEP_NS;
    }
    CHECK(guarded > MOST_FREE / 2);
    CHECK(COST_OF_ALL * 2 * LOOK_NS * guarded <
          (clock_ns - began + 2 * second) / 200 + COST_OF_ALL * 2 * LOOK_NS * MOST_FREE);
    iq_guard_enable(IQ_GUARD_OFF, NULL);
    munmap(pages, (size_t)BUFFERS * 4096);
    EXPECT_NOTHING();
}
