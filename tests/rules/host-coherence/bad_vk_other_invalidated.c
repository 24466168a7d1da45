#include "vk_incoherent.h"

/* What is invalidated is not what is read. */
int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_incoherent(READBACK);
    volatile uint32_t *p = vk_map(buffer);
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, buffer.buffer, 0, READBACK / 2, 7);
    vkCmdFillBuffer(cmd, buffer.buffer, READBACK / 2, READBACK / 2, 8);
    vk_host_barrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE);
    vkQueueWaitIdle(vk_queue);
    vk_invalidate(buffer, 0, READBACK / 2);
    uint32_t sum = p[0];
    sum += p[READBACK / 8]; // expect: host-coherence severity=warning object=memory
    (void)sum;
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}
