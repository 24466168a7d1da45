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
    vkDestroyFence(vk_device, fence, NULL); // expect: in-use-by-queue arg=fence object=fence
    _Exit(0);
}
