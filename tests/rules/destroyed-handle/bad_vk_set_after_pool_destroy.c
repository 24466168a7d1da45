// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(1024, VK_STORE);
    struct vk_compute k = VK_COMPUTE(double, 1);
    vk_point(&k, 0, a.buffer);
    vkDestroyDescriptorPool(vk_device, k.pool, 0);
    k.pool = 0;
    VkCommandBuffer c = vk_begin();
    vk_bind(c, &k); // expect: destroyed-handle arg=pDescriptorSets object=descriptor-set contained=1
    vk_run(c);
    vk_drop_compute(&k);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}
