// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY); // site: created
    VkCommandBuffer cmd = vk_begin();
    vkDestroyBuffer(vk_device, buffer.buffer, NULL); // site: destroyed
    vkCmdFillBuffer(cmd, buffer.buffer, 0, 4096, 7); // expect: destroyed-handle arg=dstBuffer object=buffer state=destroyed
    _Exit(0);
}
