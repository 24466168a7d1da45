#include "vk_world.h"

/* What the device cannot do is left out at the second try. */
int main(void)
{
    float priority = 1;
    VkDevice device = VK_NULL_HANDLE;
    VkPhysicalDeviceFeatures want = {.sparseResidencyBuffer = VK_TRUE, .sparseBinding = VK_TRUE};
    vk_world();
    VkDeviceQueueCreateInfo queue = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueFamilyIndex = vk_family, .queueCount = 1, .pQueuePriorities = &priority};
    VkDeviceCreateInfo info = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue, .pEnabledFeatures = &want};
    if (vkCreateDevice(vk_physical, &info, NULL, &device) != VK_SUCCESS) {
        info.pEnabledFeatures = NULL;
        if (vkCreateDevice(vk_physical, &info, NULL, &device) != VK_SUCCESS)
            return 1;
    }
    vkDestroyDevice(device, NULL);
    vk_end();
    return 0;
}
