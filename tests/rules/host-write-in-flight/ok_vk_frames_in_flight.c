// options: --host-guard always
#include "vk_world.h"

enum { SIZE = 1 << 16, PART = 256 };

/* Two frames are in flight, each with a fence, but they have a piece of staging memory each. */
int main(void)
{
    vk_world();
    struct vk_buffer from = vk_make_buffer(SIZE, VK_COPY), to = vk_make_buffer(SIZE, VK_COPY);
    volatile char *p = vk_map(from);
    VkFence fences[2] = {vk_new_fence(VK_FENCE_CREATE_SIGNALED_BIT), vk_new_fence(VK_FENCE_CREATE_SIGNALED_BIT)};
    for (int frame = 0; frame < 4; frame++) {
        VkFence *fence = &fences[frame % 2];
        VkBufferCopy part = {4096 + (VkDeviceSize)(frame % 2) * PART, (VkDeviceSize)frame * PART, PART};
        vkWaitForFences(vk_device, 1, fence, VK_TRUE, UINT64_MAX);
        vkResetFences(vk_device, 1, fence);
        p[4096 + frame % 2 * PART] = (char)frame;
        VkCommandBuffer cmd = vk_begin();
        vkCmdCopyBuffer(cmd, from.buffer, to.buffer, 1, &part);
        vkEndCommandBuffer(cmd);
        vk_submit(cmd, *fence);
    }
    vkQueueWaitIdle(vk_queue);
    vkDestroyFence(vk_device, fences[0], NULL);
    vkDestroyFence(vk_device, fences[1], NULL);
    vk_drop_buffer(from);
    vk_drop_buffer(to);
    vk_end();
    return 0;
}
