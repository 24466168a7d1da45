#include "vk_world.h"

int main(void)
{
    vk_world();
    PFN_vkTrimCommandPool trim = (PFN_vkTrimCommandPool)vkGetDeviceProcAddr(vk_device, "vkTrimCommandPool");
    trim(vk_device, vk_pool, 0);
    vk_end();
    return 0;
}
