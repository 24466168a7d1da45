// options: --host-guard always
#include "vk_world.h"

enum { SIZE = 1 << 16, PART = 256, PARTS = 8 };

/* A ring of small parts on one page: each frame fills one that no submission uses any more, beside those that are copied. */
int main(void)
{
    vk_world();
    struct vk_buffer from = vk_make_buffer(SIZE, VK_COPY), to = vk_make_buffer(SIZE, VK_COPY);
    char *p = vk_map(from);
    VkFence fences[2] = {vk_new_fence(VK_FENCE_CREATE_SIGNALED_BIT), vk_new_fence(VK_FENCE_CREATE_SIGNALED_BIT)};
    for (int frame = 0; frame < 3 * PARTS; frame++) {
        VkFence *fence = &fences[frame % 2];
        VkBufferCopy part = {4096 + frame % PARTS * PART, 0, PART};
        vkWaitForFences(vk_device, 1, fence, VK_TRUE, UINT64_MAX);
        vkResetFences(vk_device, 1, fence);
        memset(p + part.srcOffset, frame, PART);
        p[4096 + PARTS * PART] += 1;
        VkCommandBuffer cmd = vk_begin();
        vk_transfer_barrier(cmd);
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
