// link: checker -lzstd -llz4
/* What kinds of memory mean for order, and that each kind of event reaches the rules. */
#include "call/event.h"
#include "call/rule.h"
#include "test.h"

TEST(where_memory_is)
{
    CHECK_INT(iq_where_of(IQ_KIND_DEVICE_MEMORY), IQ_WHERE_DEVICE);
    CHECK_INT(iq_where_of(IQ_KIND_SYMBOL), IQ_WHERE_DEVICE);
    CHECK_INT(iq_where_of(IQ_KIND_PINNED_MEMORY), IQ_WHERE_PINNED);
    CHECK_INT(iq_where_of(IQ_KIND_REGISTERED_MEMORY), IQ_WHERE_PINNED);
    CHECK_INT(iq_where_of(IQ_KIND_MANAGED_MEMORY), IQ_WHERE_MANAGED);
    CHECK_INT(iq_where_of(IQ_KIND_STREAM), IQ_WHERE_OTHER);
}

TEST(somebody_listens_to_each_verb)
{
    uint32_t heard = 0;
    for (const struct iq_rule_family *const *at = iq_rule_families; *at; at++)
        for (uint32_t i = 0; i < (*at)->count; i++)
            heard |= (*at)->subscriptions[i].verbs;
    for (int verb = 0; verb < IQ_VERBS; verb++)
        CHECK(heard >> verb & 1);
}
