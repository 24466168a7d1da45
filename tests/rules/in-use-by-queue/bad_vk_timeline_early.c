// light: too
/* Two frames in flight; the wait is for the frame before the one whose buffer is destroyed. */
#include "vk_timeline.h"

int main(void)
{
    vk_world();
    VkSemaphore timeline = vk_timeline(0);
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(4096, VK_STORE);
    vkQueueSubmit(vk_queue, 1, VK_TIMED(vk_fill(a), VK_NULL_HANDLE, 0, timeline, 1), VK_NULL_HANDLE);
    vkQueueSubmit(vk_queue, 1, VK_TIMED(vk_fill(b), VK_NULL_HANDLE, 0, timeline, 2), VK_NULL_HANDLE); // site: related
    vk_await(timeline, 1);
    vk_drop_buffer(a);
    vkDestroyBuffer(vk_device, b.buffer, NULL); // expect: in-use-by-queue arg=buffer object=buffer contained=1
    vk_await(timeline, 2);
    vk_drop_buffer(b);
    vkDestroySemaphore(vk_device, timeline, NULL);
    vk_end();
    return 0;
}
