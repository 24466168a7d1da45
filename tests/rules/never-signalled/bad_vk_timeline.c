// light: too
#include "vk_world.h"

/* The submission signals 1, the host waits for 2. */
int main(void)
{
    VkSemaphore timeline;
    VkSemaphoreTypeCreateInfo type = {VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO, .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
    VkSemaphoreCreateInfo info = {VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
    uint64_t one = 1, two = 2;
    vk_world();
    alarm(2);
    vkCreateSemaphore(vk_device, &info, NULL, &timeline); // site: created
    VkTimelineSemaphoreSubmitInfo values = {VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO, .signalSemaphoreValueCount = 1, .pSignalSemaphoreValues = &one};
    VkSubmitInfo submit = {VK_STRUCTURE_TYPE_SUBMIT_INFO, .pNext = &values, .signalSemaphoreCount = 1, .pSignalSemaphores = &timeline};
    vkQueueSubmit(vk_queue, 1, &submit, VK_NULL_HANDLE);
    VkSemaphoreWaitInfo wait = {VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO, .semaphoreCount = 1, .pSemaphores = &timeline, .pValues = &two};
    vkWaitSemaphores(vk_device, &wait, UINT64_MAX); // expect: never-signalled object=semaphore
    return 0;
}
