// light: too
#include "vk_world.h"

/* Each dispatch doubles 128 numbers from where its push constant says; the last part comes twice. */
int main(void)
{
    static const uint32_t first[] = {0, 128};
    vk_world();
    struct vk_buffer data = vk_make_buffer(4096, VK_STORE);
    struct vk_compute compute = VK_COMPUTE(half, 1);
    vk_point(&compute, 0, data.buffer);
    VkCommandBuffer cmd = vk_begin();
    vk_bind(cmd, &compute);
    vkCmdPushConstants(cmd, compute.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &first[0]);
    vkCmdDispatch(cmd, 2, 1, 1);
    vkCmdPushConstants(cmd, compute.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &first[1]);
    vkCmdDispatch(cmd, 2, 1, 1); // site: related
    vkCmdPushConstants(cmd, compute.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &first[1]);
    vkCmdDispatch(cmd, 2, 1, 1); // expect: missing-barrier object=buffer
    vk_run(cmd);
    vk_drop_compute(&compute);
    vk_drop_buffer(data);
    vk_end();
    return 0;
}
