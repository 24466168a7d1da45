// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(1024, VK_STORE);
    struct vk_compute k = VK_COMPUTE(double, 1), m = VK_COMPUTE(copy, 2);
    vk_point(&k, 0, a.buffer);
    struct vk_buffer d = vk_make_buffer(4096, VK_STORE);
    vk_point(&m, 0, a.buffer);
    vk_point(&m, 1, d.buffer);
    VkCommandBuffer c = vk_begin();
    vk_bind(c, &k);
    vkCmdDispatch(c, 16, 1, 1);
    vk_bind(c, &m);
    vkCmdDispatch(c, 16, 1, 1); // expect: missing-barrier object=buffer
    vk_run(c);
    vk_drop_compute(&k);
    vk_drop_compute(&m);
    vk_drop_buffer(d);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}
