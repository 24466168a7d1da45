#include "vk_world.h"

/* Two submissions to one queue overlap, too. */
int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_COPY), b = vk_make_buffer(4096, VK_COPY);
    VkBufferCopy all = {0, 0, 4096};
    VkCommandBuffer fill = vk_begin();
    vkCmdFillBuffer(fill, a.buffer, 0, 4096, 7); // site: related
    vkEndCommandBuffer(fill);
    VkCommandBuffer copy = vk_begin();
    vkCmdCopyBuffer(copy, a.buffer, b.buffer, 1, &all); // expect: missing-barrier object=buffer
    vkEndCommandBuffer(copy);
    vk_submit(fill, VK_NULL_HANDLE);
    vk_submit(copy, VK_NULL_HANDLE);
    vkQueueWaitIdle(vk_queue);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}
