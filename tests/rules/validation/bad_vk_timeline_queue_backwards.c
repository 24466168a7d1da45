// light: too
/* Each frame signals the number of frames; the counter is not raised in one of them. */
#include "vk_timeline.h"

int main(void)
{
    vk_world();
    VkSemaphore timeline = vk_timeline(0);
    vkQueueSubmit(vk_queue, 1, VK_TIMED(NULL, VK_NULL_HANDLE, 0, timeline, 5), VK_NULL_HANDLE); // site: related
    vkQueueSubmit(vk_queue, 1, VK_TIMED(NULL, VK_NULL_HANDLE, 0, timeline, 5), VK_NULL_HANDLE); // expect: validation arg=pSubmits[0].pNext->pSignalSemaphoreValues[0] object=semaphore contained=1 says=sets_it_to_5
    vkDeviceWaitIdle(vk_device);
    vkDestroySemaphore(vk_device, timeline, NULL);
    vk_end();
    return 0;
}
