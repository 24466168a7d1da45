// link: checker -lzstd -llz4
/* Vector clocks of streams, without any call: default-stream rules, events, what the host knows,
 * bounds. */
#include <string.h>

#include "order/clock.h"
#include "order/epoch.h"
#include "test.h"

static struct iq_access bytes(uint64_t lo, uint64_t hi, bool write)
{
    return (struct iq_access){ .lo = lo, .hi = hi, .arg = -1, .write = write };
}

/* An operation of [timeline] that touches [lo, hi): true if it conflicts with something. */
static bool operate(struct iq_timeline *timeline, uint64_t lo, uint64_t hi, bool write)
{
    struct iq_access access = bytes(lo, hi, write);
    struct iq_timeline *owner;
    iq_clock_begin(timeline);
    bool conflict = iq_clock_conflict(timeline, &access, false, &owner) != NULL;
    iq_clock_access(timeline, &access);
    return conflict;
}

static bool host_conflicts(uint64_t lo, uint64_t hi, bool write)
{
    struct iq_access access = bytes(lo, hi, write);
    struct iq_timeline *owner;
    return iq_clock_conflict(NULL, &access, false, &owner) != NULL;
}

static struct iq_timeline *stream(bool blocking)
{
    static uint64_t value = 0x1000;
    return iq_clock_create(0, blocking, value += 16, 0);
}

TEST(one_stream_is_ordered)
{
    iq_clock_reset();
    struct iq_timeline *a = stream(false);
    CHECK(!operate(a, 0, 10, true));
    CHECK(!operate(a, 0, 10, true));
    CHECK(host_conflicts(5, 6, false));
    CHECK(!host_conflicts(10, 20, true));
    iq_clock_done(a);
    CHECK(!host_conflicts(5, 6, true));
}

TEST(reads_do_not_conflict)
{
    iq_clock_reset();
    struct iq_timeline *a = stream(false), *b = stream(false);
    CHECK(!operate(a, 0, 10, false));
    CHECK(!operate(b, 0, 10, false));
    CHECK(operate(b, 9, 12, true));
    CHECK(!operate(b, 12, 14, true));
}

TEST(default_stream_rules)
{
    iq_clock_reset();
    struct iq_timeline *zero = iq_clock_legacy(0), *a = stream(true), *b = stream(true),
                       *free_one = stream(false);
    struct iq_timeline *own = iq_clock_thread(0, 1);
    CHECK(!operate(a, 0, 10, true));
    CHECK(operate(b, 0, 10, true));
    CHECK(!operate(zero, 0, 10, true)); /* after a and b */
    CHECK(!operate(a, 0, 10, true));    /* after it */
    CHECK(operate(own, 0, 10, true));   /* a blocking stream like others: not after a */
    CHECK(!operate(zero, 0, 10, true));
    CHECK(!operate(own, 0, 10, true));
    CHECK(operate(free_one, 0, 10, true));
    CHECK(operate(zero, 0, 10, true)); /* a non-blocking stream is not waited for */
}

/* Work without known memory on the legacy stream separates blocking streams, too. */
TEST(default_stream_as_barrier)
{
    iq_clock_reset();
    struct iq_timeline *zero = iq_clock_legacy(0), *a = stream(true), *b = stream(true);
    CHECK(!operate(a, 0, 10, true));
    CHECK(!iq_clock_is_quiet(0));
    iq_clock_begin(zero);
    CHECK(iq_clock_is_quiet(0));
    CHECK(!operate(b, 0, 10, true));
}

/* The legacy stream comes after what blocking streams come after, and after no more. */
TEST(default_stream_after_what_others_waited_for)
{
    iq_clock_reset();
    struct iq_timeline *zero = iq_clock_legacy(0), *a = stream(true), *b = stream(true),
                       *free_one = stream(false);
    CHECK(!operate(free_one, 0, 10, true));
    struct iq_clock_snapshot *event = iq_clock_record(free_one, NULL);
    CHECK(!operate(free_one, 20, 30, true));
    CHECK(!operate(a, 40, 50, true));
    iq_clock_wait(b, event);
    CHECK(!operate(zero, 0, 10, true));
    CHECK(!operate(zero, 40, 50, true));
    CHECK(operate(zero, 20, 30, true));
    iq_clock_release(event);
}

