#include <pthread.h>

#include "vk_world.h"

static VkSemaphore timeline;

static void *work(void *unused)
{
    VkSemaphoreSignalInfo signal = {VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = timeline, .value = 1};
    (void)unused;
    usleep(200000);
    vkSignalSemaphore(vk_device, &signal);
    return NULL;
}

/* Another thread signals while this one waits; and a wait with an end is a question, not a promise. */
int main(void)
{
    VkSemaphoreTypeCreateInfo type = {VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO, .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
    VkSemaphoreCreateInfo info = {VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
    uint64_t one = 1;
    pthread_t thread;
    vk_world();
    alarm(20);
    VkFence fence = vk_new_fence(0);
    int bad = vkWaitForFences(vk_device, 1, &fence, VK_TRUE, 1000) != VK_TIMEOUT;
    vkCreateSemaphore(vk_device, &info, NULL, &timeline);
    pthread_create(&thread, NULL, work, NULL);
    VkSemaphoreWaitInfo wait = {VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO, .semaphoreCount = 1, .pSemaphores = &timeline, .pValues = &one};
    bad |= vkWaitSemaphores(vk_device, &wait, UINT64_MAX) != VK_SUCCESS;
    pthread_join(thread, NULL);
    vkDestroySemaphore(vk_device, timeline, NULL);
    vkDestroyFence(vk_device, fence, NULL);
    vk_end();
    return bad;
}
