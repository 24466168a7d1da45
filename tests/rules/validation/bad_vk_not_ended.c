// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY);
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, buffer.buffer, 0, 4096, 7);
    vk_submit(cmd, VK_NULL_HANDLE); // expect: validation object=command-buffer
    _Exit(0);
}