TEST(all_streams_are_waited_for)
{
    iq_clock_reset();
    struct iq_timeline *zero = iq_clock_legacy(0), *a = stream(true), *b = stream(false),
                       *last = stream(false), *other = iq_clock_create(1, true, 0x99, 1);
    CHECK(!operate(a, 0, 10, true));
    CHECK(!operate(b, 20, 30, true));
    CHECK(!operate(zero, 40, 50, true));
    CHECK(!operate(other, 60, 70, true));
    iq_clock_wait_for_all(last);
    CHECK(!operate(last, 0, 70, true));
    CHECK(!operate(b, 80, 90, true));
    CHECK(operate(last, 80, 90, true));
}

TEST(devices_are_apart)
{
    iq_clock_reset();
    struct iq_timeline *zero = iq_clock_legacy(0), *other = iq_clock_create(1, true, 0x99, 1);
    CHECK(!operate(other, 0, 10, true));
    CHECK(operate(zero, 0, 10, true));
    iq_clock_done_device(0);
    CHECK(host_conflicts(0, 10, false));
    iq_clock_done_device(1);
    CHECK(!host_conflicts(0, 10, false));
    CHECK(!operate(other, 20, 30, true));
    iq_clock_mix_devices();
    CHECK(!operate(iq_clock_legacy(1), 20, 30, true));
}

TEST(events_bind_to_the_record_at_the_wait)
{
    iq_clock_reset();
    struct iq_timeline *a = stream(false), *b = stream(false), *c = stream(false);
    CHECK(!operate(a, 0, 10, true));
    struct iq_clock_snapshot *event = iq_clock_record(a, NULL);
    CHECK(!operate(a, 20, 30, true));
    iq_clock_wait(b, event);
    CHECK(!operate(b, 0, 10, false));
    CHECK(operate(b, 20, 30, false));
    struct iq_clock_snapshot *second = iq_clock_record(b, NULL);
    iq_clock_wait(c, second); /* a before b before c */
    CHECK(!operate(c, 0, 10, true));
    event = iq_clock_record(a, event); /* recorded anew: c still knows only the first */
    CHECK(operate(c, 20, 30, true));
    iq_clock_done_snapshot(event);
    CHECK(iq_clock_is_done(a->slot, a->tick));
    CHECK(!iq_clock_is_done(c->slot, c->tick));
    iq_clock_release(event);
    iq_clock_release(second);
}

TEST(knowledge_of_the_host_orders_later_work)
{
    iq_clock_reset();
    struct iq_timeline *a = stream(false), *b = stream(false);
    CHECK(!operate(a, 0, 10, true));
    iq_clock_done(a);
    CHECK(!operate(b, 0, 10, true));
    CHECK(!operate(b, 0, 10, true));
    CHECK(operate(a, 0, 10, true));
}

TEST(rectangles)
{
    uint64_t lo, hi;
    struct iq_access left = { .lo = 0, .hi = 64 * 9 + 32, .pitch = 64, .width = 32 },
                     right = { .lo = 32, .hi = 64 * 10, .pitch = 64, .width = 32 };
    struct iq_access wide = { .lo = 31, .hi = 64 * 9 + 40, .pitch = 64, .width = 9 },
                     gap = { .lo = 64 + 32, .hi = 128 }, row = { .lo = 64 + 32, .hi = 129 };
    struct iq_access wrapped = { .lo = 60, .hi = 64 * 9 + 65, .pitch = 64, .width = 5 };
    CHECK(!iq_access_overlap(&left, &right, &lo, &hi));
    CHECK(iq_access_overlap(&left, &wide, &lo, &hi));
    CHECK(iq_access_overlap(&right, &wide, &lo, &hi));
    CHECK(!iq_access_overlap(&left, &gap, &lo, &hi));
    CHECK(iq_access_overlap(&row, &left, &lo, &hi));
    CHECK_INT(lo, 128);
    CHECK_INT(hi, 129);
    CHECK(iq_access_overlap(&left, &wrapped, &lo, &hi));
}

