// link: checker -lzstd -llz4
/* Memory that core keeps does not grow with the number of calls. */
#include "core_world.h"

static long resident_pages(void)
{
    long pages = 0, total = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld %ld", &total, &pages) != 2)
        pages = 0;
    if (file)
        fclose(file);
    return pages;
}

/* A program that makes and ends objects all the time; handles come from a heap that uses addresses again. */
static void ten_calls(uint64_t i, uint64_t host)
{
    static uint32_t dim[3] = { 1, 1, 1 };
    static int kernel;
    uint64_t event = 0x100000000 + i % 5000 * 64, stream = 0x200000000 + i % 300 * 128, memory = 0x7d0000000000 + i % 7000 * 4096;
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
    for (uint64_t i = 0; i < 60000; i++)
        ten_calls(i, host);
    long before = resident_pages();
    for (uint64_t i = 60000; i < 160000; i++)
        ten_calls(i, host);
    long grown = resident_pages() - before;
    CHECK(grown < 64);          /* a quarter of a byte per call: pages of tables that were not touched before */
    CHECK_INT((long)world_look(), 0);
}


TEST(every_check_has_a_place)
{
    uint32_t count[IQ_PHASES][IQ_EVENT_KINDS] = { { 0 } }, most = 0;
    for (int i = 0; iq_rule_families[i]; i++)
        for (uint32_t j = 0; j < iq_rule_families[i]->count; j++) {
            const struct iq_subscription *subscription = &iq_rule_families[i]->subscriptions[j];
            for (int kind = 0; kind < IQ_EVENT_KINDS; kind++)
                if (subscription->events & 1u << kind && ++count[subscription->phase][kind] > most)
                    most = count[subscription->phase][kind];
        }
    CHECK(most > 0 && most <= IQ_RULE_MAX_CHECKS);
}
