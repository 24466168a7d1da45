#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(1024, VK_STORE);
    VkFence f = vk_new_fence(0);
    vkWaitForFences(vk_device, 0, &f, 1, 0); // expect: bad-size arg=fenceCount
    vkDestroyFence(vk_device, f, 0);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}
