// link: checker -lzstd -llz4
/* Vulkan without Vulkan: what queues have finished, what recordings refer to, what a validation
 * layer says. */
#include "abi/vulkan_abi.h"
#include "api_vulkan/message.h"
#include "api_vulkan/semaphore.h"
#include "checker_world.h"

#define VK(symbol, result, ...) \
    world_call(IQ_API_VULKAN, symbol, result, WORLD_COUNT(__VA_ARGS__), __VA_ARGS__)

static uint64_t next = 0x1000;
static uint64_t device, queue, pool;

/* A struct of which nothing but its type is asked. */
static const void *plain(const char *symbol)
{
    static const struct {
        const char *symbol;
        uint32_t type;
    } types[] = { { "vkCreateDevice", VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO },
                  { "vkBeginCommandBuffer", VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO },
                  { "vkCreateSampler", 31 },
                  { "vkAllocateMemory", VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO },
                  { "vkCreateCommandPool", VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO },
                  { "vkCreateFence", VK_STRUCTURE_TYPE_FENCE_CREATE_INFO },
                  { "vkCreateSemaphore", VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO },
                  { "vkCreateDescriptorPool", VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO } };
    static uint64_t structs[sizeof types / sizeof *types][32];
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!strcmp(symbol, types[i].symbol)) {
            structs[i][0] = types[i].type;
            return structs[i];
        }
    return NULL;
}

static uint64_t made(const char *symbol, const void *info)
{
    uint64_t value = next++;
    VK(symbol, 0, device, U(info ? info : plain(symbol)), 0ul, U(&value));
    return value;
}

static void begin_vulkan(void)
{
    if (device)
        return;
    uint64_t physical = next++, value = next++;
    VK("vkCreateDevice", 0, physical, U(plain("vkCreateDevice")), 0ul, U(&value));
    device = value;
    value = next++;
    VK("vkGetDeviceQueue", 0, device, 0ul, 0ul, U(&value));
    queue = value;
    pool = made("vkCreateCommandPool", NULL);
}

static uint64_t command_buffer(void)
{
    uint64_t value = next++;
    VkCommandBufferAllocateInfo info = { .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                         .commandPool = (VkCommandPool)(uintptr_t)pool,
                                         .commandBufferCount = 1 };
    VK("vkAllocateCommandBuffers", 0, device, U(&info), U(&value));
    VK("vkBeginCommandBuffer", 0, value, U(plain("vkBeginCommandBuffer")));
    return value;
}

static uint64_t buffer(void)
{
    VkBufferCreateInfo info = { .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                .size = 4096,
                                .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT };
    uint64_t value = made("vkCreateBuffer", &info), memory = made("vkAllocateMemory", NULL);
    VK("vkBindBufferMemory", 0, device, value, memory, 0ul);
    return value;
}

