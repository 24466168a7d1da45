// link: checker -lzstd -llz4
/* Bytes that operations use: rows that interleave do not meet. */
#include "order/access.h"
#include "test.h"

static struct iq_access bytes(uint64_t lo, uint64_t hi, bool write)
{
    return (struct iq_access){ .lo = lo, .hi = hi, .write = write, .arg = -1 };
}

static struct iq_access rows(uint64_t lo, uint64_t count, uint64_t pitch, uint64_t width)
{
    struct iq_access access = bytes(lo, lo + (count - 1) * pitch + width, true);
    access.pitch = pitch;
    access.width = width;
    return access;
}

static bool overlap(struct iq_access a, struct iq_access b, uint64_t *lo, uint64_t *hi)
{
    uint64_t other_lo, other_hi;
    bool found = iq_access_overlap(&a, &b, lo, hi);
    CHECK_INT(iq_access_overlap(&b, &a, &other_lo, &other_hi), found); /* either way round */
    return found;
}

TEST(plain_bytes)
{
    uint64_t lo, hi;
    CHECK(overlap(bytes(0, 100, true), bytes(50, 150, true), &lo, &hi) && lo == 50 && hi == 100);
    CHECK(overlap(bytes(0, 100, true), bytes(10, 20, true), &lo, &hi) && lo == 10 && hi == 20);
    CHECK(!overlap(bytes(0, 100, true), bytes(100, 200, true), &lo, &hi));
    CHECK(!overlap(bytes(0, 0, true), bytes(0, 10, true), &lo, &hi));
}

TEST(rows_and_the_gaps_between_them)
{
    uint64_t lo, hi;
    CHECK(!overlap(rows(0, 4, 100, 50), rows(50, 4, 100, 50), &lo, &hi));
    CHECK(overlap(rows(0, 4, 100, 50), rows(49, 4, 100, 50), &lo, &hi) && lo == 49 && hi == 50);
    CHECK(!overlap(rows(0, 4, 100, 50), bytes(60, 90, true), &lo, &hi));
    CHECK(overlap(rows(0, 4, 100, 50), bytes(60, 120, true), &lo, &hi) && lo == 100);
}

TEST(reads_do_not_meet_reads)
{
    struct iq_access read = bytes(0, 10, false), write = bytes(0, 10, true);
    CHECK(!iq_access_conflicts(&read, &read, false));
    CHECK(iq_access_conflicts(&read, &write, false));
    CHECK(iq_access_conflicts(&write, &read, false));
    CHECK(iq_access_conflicts(&read, &read, true)); /* the memory goes away */
}

TEST(atomic_operations_may_meet_each_other)
{
    struct iq_access atomic = bytes(0, 4, true), plain = bytes(0, 4, true);
    atomic.ordered = true;
    CHECK(!iq_access_conflicts(&atomic, &atomic, false));
    CHECK(iq_access_conflicts(&atomic, &plain, false));
}
