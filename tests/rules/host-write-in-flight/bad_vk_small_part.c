// light: too
// options: --host-guard always
#include "vk_world.h"

enum { SIZE = 1 << 16, PART = 256 };

/* Parts of a few hundred bytes in memory that stays mapped: the one that is being copied is filled for the next frame. */
int main(void)
{
    vk_world();
    struct vk_buffer from = vk_make_buffer(SIZE, VK_COPY), to = vk_make_buffer(SIZE, VK_COPY);
    volatile char *p = vk_map(from);
    VkBufferCopy part = {4096 + PART, 0, PART};
    VkCommandBuffer cmd = vk_begin();
    vkCmdCopyBuffer(cmd, from.buffer, to.buffer, 1, &part);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE); // site: related
    p[4096 + PART + 16] = 1; // expect: host-write-in-flight
    vkQueueWaitIdle(vk_queue);
    vk_drop_buffer(from);
    vk_drop_buffer(to);
    vk_end();
    return 0;
}
