#include "vk_world.h"

/* What was recorded with the buffer is never submitted. */
int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY);
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, buffer.buffer, 0, 4096, 7);
    vkEndCommandBuffer(cmd);
    vk_drop_buffer(buffer);
    vkResetCommandBuffer(cmd, 0);
    vk_record(cmd);
    vk_run(cmd);
    vk_end();
    return 0;
}
