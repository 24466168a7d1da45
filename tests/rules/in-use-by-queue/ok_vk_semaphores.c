/* Signals and waits of binary semaphores within one batch, one submission and several; waits for any of two timelines, and for both; a host that goes ahead. */
#include "vk_timeline.h"

static void binary(VkFence fence)
{
    VkSemaphore semaphore;
    VkSemaphoreCreateInfo info = {VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkSubmitInfo signals = {VK_STRUCTURE_TYPE_SUBMIT_INFO, .signalSemaphoreCount = 1, .pSignalSemaphores = &semaphore};
    VkSubmitInfo waits = {VK_STRUCTURE_TYPE_SUBMIT_INFO, .waitSemaphoreCount = 1, .pWaitSemaphores = &semaphore, .pWaitDstStageMask = &vk_all_stages};
    VkSubmitInfo both = waits, pair[] = {signals, waits};
    both.signalSemaphoreCount = 1;
    both.pSignalSemaphores = &semaphore;
    vkCreateSemaphore(vk_device, &info, NULL, &semaphore);
    for (int i = 0; i < 6; i++) {
        vkQueueSubmit(vk_queue, 2, pair, fence);
        vkWaitForFences(vk_device, 1, &fence, VK_TRUE, UINT64_MAX);
        vkResetFences(vk_device, 1, &fence);
        vkQueueSubmit(vk_queue, 1, &signals, VK_NULL_HANDLE);
        vkQueueSubmit(vk_queue, 1, &both, VK_NULL_HANDLE);
        vkQueueSubmit(vk_queue, 1, &waits, VK_NULL_HANDLE);
    }
    vkQueueWaitIdle(vk_queue);
    vkDestroySemaphore(vk_device, semaphore, NULL);
}

static void any_and_both(void)
{
    VkSemaphore timelines[] = {vk_timeline(0), vk_timeline(0)};
    uint64_t values[] = {1, 1};
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(4096, VK_STORE);
    vkQueueSubmit(vk_queue, 1, VK_TIMED(vk_fill(a), VK_NULL_HANDLE, 0, timelines[0], 1), VK_NULL_HANDLE);
    vkQueueSubmit(vk_queue, 1, VK_TIMED(vk_fill(b), VK_NULL_HANDLE, 0, timelines[1], 1), VK_NULL_HANDLE);
    VkSemaphoreWaitInfo info = {VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO, .flags = VK_SEMAPHORE_WAIT_ANY_BIT, .semaphoreCount = 2, .pSemaphores = timelines, .pValues = values};
    vkWaitSemaphores(vk_device, &info, UINT64_MAX);
    info.flags = 0;
    vkWaitSemaphores(vk_device, &info, UINT64_MAX);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vkDestroySemaphore(vk_device, timelines[0], NULL);
    vkDestroySemaphore(vk_device, timelines[1], NULL);
}

int main(void)
{
    vk_world();
    VkSemaphore ahead = vk_timeline(100);
    VkFence fence = vk_new_fence(0);
    binary(fence);
    any_and_both();
    vkQueueSubmit(vk_queue, 1, VK_TIMED(NULL, ahead, 50, ahead, 101), fence);
    vkWaitForFences(vk_device, 1, &fence, VK_TRUE, UINT64_MAX);
    vkSignalSemaphore(vk_device, VK_SIGNAL(ahead, 1000));
    vkResetFences(vk_device, 1, &fence);
    vkQueueSubmit(vk_queue, 1, VK_TIMED(NULL, ahead, 1000, ahead, 1001), fence);
    vkWaitForFences(vk_device, 1, &fence, VK_TRUE, UINT64_MAX);     /* lavapipe's vkQueueWaitIdle misses the end of an empty submission once in a thousand */
    vkDestroySemaphore(vk_device, ahead, NULL);
    vkDestroyFence(vk_device, fence, NULL);
    vk_end();
    return 0;
}
