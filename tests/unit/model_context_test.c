// link: checker -lzstd -llz4
/* Contexts: who dies with one, what comes back, who may use whose memory. */
#include "model/context.h"
#include "model/handle.h"
#include "test.h"

static struct iq_call_ref ref(uint64_t number) { return (struct iq_call_ref){ .number = number }; }

TEST(identities)
{
    struct iq_context *first = iq_context_create(0x100, 0, false, ref(1)),
                      *second = iq_context_create(0x200, 1, true, ref(2));
    CHECK(first->id && second->id > first->id);
    CHECK(iq_context_first() == second && second->next == first);
    CHECK(!iq_context_is_dead(first));
    CHECK(!iq_context_is_dead(NULL));
}

TEST(a_stand_in_is_made_once_for_each_device)
{
    struct iq_context *zero = iq_context_stand_in(0), *one = iq_context_stand_in(1);
    CHECK(zero != one && iq_context_stand_in(0) == zero && !zero->value && zero->primary);
    iq_context_reset_device(0, ref(5));
    CHECK(iq_context_is_dead(zero) && zero->by_reset && !iq_context_is_dead(one));
    CHECK(iq_context_stand_in(0) != zero);
}

TEST(the_first_end_counts_and_can_be_taken_back)
{
    struct iq_context *context = iq_context_create(0x300, 0, false, ref(10));
    uint32_t deaths = iq_handle_deaths;
    iq_context_destroy(context, false, ref(11));
    iq_context_destroy(context, true, ref(12));
    CHECK(iq_context_is_dead(context) && !context->by_reset);
    CHECK_INT(context->destroyed.number, 11);
    CHECK_INT(iq_handle_deaths, deaths + 1);
    iq_context_restore(12);
    CHECK(iq_context_is_dead(context));
    iq_context_restore(11);
    CHECK(!iq_context_is_dead(context));
}

TEST(new_objects_revive_a_primary_context_only)
{
    struct iq_context *primary = iq_context_create(0x400, 2, true, ref(20)), *current = primary;
    CHECK(iq_context_of_new_object(&current, 2, ref(21)) == primary);
    iq_context_reset_device(2, ref(22));
    struct iq_context *revived = iq_context_of_new_object(&current, 2, ref(23));
    CHECK(revived && revived != primary && revived == current && revived->value == 0x400);
    struct iq_context *own = iq_context_create(0x500, 2, false, ref(24));
    iq_context_destroy(own, false, ref(25));
    current = own;
    CHECK(!iq_context_of_new_object(&current, 2, ref(26)));
    current = NULL;
    CHECK(iq_context_of_new_object(&current, 3, ref(27)) == iq_context_stand_in(3));
}

TEST(peers_are_one_way)
{
    iq_context_set_peer(0, 1, true);
    CHECK(iq_context_is_peer(0, 1) && !iq_context_is_peer(1, 0));
    iq_context_set_peer(0, 1, false);
    CHECK(!iq_context_is_peer(0, 1));
    iq_context_set_peer(-1, 4000, false); /* of devices that are not known nothing is claimed */
    CHECK(iq_context_is_peer(-1, 4000));
}

TEST(a_child_inherits)
{
    struct iq_context *stand_in = iq_context_stand_in(6);
    iq_context_mark_inherited();
    for (struct iq_context *context = iq_context_first(); context; context = context->next)
        CHECK(context->inherited);
    CHECK(iq_context_stand_in(6) != stand_in);
}
