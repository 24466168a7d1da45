/* One submission waits for many semaphores and signals them again. */
#include "vk_world.h"

enum { MANY = 20 };

int main(void)
{
    VkSemaphoreCreateInfo info = {VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkPipelineStageFlags stages[MANY];
    VkSemaphore all[MANY];
    vk_world();
    for (int i = 0; i < MANY; i++) {
        vkCreateSemaphore(vk_device, &info, NULL, &all[i]);
        stages[i] = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    }
    VkSubmitInfo batch = {VK_STRUCTURE_TYPE_SUBMIT_INFO, .signalSemaphoreCount = MANY, .pSignalSemaphores = all};
    vkQueueSubmit(vk_queue, 1, &batch, VK_NULL_HANDLE);
    batch.waitSemaphoreCount = MANY;
    batch.pWaitSemaphores = all;
    batch.pWaitDstStageMask = stages;
    vkQueueSubmit(vk_queue, 1, &batch, VK_NULL_HANDLE);
    batch.signalSemaphoreCount = 0;
    vkQueueSubmit(vk_queue, 1, &batch, VK_NULL_HANDLE);
    vkQueueWaitIdle(vk_queue);
    for (int i = 0; i < MANY; i++)
        vkDestroySemaphore(vk_device, all[i], NULL);
    vk_end();
    return 0;
}
