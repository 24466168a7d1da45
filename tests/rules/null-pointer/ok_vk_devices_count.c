/* Without lists the numbers are asked for. */
#include "vk_world.h"

int main(void)
{
    VkPhysicalDevice devices[8];
    uint32_t count = 8;
    vk_world();
    if (vkEnumeratePhysicalDevices(vk_instance, &count, NULL) || !count)
        return 1;
    count = count < 8 ? count : 8;
    if (vkEnumeratePhysicalDevices(vk_instance, &count, devices) || vkEnumeratePhysicalDeviceGroups(vk_instance, &count, NULL))
        return 1;
    return 0;
}
