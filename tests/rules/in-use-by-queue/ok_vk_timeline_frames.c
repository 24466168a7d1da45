/* Three frames in flight by one timeline: far more values than are waited for, each frame's buffer goes when its own value is there. */
#include "vk_timeline.h"

enum { FRAMES = 40, DEPTH = 3 };

int main(void)
{
    vk_world();
    VkSemaphore timeline = vk_timeline(0);
    struct vk_buffer buffers[FRAMES];
    VkCommandBuffer commands[FRAMES];
    uint64_t value = 0;
    for (uint64_t i = 0; i < FRAMES; i++) {
        buffers[i] = vk_make_buffer(4096, VK_STORE);
        commands[i] = vk_fill(buffers[i]);
        vkQueueSubmit(vk_queue, 1, VK_TIMED(commands[i], VK_NULL_HANDLE, 0, timeline, i + 1), VK_NULL_HANDLE);
        if (i < DEPTH || i >= 2 * DEPTH + 12)
            continue;
        if (i % 2)
            vk_await(timeline, i + 1 - DEPTH);
        else
            while (value < i + 1 - DEPTH)
                vkGetSemaphoreCounterValue(vk_device, timeline, &value);
        vkFreeCommandBuffers(vk_device, vk_pool, 1, &commands[i - DEPTH]);
        vk_drop_buffer(buffers[i - DEPTH]);
    }
    for (uint64_t i = DEPTH + 12; i < FRAMES; i++) {        /* a queue of many, and the first of them at a time */
        vk_await(timeline, i + 1);
        vkFreeCommandBuffers(vk_device, vk_pool, 1, &commands[i]);
        vk_drop_buffer(buffers[i]);
    }
    vkDestroySemaphore(vk_device, timeline, NULL);
    vk_end();
    return 0;
}
