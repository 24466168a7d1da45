#include "vk_world.h"

int main(void)
{
    vk_world();
    VkCommandPool q = vk_new_pool(0);
    VkCommandBuffer c = vk_commands_of(q);
    vk_record(c);
    vkEndCommandBuffer(c);
    vkResetCommandBuffer(c, 0); // expect: bad-flags arg=commandBuffer object=command-buffer
    vkDestroyCommandPool(vk_device, q, 0);
    vk_end();
    return 0;
}
