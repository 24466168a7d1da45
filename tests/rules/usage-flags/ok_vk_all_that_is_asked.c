#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer in = vk_make_buffer(4096, VK_STORE), out = vk_make_buffer(4096, VK_STORE);
    struct vk_compute compute = VK_COMPUTE(copy, 2);
    vk_point(&compute, 0, in.buffer);
    vk_point(&compute, 1, out.buffer);
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, in.buffer, 0, 4096, 5);
    vk_barrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT);
    vk_bind(cmd, &compute);
    vkCmdDispatch(cmd, 16, 1, 1);
    vk_host_barrier(cmd, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT);
    vk_run(cmd);
    uint32_t *result = vk_map(out);
    int bad = result[1023] != 5;
    vkUnmapMemory(vk_device, out.memory);
    vk_drop_compute(&compute);
    vk_drop_buffer(in);
    vk_drop_buffer(out);
    vk_end();
    return bad;
}
