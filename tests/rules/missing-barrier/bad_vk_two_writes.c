#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_COPY);
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, a.buffer, 0, 4096, 7); // site: related
    vkCmdFillBuffer(cmd, a.buffer, 2048, 1024, 8); // expect: missing-barrier object=buffer
    vk_run(cmd);
    vk_drop_buffer(a);
    vk_end();
    return 0;
}
