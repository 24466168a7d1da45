// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4 << 20, VK_COPY);
    VkFence fence = vk_new_fence(0);
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, buffer.buffer, 0, VK_WHOLE_SIZE, 7);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, fence); // site: related
    vkResetFences(vk_device, 1, &fence); // expect: in-use-by-queue object=fence
    vkQueueWaitIdle(vk_queue);
    vkDestroyFence(vk_device, fence, NULL);
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}
