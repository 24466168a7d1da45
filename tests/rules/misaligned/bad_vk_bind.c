#include "vk_world.h"

int main(void)
{
    vk_world();
    VkMemoryRequirements need;
    VkBuffer buffer = vk_bare_buffer(4096, VK_COPY);
    vkGetBufferMemoryRequirements(vk_device, buffer, &need);
    need.size += 4096;
    VkDeviceMemory memory = vk_allocate(need, VK_HOST_MEMORY);
    vkBindBufferMemory(vk_device, buffer, memory, 12); // expect: misaligned arg=memoryOffset
    vkDestroyBuffer(vk_device, buffer, NULL);
    vkFreeMemory(vk_device, memory, NULL);
    vk_end();
    return 0;
}
