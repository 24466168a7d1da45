// link: checker -lzstd -llz4
/* Causes: one for one mistake, whatever else is made of the same number. */
#include "call/cause.h"
#include "test.h"

static struct iq_call_ref ref(uint64_t number) { return (struct iq_call_ref){ .number = number }; }

TEST(causes_differ_by_kind_and_key)
{
    CHECK(iq_cause(IQ_CAUSE_FORKED, 0) != 0);
    CHECK(iq_cause(IQ_CAUSE_FORKED, 0) == iq_cause(IQ_CAUSE_FORKED, 0));
    CHECK(iq_cause(IQ_CAUSE_FORKED, 0) != iq_cause(IQ_CAUSE_DRIVER_ENDED, 0));
    CHECK(iq_cause(IQ_CAUSE_IMAGE, 0x1000) != iq_cause(IQ_CAUSE_IMAGE, 0x2000));
}

TEST(causes_differ_by_generation)
{
    struct iq_handle *first = iq_handle_create(IQ_KIND_STREAM, 0x1000, NULL, ref(1));
    iq_handle_destroy(first, ref(2));
    struct iq_handle *second = iq_handle_create(IQ_KIND_STREAM, 0x1000, NULL, ref(3));
    CHECK(iq_handle_cause(first) != iq_handle_cause(second));
}

TEST(causes_differ_by_life_and_by_what_happened)
{
    struct iq_range first = { .base = 0x80000, .created = ref(17) }, second = first;
    second.created = ref(18);
    CHECK(iq_range_cause(&first, IQ_CAUSE_RANGE_FREED) !=
          iq_range_cause(&second, IQ_CAUSE_RANGE_FREED));
    CHECK(iq_range_cause(&first, IQ_CAUSE_RANGE_FREED) !=
          iq_range_cause(&first, IQ_CAUSE_RANGE_RACED));
    CHECK(iq_range_cause(&first, IQ_CAUSE_RANGE_FREED) ==
          iq_range_cause(&first, IQ_CAUSE_RANGE_FREED));
}
