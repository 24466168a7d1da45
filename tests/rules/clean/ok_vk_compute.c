#include "vk_world.h"

enum { N = 4096 };

/* Upload, dispatch, read back, through device memory. */
int main(void)
{
    vk_world();
    struct vk_buffer staging = vk_make_buffer(N * 4, VK_COPY), data = vk_make_buffer(N * 4, VK_STORE);
    struct vk_compute compute = VK_COMPUTE(push, 1);
    uint32_t *p = vk_map(staging), factor = 5;
    VkBufferCopy all = {0, 0, N * 4};
    VkFence fence = vk_new_fence(0);
    for (uint32_t i = 0; i < N; i++)
        p[i] = i;
    vk_point(&compute, 0, data.buffer);
    VkCommandBuffer cmd = vk_begin();
    vkCmdCopyBuffer(cmd, staging.buffer, data.buffer, 1, &all);
    vk_barrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
               VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    vk_bind(cmd, &compute);
    vkCmdPushConstants(cmd, compute.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof factor, &factor);
    vkCmdDispatch(cmd, N / 64, 1, 1);
    vk_barrier(cmd, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT,
               VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT);
    vkCmdCopyBuffer(cmd, data.buffer, staging.buffer, 1, &all);
    vk_host_barrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, fence);
    int bad = vkWaitForFences(vk_device, 1, &fence, VK_TRUE, UINT64_MAX) != VK_SUCCESS || p[N - 1] != 5 * (N - 1);
    vkUnmapMemory(vk_device, staging.memory);
    vkDestroyFence(vk_device, fence, NULL);
    vk_drop_compute(&compute);
    vk_drop_buffer(staging);
    vk_drop_buffer(data);
    vk_end();
    return bad;
}
