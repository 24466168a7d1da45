// light: too
#include "vk_world.h"

/* A fill of the whole buffer, whose end VK_WHOLE_SIZE leaves to the driver, is looked at too early. */
int main(void)
{
    vk_world();
    struct vk_buffer data = vk_make_buffer(1 << 20, VK_COPY);
    volatile uint32_t *numbers = vk_map(data);
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, data.buffer, 0, VK_WHOLE_SIZE, 1);
    vk_host_barrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE); // site: related
    uint32_t first = numbers[1000]; // expect: host-read-in-flight object=memory
    vkQueueWaitIdle(vk_queue);
    vk_drop_buffer(data);
    vk_end();
    return first > 1;
}
