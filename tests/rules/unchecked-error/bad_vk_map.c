// light: too
#include "vk_world.h"

/* More is asked for than the heap has; the mapping of nothing follows. */
int main(void)
{
    VkDeviceMemory memory = VK_NULL_HANDLE;
    void *p = NULL;
    vk_world();
    VkMemoryAllocateInfo info = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = 1ull << 60};
    if (vkAllocateMemory(vk_device, &info, NULL, &memory) == VK_SUCCESS) // site: related
        exit(77);
    vkMapMemory(vk_device, memory, 0, VK_WHOLE_SIZE, 0, &p); // expect: unchecked-error arg=memory
    _Exit(0);
}
