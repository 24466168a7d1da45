// link: checker -lzstd -llz4
/* What every call asks of the guest as a whole. */
#include "call/core.h"
#include "checker_world.h"

TEST(the_first_call_starts_it)
{
    world_begin();
    CHECK(iq_core.ready && !iq_core.started);
    CU("cuInit", 0, 0ul);
    CHECK(iq_core.started && !iq_core.forked && !iq_core.exiting);
    CHECK(iq_core.initialised.number);
}

TEST(results)
{
    const struct iq_entry *cuda = iq_entry_find(IQ_API_CUDA, "cuMemAlloc_v2"),
                          *vulkan = iq_entry_find(IQ_API_VULKAN, "vkQueueSubmit");
    CHECK(!iq_result_is_error(cuda, 0) && iq_result_is_error(cuda, 2));
    CHECK(iq_result_is_error(vulkan, -4) && !iq_result_is_error(vulkan, 1)); /* VK_NOT_READY */
}

TEST(calls_are_counted_by_thread)
{
    uint64_t before = iq_core_call_count(), all = iq_core_calls();
    world_call(IQ_API_CUDA, "cuCtxSynchronize", 0, 0);
    world_call(IQ_API_CUDA, "cuCtxSynchronize", 0, 0);
    CHECK_INT(iq_core_call_count(), before + 2);
    CHECK(iq_core_calls() >= all);
    uint64_t number = iq_core_count_call(iq_thread_get());
    CHECK_INT(number, before + 3);
}

TEST(devices_and_their_limits)
{
    struct iq_device_limits limits = { .major = 9, .threads_per_block = 77 };
    CHECK(iq_core_limits(0)->threads_per_block == 1024); /* common to every device */
    iq_core_set_limits(0, &limits);
    CHECK_INT(iq_core_limits(0)->threads_per_block, 77);
}

TEST(messages_are_said_once)
{
    iq_core_message(IQ_MESSAGE_WARNING, "said twice");
    iq_core_message(IQ_MESSAGE_WARNING, "said twice");
    iq_core_flush();
    iq_core_flush();
    world_look();
    size_t found = 0;
    for (size_t i = 0; i < world.messages.count; i++)
        found += !strcmp(world.messages.data[i].text, "said twice");
    CHECK_INT(found, 1);
}
