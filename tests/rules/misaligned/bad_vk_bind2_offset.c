#include "vk_world.h"

int main(void)
{
    vk_world();

    VkBuffer x = vk_bare_buffer(4096, VK_COPY);
    VkMemoryRequirements n;
    vkGetBufferMemoryRequirements(vk_device, x, &n);
    n.size += 4096;
    VkDeviceMemory d = vk_allocate(n, VK_HOST_MEMORY);
    VkBindBufferMemoryInfo in = {VK_STRUCTURE_TYPE_BIND_BUFFER_MEMORY_INFO, 0, x, d, 3};
    vkBindBufferMemory2(vk_device, 1, &in); // expect: misaligned arg=pBindInfos[0].memoryOffset object=buffer contained=1
    vkDestroyBuffer(vk_device, x, 0);
    vkFreeMemory(vk_device, d, 0);
    vk_end();
    return 0;
}