static int64_t submit(uint64_t commands, uint64_t fence, uint64_t wait, uint64_t signal)
{
    VkPipelineStageFlags stage = VK_PIPELINE_STAGE_TRANSFER_BIT;
    VkSubmitInfo info = { .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                          .commandBufferCount = 1,
                          .pCommandBuffers = (VkCommandBuffer *)&commands,
                          .waitSemaphoreCount = wait != 0,
                          .pWaitSemaphores = (VkSemaphore *)&wait,
                          .pWaitDstStageMask = &stage,
                          .signalSemaphoreCount = signal != 0,
                          .pSignalSemaphores = (VkSemaphore *)&signal };
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

/* The fence of a later submission tells of all before it, and a semaphore of what its signal comes
 * behind. */
TEST(completion_is_carried)
{
    begin_vulkan();
    uint64_t first = buffer(), second = buffer(), fence = made("vkCreateFence", NULL),
             semaphore = made("vkCreateSemaphore", NULL);
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

static uint64_t timeline(uint64_t value)
{
    VkSemaphoreTypeCreateInfo type = { .sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                       .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE,
                                       .initialValue = value };
    VkSemaphoreCreateInfo info = { .sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
                                   .pNext = &type };
    return made("vkCreateSemaphore", &info);
}

static uint64_t other_queue(uint64_t index)
{
    uint64_t value = next++;
    VK("vkGetDeviceQueue", 0, device, 0ul, index, U(&value));
    return value;
}

/* A batch that waits for value [wait] of one timeline and gives [signal] to another; 0: it does
 * not. */
struct batch {
    uint64_t commands, waited, wait, signalled, signal;
};

static int64_t submit_batches(uint64_t to, const struct batch *batches, uint32_t count,
                              uint64_t fence)
{
    VkSubmitInfo infos[4] = { 0 };
    VkTimelineSemaphoreSubmitInfo values[4] = { 0 };
    VkPipelineStageFlags stage = VK_PIPELINE_STAGE_TRANSFER_BIT;
    for (uint32_t i = 0; i < count; i++) {
        const struct batch *batch = &batches[i];
        values[i] =
            (VkTimelineSemaphoreSubmitInfo){ .sType =
                                                 VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                             .waitSemaphoreValueCount = 1,
                                             .pWaitSemaphoreValues = &batch->wait,
                                             .signalSemaphoreValueCount = 1,
                                             .pSignalSemaphoreValues = &batch->signal };
        infos[i] = (VkSubmitInfo){ .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                   .pNext = &values[i],
                                   .commandBufferCount = batch->commands != 0,
                                   .pCommandBuffers = (VkCommandBuffer *)&batch->commands,
                                   .waitSemaphoreCount = batch->wait != 0,
                                   .pWaitSemaphores = (VkSemaphore *)&batch->waited,
                                   .pWaitDstStageMask = &stage,
                                   .signalSemaphoreCount = batch->signal != 0,
                                   .pSignalSemaphores = (VkSemaphore *)&batch->signalled };
    }
    return VK("vkQueueSubmit", 0, to, (uint64_t)count, U(infos), fence);
}

static int64_t submit_batch(uint64_t to, struct batch batch, uint64_t fence)
{
    return submit_batches(to, &batch, 1, fence);
}

static int64_t submit_second_form(uint64_t to, struct batch batch)
{
    VkSemaphoreSubmitInfo wait = { .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
                                   .semaphore = (VkSemaphore)(uintptr_t)batch.waited,
                                   .value = batch.wait };
    VkSemaphoreSubmitInfo signal = { .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
                                     .semaphore = (VkSemaphore)(uintptr_t)batch.signalled,
                                     .value = batch.signal };
    VkCommandBufferSubmitInfo commands = { .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO,
                                           .commandBuffer =
                                               (VkCommandBuffer)(uintptr_t)batch.commands };
    VkSubmitInfo2 info = { .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2,
                           .waitSemaphoreInfoCount = batch.wait != 0,
                           .pWaitSemaphoreInfos = &wait,
                           .commandBufferInfoCount = batch.commands != 0,
                           .pCommandBufferInfos = &commands,
                           .signalSemaphoreInfoCount = batch.signal != 0,
                           .pSignalSemaphoreInfos = &signal };
    return VK("vkQueueSubmit2", 0, to, 1ul, U(&info), 0ul);
}

static int64_t wait_for(uint64_t semaphore, uint64_t value)
{
    VkSemaphoreWaitInfo info = { .sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                 .semaphoreCount = 1,
                                 .pSemaphores = (VkSemaphore *)&semaphore,
                                 .pValues = &value };
    return VK("vkWaitSemaphores", 0, device, U(&info), 1000ul);
}

static int64_t signal_from_host(uint64_t semaphore, uint64_t value)
{
    VkSemaphoreSignalInfo info = { .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO,
                                   .semaphore = (VkSemaphore)(uintptr_t)semaphore,
                                   .value = value };
    return VK("vkSignalSemaphore", 0, device, U(&info));
}

static bool is_pending(uint64_t b)
{
    return iq_vk_pending(iq_handle_find(IQ_KIND_VK_BUFFER, b)) != NULL;
}

/* The wait is submitted before its signal, to another queue, and the end of the one tells of the
 * other. */
TEST(waited_for_before_it_is_signalled)
{
    begin_vulkan();
    uint64_t second = other_queue(1), t = timeline(0), a = buffer(), b = buffer(), c = buffer(),
             fence = made("vkCreateFence", NULL);
    submit_batch(second, (struct batch){ recorded(b), t, 1, 0, 0 }, fence);
    submit_batch(queue, (struct batch){ recorded(a), 0, 0, t, 1 }, 0);
    submit_batch(queue, (struct batch){ recorded(c), 0, 0, t, 2 }, 0);
    VK("vkWaitForFences", 0, device, 1ul, U(&fence), 1ul, ~0ul);
    CHECK(!is_pending(a));
    CHECK(!is_pending(b));
    CHECK(is_pending(c));
    wait_for(t, 2);
    CHECK(!is_pending(c));
    VK("vkDestroySemaphore", 0, device, t, 0ul);
    EXPECT_NOTHING();
}

/* What was waited for by a timeline that is gone must not be read out of another semaphore. */
TEST(awaited_semaphore_is_gone)
{
    begin_vulkan();
    uint64_t second = other_queue(1), t = timeline(0), fence = made("vkCreateFence", NULL);
    submit_batch(second, (struct batch){ 0, t, 1, 0, 0 }, fence);
    signal_from_host(t, 1);
    VK("vkWaitForFences", 0, device, 1ul, U(&fence), 1ul, ~0ul);
    VK("vkDestroySemaphore", 0, device, t, 0ul);
    VK("vkQueueWaitIdle", 0, second);
    EXPECT_NOTHING();
}

/* Far more signals than are kept: what an early value proves is known all the same, what a late one
 * would is still pending. */
TEST(many_values)
{
    begin_vulkan();
    enum { COUNT = 200 };
    uint64_t t = timeline(0), buffers[COUNT];
    for (uint64_t i = 0; i < COUNT; i++) {
        buffers[i] = buffer();
        submit_batch(queue, (struct batch){ recorded(buffers[i]), 0, 0, t, i + 1 }, 0);
    }
    uint64_t value = 5;
    VK("vkGetSemaphoreCounterValue", 0, device, t, U(&value));
    CHECK(!is_pending(buffers[4]));
    CHECK(is_pending(buffers[COUNT - 1]));
    wait_for(t, COUNT - 1);
    CHECK(!is_pending(buffers[COUNT - 2]));
    CHECK(is_pending(buffers[COUNT - 1]));
    wait_for(t, COUNT);
    CHECK(!is_pending(buffers[COUNT - 1]));
    EXPECT_NOTHING();
}

/* More submissions than are kept; what the early ones waited for is over when the last one is. */
TEST(long_queue)
{
    begin_vulkan();
    uint64_t second = other_queue(1), t = timeline(0), a = buffer(),
             fence = made("vkCreateFence", NULL);
    submit_batch(queue, (struct batch){ recorded(a), 0, 0, t, 1 }, 0);
    submit_batch(second, (struct batch){ 0, t, 1, 0, 0 }, 0);
    for (int i = 0; i < 3 * IQ_VK_PENDING; i++)
        submit_batch(second, (struct batch){ 0 }, i == 3 * IQ_VK_PENDING - 1 ? fence : 0);
    CHECK(is_pending(a));
    VK("vkWaitForFences", 0, device, 1ul, U(&fence), 1ul, ~0ul);
    CHECK(!is_pending(a));
    EXPECT_NOTHING();
}

/* A semaphore of the first batch says nothing of the second; the fence does. */
TEST(batches_are_apart)
{
    begin_vulkan();
    uint64_t t = timeline(0), a = buffer(), b = buffer(), fence = made("vkCreateFence", NULL);
    struct batch batches[] = { { recorded(a), 0, 0, t, 1 }, { recorded(b), 0, 0, t, 2 } };
    submit_batches(queue, batches, 2, fence);
    wait_for(t, 1);
    CHECK(!is_pending(a));
    CHECK(is_pending(b));
    VK("vkGetFenceStatus", 0, device, fence);
    CHECK(!is_pending(b));
    EXPECT_NOTHING();
}

/* One thread waits for a value while another is in vkQueueSubmit, which comes back only after
 * that. */
TEST(reached_before_the_submission_is_back)
{
    begin_vulkan();
    uint64_t t = timeline(0), a = buffer();
    wait_for(t, 3);
    VK("vkGetSemaphoreCounterValue", 0, device, t, U(&(uint64_t){ 3 }));
    struct iq_handle *handle = iq_handle_find(IQ_KIND_VK_SEMAPHORE, t);
    struct iq_vk_point point = { iq_vk_queue_of(iq_handle_find(IQ_KIND_VK_QUEUE, queue)), 0 };
    point.seq = ++point.queue->submitted;
    iq_vk_use(iq_handle_find(IQ_KIND_VK_BUFFER, a), point);
    CHECK(is_pending(a));
    iq_vk_signal(handle, 3, point);
    CHECK(!is_pending(a));
    EXPECT_NOTHING();
}

static bool is_gated(uint64_t value)
{
    return iq_vk_is_gated(iq_vk_queue_of(iq_handle_find(IQ_KIND_VK_QUEUE, value)));
}

/* Queues that wait for the host, and those that wait for them. */
TEST(gates)
{
    begin_vulkan();
    uint64_t second = other_queue(1), third = other_queue(2), t = timeline(0), u = timeline(0),
             v = timeline(0);
    submit_batch(queue, (struct batch){ 0, t, 1, u, 1 }, 0);
    submit_batch(second, (struct batch){ 0, u, 1, 0, 0 }, 0);
    submit_batch(third, (struct batch){ 0, v, 1, 0, 0 }, 0);
    CHECK(is_gated(queue));
    CHECK(is_gated(second));
    CHECK(is_gated(third));
    signal_from_host(t, 1);
    CHECK(!is_gated(queue));
    CHECK(!is_gated(second));
    submit_batch(queue, (struct batch){ 0, 0, 0, v, 1 }, 0);
    CHECK(!is_gated(third));
    VK("vkDeviceWaitIdle", 0, device);
    EXPECT_NOTHING();
}

/* After a submission that was answered as lost. */
static void device_is_back(void)
{
    ((struct iq_vk_object *)iq_handle_find(IQ_KIND_VK_DEVICE, device)->details)->device.lost =
        false;
}

TEST(timelines_go_forward)
{
    begin_vulkan();
    uint64_t second = other_queue(1), t = timeline(4), u = timeline(0);
    submit_batch(queue, (struct batch){ 0, 0, 0, t, 4 }, 0);
    CHECK(world_answered);
    EXPECT("validation", "pSubmits[0].pNext->pSignalSemaphoreValues[0]");
    CHECK(strstr(world_last()->message, "has already reached") != NULL);
    device_is_back();
    submit_batch(queue, (struct batch){ 0, 0, 0, t, 9 }, 0);
    submit_batch(second, (struct batch){ 0, u, 1, t, 7 }, 0); /* may come first */
    EXPECT_NOTHING();
    submit_second_form(queue, (struct batch){ 0, 0, 0, t, 9 });
    EXPECT("validation", "pSubmits[0].pSignalSemaphoreInfos[0].value");
    CHECK(strstr(world_last()->cause, "sets it to 9") != NULL);
    device_is_back();
    submit_batch(queue, (struct batch){ 0, t, 20, t, 20 }, 0);
    EXPECT("validation", "pSubmits[0].pNext->pSignalSemaphoreValues[0]");
    device_is_back();
    struct batch twice[] = { { 0, 0, 0, t, 30 }, { 0, 0, 0, t, 30 } };
    submit_batches(queue, twice, 2, 0);
    EXPECT("validation", "pSubmits[1].pNext->pSignalSemaphoreValues[0]");
    device_is_back();
    signal_from_host(t, 8);
    EXPECT("validation", "pSignalInfo->value");
    CHECK(strstr(world_last()->cause, "will still signal it with 7") != NULL);
    signal_from_host(t, 5);
    EXPECT_NOTHING();
    signal_from_host(t, 5);
    EXPECT("validation", "pSignalInfo->value");
    VK("vkDeviceWaitIdle", 0, device);
    signal_from_host(t, 10);
    EXPECT_NOTHING();
}

static void present(uint64_t chain, uint32_t index)
{
    VkPresentInfoKHR info = { .sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR,
                              .swapchainCount = 1,
                              .pSwapchains = (VkSwapchainKHR *)&chain,
                              .pImageIndices = &index };
    VK("vkQueuePresentKHR", 0, queue, U(&info));
}

TEST(presented_without_being_acquired)
{
    enum { SHARED = 1000111000 };
    begin_vulkan();
    VkSwapchainCreateInfoKHR info = { .sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
                                      .surface = (VkSurfaceKHR)1 };
    uint64_t chain = made("vkCreateSwapchainKHR", &info);
    uint32_t index = 1;
    VK("vkAcquireNextImageKHR", 0, device, chain, ~0ul, 0ul, 0ul, U(&index));
    present(chain, 1);
    EXPECT_NOTHING();
    present(chain, 1);
    EXPECT("validation", "pPresentInfo->pImageIndices[0]");
    VK("vkAcquireNextImageKHR", 0, device, chain, ~0ul, 0ul, 0ul, U(&index));
    present(chain, 0);
    EXPECT("validation", "pPresentInfo->pImageIndices[0]");
    info.presentMode = (VkPresentModeKHR)SHARED;
    chain = made("vkCreateSwapchainKHR", &info);
    VK("vkAcquireNextImageKHR", 0, device, chain, ~0ul, 0ul, 0ul, U(&index));
    present(chain, 1);
    present(chain, 1);
    EXPECT_NOTHING();
}

static int64_t refused_sets(uint64_t from, int64_t code)
{
    static const uint64_t layouts[2] = { 1, 1 };
    VkDescriptorSetAllocateInfo info = { .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                         .descriptorPool = (VkDescriptorPool)(uintptr_t)from,
                                         .descriptorSetCount = 2,
                                         .pSetLayouts = (VkDescriptorSetLayout *)layouts };
    uint64_t sets[2] = { 0 };
    return VK("vkAllocateDescriptorSets", code, device, U(&info), U(sets));
}

TEST(full_pools)
{
    begin_vulkan();
    VkDescriptorPoolCreateInfo info = { .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                        .maxSets = 1 };
    refused_sets(made("vkCreateDescriptorPool", &info), VK_ERROR_OUT_OF_POOL_MEMORY);
    EXPECT("out-of-memory", NULL);
    CHECK(strstr(world_last()->cause, "was created for 1 set") != NULL);
    refused_sets(U(plain("vkCreateSampler")), VK_ERROR_OUT_OF_POOL_MEMORY);
    EXPECT("out-of-memory", NULL);
    CHECK(strstr(world_last()->message, "no room") != NULL);
    CHECK(strstr(world_last()->cause, "2 sets were requested") != NULL);
    refused_sets(U(plain("vkCreateSampler")), VK_ERROR_FRAGMENTED_POOL);
    EXPECT("out-of-memory", NULL);
    CHECK(strstr(world_last()->message, "not in one block") != NULL);
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
    VK("vkCreateSampler", 0, device, U(plain("vkCreateSampler")), 0ul, U(&out));
    VK("vkCreateSampler", 0, device, U(plain("vkCreateSampler")), 0ul, U(&out));
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

/* The layer does not see that the semaphore comes after the last change of the layout. */
TEST(presented_behind_a_semaphore)
{
    static const char text[] =
        "vkQueuePresentKHR: Hazard PRESENT_AFTER_WRITE for present pSwapchains[0] (usage: SYNC_PRESENT_ENGINE_SYNCVAL_PRESENT_PRESENTED_SYNCVAL, "
        "prior_usage: SYNC_IMAGE_LAYOUT_TRANSITION, write_barriers: 0)";
    begin_vulkan();
    VkSwapchainCreateInfoKHR swapchain = { .sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
                                           .surface = (VkSurfaceKHR)1 };
    uint64_t chain = made("vkCreateSwapchainKHR", &swapchain),
             semaphore = made("vkCreateSemaphore", NULL);
    uint32_t index = 0;
    VkPresentInfoKHR info = { .sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR,
                              .waitSemaphoreCount = 1,
                              .pWaitSemaphores = (VkSemaphore *)&semaphore,
                              .swapchainCount = 1,
                              .pSwapchains = (VkSwapchainKHR *)&chain,
                              .pImageIndices = &index };
    for (int times = 0; times < 2; times++) {
        uint64_t args[WORLD_ARGS] = { queue, U(&info) };
        VkDebugUtilsMessengerCallbackDataEXT data = { .pMessageIdName =
                                                          "SYNC-HAZARD-PRESENT-AFTER-WRITE",
                                                      .pMessage = text };
        struct iq_call call;
        VK("vkAcquireNextImageKHR", 0, device, chain, ~0ul, 0ul, 0ul, U(&index));
        iq_call_enter(&call, iq_entry_find(IQ_API_VULKAN, "vkQueuePresentKHR"), args, IQ_SITE);
        iq_vk_message(true, &data);
        iq_call_leave(&call, 0);
        int said = 0;
        world_look();
        for (size_t i = 0; i < world.findings.count; i++)
            said += !strcmp(world.findings.data[i].rule_text, "missing-barrier") &&
                    !strcmp(world.findings.data[i].api, "vkQueuePresentKHR");
        CHECK_INT(said, times);
        info.waitSemaphoreCount = 0;
    }
}

TEST(messages)
{
    begin_vulkan();
    uint64_t commands = command_buffer();
    say("vkCmdFillBuffer", commands, "VUID-vkCmdFillBuffer-dstOffset-00024",
        "vkCmdFillBuffer: The Vulkan spec states: dstOffset must be less than the size of dstBuffer (http)");
    EXPECT("range-overflow", "dstOffset");
    say("vkCmdFillBuffer", commands, "SYNC-HAZARD-WRITE-AFTER-WRITE",
        "Hazard WRITE_AFTER_WRITE (usage: SYNC_COPY_TRANSFER_WRITE, prior_usage: SYNC_COPY_TRANSFER_WRITE, command: vkCmdFillBuffer, seq_no: 1, reset_no: 1)");
    EXPECT("missing-barrier", NULL);
    CHECK(strstr(world_last()->fix, "VK_PIPELINE_STAGE_TRANSFER_BIT") != NULL);
    CHECK(strstr(world_last()->fix, "VK_ACCESS_TRANSFER_WRITE_BIT") != NULL);
    CHECK_INT(world_last()->related_count, 1);
    say("vkCmdFillBuffer", commands, "VUID-of-tomorrow", "something new");
    EXPECT("validation", NULL);
    say("vkCmdFillBuffer", commands, "UNASSIGNED-VkSemaphore-state-timeout",
        "Timeout waiting for timeline semaphore state to update. This is most likely a validation bug. completed_.payload=0 wait_payload=1");
    EXPECT_NOTHING();
    say("vkCmdFillBuffer", commands, "", "");
    CHECK_INT(world_look() <= 1, 1);
}
