#include <pthread.h>

#include "vk_world.h"

/* Asked for before another thread submits the work; and now and then, with other work in between. */
static VkFence fence, idle;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *submit(void *unused)
{
    VkCommandBuffer cmd = vk_begin();
    vkEndCommandBuffer(cmd);
    usleep(300000);
    pthread_mutex_lock(&lock);
    vk_submit(cmd, fence);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    vk_world();
    fence = vk_new_fence(0), idle = vk_new_fence(0);
    pthread_create(&thread, NULL, submit, NULL);
    for (VkResult result = VK_TIMEOUT; result == VK_TIMEOUT; usleep(1000)) {
        pthread_mutex_lock(&lock);
        result = vkWaitForFences(vk_device, 1, &fence, VK_TRUE, 1000000);
        pthread_mutex_unlock(&lock);
    }
    pthread_join(thread, NULL);
    for (int i = 0; i < 120; i++) {
        if (vkGetFenceStatus(vk_device, idle) != VK_NOT_READY)
            return 1;
        vkQueueWaitIdle(vk_queue);
        usleep(10000);
    }
    vkDestroyFence(vk_device, fence, NULL);
    vkDestroyFence(vk_device, idle, NULL);
    vk_end();
    return 0;
}
