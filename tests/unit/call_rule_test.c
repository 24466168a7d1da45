// link: checker -lzstd -llz4
/* Suspicions: kept by rank, while a call lasts; rules that the user does not want. */
#include "call/plan.h"
#include "call/rule.h"
#include "call/thread.h"
#include "checker_world.h"

static void suspect(enum iq_rule_id rule, int rank)
{
    struct iq_suspicion suspicion = { .rule = rule, .rank = rank, .arg = -1 };
    iq_suspect(&suspicion);
}

TEST(the_least_goes_when_there_are_too_many)
{
    world_begin();
    CU("cuInit", 0, 0ul);
    struct iq_thread *thread = iq_thread_get();
    thread->suspicion_count = 0;
    CHECK(!iq_suspected(0));
    for (int i = 0; i < IQ_THREAD_SUSPICIONS; i++)
        suspect(IQ_RULE_RANGE_OVERFLOW, IQ_RANK_RANGE + i);
    CHECK(iq_suspected(IQ_RANK_RANGE) && !iq_suspected(IQ_RANK_STICKY));
    suspect(IQ_RULE_NULL_POINTER, IQ_RANK_CODE); /* of less rank than all */
    suspect(IQ_RULE_EARLIER_FAULT, IQ_RANK_STICKY);
    CHECK_INT(thread->suspicion_count, IQ_THREAD_SUSPICIONS);
    CHECK(iq_suspected(IQ_RANK_STICKY));
    for (int i = 0; i < IQ_THREAD_SUSPICIONS; i++)
        CHECK(thread->suspicions[i].rank > IQ_RANK_RANGE);
    thread->suspicion_count = 0;
}

TEST(rules_by_name)
{
    struct iq_config *config = &iq_core.config;
    CHECK(iq_rule_is_enabled(IQ_RULE_LEAK));
    config->rules = "leak,overlap";
    CHECK(iq_rule_is_enabled(IQ_RULE_LEAK) && iq_rule_is_enabled(IQ_RULE_OVERLAP));
    CHECK(!iq_rule_is_enabled(IQ_RULE_NULL_POINTER));
    config->rules = "leak,over,overlapping"; /* part of a name is none, nor is more than one */
    CHECK(iq_rule_is_enabled(IQ_RULE_LEAK) && !iq_rule_is_enabled(IQ_RULE_OVERLAP));
    config->rules = "leak,overlap";
    config->no_rules = "leak";
    CHECK(!iq_rule_is_enabled(IQ_RULE_LEAK) && iq_rule_is_enabled(IQ_RULE_OVERLAP));
    config->rules = "all";
    CHECK(iq_rule_is_enabled(IQ_RULE_NULL_POINTER) && !iq_rule_is_enabled(IQ_RULE_LEAK));
    config->rules = config->no_rules = NULL;
}

TEST(a_copy_has_somebody_to_ask)
{
    world_begin();
    const struct iq_plan *plan = iq_plan_of(iq_entry_find(IQ_API_CUDA, "cuMemcpyHtoD_v2"));
    CHECK(plan->checks[IQ_PHASE_FAILED][IQ_VERB_WRITE]);
}
