// light: too
#include "vk_world.h"

/* The device's own function, after the device. */
int main(void)
{
    vk_world();
    PFN_vkDeviceWaitIdle wait = (PFN_vkDeviceWaitIdle)vkGetDeviceProcAddr(vk_device, "vkDeviceWaitIdle");
    vkDestroyCommandPool(vk_device, vk_pool, NULL);
    vkDestroyDevice(vk_device, NULL);
    wait(vk_device); // expect: destroyed-handle arg=device contained=1
    vkDestroyInstance(vk_instance, NULL);
    return 0;
}
