#include "vk_world.h"

/* A semaphore orders two submissions, memory included. */
int main(void)
{
    VkSemaphore done;
    VkSemaphoreCreateInfo info = {VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkPipelineStageFlags stage = VK_PIPELINE_STAGE_TRANSFER_BIT;
    vk_world();
    vkCreateSemaphore(vk_device, &info, NULL, &done);
    struct vk_buffer a = vk_make_buffer(4096, VK_COPY), b = vk_make_buffer(4096, VK_COPY);
    VkBufferCopy all = {0, 0, 4096};
    VkCommandBuffer cmd[2] = {vk_begin(), vk_begin()};
    vkCmdFillBuffer(cmd[0], a.buffer, 0, 4096, 7);
    vkCmdCopyBuffer(cmd[1], a.buffer, b.buffer, 1, &all);
    vkEndCommandBuffer(cmd[0]);
    vkEndCommandBuffer(cmd[1]);
    VkSubmitInfo submits[2] = {
        {VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &cmd[0], .signalSemaphoreCount = 1, .pSignalSemaphores = &done},
        {VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &cmd[1], .waitSemaphoreCount = 1, .pWaitSemaphores = &done,
         .pWaitDstStageMask = &stage}};
    vkQueueSubmit(vk_queue, 2, submits, VK_NULL_HANDLE);
    vkQueueWaitIdle(vk_queue);
    vkDestroySemaphore(vk_device, done, NULL);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}
