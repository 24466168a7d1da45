#include "vk_world.h"

/* A barrier that waits for no stage at all. */
int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY);
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, buffer.buffer, 0, 4096, 1);
    vk_barrier(cmd, 0, VK_ACCESS_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT); // expect: bad-flags arg=srcStageMask
    vk_run(cmd);
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}
