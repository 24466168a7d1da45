#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY);
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, buffer.buffer, 2, 1024, 7); // expect: misaligned arg=dstOffset
    vkEndCommandBuffer(cmd);
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}
