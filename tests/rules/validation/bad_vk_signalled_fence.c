// light: too
#include "vk_world.h"

/* A fence that is signalled already says nothing about this submission. */
int main(void)
{
    vk_world();
    VkFence fence = vk_new_fence(VK_FENCE_CREATE_SIGNALED_BIT);
    VkCommandBuffer cmd = vk_begin();
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, fence); // expect: validation object=fence
    vkQueueWaitIdle(vk_queue);
    vkDestroyFence(vk_device, fence, NULL);
    vk_end();
    return 0;
}
