#include "vk_world.h"

/* A move by 100 bytes within a buffer, as memmove would do it. */
int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY);
    VkBufferCopy shift = {0, 100, 2000};
    VkCommandBuffer cmd = vk_begin();
    vkCmdCopyBuffer(cmd, buffer.buffer, buffer.buffer, 1, &shift); // expect: overlap object=buffer
    vk_run(cmd);
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}
