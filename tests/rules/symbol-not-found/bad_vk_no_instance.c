#include "vk_world.h"

/* Only a few functions can be asked for before there is an instance. */
// light: too
int main(void)
{
    uint32_t count = 0;
    PFN_vkEnumeratePhysicalDevices enumerate =
        (PFN_vkEnumeratePhysicalDevices)vkGetInstanceProcAddr(VK_NULL_HANDLE, "vkEnumeratePhysicalDevices"); // expect: symbol-not-found arg=pName
    vk_world();
    enumerate(vk_instance, &count, NULL); // site: related
    vk_end();
    return 0;
}
