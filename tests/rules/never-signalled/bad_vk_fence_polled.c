// light: too
#include "vk_world.h"

/* Waits with a limit come back, and find the same each time. */
int main(void)
{
    vk_world();
    VkFence fence = vk_new_fence(0); // site: created
    VkCommandBuffer cmd = vk_begin();
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE);
    for (int i = 0; i < 30; i++)
        if (vkWaitForFences(vk_device, 1, &fence, VK_TRUE, 10000000) == VK_SUCCESS) // expect: never-signalled object=fence severity=warning
            break;
    vkQueueWaitIdle(vk_queue);
    vkDestroyFence(vk_device, fence, NULL);
    vk_end();
    return 0;
}
