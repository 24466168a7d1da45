// light: too
#include "vk_world.h"

/* Nothing signals what the submission waits for. */
int main(void)
{
    VkSemaphore ready;
    VkSemaphoreCreateInfo info = {VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkPipelineStageFlags stage = VK_PIPELINE_STAGE_TRANSFER_BIT;
    vk_world();
    alarm(2);
    vkCreateSemaphore(vk_device, &info, NULL, &ready); // site: created
    VkCommandBuffer cmd = vk_begin();
    vkEndCommandBuffer(cmd);
    VkSubmitInfo submit = {VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &cmd, .waitSemaphoreCount = 1,
                           .pWaitSemaphores = &ready, .pWaitDstStageMask = &stage};
    vkQueueSubmit(vk_queue, 1, &submit, VK_NULL_HANDLE); // expect: never-signalled object=semaphore
    vkQueueWaitIdle(vk_queue);
    _Exit(0);
}
