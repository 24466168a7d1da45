// options: --host-guard always
#include "vk_world.h"

enum { SIZE = 1 << 20, ROUNDS = 20 };

/* The fence is asked until it is signalled, or waited for a little at a time; an upload is waited for by a later download's fence. */
int main(void)
{
    vk_world();
    struct vk_buffer up = vk_make_buffer(SIZE, VK_COPY), there = vk_make_buffer(SIZE, VK_COPY), back = vk_make_buffer(SIZE, VK_COPY);
    char *p = vk_map(up);
    volatile char *q = vk_map(back);
    VkFence fence = vk_new_fence(0);
    int wrong = 0;
    for (int round = 0; round < ROUNDS; round++) {
        VkBufferCopy all = {0, 0, SIZE};
        memset(p, round, SIZE);
        for (int k = 0; k < 2; k++) {
            VkCommandBuffer cmd = vk_begin();
            vk_transfer_barrier(cmd);
            vkCmdCopyBuffer(cmd, k ? there.buffer : up.buffer, k ? back.buffer : there.buffer, 1, &all);
            vk_transfer_barrier(cmd);
            vkEndCommandBuffer(cmd);
            vk_submit(cmd, k ? fence : VK_NULL_HANDLE);
        }
        if (round % 2)
            while (vkGetFenceStatus(vk_device, fence) == VK_NOT_READY)
                ;
        else
            while (vkWaitForFences(vk_device, 1, &fence, VK_FALSE, 100000) == VK_TIMEOUT)
                ;
        vkResetFences(vk_device, 1, &fence);
        wrong += q[SIZE / 3] != (char)round;
    }
    vkDestroyFence(vk_device, fence, NULL);
    vk_drop_buffer(up);
    vk_drop_buffer(there);
    vk_drop_buffer(back);
    vk_end();
    return wrong;
}
