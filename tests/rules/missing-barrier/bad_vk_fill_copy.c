#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_COPY), b = vk_make_buffer(4096, VK_COPY);
    VkBufferCopy all = {0, 0, 4096};
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, a.buffer, 0, 4096, 7); // site: related
    vkCmdCopyBuffer(cmd, a.buffer, b.buffer, 1, &all); // expect: missing-barrier object=buffer
    vk_run(cmd);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}
