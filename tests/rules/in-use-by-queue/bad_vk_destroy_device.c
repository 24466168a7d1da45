// light: too
#include "vk_world.h"

/* Everything was destroyed in order, but nobody has waited for the queue. */
int main(void)
{
    vk_world();
    VkCommandBuffer cmd = vk_begin();
    vk_transfer_barrier(cmd);
    vkEndCommandBuffer(cmd);
    VkFence fence = vk_new_fence(0);
    vk_submit(cmd, fence); // site: related
    vkDestroyDevice(vk_device, NULL); // expect: in-use-by-queue arg=device object=device
    _Exit(0);
}
