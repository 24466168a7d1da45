#include "vk_incoherent.h"

enum { WRITTEN = 20480 };

/* One part is flushed while the device writes the other one. */
int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_incoherent(READBACK);
    volatile uint32_t *p = vk_map(buffer);
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, buffer.buffer, 0, WRITTEN, 7);
    vk_host_barrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE);
    p[READBACK / 4 - 1] = 1;
    vk_flush(buffer, WRITTEN, READBACK - WRITTEN);
    vkQueueWaitIdle(vk_queue);
    vk_invalidate(buffer, 0, WRITTEN);
    uint32_t sum = p[0];
    (void)sum;
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}
