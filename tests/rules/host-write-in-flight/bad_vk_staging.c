// light: too
// options: --host-guard always
#include "vk_world.h"

enum { SIZE = 8 << 20 };

/* The staging memory is filled anew while the copy out of it may still run. */
int main(void)
{
    vk_world();
    struct vk_buffer from = vk_make_buffer(SIZE, VK_COPY), to = vk_make_buffer(SIZE, VK_COPY);
    volatile char *p = vk_map(from);
    VkBufferCopy all = {0, 0, SIZE};
    VkCommandBuffer cmd = vk_begin();
    vkCmdCopyBuffer(cmd, from.buffer, to.buffer, 1, &all);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE); // site: related
    p[SIZE / 2] = 1; // expect: host-write-in-flight
    vkQueueWaitIdle(vk_queue);
    vk_drop_buffer(from);
    vk_drop_buffer(to);
    vk_end();
    return 0;
}
