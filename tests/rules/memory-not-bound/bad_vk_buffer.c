// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    VkBuffer buffer = vk_bare_buffer(4096, VK_COPY); // site: created
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, buffer, 0, 4096, 7); // expect: memory-not-bound object=buffer
    vkEndCommandBuffer(cmd);
    vkDestroyBuffer(vk_device, buffer, NULL);
    vk_end();
    return 0;
}
