// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(1024, VK_STORE);
    VkSemaphoreCreateInfo in = {VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkSemaphore s;
    vkCreateSemaphore(vk_device, &in, 0, &s);
    VkCommandBuffer c = vk_begin();
    vkCmdFillBuffer(c, a.buffer, 0, 4096, 1);
    vkEndCommandBuffer(c);
    VkSubmitInfo u = {VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &c, .signalSemaphoreCount = 1, .pSignalSemaphores = &s};
    vkQueueSubmit(vk_queue, 1, &u, 0);
    vkDestroySemaphore(vk_device, s, 0); // expect: in-use-by-queue arg=semaphore object=semaphore contained=1
    vkQueueWaitIdle(vk_queue);
    vkDestroySemaphore(vk_device, s, 0);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}