/* Every pair of small rectangles of one pitch, against counting bytes. */
TEST(rectangles_by_brute_force)
{
    for (uint64_t at = 0; at < 12; at++)
        for (uint64_t width = 1; width < 6; width++)
            for (uint64_t other = 1; other < 6; other++) {
                struct iq_access a = { .lo = 0, .hi = 6 * 4 + width, .pitch = 6, .width = width };
                struct iq_access b = {
                    .lo = at, .hi = at + 6 * 4 + other, .pitch = 6, .width = other
                };
                bool common = false;
                for (int i = 0; i < 5 * 5; i++)
                    for (uint64_t byte = 0; byte < width; byte++)
                        common |=
                            (uint64_t)(i / 5) * 6 + byte - (at + (uint64_t)(i % 5) * 6) < other;
                uint64_t lo, hi;
                bool found = iq_access_overlap(&a, &b, &lo, &hi);
                if (found != common)
                    fprintf(stderr, "at %d widths %d %d\n", (int)at, (int)width, (int)other);
                CHECK_INT(found, common);
            }
}

TEST(new_memory_forgets)
{
    iq_clock_reset();
    struct iq_timeline *a = stream(false), *b = stream(false);
    CHECK(!operate(a, 0, 10, true));
    iq_clock_forget(0, 10);
    CHECK(!operate(b, 0, 10, true));
}

/* Streams without end: timelines are used again, never with a false order against what is pending
 * elsewhere. */
TEST(streams_come_and_go)
{
    iq_clock_reset();
    struct iq_timeline *a = stream(false);
    CHECK(!operate(a, 0, 10, true));
    for (int i = 0; i < 10000; i++) {
        struct iq_timeline *b = stream(i & 1);
        CHECK(b != NULL);
        operate(b, 100, 110, true);
        iq_clock_done(b);
        iq_clock_retire(b);
    }
    CHECK(host_conflicts(0, 10, false));
    struct iq_timeline *last = stream(false);
    CHECK(operate(last, 0, 10, true));
    for (int i = 0; i < 3 * IQ_TIMELINES; i++) /* more than there are timelines: shared */
        CHECK(stream(true) != NULL);
    CHECK(iq_clock_legacy(7) != NULL);
    CHECK(iq_clock_slot(IQ_TIMELINES) == NULL);
}

/* A timeline that is over serves the next stream, without a doubt; one that is not does not, as
 * long as there are others. */
TEST(what_is_over_serves_again)
{
    iq_clock_reset();
    struct iq_timeline *a = stream(false);
    operate(a, 0, 10, true);
    iq_clock_done(a);
    iq_clock_retire(a);
    uint64_t doubts = iq_clock_doubts();
    struct iq_timeline *b = stream(false);
    CHECK(b == a && iq_clock_doubts() == doubts);
    CHECK(!operate(b, 0, 10, true));
    iq_clock_retire(b);
    struct iq_timeline *c = stream(false);
    CHECK(c != b);
    CHECK(operate(c, 0, 10, true));
}

/* A function of the host that was given to a stream which is gone may still run: that is not said
 * of another stream. */
TEST(what_may_stand_still_serves_no_other)
{
    iq_clock_reset();
    struct iq_timeline *a = stream(false);
    a->stall.number = 1;
    iq_clock_retire(a);
    CHECK(stream(false) != a);
    for (int i = 0; i < 3 * IQ_TIMELINES; i++) /* it is shared one day */
        stream(false);
    CHECK(!a->stall.number);
}

/* In the child nothing is under way, and what the program holds goes on. */
TEST(a_child_goes_on)
{
    iq_clock_reset();
    struct iq_timeline *a = stream(false), *b = stream(false), *gone = stream(false);
    operate(a, 0, 10, true);
    operate(gone, 20, 30, true);
    iq_clock_retire(gone);
    struct iq_clock_snapshot *event = iq_clock_record(a, NULL);
    uint64_t tick = a->tick;
    iq_clock_after_fork();
    CHECK(iq_clock_is_done(a->slot, tick) && iq_clock_slot(a->slot) == a);
    CHECK(!host_conflicts(0, 30, true));
    CHECK(!operate(b, 0, 10, true));
    CHECK(operate(a, 0, 10, true));
    iq_clock_wait(b, event);
    iq_clock_done_snapshot(event);
    iq_clock_done(a);
    CHECK(iq_clock_is_done(a->slot, a->tick));
    CHECK(stream(false) == gone);
}

/* Every thread has a default stream of its own; with too many threads they share, and each stays
 * ordered with itself. */
TEST(threads_without_end)
{
    iq_clock_reset();
    for (uint32_t thread = 1; thread < 500; thread++) {
        uint64_t at = thread * 100;
        struct iq_timeline *own = iq_clock_thread(0, thread);
        CHECK(own != NULL);
        CHECK(!operate(own, at, at + 10, true));
        CHECK(iq_clock_thread(0, thread) == own);
        CHECK(!operate(iq_clock_thread(0, thread), at, at + 10, true));
    }
}

