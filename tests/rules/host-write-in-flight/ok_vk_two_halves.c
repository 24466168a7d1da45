// options: --host-guard always
#include "vk_world.h"

enum { SIZE = 1 << 20 };

/* The half that is being copied is left alone; the fence is waited for before it is filled again. */
int main(void)
{
    vk_world();
    struct vk_buffer from = vk_make_buffer(2 * SIZE, VK_COPY), to = vk_make_buffer(SIZE, VK_COPY);
    char *p = vk_map(from);
    VkFence fence[2] = {vk_new_fence(VK_FENCE_CREATE_SIGNALED_BIT), vk_new_fence(VK_FENCE_CREATE_SIGNALED_BIT)};
    for (int round = 0; round < 6; round++) {
        int i = round % 2;
        VkBufferCopy half = {(VkDeviceSize)i * SIZE, 0, SIZE};
        vkWaitForFences(vk_device, 1, &fence[i], VK_TRUE, UINT64_MAX);
        vkResetFences(vk_device, 1, &fence[i]);
        memset(p + i * SIZE, round, SIZE);
        VkCommandBuffer cmd = vk_begin();
        vk_transfer_barrier(cmd);
        vkCmdCopyBuffer(cmd, from.buffer, to.buffer, 1, &half);
        vkEndCommandBuffer(cmd);
        vk_submit(cmd, fence[i]);
    }
    vkQueueWaitIdle(vk_queue);
    vkDestroyFence(vk_device, fence[0], NULL);
    vkDestroyFence(vk_device, fence[1], NULL);
    vk_drop_buffer(from);
    vk_drop_buffer(to);
    vk_end();
    return 0;
}
