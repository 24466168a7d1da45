// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(1024, VK_STORE);
    VkSemaphoreTypeCreateInfo ty = {VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO, 0, VK_SEMAPHORE_TYPE_TIMELINE, 5};
    VkSemaphoreCreateInfo in = {VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, &ty};
    VkSemaphore s;
    vkCreateSemaphore(vk_device, &in, 0, &s);
    VkSemaphoreSignalInfo g = {VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, 0, s, 3};
    vkSignalSemaphore(vk_device, &g); // expect: validation arg=pSignalInfo->value object=semaphore contained=1
    vkDestroySemaphore(vk_device, s, 0);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}
