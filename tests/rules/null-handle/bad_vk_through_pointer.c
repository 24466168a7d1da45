// light: too
#include "vk_world.h"

/* A function of the device's own, which no loader is in front of. */
int main(void)
{
    vk_world();
    PFN_vkTrimCommandPool trim = (PFN_vkTrimCommandPool)vkGetDeviceProcAddr(vk_device, "vkTrimCommandPool");
    trim(VK_NULL_HANDLE, vk_pool, 0); // expect: null-handle arg=device contained=1
    vk_end();
    return 0;
}
