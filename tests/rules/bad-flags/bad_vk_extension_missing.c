// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();

    float pr = 1;
    VkDeviceQueueCreateInfo qi = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, 0, 0, 0, 1, &pr};
    VkDevice d = 0;
    const char *e = "VK_KHR_not_there";
    VkDeviceCreateInfo in = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &qi, .enabledExtensionCount = 1, .ppEnabledExtensionNames = &e};
    vkCreateDevice(vk_physical, &in, 0, &d); // expect: bad-flags says=a_requested_extension_is_not_available
    if (d)
        vkDestroyDevice(d, 0);
    vk_end();
    return 0;
}
