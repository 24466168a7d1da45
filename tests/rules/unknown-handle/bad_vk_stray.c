// light: too
#include "vk_world.h"

/* A number where a device must be. */
int main(void)
{
    vk_world();
    PFN_vkDeviceWaitIdle wait = (PFN_vkDeviceWaitIdle)vkGetDeviceProcAddr(vk_device, "vkDeviceWaitIdle");
    wait((VkDevice)8); // expect: unknown-handle arg=device
    return 0;
}
