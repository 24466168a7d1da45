// link: checker -lzstd -llz4
/* Managed memory is closed to the host while work may use it. */
#include <signal.h>
#include <sys/mman.h>

#include "base/locks.h"
#include "checker_world.h"
#include "order/footprint.h"
#include "order/guard.h"
#include "order/managed.h"
#include "process/hostmem.h"

enum { PAGE = 4096 };

static char *memory, *view;
static struct iq_timeline *stream;

static void begin(void)
{
    world_begin();
    iq_core_set_device(true, "soft", 13000, NULL, 0);
    iq_guard_enable(IQ_GUARD_ALWAYS, NULL);
    if (!memory) {
        int fd = memfd_create("managed", 0);
        CHECK(!ftruncate(fd, 2 * PAGE));
        memory = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        view = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        close(fd);
        struct iq_range range = { .base = U(memory),
                                  .size = 2 * PAGE,
                                  .kind = IQ_KIND_MANAGED_MEMORY };
        CHECK_INT(iq_range_add(&range), 0); /* variables count as used by all kernels */
        iq_managed_begin(U(memory), 2 * PAGE, U(view));
    }
    iq_clock_reset();
    stream = iq_clock_create(0, false, 0x100, 1);
}

static bool is_closed(void)
{
    struct iq_hostmem_region region;
    return iq_hostmem_look(U(memory), &region) && !region.readable;
}

/* An operation that gets [word]. */
static void enqueue(uint64_t word)
{
    struct iq_footprint_words words = { &word, 1, true };
    iq_lock(IQ_LOCK_ORDER);
    iq_clock_begin(stream);
    iq_clock_advance(stream);
    iq_footprint_place((struct iq_call_ref){ .number = 2000 + stream->tick }, stream, NULL, 0, true,
                       &words);
    iq_managed_close(stream, &word, 1, true);
    iq_unlock(IQ_LOCK_ORDER);
}

static void review(void)
{
    iq_lock(IQ_LOCK_ORDER);
    iq_managed_review();
    iq_unlock(IQ_LOCK_ORDER);
}

TEST(closed_until_the_host_knows_that_the_work_is_over)
{
    begin();
    CHECK(!is_closed() && !iq_managed_covers(U(memory)));
    enqueue(U(memory) + 100);
    CHECK(is_closed() && iq_managed_covers(U(memory) + PAGE));
    view[0] = 1; /* the device works on at its own address */
    review();
    CHECK(is_closed());
    iq_clock_done(stream);
    review();
    CHECK(!is_closed() && memory[0] == 1);
}

TEST(only_what_the_work_may_use)
{
    begin();
    enqueue(U(memory) + 2 * PAGE);
    CHECK(!is_closed());
    enqueue(0);
    CHECK(!is_closed());
}

TEST(memory_is_opened_as_a_whole)
{
    begin();
    enqueue(U(memory));
    CHECK(is_closed());
    iq_lock(IQ_LOCK_ORDER);
    iq_managed_drop(U(memory) + PAGE, U(memory) + PAGE + 1);
    iq_unlock(IQ_LOCK_ORDER);
    CHECK(!is_closed());
}

TEST(what_has_ended_is_watched_no_more)
{
    begin();
    iq_managed_end(U(memory));
    enqueue(U(memory));
    CHECK(!is_closed());
    siginfo_t info = { .si_signo = SIGTRAP };
    CHECK(!iq_managed_fault(U(memory), true, 0, false, NULL));
    CHECK(!iq_managed_stepped(&info, NULL));
}

TEST(pinned_memory_that_a_kernel_gets)
{
    begin();
    char *pinned = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    iq_managed_reach(U(pinned), 64);
    iq_managed_reach(U(pinned), 64); /* by each launch */
    CHECK(!iq_managed_is_closed(U(pinned), U(pinned) + PAGE));
    enqueue(U(pinned) + 8);
    CHECK(iq_managed_is_closed(U(pinned) + PAGE - 1, U(pinned) + PAGE));
    CHECK(!iq_managed_is_closed(U(pinned) + PAGE, U(pinned) + 2 * PAGE));
    iq_managed_end(U(pinned));
    CHECK(!iq_managed_is_closed(U(pinned), U(pinned) + PAGE));
    enqueue(U(pinned) + 8);
    CHECK(!iq_managed_is_closed(U(pinned), U(pinned) + PAGE));
    munmap(pinned, PAGE);
}

TEST(guards_and_closed_pages_leave_each_other_alone)
{
    begin();
    char *pinned = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct iq_range range = { .base = U(pinned), .size = 2 * PAGE, .kind = IQ_KIND_PINNED_MEMORY };
    struct iq_access access = { .lo = U(pinned), .hi = U(pinned) + PAGE, .write = true };
    iq_managed_reach(U(pinned), 2 * PAGE);
    enqueue(U(pinned));
    iq_lock(IQ_LOCK_ORDER);
    CHECK(!iq_guard_is_due(&access, &range));
    iq_unlock(IQ_LOCK_ORDER);
    iq_clock_done(stream);
    review();
    iq_lock(IQ_LOCK_ORDER);
    iq_clock_begin(stream);
    iq_clock_advance(stream);
    iq_guard_add(stream, &access, &range);
    CHECK(iq_guard_meets(U(pinned), U(pinned) + PAGE));
    CHECK(!iq_guard_meets(U(pinned) + PAGE, U(pinned) + 2 * PAGE));
    iq_unlock(IQ_LOCK_ORDER);
    enqueue(U(pinned));
    CHECK(!iq_managed_is_closed(U(pinned), U(pinned) + 2 * PAGE));
    iq_guard_drop(U(pinned), U(pinned) + 2 * PAGE);
    iq_managed_end(U(pinned));
    munmap(pinned, 2 * PAGE);
}

TEST(small_blocks_in_one_page_are_closed_together)
{
    begin();
    iq_managed_begin(U(memory) + 64, 64, 0);
    iq_managed_begin(U(memory) + PAGE - 64, 128, 0);
    enqueue(U(memory) + PAGE + 10);
    CHECK(is_closed());
    iq_managed_end(U(memory) + 64);
    CHECK(!is_closed());
    enqueue(U(memory) + PAGE + 10);
    CHECK(is_closed());
    iq_managed_end(U(memory) + PAGE - 64);
    CHECK(!is_closed());
    enqueue(U(memory) + PAGE + 10);
    CHECK(!is_closed());
}
