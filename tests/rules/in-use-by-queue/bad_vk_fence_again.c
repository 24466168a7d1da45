// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4 << 20, VK_COPY);
    VkFence fence = vk_new_fence(0);
    VkCommandBuffer cmd[2] = {vk_begin(), vk_begin()};
    vkCmdFillBuffer(cmd[0], buffer.buffer, 0, VK_WHOLE_SIZE, 7);
    vkEndCommandBuffer(cmd[0]);
    vkEndCommandBuffer(cmd[1]);
    vk_submit(cmd[0], fence); // site: related
    vk_submit(cmd[1], fence); // expect: in-use-by-queue arg=fence object=fence
    vkQueueWaitIdle(vk_queue);
    vkDestroyFence(vk_device, fence, NULL);
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}
