#include "vk_world.h"

/* Bound behind other calls, but before the first use. */
int main(void)
{
    VkMemoryRequirements need;
    vk_world();
    VkBuffer buffer = vk_bare_buffer(4096, VK_COPY);
    VkCommandBuffer cmd = vk_begin();
    vkGetBufferMemoryRequirements(vk_device, buffer, &need);
    VkDeviceMemory memory = vk_allocate(need, VK_HOST_MEMORY);
    vkBindBufferMemory(vk_device, buffer, memory, 0);
    vkCmdFillBuffer(cmd, buffer, 0, 4096, 7);
    vk_run(cmd);
    vkDestroyBuffer(vk_device, buffer, NULL);
    vkFreeMemory(vk_device, memory, NULL);
    vk_end();
    return 0;
}
