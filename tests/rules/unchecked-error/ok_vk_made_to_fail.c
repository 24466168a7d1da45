// options: --fail vkQueueSubmit:1=VK_ERROR_OUT_OF_HOST_MEMORY --fail vkQueueSubmit:2=VK_ERROR_DEVICE_LOST
#include "vk_world.h"

/* A submission is tried again; when the device is lost a wait does not hang. */
int main(void)
{
    VkFence fence;
    vk_world();
    VkFenceCreateInfo info = {VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    if (vkCreateFence(vk_device, &info, NULL, &fence))
        exit(77);
    if (vkQueueSubmit(vk_queue, 0, NULL, fence) != VK_ERROR_OUT_OF_HOST_MEMORY)
        return 1;
    if (vkQueueSubmit(vk_queue, 0, NULL, fence) != VK_ERROR_DEVICE_LOST)
        return 2;
    if (vkWaitForFences(vk_device, 1, &fence, VK_TRUE, UINT64_MAX) != VK_ERROR_DEVICE_LOST)
        return 3;
    if (vkDeviceWaitIdle(vk_device) != VK_ERROR_DEVICE_LOST)
        return 4;
    vkDestroyFence(vk_device, fence, NULL);
    vk_end();
    return 0;
}
