// light: too
/* The host goes past what the queue is still to signal. */
#include "vk_timeline.h"

int main(void)
{
    vk_world();
    VkSemaphore timeline = vk_timeline(0), gate = vk_timeline(0);
    vkQueueSubmit(vk_queue, 1, VK_TIMED(NULL, gate, 1, timeline, 5), VK_NULL_HANDLE); // site: related
    vkSignalSemaphore(vk_device, VK_SIGNAL(timeline, 10)); // expect: validation arg=pSignalInfo->value object=semaphore says=will_still_signal_it_with_5
    vkSignalSemaphore(vk_device, VK_SIGNAL(gate, 1));
    vkDeviceWaitIdle(vk_device);
    vkDestroySemaphore(vk_device, gate, NULL);
    vkDestroySemaphore(vk_device, timeline, NULL);
    vk_end();
    return 0;
}
