// options: --validation no
/* The loader ends the program with abort, far down in its own functions. */
#include "vk_world.h"

static VkDevice make_device(VkPhysicalDevice physical)
{
    float priority = 1;
    VkDeviceQueueCreateInfo queue = { VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueFamilyIndex = vk_family, .queueCount = 1, .pQueuePriorities = &priority };
    VkDeviceCreateInfo info = { VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue };
    VkDevice device = VK_NULL_HANDLE;
    vkCreateDevice(physical, &info, NULL, &device); // expect: null-handle arg=physicalDevice api=vkCreateDevice
    return device;
}

int main(void)
{
    VkFenceCreateInfo info = { VK_STRUCTURE_TYPE_FENCE_CREATE_INFO };
    VkFence fence;
    vk_world();
    vkCreateFence(vk_device, &info, NULL, &fence);
    return make_device((VkPhysicalDevice)fence) != VK_NULL_HANDLE;
}
