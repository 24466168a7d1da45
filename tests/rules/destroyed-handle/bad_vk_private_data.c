// options: --validation no
#define VK_WORLD_13
#include "vk_world.h"

int main(void)
{
    VkPrivateDataSlotCreateInfo info = { VK_STRUCTURE_TYPE_PRIVATE_DATA_SLOT_CREATE_INFO };
    VkPrivateDataSlot slot = VK_NULL_HANDLE;
    uint64_t data = 0;
    vk_world();
    vkCreatePrivateDataSlot(vk_device, &info, NULL, &slot);
    VkBuffer buffer = vk_bare_buffer(64, VK_STORE);
    vkSetPrivateData(vk_device, VK_OBJECT_TYPE_BUFFER, (uint64_t)buffer, slot, 7);
    vkDestroyBuffer(vk_device, buffer, NULL);
    vkGetPrivateData(vk_device, VK_OBJECT_TYPE_BUFFER, (uint64_t)buffer, slot, &data); // expect: destroyed-handle arg=objectHandle contained=1
    return 0;
}
