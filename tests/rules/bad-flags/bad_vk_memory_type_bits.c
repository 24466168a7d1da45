#include "vk_world.h"

int main(void)
{
    vk_world();

    VkBuffer x = vk_bare_buffer(4096, VK_COPY);
    VkMemoryRequirements n;
    vkGetBufferMemoryRequirements(vk_device, x, &n);
    VkMemoryAllocateInfo m = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, 0, 4096, 99};
    VkDeviceMemory d = 0;
    vkAllocateMemory(vk_device, &m, 0, &d); // expect: bad-flags arg=pAllocateInfo contained=1
    vkDestroyBuffer(vk_device, x, 0);
    vk_end();
    return 0;
}
