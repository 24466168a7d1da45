// link: checker -lzstd -llz4
/* What recorded calls were made with. */
#include "call/payload.h"
#include "checker_world.h"
#include "trace/format.h"

TEST(arguments_and_the_memory_that_they_lead_to)
{
    uint64_t memory = 0x7f2300000000;
    world_begin();
    iq_core.config.record = 16;
    iq_core.config.record_arguments = true;
    world_call(IQ_API_CUDA, "cuCtxSynchronize", 0, 0);
    CU("cuMemAlloc_v2", 0, U(&memory), 4096ul);
    CU("cuMemAlloc_v2", 2, U(&memory), 100ul);
    CU("cuMemFree_v2", 0, memory);
    world_look();
    CHECK_INT(world.recorded.count, 4);
    const struct iq_recorded_call *made = &world.recorded.data[1];
    CHECK_INT(made->arg_count, 2);
    CHECK(made->args && made->args[0] == U(&memory) && made->args[1] == 4096);
    CHECK_INT(made->memory_count, 1);
    CHECK(made->memory[0].flags == IQ_PIECE_MADE && made->memory[0].size == 8);
    CHECK(!memcmp(made->memory[0].bytes, &memory, 8));
    CHECK_INT(world.recorded.data[2].memory_count, 0); /* it failed */
    CHECK_INT(world.recorded.data[2].returned, 2);
    CHECK(world.recorded.data[3].args[0] == memory);
}

TEST(the_oldest_are_dropped)
{
    static char text[1 << 20];
    memset(text, 'x', sizeof text - 1);
    for (int i = 0; i < 20; i++)
        CU("cuModuleGetFunction", 500, U(&text), 0x5000ul, U(text));
    world_look();
    const struct iq_recorded_call *call = world.recorded.data;
    size_t last = world.recorded.count - 1;
    CHECK(!call[0].args);
    CHECK(call[last].args && call[last].memory_count == 1);
    CHECK_INT(call[last].memory[0].size, sizeof text);
}
