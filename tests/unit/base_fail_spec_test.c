// link: base
/* What --fail may say. */
#include "base/errors.h"
#include "base/fail_spec.h"
#include "test.h"

static struct iq_fail_spec spec;

static int parse(const char *text) { return iq_fail_next(&text, &spec, NULL); }

TEST(a_call_and_a_code)
{
    CHECK(parse("cudaMalloc=cudaErrorMemoryAllocation") == 1);
    CHECK(!strcmp(spec.call, "cudaMalloc") && !strcmp(spec.code, "cudaErrorMemoryAllocation"));
    CHECK(!spec.nth && spec.probability == 1 && !spec.has_after && spec.rank == -1);
}

TEST(conditions_add_up)
{
    CHECK(parse("cu*:3:p=0.25:after=64M:rank=2=2") == 1);
    CHECK(!strcmp(spec.call, "cu*") && !strcmp(spec.code, "2") && spec.nth == 3);
    CHECK(spec.probability == 0.25 && spec.rank == 2);
    CHECK(spec.has_after && spec.after_bytes == 64 << 20);
}

TEST(bytes_have_units)
{
    CHECK(parse("c:after=1=2") == 1 && spec.after_bytes == 1);
    CHECK(parse("c:after=4K=2") == 1 && spec.after_bytes == 4096);
    CHECK(parse("c:after=2G=2") == 1 && spec.after_bytes == 2ull << 30);
    CHECK(parse("c:after=4T=2") == IQ_EINVAL);
    CHECK(parse("c:after=99999999999999999999=2") == IQ_EINVAL);
    CHECK(parse("c:after=9999999999999G=2") == IQ_EINVAL);
}

TEST(commas_separate)
{
    const char *text = " a=1,b=2, ";
    CHECK(iq_fail_next(&text, &spec, NULL) == 1 && spec.call[0] == 'a');
    CHECK(iq_fail_next(&text, &spec, NULL) == 1 && spec.call[0] == 'b');
    CHECK(iq_fail_next(&text, &spec, NULL) == 0);
}

TEST(what_is_wrong_is_refused_with_a_word)
{
    static const char *const wrong[] = { "cudaMalloc", "=2",      "c=",     "c:=2",
                                         "c:0=2",      "c:p=2=2", "c:p==2", "c:p=.=2",
                                         "c:rank==2",  "c:x=1=2", "c:1:=2", "c:after=2" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *text = wrong[i];
        struct iq_str error;
        iq_str_init_heap(&error);
        CHECK(iq_fail_next(&text, &spec, &error) == IQ_EINVAL);
        CHECK(error.length > 0);
        iq_str_finish(&error);
    }
}

TEST(numbers_are_codes_too)
{
    int64_t number;
    CHECK(iq_fail_number("719", &number) && number == 719);
    CHECK(iq_fail_number("-1001", &number) && number == -1001);
    CHECK(!iq_fail_number("-", &number) && !iq_fail_number("7x", &number));
    CHECK(!iq_fail_number("99999999999", &number));
}
