#include "vk_world.h"

/* Asked by the instance the loader always has an answer, which leads nowhere on a device without the extension. */
// light: too
static PFN_vkCmdTraceRaysKHR trace_rays;

int main(void)
{
    vk_world();
    trace_rays = (PFN_vkCmdTraceRaysKHR)vkGetInstanceProcAddr(vk_instance, "vkCmdTraceRaysKHR"); // expect: symbol-not-found arg=pName api=vkGetInstanceProcAddr says=returns_loader_code
    VkStridedDeviceAddressRegionKHR region = {0};
    VkCommandBuffer cmd = vk_begin();
    trace_rays(cmd, &region, &region, &region, &region, 1, 1, 1); // site: related
    vk_end();
    return 0;
}
