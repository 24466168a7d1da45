#include "vk_world.h"

/* One set for many dispatches. */
int main(void)
{
    vk_world();
    struct vk_buffer data = vk_make_buffer(4096, VK_STORE);
    struct vk_compute compute = VK_COMPUTE(push, 1);
    uint32_t three = 3;
    vk_point(&compute, 0, data.buffer);
    for (int i = 0; i < 3; i++) {
        VkCommandBuffer cmd = vk_begin();
        vk_bind(cmd, &compute);
        vkCmdPushConstants(cmd, compute.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof three, &three);
        vkCmdDispatch(cmd, 16, 1, 1);
        vk_run(cmd);
    }
    vk_drop_compute(&compute);
    vk_drop_buffer(data);
    vk_end();
    return 0;
}
