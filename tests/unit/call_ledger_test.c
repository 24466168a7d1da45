// link: checker -lzstd -llz4
/* Failures whose output may be used all the same. */
#include "call/ledger.h"
#include "checker_world.h"

static uint64_t output;

/* cudaMalloc fails and leaves [value] behind its out pointer. */
static struct iq_call failed(uint64_t value)
{
    static uint64_t args[2];
    output = value;
    args[0] = U(&output);
    args[1] = 64;
    const struct iq_entry *entry = iq_entry_find(IQ_API_CUDART, "cudaMalloc");
    return (struct iq_call){ .entry = entry,
                             .plan = iq_plan_of(entry),
                             .args = args,
                             .number = 5,
                             .stack = 1,
                             .result = 2 };
}

TEST(what_was_left_behind_is_found)
{
    struct iq_failure failure;
    world_begin();
    struct iq_call call = failed(0xdead0);
    CHECK(!iq_ledger_find(0xdead0, IQ_KIND_DEVICE_MEMORY, &failure));
    iq_ledger_failed(&call, 77, false, IQ_KIND_NONE);
    CHECK(iq_ledger_find(0xdead0, IQ_KIND_DEVICE_MEMORY, &failure) && failure.finding == 77 &&
          failure.result == 2);
    CHECK_STR(failure.arg, "devPtr");
    CHECK(iq_ledger_find_kind(IQ_KIND_DEVICE_MEMORY, &failure));
    CHECK(!iq_ledger_find_kind(IQ_KIND_GRAPH, &failure));
    CHECK(iq_ledger_is_fresh(&failure, 6) && !iq_ledger_is_fresh(&failure, 50));
    CHECK(!iq_ledger_is_open()); /* nothing excuses it */
}

TEST(a_later_success_excuses_a_probe)
{
    struct iq_failure failure;
    struct iq_call call = failed(0xdead10);
    iq_ledger_failed(&call, 0, true, IQ_KIND_NONE);
    CHECK(iq_ledger_is_open());
    call.result = 0;
    iq_ledger_succeeded(&call);
    CHECK(!iq_ledger_is_open());
    CHECK(iq_ledger_find(0xdead10, IQ_KIND_DEVICE_MEMORY, &failure) && failure.excused);
    CHECK(!iq_ledger_is_fresh(&failure, 6)); /* a probe is no mistake */
}

TEST(it_is_bounded)
{
    for (uint64_t i = 0; i < 1000; i++) {
        struct iq_call call = failed(0xe0000 + i * 16);
        iq_ledger_failed(&call, 0, true, IQ_KIND_NONE);
    }
    struct iq_failure failure;
    CHECK(iq_ledger_open <= 64);
    CHECK(!iq_ledger_find(0xe0000, IQ_KIND_DEVICE_MEMORY, &failure));
    CHECK(iq_ledger_find(0xe0000 + 999 * 16, IQ_KIND_DEVICE_MEMORY, &failure));
}
