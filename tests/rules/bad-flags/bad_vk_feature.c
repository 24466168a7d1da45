// light: too
#include "vk_world.h"

/* The device cannot do sparse binding, and nothing else is tried. */
int main(void)
{
    float priority = 1;
    VkDevice device;
    VkPhysicalDeviceFeatures can, want = {.sparseResidencyBuffer = VK_TRUE, .sparseBinding = VK_TRUE};
    vk_world();
    vkGetPhysicalDeviceFeatures(vk_physical, &can);
    if (can.sparseBinding)
        vk_missing("device without sparse binding");
    VkDeviceQueueCreateInfo queue = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    VkDeviceCreateInfo info = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue, .pEnabledFeatures = &want};
    vkCreateDevice(vk_physical, &info, NULL, &device); // expect: bad-flags api=vkCreateDevice result=-8 says=the_device_does_not_support_a_requested_feature
    vk_end();
    return 0;
}
