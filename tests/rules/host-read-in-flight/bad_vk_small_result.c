// light: too
// options: --host-guard always
#include "vk_world.h"

enum { SIZE = 1 << 16 };

/* One number of a counter buffer is read back and looked at before anybody has waited, in memory that was mapped long before. */
int main(void)
{
    vk_world();
    struct vk_buffer counter = vk_make_buffer(SIZE, VK_COPY), result = vk_make_buffer(SIZE, VK_COPY);
    volatile unsigned *numbers = vk_map(result);
    VkBufferCopy one = {0, 64, sizeof(unsigned)};
    VkCommandBuffer cmd = vk_begin();
    vkCmdCopyBuffer(cmd, counter.buffer, result.buffer, 1, &one);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE); // site: related
    unsigned seen = numbers[16]; // expect: host-read-in-flight
    vkQueueWaitIdle(vk_queue);
    vk_drop_buffer(counter);
    vk_drop_buffer(result);
    vk_end();
    return seen == 12345;
}
