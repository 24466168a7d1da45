/* The host and the queue count one timeline up in turns; waits are submitted before their signals. */
#include "vk_timeline.h"

int main(void)
{
    vk_world();
    VkSemaphore timeline = vk_timeline(0);
    for (uint64_t i = 0; i < 20; i++) {
        vkQueueSubmit(vk_queue, 1, VK_TIMED(NULL, timeline, 2 * i + 1, timeline, 2 * i + 2), VK_NULL_HANDLE);
        vkSignalSemaphore(vk_device, VK_SIGNAL(timeline, 2 * i + 1));
        if (vk_await(timeline, 2 * i + 2))
            return 1;
    }
    vkDestroySemaphore(vk_device, timeline, NULL);
    vk_end();
    return 0;
}
