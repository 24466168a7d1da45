#include "vk_world.h"

/* Recorded once, submitted three times, each waited for. */
int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY);
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, buffer.buffer, 0, 4096, 7);
    vkEndCommandBuffer(cmd);
    for (int i = 0; i < 3; i++) {
        vk_submit(cmd, VK_NULL_HANDLE);
        vkQueueWaitIdle(vk_queue);
    }
    vkResetCommandPool(vk_device, vk_pool, 0);
    vk_record(cmd);
    vk_run(cmd);
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}
