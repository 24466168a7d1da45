// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    VkCommandBuffer cmd = vk_new_commands(); // site: created
    vkFreeCommandBuffers(vk_device, vk_pool, 1, &cmd); // site: destroyed
    vkFreeCommandBuffers(vk_device, vk_pool, 1, &cmd); // expect: double-destroy object=command-buffer
    vk_end();
    return 0;
}
