// options: --host-guard always
#include "vk_world.h"

enum { SIZE = 1 << 20 };

static VkFence submit(VkBuffer from, VkBuffer to)
{
    VkBufferCopy all = {0, 0, SIZE};
    VkFence fence = vk_new_fence(0);
    VkCommandBuffer cmd = vk_begin();
    vk_transfer_barrier(cmd);
    vkCmdCopyBuffer(cmd, from, to, 1, &all);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, fence); // site: related
    return fence;
}

/* The fence of the upload is waited for, not that of the download behind it. */
int main(void)
{
    vk_world();
    struct vk_buffer up = vk_make_buffer(SIZE, VK_COPY), there = vk_make_buffer(SIZE, VK_COPY), back = vk_make_buffer(SIZE, VK_COPY);
    char *p = vk_map(up);
    volatile char *q = vk_map(back);
    memset(p, 7, SIZE);
    VkFence uploaded = submit(up.buffer, there.buffer), downloaded = submit(there.buffer, back.buffer);
    vkWaitForFences(vk_device, 1, &uploaded, VK_TRUE, UINT64_MAX);
    p[100] = 8;
    int seen = q[SIZE / 2]; // expect: host-read-in-flight
    vkWaitForFences(vk_device, 1, &downloaded, VK_TRUE, UINT64_MAX);
    seen += q[SIZE / 2];
    vkDestroyFence(vk_device, uploaded, NULL);
    vkDestroyFence(vk_device, downloaded, NULL);
    vk_drop_buffer(up);
    vk_drop_buffer(there);
    vk_drop_buffer(back);
    vk_end();
    return seen == 12345;
}
