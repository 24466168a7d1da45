// link: rules core trace image entries rules core trace base -lzstd -llz4
/* Vulkan without Vulkan: what queues have finished, what recordings refer to, what a validation layer says. */
#include "abi/vulkan_abi.h"
#include "core/vulkan/message.h"
#include "core/vulkan/objects.h"
#include "core_world.h"

#define VK(symbol, result, ...) world_call(IQ_API_VULKAN, symbol, result, WORLD_COUNT(__VA_ARGS__), __VA_ARGS__)

static uint64_t next = 0x1000;
static uint64_t device, queue, pool;

static const uint64_t plain[32];        /* a struct of which nothing is asked */

static uint64_t made(const char *symbol, const void *info)
{
    uint64_t value = next++;
    VK(symbol, 0, device, U(info ? info : plain), 0ul, U(&value));
    return value;
}

static void begin_vulkan(void)
{
    if (device)
        return;
    uint64_t physical = next++, value = next++;
    VK("vkCreateDevice", 0, physical, U(plain), 0ul, U(&value));
    device = value;
    value = next++;
    VK("vkGetDeviceQueue", 0, device, 0ul, 0ul, U(&value));
    queue = value;
    pool = made("vkCreateCommandPool", NULL);
}

static uint64_t command_buffer(void)
{
    uint64_t value = next++;
    VkCommandBufferAllocateInfo info = { .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = (VkCommandPool)(uintptr_t)pool, .commandBufferCount = 1 };
    VK("vkAllocateCommandBuffers", 0, device, U(&info), U(&value));
    VK("vkBeginCommandBuffer", 0, value, U(plain));
    return value;
}

static uint64_t buffer(void)
{
    VkBufferCreateInfo info = { .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = 4096, .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT };
    return made("vkCreateBuffer", &info);
}

static int64_t submit(uint64_t commands, uint64_t fence, uint64_t wait, uint64_t signal)
{
    VkPipelineStageFlags stage = VK_PIPELINE_STAGE_TRANSFER_BIT;
    VkSubmitInfo info = { .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = (VkCommandBuffer *)&commands,
                          .waitSemaphoreCount = wait != 0, .pWaitSemaphores = (VkSemaphore *)&wait, .pWaitDstStageMask = &stage,
                          .signalSemaphoreCount = signal != 0, .pSignalSemaphores = (VkSemaphore *)&signal };
    return VK("vkQueueSubmit", 0, queue, 1ul, U(&info), fence);
}

static uint64_t recorded(uint64_t target)
{
    uint64_t commands = command_buffer();
    VK("vkCmdFillBuffer", 0, commands, target, 0ul, 4096ul, 7ul);
    VK("vkEndCommandBuffer", 0, commands);
    return commands;
}

TEST(waited_for_is_silent)
{
    begin_vulkan();
    uint64_t b = buffer(), fence = made("vkCreateFence", NULL), commands = recorded(b);
    submit(commands, fence, 0, 0);
    VK("vkWaitForFences", 0, device, 1ul, U(&fence), 1ul, ~0ul);
    VK("vkResetFences", 0, device, 1ul, U(&fence));
    VK("vkDestroyFence", 0, device, fence, 0ul);
    VK("vkDestroyBuffer", 0, device, b, 0ul);
    EXPECT_NOTHING();
}

TEST(destroyed_while_pending)
{
    begin_vulkan();
    uint64_t b = buffer();
    submit(recorded(b), 0, 0, 0);
    VK("vkDestroyBuffer", 0, device, b, 0ul);
    CHECK(world_answered);
    EXPECT("in-use-by-queue", "buffer");
    VK("vkQueueWaitIdle", 0, queue);
    VK("vkDestroyBuffer", 0, device, b, 0ul);
    CHECK(!world_answered);
    EXPECT_NOTHING();
}

