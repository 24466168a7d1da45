// light: too
#include "vk_world.h"

/* The loader looks into the command buffer before any layer sees the call, and ends the program. */
int main(void)
{
    vk_world();
    VkCommandBuffer cmd = vk_new_commands();
    VkCommandBufferBeginInfo info = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    vkFreeCommandBuffers(vk_device, vk_pool, 1, &cmd); // site: destroyed
    vkBeginCommandBuffer(cmd, &info); // expect: destroyed-handle arg=commandBuffer object=command-buffer
    vk_end();
    return 0;
}
