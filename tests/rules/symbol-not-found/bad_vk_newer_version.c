#include "vk_world.h"

/* A function of Vulkan 1.3, which the linker finds in the loader, with a device of 1.2. */
// light: too
int main(void)
{
    vk_world();
    VkRenderingInfo info = {VK_STRUCTURE_TYPE_RENDERING_INFO};
    VkCommandBuffer cmd = vk_begin();
    vkCmdBeginRendering(cmd, &info); // expect: symbol-not-found api=vkCmdBeginRendering says=1.3
    vk_end();
    return 0;
}
