#include "vk_world.h"

/* What programs do when a call fails: the mark of a call says what becomes of this one. */
int main(void)
{
    VkDeviceMemory memory = VK_NULL_HANDLE, unused = VK_NULL_HANDLE;
    int *p = NULL;
    vk_world();
    VkMemoryAllocateInfo info = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = 4096};
    info.memoryTypeIndex = (uint32_t)vk_memory_type(UINT32_MAX, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT);
    if (vkAllocateMemory(vk_device, &info, NULL, &memory)) // outcome: handled
        exit(3);
    vkMapMemory(vk_device, memory, 0, VK_WHOLE_SIZE, 0, (void **)&p); // outcome: crash
    *p = 1;
    vkAllocateMemory(vk_device, &info, NULL, &unused); // outcome: garbage
    if (vkMapMemory(vk_device, unused, 0, VK_WHOLE_SIZE, 0, (void **)&p)) // outcome: handled
        exit(4);
    vkQueueSubmit(vk_queue, 0, NULL, VK_NULL_HANDLE); // outcome: silent
    vkQueueWaitIdle(vk_queue); // outcome: silent
    vkFreeMemory(vk_device, unused, NULL);
    vkFreeMemory(vk_device, memory, NULL);
    vk_end();
    return 0;
}
