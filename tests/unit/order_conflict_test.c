// link: checker -lzstd -llz4
/* What is pending as far as the host knows. */
#include "base/locks.h"
#include "order/conflict.h"
#include "test.h"

static struct iq_timeline *begin(bool write)
{
    struct iq_access access = { .lo = 0x100, .hi = 0x200, .arg = 2, .write = write };
    iq_clock_reset();
    struct iq_timeline *stream = iq_clock_create(0, false, 0x5000, 4);
    iq_clock_begin(stream);
    iq_clock_access(stream, &access);
    return stream;
}

static bool pending(uint64_t lo, uint64_t hi, bool write, struct iq_conflict *conflict)
{
    iq_lock(IQ_LOCK_ORDER);
    bool found = iq_conflict_pending(lo, hi, write, conflict);
    iq_unlock(IQ_LOCK_ORDER);
    return found;
}

TEST(the_pending_access_and_its_stream)
{
    struct iq_conflict conflict;
    struct iq_timeline *stream = begin(true);
    CHECK(pending(0x1f0, 0x300, false, &conflict));
    CHECK(conflict.kind == IQ_CONFLICT_HOST && conflict.earlier.arg == 2);
    CHECK(conflict.lo == 0x1f0 && conflict.hi == 0x200);
    CHECK(conflict.from.stream == 0x5000 && conflict.from.serial == 4 && !conflict.from.legacy);
    CHECK(!conflict.to.stream && !conflict.to.serial); /* the host's */
    CHECK(!pending(0x200, 0x300, false, &conflict));
    iq_clock_done(stream);
    CHECK(!pending(0x100, 0x200, false, &conflict));
}

TEST(only_writes_where_reads_do_not_matter)
{
    struct iq_conflict conflict;
    begin(false);
    CHECK(!pending(0x100, 0x200, true, &conflict));
    CHECK(pending(0x100, 0x200, false, &conflict) && !conflict.earlier.write);
}

TEST(streams_of_conflicts)
{
    iq_clock_reset();
    struct iq_conflict_stream none = iq_conflict_stream_of(NULL),
                              legacy = iq_conflict_stream_of(iq_clock_legacy(0));
    CHECK(!none.stream && !none.serial && !none.legacy && !none.blocking);
    CHECK(legacy.legacy && !legacy.serial);
}

TEST(host_functions)
{
    CHECK(!iq_conflict_has_host_functions());
    iq_conflict_set_host_functions(true);
    CHECK(iq_conflict_has_host_functions());
    iq_conflict_set_host_functions(false);
    CHECK(!iq_conflict_has_host_functions());
}
