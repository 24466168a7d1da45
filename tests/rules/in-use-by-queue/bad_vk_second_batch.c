// light: too
/* The semaphore of the first batch is waited for, and what the second one uses is destroyed. */
#include "vk_timeline.h"

int main(void)
{
    vk_world();
    VkSemaphore timeline = vk_timeline(0);
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(4096, VK_STORE);
    VkCommandBuffer first = vk_fill(a), second = vk_fill(b);
    VkSubmitInfo batches[] = {*VK_TIMED(first, VK_NULL_HANDLE, 0, timeline, 1), *VK_TIMED(second, VK_NULL_HANDLE, 0, timeline, 2)};
    vkQueueSubmit(vk_queue, 2, batches, VK_NULL_HANDLE);
    vk_await(timeline, 1);
    vkDestroyBuffer(vk_device, a.buffer, NULL);
    vkFreeMemory(vk_device, a.memory, NULL);
    vkResetCommandBuffer(first, 0);
    vkResetCommandBuffer(second, 0); // expect: in-use-by-queue arg=commandBuffer object=command-buffer
    vk_await(timeline, 2);
    vk_drop_buffer(b);
    vkDestroySemaphore(vk_device, timeline, NULL);
    vk_end();
    return 0;
}
