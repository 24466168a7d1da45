// link: checker -lzstd -llz4
/* Accesses that meet, conflicts that the clocks find, and what they say of work that is over. */
#include "order/conflict.h"
#include "order/epoch.h"
#include "order/point.h"
#include "test.h"

static struct iq_access bytes(uint64_t lo, uint64_t hi, bool write)
{
    return (struct iq_access){ .lo = lo, .hi = hi, .arg = -1, .write = write };
}

static struct iq_timeline *stream(uint32_t serial)
{
    return iq_clock_create(0, false, 0x1000 + serial, serial);
}

static void operate(struct iq_timeline *timeline, struct iq_access access)
{
    iq_clock_begin(timeline);
    iq_clock_access(timeline, &access);
}

TEST(a_conflict_names_both_sides_and_their_common_bytes)
{
    iq_clock_reset();
    struct iq_timeline *a = stream(1), *b = stream(2);
    struct iq_access later = bytes(50, 150, false);
    struct iq_conflict conflict;
    operate(a, bytes(0, 100, true));
    CHECK(iq_conflict_find(IQ_CONFLICT_RACE, b, &later, &conflict));
    CHECK_INT(conflict.from.serial, 1);
    CHECK_INT(conflict.to.serial, 2);
    CHECK(conflict.earlier.write && !conflict.later.write && !conflict.object);
    CHECK_INT(conflict.lo, 50);
    CHECK_INT(conflict.hi, 100);
}

TEST(what_was_found_counts_as_ordered)
{
    iq_clock_reset();
    struct iq_timeline *a = stream(1), *b = stream(2);
    struct iq_access later = bytes(0, 10, true);
    struct iq_conflict conflict;
    operate(a, bytes(0, 100, true));
    CHECK(iq_conflict_find(IQ_CONFLICT_RACE, b, &later, &conflict));
    CHECK(!iq_conflict_find(IQ_CONFLICT_RACE, b, &later, &conflict));
    CHECK(iq_conflict_find(IQ_CONFLICT_FREE, NULL, &later, &conflict));
    CHECK(!conflict.to.stream && !conflict.freed_async);
    CHECK(!iq_conflict_find(IQ_CONFLICT_FREE, NULL, &later, &conflict));
}

TEST(an_access_that_is_somewhere_conflicts_with_what_covers_it)
{
    iq_clock_reset();
    struct iq_timeline *a = stream(1), *b = stream(2);
    struct iq_access somewhere = bytes(0, 100, true), part = bytes(0, 50, true),
                     whole = bytes(0, 100, true), other = somewhere;
    struct iq_conflict conflict;
    somewhere.somewhere = other.somewhere = true;
    operate(a, somewhere);
    CHECK(!iq_conflict_find(IQ_CONFLICT_RACE, b, &part, &conflict));
    CHECK(!iq_conflict_find(IQ_CONFLICT_RACE, b, &other, &conflict));
    CHECK(iq_conflict_find(IQ_CONFLICT_RACE, b, &whole, &conflict));
}

TEST(a_point_is_complete_when_the_host_knows)
{
    iq_clock_reset();
    struct iq_timeline *a = stream(1);
    operate(a, bytes(0, 10, true));
    struct iq_point first = iq_clock_point(a);
    operate(a, bytes(0, 10, true));
    struct iq_point second = iq_clock_point(a);
    CHECK(!iq_point_is_complete(first));
    iq_clock_done(a);
    CHECK(iq_point_is_complete(first) && iq_point_is_complete(second));
    operate(a, bytes(0, 10, true));
    CHECK(!iq_point_is_complete(iq_clock_point(a)) && iq_point_is_complete(second));
}

TEST(an_event_that_is_not_known_may_stand_for_anything)
{
    iq_clock_reset();
    struct iq_timeline *a = stream(1), *b = stream(2);
    struct iq_access later = bytes(0, 10, true);
    struct iq_conflict conflict;
    operate(a, bytes(0, 10, true));
    iq_clock_wait_event(b, NULL, true); /* nothing was recorded yet */
    iq_clock_done_event(NULL, true);
    CHECK(!iq_point_is_complete(iq_clock_point(a)));
    iq_clock_wait_event(b, NULL, false);
    CHECK(!iq_conflict_find(IQ_CONFLICT_RACE, b, &later, &conflict));
    iq_clock_done_event(NULL, false);
    CHECK(iq_point_is_complete(iq_clock_point(a)));
}

TEST(an_operation_that_comes_again_is_kept_once)
{
    iq_clock_reset();
    struct iq_timeline *a = stream(1);
    struct iq_access accesses[2] = { bytes(0, 10, false), bytes(20, 30, true) };
    struct iq_clock_place place = { .timeline = NULL };
    struct iq_call_ref ref = { .number = 7 };
    iq_clock_access_kept(a, &place, accesses, 2, ref);
    uint32_t kept = a->count;
    ref.number = 8;
    iq_clock_access_kept(a, &place, accesses, 2, ref);
    CHECK_INT(a->count, kept);
    CHECK_INT(a->accesses[place.at % IQ_ACCESSES].ref.number, 8);
}
