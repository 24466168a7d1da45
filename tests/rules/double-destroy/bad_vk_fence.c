// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    VkFence fence = vk_new_fence(0); // site: created
    vkDestroyFence(vk_device, fence, NULL); // site: destroyed
    vkDestroyFence(vk_device, fence, NULL); // expect: double-destroy arg=fence object=fence
    vk_end();
    return 0;
}
