// light: too
// options: --fail vkAllocateMemory:after=4096=VK_ERROR_OUT_OF_DEVICE_MEMORY
#include "vk_world.h"

/* The first allocation leaves no room for the second, and nobody looks. */
int main(void)
{
    VkDeviceMemory first = VK_NULL_HANDLE, second = VK_NULL_HANDLE;
    void *p = NULL;
    vk_world();
    VkMemoryAllocateInfo info = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = 8192};
    if (vkAllocateMemory(vk_device, &info, NULL, &first) != VK_SUCCESS)
        exit(77);
    vkAllocateMemory(vk_device, &info, NULL, &second); // site: related
    vkMapMemory(vk_device, second, 0, VK_WHOLE_SIZE, 0, &p); // expect: unchecked-error arg=memory says=vkAllocateMemory_was_made_to_fail
    _Exit(0);
}
