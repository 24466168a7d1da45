#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(1024, VK_STORE);
    memset(vk_map(b), 0, 1024);     /* no work-groups: what the memory held would be their number */
    vkUnmapMemory(vk_device, b.memory);
    struct vk_compute k = VK_COMPUTE(double, 1);
    vk_point(&k, 0, a.buffer);
    VkCommandBuffer c = vk_begin();
    vk_bind(c, &k);
    vkCmdDispatchIndirect(c, b.buffer, 0); // expect: usage-flags arg=buffer object=buffer
    vk_run(c);
    vk_drop_compute(&k);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}
