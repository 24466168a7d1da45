// options: --validation no
#define VK_WORLD_13
#include "vk_world.h"

/* The object is a bare number, whose kind another argument says. */
int main(void)
{
    VkPrivateDataSlotCreateInfo info = { VK_STRUCTURE_TYPE_PRIVATE_DATA_SLOT_CREATE_INFO };
    VkPrivateDataSlot slot = VK_NULL_HANDLE;
    vk_world();
    vkCreatePrivateDataSlot(vk_device, &info, NULL, &slot);
    vkSetPrivateData(vk_device, VK_OBJECT_TYPE_BUFFER, 1, slot, 7); // expect: unknown-handle arg=objectHandle contained=1
    return 0;
}
