// link: checker -lzstd -llz4
/* Memory that core keeps does not grow with the number of calls. */
#include "checker_world.h"

/* What the process has asked the system for.  What of it is resident depends on the system, too. */
static long mapped_pages(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return pages;
}

/* A program that makes and ends objects all the time; handles come from a heap that uses addresses
 * again. */
static void ten_calls(uint64_t i, uint64_t host)
{
    static uint32_t dim[3] = { 1, 1, 1 };
    static int kernel;
    uint64_t event = 0x100000000 + i % 5000 * 64, stream = 0x200000000 + i % 300 * 128,
             memory = 0x7d0000000000 + i % 7000 * 4096;
    RT("cudaStreamCreate", 0, U(&stream));
    RT("cudaEventCreate", 0, U(&event));
    RT("cudaMallocAsync", 0, U(&memory), 4096, stream);
    RT("cudaMemcpyAsync", 0, memory, host, 256, 1, stream);
    RT("cudaLaunchKernel", 0, U(&kernel), U(dim), U(dim), 0, 0, stream);
    RT("cudaEventRecord", 0, event, stream);
    RT("cudaFreeAsync", 0, memory, stream);
    RT("cudaEventSynchronize", 0, event);
    RT("cudaEventDestroy", 0, event);
    RT("cudaStreamDestroy", 0, stream);
}

TEST(memory_is_bounded)
{
    static char block[8192];
    uint64_t host = U(block);
    RT("cudaMallocHost", 0, U(&host), sizeof block);
    for (uint64_t i = 0; i < REPEATS(60000); i++)
        ten_calls(i, host);
    long before = mapped_pages();
    CHECK(before > 0);
    for (uint64_t i = REPEATS(60000); i < REPEATS(160000); i++)
        ten_calls(i, host);
    CHECK_INT(mapped_pages() - before, 0);
    CHECK_INT((long)world_look(), 0);
}

/* Does [subscription] want events of [verb] in [phase] from calls of [entry]? */
static bool is_wanted(const struct iq_subscription *subscription, const struct iq_entry *entry,
                      int phase, int verb)
{
    return (int)subscription->phase == phase && subscription->verbs & 1u << verb &&
           (!subscription->apis || subscription->apis & 1u << entry->api) &&
           (!subscription->concerns || subscription->concerns(entry));
}

/* Checks of [plan] that are not those of the subscriptions, in their order. */
static uint32_t wrong_checks(const struct iq_plan *plan, const struct iq_entry *entry, int phase,
                             int verb)
{
    const struct iq_checks *checks = plan->checks[phase][verb];
    uint32_t count = checks ? checks->count : 0, at = 0, wrong = 0;
    for (int i = 0; iq_rule_families[i]; i++)
        for (uint32_t j = 0; j < iq_rule_families[i]->count; j++) {
            const struct iq_subscription *subscription = &iq_rule_families[i]->subscriptions[j];
            if (!is_wanted(subscription, entry, phase, verb))
                continue;
            wrong += at >= count || checks->checks[at].check != subscription->check ||
                     checks->checks[at].kinds != subscription->kinds;
            at++;
        }
    return wrong + (at != count);
}

TEST(no_check_is_dropped)
{
    uint32_t wrong = 0;
    world_begin();
    for (uint32_t i = 0; i < iq_entry_count; i++)
        for (int phase = 0; phase < IQ_PHASES; phase++)
            for (int verb = 0; verb < IQ_VERBS; verb++)
                wrong += wrong_checks(iq_plan_of(&iq_entries[i]), &iq_entries[i], phase, verb);
    CHECK_INT(wrong, 0);
}
