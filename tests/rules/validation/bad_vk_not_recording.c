// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY);
    VkCommandBuffer cmd = vk_new_commands();
    vkCmdFillBuffer(cmd, buffer.buffer, 0, 4096, 7); // expect: validation object=command-buffer
    _Exit(0);
}
