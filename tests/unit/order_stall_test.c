// link: checker -lzstd -llz4
/* Work after which a stream stands still. */
#include "order/stall.h"
#include "test.h"

static struct iq_call_ref ref(uint64_t number) { return (struct iq_call_ref){ .number = number }; }

TEST(the_first_since_the_last_wait)
{
    struct iq_stall stall;
    iq_clock_reset();
    struct iq_timeline *a = iq_clock_create(0, false, 0x10, 1),
                       *b = iq_clock_create(0, false, 0x20, 2);
    CHECK(!iq_stall_find(0x10, &stall));
    CHECK(iq_stall_is_wanted(a));
    iq_stall_note(a, ref(1), 0x900);
    CHECK(!iq_stall_is_wanted(a) && iq_stall_is_wanted(b));
    CHECK(iq_stall_find(0x10, &stall) && stall.ref.number == 1 && stall.address == 0x900);
    CHECK(iq_stall_find(0x20, &stall) && stall.ref.number == 1); /* else on another one */
    iq_stall_note(b, ref(2), 0);
    CHECK(iq_stall_find(0x20, &stall) && stall.ref.number == 2 && !stall.address);
    CHECK(iq_stall_find(0x10, &stall) && stall.ref.number == 1);
    iq_stall_forget(b);
    CHECK(iq_stall_is_wanted(b) && !iq_stall_is_wanted(a));
    iq_stall_forget(NULL);
    CHECK(!iq_stall_find(0x10, &stall));
}

TEST(a_value_that_is_written_is_not_waited_for)
{
    struct iq_stall stall;
    iq_clock_reset();
    struct iq_timeline *a = iq_clock_create(0, false, 0x10, 1);
    iq_stall_note(a, ref(3), 0x900);
    iq_stall_written(0x908);
    CHECK(iq_stall_find(0x10, &stall));
    iq_stall_written(0x900);
    CHECK(!iq_stall_find(0x10, &stall));
}

TEST(captures_stand_nowhere)
{
    iq_clock_reset();
    struct iq_timeline *a = iq_clock_create(0, false, 0x10, 1);
    a->capture = 5;
    CHECK(!iq_stall_is_wanted(a));
}
