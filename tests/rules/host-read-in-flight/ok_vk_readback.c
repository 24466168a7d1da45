// options: --host-guard always
#include "vk_world.h"

enum { SIZE = 1 << 20 };

/* Behind the fence; and reading what the device only reads is harmless at any time. */
int main(void)
{
    vk_world();
    struct vk_buffer from = vk_make_buffer(SIZE, VK_COPY), to = vk_make_buffer(SIZE, VK_COPY);
    VkFence fence = vk_new_fence(0);
    uint32_t *in = vk_map(from), *out = vk_map(to);
    VkBufferCopy all = {0, 0, SIZE};
    for (int i = 0; i < SIZE / 4; i++)
        in[i] = i;
    VkCommandBuffer cmd = vk_begin();
    vkCmdCopyBuffer(cmd, from.buffer, to.buffer, 1, &all);
    vk_host_barrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, fence);
    int bad = in[77] != 77;
    vkWaitForFences(vk_device, 1, &fence, VK_TRUE, UINT64_MAX);
    bad |= out[SIZE / 8] != SIZE / 8;
    vkDestroyFence(vk_device, fence, NULL);
    vk_drop_buffer(from);
    vk_drop_buffer(to);
    vk_end();
    return bad;
}