/* The fence of a later submission tells of all before it, and a semaphore of what its signal comes behind. */
TEST(completion_is_carried)
{
    begin_vulkan();
    uint64_t first = buffer(), second = buffer(), fence = made("vkCreateFence", NULL), semaphore = made("vkCreateSemaphore", NULL);
    submit(recorded(first), 0, 0, semaphore);
    submit(recorded(second), fence, semaphore, 0);
    VK("vkGetFenceStatus", 1, device, fence);
    CHECK(iq_vk_pending(iq_handle_find(IQ_KIND_VK_BUFFER, first)) != NULL);
    VK("vkGetFenceStatus", 0, device, fence);
    CHECK(iq_vk_pending(iq_handle_find(IQ_KIND_VK_BUFFER, first)) == NULL);
    VK("vkDestroyBuffer", 0, device, first, 0ul);
    VK("vkDestroyBuffer", 0, device, second, 0ul);
    VK("vkDestroySemaphore", 0, device, semaphore, 0ul);
    EXPECT_NOTHING();
}

TEST(recorded_and_gone)
{
    begin_vulkan();
    uint64_t b = buffer(), commands = recorded(b);
    VK("vkDestroyBuffer", 0, device, b, 0ul);
    EXPECT_NOTHING();
    CHECK_INT(submit(commands, 0, 0, 0), -4);
    EXPECT("destroyed-handle", "pSubmits[0].pCommandBuffers[0]");
}

TEST(freed_buffers_take_their_story_along)
{
    begin_vulkan();
    uint64_t commands = command_buffer();
    VK("vkFreeCommandBuffers", 0, device, pool, 1ul, U(&commands));
    EXPECT_NOTHING();
    VK("vkEndCommandBuffer", 0, commands);
    EXPECT("destroyed-handle", "commandBuffer");
}

/* A driver may hand out one value for equal objects; the last destroy ends it. */
TEST(shared_values)
{
    begin_vulkan();
    uint64_t value = next++, out = value;
    VK("vkCreateSampler", 0, device, U(plain), 0ul, U(&out));
    VK("vkCreateSampler", 0, device, U(plain), 0ul, U(&out));
    VK("vkDestroySampler", 0, device, value, 0ul);
    VK("vkDestroySampler", 0, device, value, 0ul);
    EXPECT_NOTHING();
    VK("vkDestroySampler", 0, device, value, 0ul);
    EXPECT("double-destroy", "sampler");
}

/* What a validation layer says during a call. */
static void say(const char *symbol, uint64_t commands, const char *id, const char *text)
{
    uint64_t args[WORLD_ARGS] = { commands, buffer(), 0, 4096, 7 };
    VkDebugUtilsMessengerCallbackDataEXT data = { .pMessageIdName = id, .pMessage = text };
    struct iq_call call;
    iq_call_enter(&call, iq_entry_find(IQ_API_VULKAN, symbol), args, IQ_SITE);
    iq_vk_message(true, &data);
    iq_call_leave(&call, 0);
}

TEST(messages)
{
    begin_vulkan();
    uint64_t commands = command_buffer();
    say("vkCmdFillBuffer", commands, "VUID-vkCmdFillBuffer-dstOffset-00024", "vkCmdFillBuffer: The Vulkan spec states: dstOffset must be less than the size of dstBuffer (http)");
    EXPECT("range-overflow", "dstOffset");
    say("vkCmdFillBuffer", commands, "SYNC-HAZARD-WRITE-AFTER-WRITE", "Hazard WRITE_AFTER_WRITE (usage: SYNC_COPY_TRANSFER_WRITE, prior_usage: SYNC_COPY_TRANSFER_WRITE, command: vkCmdFillBuffer, seq_no: 1, reset_no: 1)");
    EXPECT("missing-barrier", NULL);
    CHECK(strstr(world_last()->fix, "VK_PIPELINE_STAGE_TRANSFER_BIT") != NULL);
    CHECK(strstr(world_last()->fix, "VK_ACCESS_TRANSFER_WRITE_BIT") != NULL);
    CHECK_INT(world_last()->related_count, 1);
    say("vkCmdFillBuffer", commands, "VUID-of-tomorrow", "something new");
    EXPECT("validation", NULL);
    say("vkCmdFillBuffer", commands, "UNASSIGNED-VkSemaphore-state-timeout", "Timeout waiting for timeline semaphore state to update. This is most likely a validation bug. completed_.payload=0 wait_payload=1");
    EXPECT_NOTHING();
    say("vkCmdFillBuffer", commands, "", "");
    CHECK_INT(world_look() <= 1, 1);
}
