// link: checker -lzstd -llz4
/* Races by what kernels turn out to have used. */
#include "base/locks.h"
#include "checker_world.h"
#include "order/footprint.h"

#define MEMORY 0x7f00000000ull

static struct iq_call_ref ref(uint64_t number)
{
    return (struct iq_call_ref){ .number = number,
                                 .entry = iq_entry_find(IQ_API_CUDA, "cuLaunchKernel") };
}

static struct iq_timeline *streams[2];

/* Memory of the C library that is known from the guest's own only, which LeakSanitizer does not
 * search. */
__attribute__((destructor)) static void end(void) { iq_footprint_reset(); }

static void begin(void)
{
    world_begin();
    iq_core_set_device(true, "soft", 13000, NULL, 0);
    CU("cuInit", 0, 0ul);
    world_look();
    iq_clock_reset();
    iq_footprint_reset();
    iq_footprint_start();
    for (int i = 0; i < 2; i++)
        streams[i] = iq_clock_create(0, false, 0x100 + 16 * (uint64_t)i, 1 + (uint32_t)i);
}

/* Call [number] launches on stream [of] a kernel that turns out to use 8 bytes at [at]. */
static void launch(uint64_t number, int of, uint64_t at, bool write)
{
    struct iq_soft_footprint used = { .begin = at, .end = at + 8, .line = 1, .write = write };
    iq_lock(IQ_LOCK_ORDER);
    iq_clock_begin(streams[of]);
    iq_clock_advance(streams[of]);
    iq_footprint_place(ref(number), streams[of], NULL, 0, true, NULL);
    iq_unlock(IQ_LOCK_ORDER);
    iq_footprint_known(number, "kernel", &used, 1, false);
}

static size_t races(void)
{
    iq_footprint_review(true);
    return world_look();
}

TEST(a_race_is_found_when_both_are_over)
{
    begin();
    CHECK(iq_footprint_is_on());
    launch(1001, 0, MEMORY, true);
    launch(1002, 1, MEMORY, false);
    CHECK_INT(races(), 1);
    CHECK_STR(world_last()->rule_text, "stream-race");
    CHECK_INT(races(), 0); /* said once */
}

TEST(no_race_without_common_bytes_or_a_write)
{
    begin();
    launch(1003, 0, MEMORY + 64, true);
    launch(1004, 1, MEMORY + 72, true);
    launch(1005, 0, MEMORY + 128, false);
    launch(1006, 1, MEMORY + 128, false);
    launch(1007, 0, MEMORY + 192, true);
    launch(1008, 0, MEMORY + 192, true); /* one stream */
    CHECK_INT(races(), 0);
}

TEST(waits_order)
{
    begin();
    launch(1009, 0, MEMORY + 256, true);
    iq_lock(IQ_LOCK_ORDER);
    iq_clock_wait_for(streams[1], streams[0]);
    iq_unlock(IQ_LOCK_ORDER);
    launch(1010, 1, MEMORY + 256, true);
    CHECK_INT(races(), 0);
}

TEST(what_was_never_made_races_with_nothing)
{
    begin();
    launch(1011, 0, MEMORY + 320, true);
    launch(1012, 1, MEMORY + 320, true);
    iq_lock(IQ_LOCK_ORDER);
    iq_footprint_take_back(1012);
    iq_unlock(IQ_LOCK_ORDER);
    CHECK_INT(races(), 0);
}

TEST(other_memory_at_the_same_place)
{
    begin();
    launch(1013, 0, MEMORY + 384, true);
    iq_lock(IQ_LOCK_ORDER);
    iq_footprint_forget(MEMORY + 384, MEMORY + 392);
    iq_unlock(IQ_LOCK_ORDER);
    launch(1014, 1, MEMORY + 384, true);
    CHECK_INT(races(), 0);
}
