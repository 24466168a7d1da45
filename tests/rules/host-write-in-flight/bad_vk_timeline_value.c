// options: --host-guard always
#include "vk_timeline.h"

enum { SIZE = 1 << 16, PART = 512 };

static void submit(VkBuffer from, VkBuffer to, VkSemaphore timeline, uint64_t value)
{
    VkBufferCopy part = {4096, value * PART, PART};
    VkCommandBuffer cmd = vk_begin();
    vkCmdCopyBuffer(cmd, from, to, 1, &part);
    vkEndCommandBuffer(cmd);
    vkQueueSubmit(vk_queue, 1, VK_TIMED(cmd, VK_NULL_HANDLE, 0, timeline, value), VK_NULL_HANDLE); // site: related
}

/* The value that is waited for is that of the submission before the last. */
int main(void)
{
    vk_world();
    VkSemaphore timeline = vk_timeline(0);
    struct vk_buffer from = vk_make_buffer(SIZE, VK_COPY), to = vk_make_buffer(SIZE, VK_COPY);
    volatile char *p = vk_map(from);
    submit(from.buffer, to.buffer, timeline, 1);
    vk_await(timeline, 1);
    p[4096] = 1;
    submit(from.buffer, to.buffer, timeline, 2);
    vk_await(timeline, 1);
    p[4096 + 100] = 2; // expect: host-write-in-flight
    vk_await(timeline, 2);
    p[4096 + 100] = 3;
    vkDestroySemaphore(vk_device, timeline, NULL);
    vk_drop_buffer(from);
    vk_drop_buffer(to);
    vk_end();
    return 0;
}
