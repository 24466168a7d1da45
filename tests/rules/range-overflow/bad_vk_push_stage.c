#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(1024, VK_STORE);
    struct vk_compute k = VK_COMPUTE(push, 1);
    vk_point(&k, 0, a.buffer);
    uint32_t v = 1;
    VkCommandBuffer c = vk_begin();
    vk_bind(c, &k);
    vkCmdPushConstants(c, k.layout, VK_SHADER_STAGE_FRAGMENT_BIT, 0, 4, &v); // expect: range-overflow arg=offset object=pipeline-layout
    vk_run(c);
    vk_drop_compute(&k);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}
