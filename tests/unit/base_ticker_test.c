// link: base
#include "base/now.h"
#include "base/ticker.h"
#include "test.h"

/* Far above what a ticker may be wrong by, far below a span. */
enum { WRONG_NS = 50000, LOOKS = 20000000 };

TEST(tells_the_time)
{
    struct iq_ticker ticker = { 0 };
    uint64_t last = 0, spans = 0, end = iq_now_ns() + LOOKS;
    if (!iq_ticker_is_trusted())
        return;
    for (uint64_t after = 0; after < end;) {
        uint64_t before = iq_now_ns(), told = iq_ticker_now_ns(&ticker);
        after = iq_now_ns();
        CHECK(told >= last);
        CHECK(told + WRONG_NS >= before);
        CHECK(told <= after + WRONG_NS);
        spans += ticker.span != 0;
        last = told;
    }
    CHECK(spans);
}
