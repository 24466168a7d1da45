// light: too
#include "vk_world.h"

/* The barrier is about another buffer. */
int main(void)
{
    vk_world();
    struct vk_buffer data = vk_make_buffer(4096, VK_STORE), other = vk_make_buffer(4096, VK_STORE);
    struct vk_compute compute = VK_COMPUTE(double, 1);
    vk_point(&compute, 0, data.buffer);
    VkCommandBuffer cmd = vk_begin();
    VkBufferMemoryBarrier barrier = vk_buffer_barrier(other.buffer, VK_ACCESS_SHADER_WRITE_BIT, VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    vk_bind(cmd, &compute);
    vkCmdDispatch(cmd, 16, 1, 1); // site: related
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 0, NULL, 1, &barrier, 0, NULL);
    vkCmdDispatch(cmd, 16, 1, 1); // expect: missing-barrier object=buffer
    vk_run(cmd);
    vk_drop_compute(&compute);
    vk_drop_buffer(data);
    vk_drop_buffer(other);
    vk_end();
    return 0;
}
