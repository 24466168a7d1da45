#include "vk_world.h"

/* The access of a shader, at the stage of transfers. */
int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY);
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, buffer.buffer, 0, 4096, 1);
    vk_barrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT); // expect: bad-flags arg=pMemoryBarriers[0].srcAccessMask
    vk_run(cmd);
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}
