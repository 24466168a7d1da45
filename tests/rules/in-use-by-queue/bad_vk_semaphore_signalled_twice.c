// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(1024, VK_STORE);
    VkSemaphoreCreateInfo in = {VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkSemaphore s;
    vkCreateSemaphore(vk_device, &in, 0, &s);
    VkSubmitInfo u = {VK_STRUCTURE_TYPE_SUBMIT_INFO, .signalSemaphoreCount = 1, .pSignalSemaphores = &s};
    vkQueueSubmit(vk_queue, 1, &u, 0);
    vkQueueSubmit(vk_queue, 1, &u, 0); // expect: in-use-by-queue object=semaphore
    vkQueueWaitIdle(vk_queue);
    vkDestroySemaphore(vk_device, s, 0);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}
