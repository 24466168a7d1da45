// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer from = vk_make_buffer(4096, VK_COPY), to = vk_make_buffer(1024, VK_COPY); // site: created
    VkBufferCopy all = {0, 0, 4096};
    VkCommandBuffer cmd = vk_begin();
    vkCmdCopyBuffer(cmd, from.buffer, to.buffer, 1, &all); // expect: range-overflow object=buffer
    vk_run(cmd);
    vk_drop_buffer(from);
    vk_drop_buffer(to);
    vk_end();
    return 0;
}
