/* The loader refuses both calls before a layer sees them. */
#include "vk_world.h"

int main(void)
{
    VkPhysicalDevice devices[8];
    VkPhysicalDeviceGroupProperties groups[8] = { 0 };
    vk_world();
    vkEnumeratePhysicalDevices(vk_instance, NULL, devices); // expect: null-pointer arg=pPhysicalDeviceCount
    vkEnumeratePhysicalDeviceGroups(vk_instance, NULL, groups); // expect: null-pointer arg=pPhysicalDeviceGroupCount
    return 0;
}
