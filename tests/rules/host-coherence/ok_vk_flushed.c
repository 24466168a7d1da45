#include "vk_incoherent.h"

/* Written, flushed, and then read by the device; and memory that is only read back. */
int main(void)
{
    vk_world();
    struct vk_buffer from = vk_make_incoherent(4096), to = vk_make_buffer(4096, VK_COPY);
    memset(vk_map(from), 1, 4096);
    vk_flush(from, 0, VK_WHOLE_SIZE);
    VkBufferCopy all = {0, 0, 4096};
    VkCommandBuffer cmd = vk_begin();
    vkCmdCopyBuffer(cmd, from.buffer, to.buffer, 1, &all);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE);
    vkQueueWaitIdle(vk_queue);
    vk_drop_buffer(from);
    vk_drop_buffer(to);
    vk_end();
    return 0;
}
