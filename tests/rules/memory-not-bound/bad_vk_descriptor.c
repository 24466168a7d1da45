// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    VkBuffer buffer = vk_bare_buffer(4096, VK_STORE); // site: created
    struct vk_compute compute = VK_COMPUTE(double, 1);
    vk_point(&compute, 0, buffer); // expect: memory-not-bound object=buffer
    vk_drop_compute(&compute);
    vkDestroyBuffer(vk_device, buffer, NULL);
    vk_end();
    return 0;
}
