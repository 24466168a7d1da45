// options: --host-guard always
#include "vk_world.h"

enum { SIZE = 1 << 16, PART = 512 };

static void submit(VkBuffer from, VkBuffer to, VkSemaphore timeline, uint64_t value)
{
    VkBufferCopy part = {4096, value * PART, PART};
    VkTimelineSemaphoreSubmitInfo values = {VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO, .signalSemaphoreValueCount = 1, .pSignalSemaphoreValues = &value};
    VkCommandBuffer cmd = vk_begin();
    VkSubmitInfo info = {VK_STRUCTURE_TYPE_SUBMIT_INFO, .pNext = &values, .commandBufferCount = 1, .pCommandBuffers = &cmd, .signalSemaphoreCount = 1,
                         .pSignalSemaphores = &timeline};
    vkCmdCopyBuffer(cmd, from, to, 1, &part);
    vkEndCommandBuffer(cmd);
    vkQueueSubmit(vk_queue, 1, &info, VK_NULL_HANDLE); // site: related
}

static void wait(VkSemaphore timeline, uint64_t value)
{
    VkSemaphoreWaitInfo info = {VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO, .semaphoreCount = 1, .pSemaphores = &timeline, .pValues = &value};
    vkWaitSemaphores(vk_device, &info, UINT64_MAX);
}

/* The value that is waited for is that of the submission before the last. */
int main(void)
{
    VkSemaphore timeline;
    VkSemaphoreTypeCreateInfo type = {VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO, .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
    VkSemaphoreCreateInfo info = {VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
    vk_world();
    struct vk_buffer from = vk_make_buffer(SIZE, VK_COPY), to = vk_make_buffer(SIZE, VK_COPY);
    volatile char *p = vk_map(from);
    vkCreateSemaphore(vk_device, &info, NULL, &timeline);
    submit(from.buffer, to.buffer, timeline, 1);
    wait(timeline, 1);
    p[4096] = 1;
    submit(from.buffer, to.buffer, timeline, 2);
    wait(timeline, 1);
    p[4096 + 100] = 2; // expect: host-write-in-flight
    wait(timeline, 2);
    p[4096 + 100] = 3;
    vkDestroySemaphore(vk_device, timeline, NULL);
    vk_drop_buffer(from);
    vk_drop_buffer(to);
    vk_end();
    return 0;
}