/* Millions of operations: only the newest are kept, nothing grows. */
TEST(long_runs)
{
    iq_clock_reset();
    struct iq_timeline *a = stream(false), *b = stream(true), *zero = iq_clock_legacy(0);
    struct iq_clock_snapshot *event = NULL;
    const uint64_t turns = REPEATS(3333333);
    int conflicts = 0;
    for (uint64_t i = 0; i < turns; i++) {
        conflicts += operate(a, i % 1000 * 16, i % 1000 * 16 + 16, true);
        event = iq_clock_record(a, event);
        iq_clock_wait(b, event);
        conflicts += operate(b, i % 1000 * 16, i % 1000 * 16 + 16, false);
        conflicts += operate(zero, 1 << 20, 1 << 21, true);
        event = iq_clock_record(b, event);
        iq_clock_wait(a, event);
    }
    CHECK_INT(conflicts, 0);
    CHECK_INT(a->tick, turns);
}

static uint64_t found_tick(struct iq_timeline *by, uint64_t lo, uint64_t hi)
{
    struct iq_access access = bytes(lo, hi, true);
    struct iq_timeline *owner;
    const struct iq_access *earlier = iq_clock_conflict(by, &access, false, &owner);
    return earlier ? earlier->ref.number : 0;
}

/* Operations that come again in turns stay where they are kept; the newest one is found for all
 * that. */
TEST(operations_in_turns)
{
    iq_clock_reset();
    struct iq_timeline *a = stream(false), *b = stream(false);
    struct iq_access first = bytes(0, 100, true), second = bytes(50, 200, true);
    struct iq_clock_place places[2];
    first.ref.number = 1;
    iq_clock_access(a, &first);
    places[0] = iq_clock_place_of_last(a, 1);
    uint64_t turn = iq_clock_epoch;
    second.ref.number = 2;
    iq_clock_access(a, &second);
    places[1] = iq_clock_place_of_last(a, 1);
    CHECK(!iq_clock_is_epoch(turn));
    CHECK(iq_clock_is_kept(a, &places[0]) && iq_clock_is_kept(a, &places[1]) &&
          !iq_clock_is_kept(b, &places[0]));
    turn = iq_clock_epoch;
    CHECK(found_tick(b, 60, 70) == 2);
    iq_clock_access_again(a, places[0].at, 1, (struct iq_call_ref){ .number = 3 });
    CHECK(found_tick(b, 60, 70) == 3);
    CHECK(found_tick(b, 150, 160) == 2);
    iq_clock_access_again(a, places[1].at, 1, (struct iq_call_ref){ .number = 4 });
    CHECK(found_tick(b, 60, 70) == 4);
    CHECK(iq_clock_is_epoch(turn));
    struct iq_clock_snapshot *snapshot = iq_clock_record(a, NULL);
    CHECK(!iq_clock_is_epoch(turn));
    iq_clock_access_again(a, places[0].at, 1, (struct iq_call_ref){ .number = 5 });
    iq_clock_wait(b, snapshot);
    CHECK(found_tick(b, 60, 70) == 5); /* the other one is ordered */
    CHECK(!found_tick(b, 150, 160));
    turn = iq_clock_epoch;
    iq_clock_access_again(a, places[0].at, 1, (struct iq_call_ref){ .number = 6 });
    CHECK(iq_clock_is_epoch(turn));
    CHECK(!operate(b, 1000, 1010, true)); /* another stream */
    CHECK(!iq_clock_is_epoch(turn));
    for (uint64_t i = 0; i < IQ_ACCESSES; i++)
        operate(a, 2000 + i * 2, 2001 + i * 2, true);
    CHECK(!iq_clock_is_kept(a, &places[0]));
    operate(a, 0, 100, true);
    places[0] = iq_clock_place_of_last(a, 1);
    first = bytes(0, 100, true);
    iq_clock_access(a, &first);
    CHECK(iq_clock_is_kept(a, &places[0]));
    first.arg = 5;
    iq_clock_access(a, &first);
    CHECK(!iq_clock_is_kept(a, &places[0])); /* the same bytes, of another argument */
    places[0] = iq_clock_place_of_last(a, 1);
    iq_clock_forget(0, 10);
    CHECK(!iq_clock_is_kept(a, &places[0]));
}
