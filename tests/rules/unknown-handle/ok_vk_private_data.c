// options: --validation no
#define VK_WORLD_13
#include "vk_world.h"

/* Data of objects of several kinds. */
int main(void)
{
    VkPrivateDataSlotCreateInfo info = { VK_STRUCTURE_TYPE_PRIVATE_DATA_SLOT_CREATE_INFO };
    VkPrivateDataSlot slot = VK_NULL_HANDLE;
    uint64_t data = 0, other = 0;
    vk_world();
    vkCreatePrivateDataSlot(vk_device, &info, NULL, &slot);
    VkBuffer buffer = vk_bare_buffer(64, VK_STORE);
    VkFence fence = vk_new_fence(0);
    vkSetPrivateData(vk_device, VK_OBJECT_TYPE_BUFFER, (uint64_t)buffer, slot, 7);
    vkSetPrivateData(vk_device, VK_OBJECT_TYPE_FENCE, (uint64_t)fence, slot, 8);
    vkGetPrivateData(vk_device, VK_OBJECT_TYPE_BUFFER, (uint64_t)buffer, slot, &data);
    vkGetPrivateData(vk_device, VK_OBJECT_TYPE_FENCE, (uint64_t)fence, slot, &other);
    vkDestroyBuffer(vk_device, buffer, NULL);
    vkDestroyFence(vk_device, fence, NULL);
    vkDestroyPrivateDataSlot(vk_device, slot, NULL);
    vk_end();
    return data != 7 || other != 8;
}
