// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer data = vk_make_buffer(4096, VK_COPY);
    VkCommandBuffer cmd = VK_NULL_HANDLE;
    vkCmdFillBuffer(cmd, data.buffer, 0, 256, 0); // expect: null-handle arg=commandBuffer
    vk_drop_buffer(data);
    vk_end();
    return 0;
}
