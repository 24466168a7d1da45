#include "vk_incoherent.h"

/* What is written for the next frame is flushed before that; this frame reads what was flushed. */
int main(void)
{
    vk_world();
    struct vk_buffer from = vk_make_incoherent(65536), to = vk_make_buffer(65536, VK_COPY);
    memset(vk_map(from), 1, 65536);
    vk_flush(from, 0, 32768);
    VkBufferCopy all = {0, 0, 32768};
    VkCommandBuffer cmd = vk_begin();
    vkCmdCopyBuffer(cmd, from.buffer, to.buffer, 1, &all);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE);
    vk_flush(from, 32768, 32768);
    vkQueueWaitIdle(vk_queue);
    vk_drop_buffer(from);
    vk_drop_buffer(to);
    vk_end();
    return 0;
}
