#include "vk_incoherent.h"

/* Written, not flushed, and read by the device. */
int main(void)
{
    vk_world();
    struct vk_buffer from = vk_make_incoherent(4096), to = vk_make_buffer(4096, VK_COPY);
    memset(vk_map(from), 1, 4096);
    VkBufferCopy all = {0, 0, 4096};
    VkCommandBuffer cmd = vk_begin();
    vkCmdCopyBuffer(cmd, from.buffer, to.buffer, 1, &all);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE); // expect: host-coherence severity=warning object=memory
    vkQueueWaitIdle(vk_queue);
    vk_drop_buffer(from);
    vk_drop_buffer(to);
    vk_end();
    return 0;
}
