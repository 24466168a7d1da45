#include "vk_world.h"

/* Barriers between fill, dispatch, dispatch and copy; halves need none. */
int main(void)
{
    vk_world();
    struct vk_buffer data = vk_make_buffer(4096, VK_STORE), out = vk_make_buffer(4096, VK_COPY);
    struct vk_compute compute = VK_COMPUTE(double, 1);
    VkBufferCopy all = {0, 0, 4096};
    vk_point(&compute, 0, data.buffer);
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, data.buffer, 0, 2048, 3);
    vkCmdFillBuffer(cmd, data.buffer, 2048, 2048, 3);
    vk_barrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
               VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    vk_bind(cmd, &compute);
    vkCmdDispatch(cmd, 16, 1, 1);
    vk_barrier(cmd, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
               VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    vkCmdDispatch(cmd, 16, 1, 1);
    vk_barrier(cmd, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT);
    vkCmdCopyBuffer(cmd, data.buffer, out.buffer, 1, &all);
    vk_host_barrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
    vk_run(cmd);
    uint32_t *result = vk_map(out);
    int bad = result[1023] != 12;
    vkUnmapMemory(vk_device, out.memory);
    vk_drop_compute(&compute);
    vk_drop_buffer(data);
    vk_drop_buffer(out);
    vk_end();
    return bad;
}
