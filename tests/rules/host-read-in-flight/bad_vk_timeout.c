// options: --host-guard always
#include "vk_world.h"

enum { SIZE = 64 << 20 };

/* The wait for the fence has a timeout of nothing, and nobody looks at its answer. */
int main(void)
{
    vk_world();
    struct vk_buffer from = vk_make_buffer(SIZE, VK_COPY), result = vk_make_buffer(SIZE, VK_COPY);
    volatile unsigned *numbers = vk_map(result);
    VkBufferCopy all = {0, 0, SIZE};
    VkFence fence = vk_new_fence(0);
    VkCommandBuffer cmd = vk_begin();
    vkCmdCopyBuffer(cmd, from.buffer, result.buffer, 1, &all);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, fence); // site: related
    if (vkWaitForFences(vk_device, 1, &fence, VK_TRUE, 0) == VK_SUCCESS)
        numbers = NULL;         /* not what is meant here */
    unsigned seen = numbers ? numbers[1000] : 0; // expect: host-read-in-flight
    vkWaitForFences(vk_device, 1, &fence, VK_TRUE, UINT64_MAX);
    vkDestroyFence(vk_device, fence, NULL);
    vk_drop_buffer(from);
    vk_drop_buffer(result);
    vk_end();
    return seen == 12345;
}
