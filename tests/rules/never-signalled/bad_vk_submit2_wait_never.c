// light: too
#define VK_WORLD_13
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(1024, VK_STORE);
    VkSemaphoreCreateInfo in = {VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkSemaphore s;
    vkCreateSemaphore(vk_device, &in, 0, &s);
    VkSemaphoreSubmitInfo w = {VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO, 0, s, 0, 0x10000};
    VkSubmitInfo2 u = {VK_STRUCTURE_TYPE_SUBMIT_INFO_2, .waitSemaphoreInfoCount = 1, .pWaitSemaphoreInfos = &w};
    PFN_vkQueueSubmit2 f = (PFN_vkQueueSubmit2)vkGetDeviceProcAddr(vk_device, "vkQueueSubmit2");
    f(vk_queue, 1, &u, 0); // expect: never-signalled arg=pSubmits[0].pWaitSemaphoreInfos[0].semaphore object=semaphore contained=1
    vkDestroySemaphore(vk_device, s, 0);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}
