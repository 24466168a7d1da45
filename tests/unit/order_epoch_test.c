// link: checker -lzstd -llz4
/* Operations that come again: kept where they are, and no other ones while nothing else happens. */
#include "order/epoch.h"
#include "test.h"

static struct iq_timeline *stream(void)
{
    static uint64_t value = 0x1000;
    return iq_clock_create(0, false, value += 16, 1);
}

static void operate(struct iq_timeline *timeline, uint64_t lo)
{
    struct iq_access access = { .lo = lo, .hi = lo + 8, .arg = -1, .write = true };
    iq_clock_begin(timeline);
    iq_clock_access(timeline, &access);
}

TEST(one_stream_alone_stays_in_turn)
{
    iq_clock_reset();
    struct iq_timeline *a = stream(), *b = stream();
    operate(a, 0);
    struct iq_clock_place place = iq_clock_place_of_last(a, 1);
    iq_clock_access_again(a, place.at, 1, (struct iq_call_ref){ .number = 1 });
    uint64_t turn = iq_clock_epoch;
    iq_clock_access_again(a, place.at, 1, (struct iq_call_ref){ .number = 2 });
    CHECK(iq_clock_is_epoch(turn));
    operate(a, 64); /* something else */
    CHECK(!iq_clock_is_epoch(turn));
    turn = iq_clock_epoch;
    operate(b, 128);
    CHECK(!iq_clock_is_epoch(turn));
}

TEST(waits_and_the_host_end_a_turn)
{
    iq_clock_reset();
    struct iq_timeline *a = stream(), *b = stream();
    operate(b, 64);
    operate(a, 0);
    uint64_t turn = iq_clock_epoch;
    iq_clock_wait_for(a, b);
    CHECK(!iq_clock_is_epoch(turn));
    turn = iq_clock_epoch;
    iq_clock_done(a);
    CHECK(!iq_clock_is_epoch(turn));
    turn = iq_clock_epoch;
    iq_clock_end_epoch();
    CHECK(!iq_clock_is_epoch(turn));
    CHECK(!iq_clock_is_epoch(0));
}

TEST(accesses_stay_until_they_are_overwritten)
{
    iq_clock_reset();
    struct iq_timeline *a = stream(), *b = stream();
    operate(a, 0);
    struct iq_clock_place place = iq_clock_place_of_last(a, 1);
    CHECK(iq_clock_is_kept(a, &place) && !iq_clock_is_kept(b, &place));
    uint64_t tick = a->tick;
    iq_clock_access_again(a, place.at, 1, (struct iq_call_ref){ .number = 9 });
    CHECK(a->tick == tick + 1 && iq_clock_is_kept(a, &place));
    struct iq_access host = { .lo = 0, .hi = 1, .arg = -1 };
    struct iq_timeline *owner;
    const struct iq_access *found = iq_clock_conflict(NULL, &host, false, &owner);
    CHECK(found && found->ref.number == 9 && owner == a); /* the newest one */
    for (int i = 0; i < IQ_ACCESSES; i++)
        operate(a, 64 + 8 * (uint64_t)i);
    CHECK(!iq_clock_is_kept(a, &place));
    struct iq_clock_place nowhere = { NULL, 0, 0 };
    CHECK(!iq_clock_is_kept(a, &nowhere));
}
