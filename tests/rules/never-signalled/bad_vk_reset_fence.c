// light: too
#include "vk_world.h"

/* Reset between the submission and the wait: the signal is lost. */
int main(void)
{
    vk_world();
    alarm(2);
    VkFence fence = vk_new_fence(0); // site: created
    VkCommandBuffer cmd = vk_begin();
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, fence);
    vkQueueWaitIdle(vk_queue);
    vkResetFences(vk_device, 1, &fence);
    vkWaitForFences(vk_device, 1, &fence, VK_TRUE, UINT64_MAX); // expect: never-signalled object=fence
    return 0;
}
