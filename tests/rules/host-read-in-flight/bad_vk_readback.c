// light: too
// options: --host-guard always
#include "vk_world.h"

enum { SIZE = 8 << 20 };

/* The result is read without a wait. */
int main(void)
{
    vk_world();
    struct vk_buffer out = vk_make_buffer(SIZE, VK_COPY);
    volatile uint32_t *p = vk_map(out);
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, out.buffer, 0, SIZE, 7);
    vk_host_barrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE); // site: related
    uint32_t early = p[SIZE / 8]; // expect: host-read-in-flight
    vkQueueWaitIdle(vk_queue);
    (void)early;
    vk_drop_buffer(out);
    vk_end();
    return 0;
}
