/* Semaphores and values that are counted and not given, while there is a timeline. */
#include "vk_timeline.h"

int main(void)
{
    vk_world();
    VkSemaphore timeline = vk_timeline(0);
    VkSemaphoreWaitInfo wait = {VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO, .semaphoreCount = 1, .pSemaphores = &timeline};
    vkWaitSemaphores(vk_device, &wait, UINT64_MAX); // expect: null-pointer arg=pWaitInfo contained=1
    VkSubmitInfo batch = {VK_STRUCTURE_TYPE_SUBMIT_INFO, .signalSemaphoreCount = 1};
    vkQueueSubmit(vk_queue, 1, &batch, VK_NULL_HANDLE); // expect: null-pointer arg=pSubmits contained=1
    vkDestroySemaphore(vk_device, timeline, NULL);
    vk_end();
    return 0;
}
