#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer from = vk_make_buffer(4096, VK_COPY), to = vk_make_buffer(4096, VK_COPY);
    VkBufferCopy none = {0, 0, 0};
    VkCommandBuffer cmd = vk_begin();
    vkCmdCopyBuffer(cmd, from.buffer, to.buffer, 1, &none); // expect: bad-size arg=pRegions[0].size
    vk_run(cmd);
    vk_drop_buffer(from);
    vk_drop_buffer(to);
    vk_end();
    return 0;
}
