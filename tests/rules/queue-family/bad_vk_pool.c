#include "vk_world.h"

/* A family that the device does not have. */
int main(void)
{
    VkCommandPool pool;
    VkCommandPoolCreateInfo info = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .queueFamilyIndex = 7};
    vk_world();
    if (vkCreateCommandPool(vk_device, &info, NULL, &pool) == VK_SUCCESS) // expect: queue-family arg=pCreateInfo->queueFamilyIndex
        vkDestroyCommandPool(vk_device, pool, NULL);
    vk_end();
    return 0;
}
