// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY); // site: created
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, buffer.buffer, 1024, 4096, 7); // expect: range-overflow object=buffer
    vk_run(cmd);
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}
