#include "vk_world.h"

/* Nobody waits for the frame before: its fence is reset and its command buffer recorded again, which is one mistake. */
int main(void)
{
    vk_world();
    VkFence fence = vk_new_fence(0); // site: created
    VkCommandBuffer cmd = vk_begin();
    vkEndCommandBuffer(cmd);
    for (int frame = 0; frame < 3; frame++) {
        if (frame) {
            vkResetFences(vk_device, 1, &fence); // expect: in-use-by-queue object=fence arg=pFences
            vk_record(cmd); // site: related
            vkEndCommandBuffer(cmd);
        }
        vk_submit(cmd, fence);
    }
    vkDeviceWaitIdle(vk_device);
    vkDestroyFence(vk_device, fence, NULL);
    vk_end();
    return 0;
}
