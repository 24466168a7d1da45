#include "vk_world.h"

/* A fence, an idle queue and a timeline value are waited for; then all may go. */
int main(void)
{
    VkSemaphore timeline;
    VkSemaphoreTypeCreateInfo type = {VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO, .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
    VkSemaphoreCreateInfo info = {VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
    uint64_t one = 1;
    vk_world();
    vkCreateSemaphore(vk_device, &info, NULL, &timeline);
    VkFence fence = vk_new_fence(0);
    struct vk_buffer buffer[3];
    VkCommandBuffer cmd[3];
    for (int i = 0; i < 3; i++) {
        buffer[i] = vk_make_buffer(1 << 20, VK_COPY);
        cmd[i] = vk_begin();
        vkCmdFillBuffer(cmd[i], buffer[i].buffer, 0, VK_WHOLE_SIZE, 7);
        vkEndCommandBuffer(cmd[i]);
    }
    vk_submit(cmd[0], fence);
    vkWaitForFences(vk_device, 1, &fence, VK_TRUE, UINT64_MAX);
    vk_drop_buffer(buffer[0]);
    vkResetFences(vk_device, 1, &fence);
    VkTimelineSemaphoreSubmitInfo values = {VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO, .signalSemaphoreValueCount = 1, .pSignalSemaphoreValues = &one};
    VkSubmitInfo submit = {VK_STRUCTURE_TYPE_SUBMIT_INFO, .pNext = &values, .commandBufferCount = 1, .pCommandBuffers = &cmd[1],
                           .signalSemaphoreCount = 1, .pSignalSemaphores = &timeline};
    vkQueueSubmit(vk_queue, 1, &submit, VK_NULL_HANDLE);
    VkSemaphoreWaitInfo wait = {VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO, .semaphoreCount = 1, .pSemaphores = &timeline, .pValues = &one};
    vkWaitSemaphores(vk_device, &wait, UINT64_MAX);
    vk_drop_buffer(buffer[1]);
    vk_submit(cmd[2], fence);
    while (vkGetFenceStatus(vk_device, fence) == VK_NOT_READY)
        usleep(100);
    vk_drop_buffer(buffer[2]);
    vkResetCommandBuffer(cmd[2], 0);
    vkDestroyFence(vk_device, fence, NULL);
    vkDestroySemaphore(vk_device, timeline, NULL);
    vk_end();
    return 0;
}
