/* A copy of VK_WHOLE_SIZE bytes, which fills and descriptors know and copies do not. */
// options: --validation no
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer from = vk_make_buffer(4096, VK_COPY), to = vk_make_buffer(4096, VK_COPY); // site: created
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, from.buffer, 0, VK_WHOLE_SIZE, 1);
    vk_transfer_barrier(cmd);
    VkBufferCopy region = {0, 0, VK_WHOLE_SIZE};
    vkCmdCopyBuffer(cmd, from.buffer, to.buffer, 1, &region); // expect: bad-size arg=pRegions[0].size contained=1 says=which_this_call_does_not_accept
    vk_run(cmd);
    vk_drop_buffer(from);
    vk_drop_buffer(to);
    vk_end();
    return 0;
}
