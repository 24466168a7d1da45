#include "vk_incoherent.h"

/* Invalidated after the wait, frame by frame, the mapping kept; mapped anew; what the host itself wrote; and pages beside what was written. */
int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_incoherent(READBACK);
    VkFence fence = vk_new_fence(0);
    volatile uint32_t *p = vk_map(buffer), sum = 0;
    for (uint32_t frame = 0; frame < 20; frame++) {
        vk_fill(buffer, frame, fence);
        vkWaitForFences(vk_device, 1, &fence, VK_TRUE, UINT64_MAX);
        vkResetFences(vk_device, 1, &fence);
        vk_invalidate(buffer, 0, VK_WHOLE_SIZE);
        for (int i = 0; i < READBACK / 4; i += 256)
            sum += p[i];
    }
    vk_fill(buffer, 1, VK_NULL_HANDLE);
    vkQueueWaitIdle(vk_queue);
    vkUnmapMemory(vk_device, buffer.memory);
    p = vk_map(buffer);
    vk_invalidate(buffer, 0, VK_WHOLE_SIZE);
    sum += p[5];
    vk_fill(buffer, 1, VK_NULL_HANDLE);
    vkQueueWaitIdle(vk_queue);
    for (int i = 0; i < READBACK / 4; i++)
        p[i] = 3;
    vk_flush(buffer, 0, VK_WHOLE_SIZE);
    vkQueueWaitIdle(vk_queue);
    for (int i = 0; i < READBACK / 4; i++)
        sum += p[i];
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, buffer.buffer, 8192, 64, 7);
    vk_host_barrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE);
    vkQueueWaitIdle(vk_queue);
    sum += p[(8192 + 64) / 4] + p[0];
    vk_flush(buffer, 0, VK_WHOLE_SIZE);
    vkDestroyFence(vk_device, fence, NULL);
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}
