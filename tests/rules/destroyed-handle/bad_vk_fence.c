// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    VkFence fence = vk_new_fence(0); // site: created
    VkCommandBuffer cmd = vk_begin();
    vkEndCommandBuffer(cmd);
    vkDestroyFence(vk_device, fence, NULL); // site: destroyed
    vk_submit(cmd, fence); // expect: destroyed-handle arg=fence object=fence
    _Exit(0);
}
