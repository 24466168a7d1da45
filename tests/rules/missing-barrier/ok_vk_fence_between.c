#include "vk_world.h"

/* The host waits for the first submission before it makes the second. */
int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_COPY), b = vk_make_buffer(4096, VK_COPY);
    VkBufferCopy all = {0, 0, 4096};
    VkFence fence = vk_new_fence(0);
    VkCommandBuffer fill = vk_begin();
    vkCmdFillBuffer(fill, a.buffer, 0, 4096, 7);
    vkEndCommandBuffer(fill);
    vk_submit(fill, fence);
    vkWaitForFences(vk_device, 1, &fence, VK_TRUE, UINT64_MAX);
    VkCommandBuffer copy = vk_begin();
    vkCmdCopyBuffer(copy, a.buffer, b.buffer, 1, &all);
    vk_run(copy);
    vkDestroyFence(vk_device, fence, NULL);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}
