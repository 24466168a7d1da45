/* Two frames in flight, each with a fence, which copy from one buffer to another. */
#include "vk_world.h"

static struct vk_buffer from, to;
static VkFence fences[2];

static void begin_frames(VkDeviceSize from_size, VkDeviceSize to_size)
{
    vk_world();
    from = vk_make_buffer(from_size, VK_COPY);
    to = vk_make_buffer(to_size, VK_COPY);
    for (int i = 0; i < 2; i++)
        fences[i] = vk_new_fence(VK_FENCE_CREATE_SIGNALED_BIT);
}

/* The fence for [frame]: the frame before the last, which had it, is over. */
static VkFence begin_frame(int frame)
{
    VkFence fence = fences[frame % 2];
    vkWaitForFences(vk_device, 1, &fence, VK_TRUE, UINT64_MAX);
    vkResetFences(vk_device, 1, &fence);
    return fence;
}

static void end_frames(void)
{
    vkQueueWaitIdle(vk_queue);
    vkDestroyFence(vk_device, fences[0], NULL);
    vkDestroyFence(vk_device, fences[1], NULL);
    vk_drop_buffer(from);
    vk_drop_buffer(to);
    vk_end();
}
