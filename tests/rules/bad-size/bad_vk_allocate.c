#include "vk_world.h"

/* More than the whole heap. */
int main(void)
{
    VkDeviceMemory memory;
    vk_world();
    VkMemoryAllocateInfo info = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = vk_memories.memoryHeaps[0].size + (1ull << 30)};
    if (vkAllocateMemory(vk_device, &info, NULL, &memory) == VK_SUCCESS) // expect: bad-size arg=pAllocateInfo
        vkFreeMemory(vk_device, memory, NULL);
    vk_end();
    return 0;
}
