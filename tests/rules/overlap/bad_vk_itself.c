#include "vk_world.h"

/* The same bytes of one buffer on both sides. */
int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY);
    VkBufferCopy same = {100, 100, 2000};
    VkCommandBuffer cmd = vk_begin();
    vkCmdCopyBuffer(cmd, buffer.buffer, buffer.buffer, 1, &same); // expect: overlap object=buffer
    vk_run(cmd);
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}
