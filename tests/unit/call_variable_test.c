// link: checker -lzstd -llz4
/* Copies from and to variables: what the launcher has to prove is written down once. */
#include "call/variable.h"
#include "checker_world.h"

static char global[64];

static size_t unproven(void)
{
    size_t count = 0;
    struct iq_document document;
    iq_document_init(&document);
    CHECK_INT(iq_trace_read(&document, world_trace), 0);
    for (size_t i = 0; i < document.findings.count; i++)
        count += document.findings.data[i].proof != 0;
    iq_document_finish(&document);
    return count;
}

static void copy(uint64_t memory, uint64_t size)
{
    CU("cuMemcpyHtoD_v2", 0, memory, U(global), size);
}

TEST(once_per_place_address_and_size)
{
    uint64_t memory = 0x7f2100000000;
    CU("cuMemAlloc_v2", 0, U(&memory), 4096ul);
    size_t before = unproven();
    for (volatile int i = 0; i < 3; i++)
        copy(memory, 128);
    size_t after = unproven();
    CHECK_INT(after, before + 1);
    CHECK_INT(world_look(), 0); /* not proven, not a finding */
}

__attribute__((noinline)) static bool is_near(uint64_t address)
{
    return iq_variable_is_near(address);
}

TEST(frames_of_callers_are_near)
{
    int local;
    CHECK(is_near(U(&local)));
    CHECK(!is_near(U(global)));
    CHECK(!is_near(0));
}
