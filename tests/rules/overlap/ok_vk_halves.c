#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY);
    VkBufferCopy half = {0, 2048, 2048};
    VkCommandBuffer cmd = vk_begin();
    vkCmdCopyBuffer(cmd, buffer.buffer, buffer.buffer, 1, &half);
    vk_run(cmd);
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}
